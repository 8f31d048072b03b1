from typing_extensions import disjoint_base

@disjoint_base
class Reach:
    """Counts the pairs of a component that can still touch, for kernels only: their cards and cells are bits of words.

    The cards to come that touch no decided one are taken to touch each other as they like, so that the number is a
    bound; after too many steps the bound known before is returned.
    """
