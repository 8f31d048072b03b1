from typing_extensions import disjoint_base

@disjoint_base
class Reach:
    """Tells whether enough pairs of a component can still touch, for kernels only: cards and cells are bits of words.

    The cards to come that touch no decided one are taken to touch each other as they like. After too many steps the
    answer is that they can.
    """
