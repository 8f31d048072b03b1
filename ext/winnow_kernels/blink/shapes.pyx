"""All ways in which a component of Blink's cards can lie in a box: its shapes, each moved to every place in the box."""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, malloc, realloc

from winnow_kernels.blink.box cimport Box
from winnow_kernels.blink.components cimport Components, Part
from winnow_kernels.common.bits cimport lowest_bit, popcount

cdef enum:
    DONE = 1
    TOO_MANY = 0
    NO_MEMORY = -1
    NOTHING = -1


cdef class Shapes:
    """List the placements of one component at a time in a box of columns x rows cells; for kernels (see shapes.pxd).

    `kinds` and `ways` are those of `winnow_kernels.blink.loss.Search`. The constructor raises MemoryError.
    """

    def __cinit__(self, kinds, ways, int columns, int rows):
        cdef int i
        self.box = Box()
        self.box.take_cards(kinds, range(len(kinds)), ways, 0)
        self.box.clear(columns, rows)
        self.components = Components(self.box)
        self.width = 2 * columns + 1
        self.origin = rows * self.width + columns
        self.grid = <int*>malloc(self.width * (2 * rows + 1) * sizeof(int))
        if self.grid is NULL:
            raise MemoryError
        for i in range(self.width * (2 * rows + 1)):
            self.grid[i] = NOTHING

    def __dealloc__(self):
        free(self.grid)
        free(self.cells)

    cdef bint list_all(self, int k, int least, int most, long long most_listed, long long most_steps) except -1:
        """List the placements of component k with `least` to `most` touching pairs.

        Return False if there are more than `most_listed`, or if that takes more than `most_steps` steps. Raises
        MemoryError.
        """
        cdef int result, i
        cdef Part* part = &self.components.part[k]
        cdef const int* most_touching = self.components.most_touching
        self.size, self.least, self.most, self.pairs = part.size, least, most, 0
        # k cells that hang together have at most 2 k - width - height touching pairs.
        self.most_sides = 2 * part.size - least
        for i in range(1, part.size):
            if most_touching[i] + most_touching[part.size - i] >= least:
                self.most_sides = self.box.columns + self.box.rows
        self.listed = self.steps = 0
        self.most_listed, self.most_steps = most_listed, most_steps
        with nogil:
            self._put_in_order(part)
            result = self._list_from(0, 0, 0, 0, 0, 0)
        if result == NO_MEMORY:
            raise MemoryError
        return result == DONE

    cdef void _put_in_order(self, Part* part) noexcept nogil:
        """Order the cards so that each has as many earlier partners as possible."""
        cdef uint64_t placed = 0, rest
        cdef int i, card, best
        for i in range(self.size):
            rest = part.members & ~placed
            best = lowest_bit(rest)
            while rest:
                card = lowest_bit(rest)
                rest &= rest - 1
                if popcount(part.partners[card] & placed) > popcount(part.partners[best] & placed):
                    best = card
            self.card[i] = best
            self.earlier[i] = part.partners[best] & placed
            self.pairs += popcount(self.earlier[i])
            placed |= <uint64_t>1 << best

    cdef int _list_from(self, int depth, int lost, int left, int right, int top, int bottom) noexcept nogil:
        """List the shapes within these sides that extend the cards placed; `lost` of their pairs do not touch."""
        cdef int x, y, result, wide, high
        if depth == self.size:
            if self.pairs - lost > self.most:
                return DONE
            if (self.box.columns - right + left) * (self.box.rows - bottom + top) > self.most_listed - self.listed:
                return TOO_MANY
            return DONE if self._move(left, right, top, bottom) else NO_MEMORY
        if not depth:
            return self._lay(0, 0, 0, 0, 0, 0, 0, 0)
        high = min(self.box.rows, self.most_sides - (right - left + 1))
        for y in range(bottom - high + 1, top + high):
            wide = min(self.box.columns, self.most_sides - (max(bottom, y) - min(top, y) + 1))
            for x in range(right - wide + 1, left + wide):
                self.steps += 1
                if self.steps > self.most_steps:
                    return TOO_MANY
                result = self._lay(depth, lost, min(left, x), max(right, x), min(top, y), max(bottom, y), x, y)
                if result != DONE:
                    return result
        return DONE

    cdef int _lay(self, int depth, int lost, int left, int right, int top, int bottom, int x, int y) noexcept nogil:
        """Put the next card on a place, if it is free and all neighbours match, and continue with the one after it."""
        cdef int card = self.card[depth], i, near, result, place = self.origin + y * self.width + x
        cdef int step[4]
        cdef uint64_t beside = 0
        if self.grid[place] != NOTHING:
            return DONE
        step[0], step[1], step[2], step[3] = -1, 1, -self.width, self.width
        for i in range(4):
            near = self.grid[place + step[i]]
            if near != NOTHING:
                beside |= <uint64_t>1 << near
        lost += popcount(self.earlier[depth] & ~beside)
        if beside & ~self.box.matching[1][card] or self.pairs - lost < self.least:
            return DONE
        self.x[depth], self.y[depth] = x, y
        self.grid[place] = card
        result = self._list_from(depth + 1, lost, left, right, top, bottom)
        self.grid[place] = NOTHING
        return result

    cdef bint _move(self, int left, int right, int top, int bottom) noexcept nogil:
        """List the shape within these sides at every place in the box; False: out of memory."""
        cdef int x, y, i
        cdef int across = self.box.columns - (right - left), down = self.box.rows - (bottom - top)
        cdef uint8_t* cells = <uint8_t*>realloc(self.cells, (self.listed + across * down) * self.size)
        if cells is NULL:
            return False
        self.cells = cells
        cells += self.listed * self.size
        for y in range(down):
            for x in range(across):
                for i in range(self.size):
                    cells[i] = <uint8_t>((self.y[i] - top + y) * self.box.columns + self.x[i] - left + x)
                cells += self.size
        self.listed += across * down
        return True
