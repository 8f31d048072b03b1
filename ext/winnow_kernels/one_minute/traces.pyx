"""The origins of the labels of One-Minute Solitaire's finished layers, to recover the line that led to one of them."""

from libc.stdlib cimport free


cdef class Traces:
    """The traces of each layer, by the number of cards played; the budget counts them."""

    def __cinit__(self, Budget budget not None):
        self.budget = budget

    def __dealloc__(self):
        if self.budget is not None:
            self.forget_from(0)

    cdef bint keep(self, Layer layer, int depth) noexcept nogil:
        """Record the origins of the labels of the layer. False: out of memory."""
        cdef int64_t i, count = layer.count
        cdef Trace* trace
        if not count:
            return True
        trace = <Trace*>self.budget.enlarged(NULL, 0, count * <int64_t>sizeof(Trace))
        if trace is NULL:
            return False
        for i in range(count):
            trace[i].parent = layer.labels[i].parent
            trace[i].card = layer.labels[i].top
        self.layers[depth] = trace
        self.counts[depth] = count
        return True

    cdef list line_to(self, Label label, int cards):
        """Return the cards in the order in which they were played up to a label of the last layer."""
        cdef int depth
        line = [label.top]
        for depth in range(cards - 1, 0, -1):
            line.append(self.layers[depth][label.parent].card)
            label.parent = self.layers[depth][label.parent].parent
        return line[::-1]

    cdef void forget_from(self, int depth) noexcept nogil:
        """Forget this layer and all that follow it."""
        for depth in range(depth, CARDS):
            self.forget(depth)

    cdef void forget(self, int depth) noexcept nogil:
        """Forget the traces of a layer, if they are kept."""
        if self.layers[depth] is not NULL:
            free(self.layers[depth])
            self.layers[depth] = NULL
            self.budget.release(self.counts[depth] * <int64_t>sizeof(Trace))
