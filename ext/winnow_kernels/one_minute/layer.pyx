"""All labels with the same number of cards played: of equal positions only the cheapest."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

from winnow_kernels.common.bits cimport popcount
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.layer cimport SlottedNodes
from winnow_kernels.common.mixing cimport mix, mix_in, mixed_down
from winnow_kernels.one_minute.deal cimport INFINITE, all_ahead

cdef enum:
    FIRST_CAPACITY = 1 << 7
    BUCKETS = 1 << 12

# How many labels have which bounds.
cdef struct Buckets:
    int64_t tally[BUCKETS]
    int32_t least
    int32_t span


cdef class Layer(SlottedNodes):
    """The labels, found again by their cards and top, which are compared whole."""

    def __cinit__(self, Budget budget not None):
        self.budget = budget
        self.node_size = sizeof(Label)

    cdef uint64_t hash_of(self, const void* node) noexcept nogil:
        return _hash(<const Label*>node)

    cdef void swap(self, Layer other) noexcept nogil:
        """Swap the labels of two layers."""
        self.trade(other)
        self.labels = <Label*>self.memory
        other.labels = <Label*>other.memory

    cdef void clear(self) noexcept nogil:
        self.count = 0
        self.clear_slots()

    cdef bint add(self, const Label* label) noexcept nogil:
        """Add a label unless the same position has one that costs no more; drop one that costs more. False: no memory."""
        cdef uint64_t slot
        cdef Label* known
        cdef bint grown
        if self.count == self.capacity:
            grown = self.grow(FIRST_CAPACITY)
            self.labels = <Label*>self.memory
            if not grown:
                return False
        slot = _hash(label) & self.slot_mask
        while self.slots[slot]:
            known = &self.labels[self.slots[slot] - 1]
            if known.rest == label.rest and known.top == label.top and known.alive and _time(known) == _time(label):
                if known.cost <= label.cost:
                    return True
                known.alive = False
            slot = (slot + 1) & self.slot_mask
        self.labels[self.count] = label[0]
        self.labels[self.count].alive = True
        self.count += 1
        self.slots[slot] = <uint32_t>self.count
        return True

    cdef void drop_dead(self) noexcept nogil:
        """Forget the labels that are not alive; no label can be added before `clear`."""
        cdef int64_t i, kept = 0
        for i in range(self.count):
            if self.labels[i].alive:
                self.labels[kept] = self.labels[i]
                kept += 1
        self.count = kept

    cdef int32_t bound_at(self, int64_t width) noexcept nogil:
        """Return a bound that about `width` labels do not exceed: fewer only where all have it, more by a bucket."""
        cdef int64_t room = width
        cdef int bucket = 0
        cdef Buckets buckets
        if self.count <= width:
            return INFINITE
        _tally(self.labels, self.count, &buckets)
        while bucket < BUCKETS - 1 and room > buckets.tally[bucket]:
            room -= buckets.tally[bucket]
            bucket += 1
        return buckets.least + <int32_t>(<int64_t>(bucket + 1) * buckets.span // (BUCKETS - 1))

    cdef void keep_best(self, int64_t width) noexcept nogil:
        """Keep the labels with the least bounds, `width` of them: to within a bucket, and there the first found."""
        cdef Buckets buckets
        cdef int64_t i, room = width
        cdef int bucket, last = 0
        if self.count <= width:
            return
        _tally(self.labels, self.count, &buckets)
        while room > buckets.tally[last]:
            room -= buckets.tally[last]
            last += 1
        for i in range(self.count):
            bucket = _bucket(&buckets, &self.labels[i])
            if bucket == last:
                room -= 1
            self.labels[i].alive = bucket < last or (bucket == last and room >= 0)
        self.drop_dead()


cdef void _tally(const Label* labels, int64_t count, Buckets* buckets) noexcept nogil:
    """Count the labels by their bounds."""
    cdef int64_t i
    cdef int32_t most
    buckets.least = most = labels[0].bound
    for i in range(count):
        buckets.least = min(buckets.least, labels[i].bound)
        most = max(most, labels[i].bound)
    buckets.span = most - buckets.least + 1
    memset(buckets.tally, 0, sizeof(buckets.tally))
    for i in range(count):
        buckets.tally[_bucket(buckets, &labels[i])] += 1


cdef int _bucket(const Buckets* buckets, const Label* label) noexcept nogil:
    return <int>(<int64_t>(label.bound - buckets.least) * (BUCKETS - 1) // buckets.span)


cdef int _time(const Label* label) noexcept nogil:
    """Return the pass and how many cards left have been dealt in it: what a place means to the cards left."""
    return (label.turn << 8) + popcount(label.rest & ~all_ahead(label.turn, label.place))


cdef uint64_t _hash(const Label* label) noexcept nogil:
    """Hash the cards left and the top."""
    return mixed_down(mix_in(mix(label.rest + label.top), 0))
