"""All ways in which a component of Blink's cards can lie in a box, if they are few, and which of them a search leaves.

A *shape* is a way to place a component's cards beside each other, a *placement* a shape at one place in the box.
games/blink/ledger.md, `placements`, has the argument.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from winnow_kernels.blink.box cimport MOST, MOST_CELLS, Box, Components, Part
from winnow_kernels.common.bits cimport lowest_bit, popcount
from winnow_kernels.common.budget cimport Budget

cdef enum:
    # The results of listing; a place without a card.
    DONE = 1
    TOO_MANY = 0
    NO_MEMORY = -1
    NOTHING = -1
    MOST_STEPS = 8_000_000
    # Of more placements hardly a card loses its last one in a cell, and going through them takes long.
    FEW = 128


cdef class Shapes:
    """List the placements of one component at a time in a box of columns x rows cells.

    `kinds` and `ways` are those of `winnow_kernels.blink.loss.Search`. The constructor raises MemoryError.
    """

    def __cinit__(self, kinds: Sequence[int], ways: Sequence[bytes], int columns, int rows) -> None:
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


cdef class Placements:
    """List all placements of components of cards in the box of `shapes`, by component and number of touching pairs.

    A component with more than `most_listed` placements is not listed. A list is made when a search first needs it; all
    searches of the box share it, and its memory is claimed from `budget`.
    """

    def __cinit__(self, Shapes shapes, Budget budget, long long most_listed) -> None:
        self.shapes, self.budget, self.most_listed = shapes, budget, most_listed
        self.box = shapes.box
        self.known = {}

    def __dealloc__(self):
        cdef int i
        for i in range(self.count):
            free(self.tables[i].rows)
            free(self.tables[i].cells)
            free(self.tables[i].masks)
        if self.size_in_bytes:
            self.budget.release(self.size_in_bytes)

    cdef Table* of(self, int k, int least, int most) except? NULL:
        """Return the placements of component k with `least` to `most` touching pairs; NULL: not listed."""
        cdef Table* table
        key = (k, least, most)
        if key not in self.known:
            table = self._listed(k, least, most)
            self.known[key] = -1 if table is NULL else self.count - 1
        return NULL if self.known[key] < 0 else &self.tables[<int>self.known[key]]

    cdef Table* _listed(self, int k, int least, int most) except? NULL:
        """List the placements of a component of two ways without equal cards; NULL: there are too many."""
        cdef Part* part = &self.shapes.components.part[k]
        if self.count == MOST_TABLES or part.partners is not self.box.matching[2]:
            return NULL
        if part.members & (self.box.same_as_next | self.box.same_as_next << 1):
            return NULL
        if not self.shapes.list_all(k, least, most, self.most_listed, MOST_STEPS):
            return NULL
        return self._tabulated(part.members)

    cdef Table* _tabulated(self, uint64_t members) except? NULL:
        """Return the table of which listed placements go with each card in each cell; NULL: out of memory."""
        cdef Table* table = &self.tables[self.count]
        cdef int i
        cdef long long size, cells = self.shapes.listed * self.shapes.size, masks
        table.placements = <int>self.shapes.listed
        table.words = (table.placements + 63) // 64
        # In larger boxes a byte for each cell of a placement takes more time than it saves.
        table.masked = self.shapes.size <= 8 and self.box.area <= 8 * MASK_WORDS
        masks = self.shapes.listed * <long long>(MASK_WORDS * sizeof(uint64_t)) if table.masked else 0
        size = <long long>self.box.area * (self.box.cards + 1) * table.words * sizeof(uint64_t)
        if not self.budget.claim_spare(size + cells + masks):
            return NULL
        self.size_in_bytes += size + cells + masks
        table.rows = <uint64_t*>calloc(size + 1, 1)
        table.cells = <uint8_t*>malloc(cells + 1)
        table.masks = <uint64_t*>calloc(masks + 1, 1)
        self.count += 1
        if table.rows is NULL or table.cells is NULL or table.masks is NULL:
            raise MemoryError
        table.size = self.shapes.size
        for i in range(table.size):
            table.card_bit[i] = <uint64_t>1 << self.shapes.card[i]
        if not self._put_in_order(table):
            raise MemoryError
        with nogil:
            self._fill(table, members)
            self._fill_masks(table, lowest_bit(members))
        return table

    cdef bint _put_in_order(self, Table* table) noexcept nogil:
        """Copy the listed placements into a table, sorted by the cells of their cards; False: out of memory.

        So those that have a card in the same cell, or lie in the same part of the box, share few words.
        """
        cdef int size = table.size, i, j, k, cell
        cdef int column[MOST]
        cdef int start[MOST_CELLS + 1]
        cdef int* order = <int*>malloc(2 * table.placements * sizeof(int) + 1)
        cdef int* next_order = order + table.placements
        if order is NULL:
            return False
        for i in range(table.placements):
            order[i] = i
        for j in range(size):
            k = 0
            for i in range(size):
                k += self.shapes.card[i] < self.shapes.card[j]
            column[k] = j
        for k in range(size - 1, -1, -1):
            j = column[k]
            memset(start, 0, sizeof(start))
            for i in range(table.placements):
                start[self.shapes.cells[<long long>i * size + j] + 1] += 1
            for cell in range(MOST_CELLS):
                start[cell + 1] += start[cell]
            for i in range(table.placements):
                cell = self.shapes.cells[<long long>order[i] * size + j]
                next_order[start[cell]] = order[i]
                start[cell] += 1
            memcpy(order, next_order, table.placements * sizeof(int))
        for i in range(table.placements):
            memcpy(table.cells + <long long>i * size, self.shapes.cells + <long long>order[i] * size, size)
        free(order)
        return True

    cdef void _fill(self, Table* table, uint64_t members) noexcept nogil:
        cdef int i, j, word, cell, near, card
        cdef uint64_t* row
        cdef const uint64_t* other
        # A card of the component: the placements that have it in the cell. No card: those that leave the cell free.
        for cell in range(self.box.area):
            row = self._row(table, cell, self.box.cards)
            for i in range(self.shapes.listed):
                row[i // 64] |= <uint64_t>1 << (i % 64)
        for i in range(self.shapes.listed):
            for j in range(table.size):
                cell = table.cells[table.size * i + j]
                self._row(table, cell, self.shapes.card[j])[i // 64] |= <uint64_t>1 << (i % 64)
                self._row(table, cell, self.box.cards)[i // 64] &= ~(<uint64_t>1 << (i % 64))
        # Another card: those that leave the cell free, and whose cards beside it match.
        for cell in range(self.box.area):
            for card in range(self.box.cards):
                if members >> card & 1:
                    continue
                row = self._row(table, cell, card)
                memcpy(row, self._row(table, cell, self.box.cards), table.words * sizeof(uint64_t))
                for i in range(4):
                    near = self.box.near[4 * cell + i]
                    for j in range(table.size):
                        if near >= 0 and not self.box.matching[1][card] >> self.shapes.card[j] & 1:
                            other = self._row(table, near, self.shapes.card[j])
                            for word in range(table.words):
                                row[word] &= ~other[word]

    cdef void _fill_masks(self, Table* table, int first) noexcept nogil:
        """Note by placement and cell which card lies there; `first` is the first of the component's cards."""
        cdef int i, j
        cdef uint8_t* mask
        if not table.masked:
            return
        for i in range(table.placements):
            mask = <uint8_t*>(table.masks + <long long>i * MASK_WORDS)
            for j in range(table.size):
                mask[table.cells[<long long>i * table.size + j]] |= <uint8_t>(1 << (self.shapes.card[j] - first))

    cdef uint64_t* _row(self, Table* table, int cell, int card) noexcept nogil:
        return table.rows + (<long long>cell * (self.box.cards + 1) + card) * table.words


cdef class Remaining:
    """Hold the placements that are left of each component, by depth of the search; for kernels only.

    Component k is listed only if `least[k] == most[k]`, and then with `least[k]` touching pairs.
    Nothing is listed if the budget has no memory to spare; the constructor raises MemoryError if the machine has none.
    """

    def __cinit__(self, Placements placements, Components components, least, most, int cards, int area, Budget budget):
        cdef int k
        self.placements, self.components, self.budget = placements, components, budget
        self.area, self.cards = area, cards
        for k in range(components.count):
            # Where all numbers of pairs are allowed, nearly all placements are.
            if 0 <= least[k] == most[k]:
                self.table[k] = placements.of(k, least[k], most[k])
            if self.table[k] is not NULL:
                self.listed |= components.part[k].members
                self.first_word[k] = self.words
                self.words += self.table[k].words
        cdef long long depths = area + 1
        cdef long long size = depths * (
            self.words * <long long>(sizeof(uint64_t) + sizeof(uint16_t))
            + components.count * <long long>sizeof(int)
            + area * <long long>sizeof(uint64_t)
        )
        if not self.listed or not budget.claim_spare(size):
            self.listed = 0
            return
        self.size_in_bytes = size
        self.word = <uint64_t*>calloc(depths * self.words + 1, sizeof(uint64_t))
        self.place = <uint16_t*>calloc(depths * self.words + 1, sizeof(uint16_t))
        self.count = <int*>calloc(depths * components.count + 1, sizeof(int))
        self.allowed = <uint64_t*>calloc(depths * area, sizeof(uint64_t))
        if self.word is NULL or self.place is NULL or self.count is NULL or self.allowed is NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.word)
        free(self.place)
        free(self.count)
        free(self.allowed)
        if self.size_in_bytes:
            self.budget.release(self.size_in_bytes)

    cdef void begin(self) noexcept nogil:
        """Leave all placements at depth 0."""
        cdef int k, i
        for k in range(self.components.count):
            if self.table[k] is not NULL:
                self.count[k] = self.table[k].words
                for i in range(self.table[k].words):
                    # The last word has bits too many: no row has them.
                    self.word[self.first_word[k] + i] = ~<uint64_t>0
                    self.place[self.first_word[k] + i] = <uint16_t>i
        memset(self.allowed, 0xFF, self.area * sizeof(uint64_t))
        self.narrowed_count = 0

    cdef bint narrow(self, int depth, int cell, int card) noexcept nogil:
        """Leave at a depth what is left above it and goes with the card (or EMPTY) in the cell; depth 0 is narrowed.

        False: of some component nothing is left.
        """
        cdef int row = self.row_of(cell, card)
        return self.narrow_by(max(0, depth - 1), depth, &row, 1)

    cdef int row_of(self, int cell, int card) noexcept nogil:
        """Return the number of the tables' row for a card (or EMPTY) in a cell."""
        return cell * (self.cards + 1) + min(card, self.cards)

    cdef bint narrow_by(self, int above, int depth, const int* rows, int count) noexcept nogil:
        """Leave at a depth what is left at one above it and is in all of these rows; False as `narrow` says."""
        cdef int k
        self.narrowed_count = 0
        for k in range(self.components.count):
            if self.table[k] is not NULL and not self._narrow_one(k, above, depth, rows, count):
                self.emptied = k
                return False
        return True

    cdef bint _narrow_one(self, int k, int above, int depth, const int* rows, int count) noexcept nogil:
        """Do the same as `narrow_by` for one component."""
        cdef int i, j, kept = 0
        cdef uint64_t word, differing = 0
        cdef const Table* table = self.table[k]
        cdef const uint64_t* row = table.rows + rows[0] * <long long>table.words
        cdef const uint64_t* old = self.word + above * self.words + self.first_word[k]
        cdef const uint16_t* old_place = self.place + above * self.words + self.first_word[k]
        cdef uint64_t* new = self.word + depth * self.words + self.first_word[k]
        cdef uint16_t* new_place = self.place + depth * self.words + self.first_word[k]
        for i in range(self.count[above * self.components.count + k]):
            word = old[i] & row[old_place[i]]
            j = 1
            while word and j < count:
                word &= table.rows[rows[j] * <long long>table.words + old_place[i]]
                j += 1
            differing |= word ^ old[i]
            # Without a branch: whether something is left of a word is a toss-up.
            new_place[kept] = old_place[i]
            new[kept] = word
            kept += word != 0
        self.count[depth * self.components.count + k] = kept
        if kept and differing and kept <= FEW:
            self.narrowed[self.narrowed_count] = k
            self.narrowed_count += 1
        return kept > 0

    cdef void allow(self, int depth) noexcept nogil:
        """Allow at a depth what is allowed above it and the placements left have; call after `begin` or `narrow`."""
        self.allow_from(max(0, depth - 1), depth)

    cdef void allow_from(self, int above, int depth) noexcept nogil:
        """Do the same from a depth further above; call after `narrow_by`."""
        cdef int i
        if depth:
            memcpy(self.allowed + depth * self.area, self.allowed + above * self.area, self.area * sizeof(uint64_t))
        for i in range(self.narrowed_count):
            if not self._has_few(self.narrowed[i], depth):
                continue
            if self.table[self.narrowed[i]].masked:
                self._allow_masked(self.narrowed[i], depth)
            else:
                self._allow_only(self.narrowed[i], depth)
        self.narrowed_count = 0

    cdef bint _has_few(self, int k, int depth) noexcept nogil:
        """Return whether at most FEW placements of the component are left."""
        cdef int i, left = 0
        cdef const uint64_t* words = self.word + depth * self.words + self.first_word[k]
        for i in range(self.count[depth * self.components.count + k]):
            left += popcount(words[i])
            if left > FEW:
                return False
        return True

    cdef void _allow_only(self, int k, int depth) noexcept nogil:
        """Allow the component's cards only in cells in which a placement that is left has them."""
        cdef const Table* table = self.table[k]
        cdef const uint8_t* cells
        cdef uint64_t possible[MOST_CELLS]
        cdef uint64_t* allowed = self.allowed + depth * self.area
        cdef uint64_t word, others = ~self.components.part[k].members
        cdef const uint64_t* words = self.word + depth * self.words + self.first_word[k]
        cdef const uint16_t* place = self.place + depth * self.words + self.first_word[k]
        cdef int i, j
        memset(possible, 0, self.area * sizeof(uint64_t))
        for i in range(self.count[depth * self.components.count + k]):
            word = words[i]
            while word:
                cells = table.cells + (64 * <long long>place[i] + lowest_bit(word)) * table.size
                word &= word - 1
                for j in range(table.size):
                    possible[cells[j]] |= table.card_bit[j]
        for i in range(self.area):
            allowed[i] &= possible[i] | others

    cdef void _allow_masked(self, int k, int depth) noexcept nogil:
        """Do the same for a component of at most eight cards in a small box, eight cells at a time."""
        cdef const Table* table = self.table[k]
        cdef const uint64_t* masks
        cdef uint64_t possible[MASK_WORDS]
        cdef uint64_t* allowed = self.allowed + depth * self.area
        cdef uint64_t word, others = ~self.components.part[k].members
        cdef const uint64_t* words = self.word + depth * self.words + self.first_word[k]
        cdef const uint16_t* place = self.place + depth * self.words + self.first_word[k]
        cdef int i, j, first = self.components.part[k].first
        cdef const uint8_t* cards = <const uint8_t*>possible
        memset(possible, 0, sizeof(possible))
        for i in range(self.count[depth * self.components.count + k]):
            word = words[i]
            while word:
                masks = table.masks + (64 * <long long>place[i] + lowest_bit(word)) * MASK_WORDS
                word &= word - 1
                for j in range(MASK_WORDS):
                    possible[j] |= masks[j]
        for i in range(self.area):
            allowed[i] &= <uint64_t>cards[i] << first | others
