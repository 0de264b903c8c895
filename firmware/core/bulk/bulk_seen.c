#include "core/bulk/bulk_seen.h"

#include <stdlib.h>

#define SIZE_FIRST 1024
#define BITS 8

void bulk_seen_init(struct bulk_seen *seen, uint64_t seed) {
    *seen = (struct bulk_seen){.seed = seed | 1U};
}

void bulk_seen_done(struct bulk_seen *seen) {
    free(seen->slots);
    free(seen->marks);
    free(seen->lines);
    *seen = (struct bulk_seen){.seed = seen->seed};
}

/* Slot of a number, or the free one where it belongs; there is always a free one. */
static size_t slot_of(const struct bulk_seen *seen, uint64_t number) {
    uint64_t mixed = (number + (seen->seed >> 32)) * seen->seed;
    mixed ^= mixed >> 29;
    mixed *= UINT64_C(0xbf58476d1ce4e5b9);
    size_t at = (size_t)(mixed >> 32) & (seen->size - 1);
    while (seen->slots[at] != 0 && seen->slots[at] != number) {
        at = (at + 1) & (seen->size - 1);
    }
    return at;
}

static bool mark_at(const struct bulk_seen *seen, size_t at) {
    return ((unsigned)seen->marks[at / BITS] >> at % BITS & 1U) != 0;
}

static int seen_grow(struct bulk_seen *seen) {
    struct bulk_seen larger = {
        .seed = seen->seed, .size = seen->size == 0 ? SIZE_FIRST : seen->size * 2, .count = seen->count};
    larger.slots = calloc(larger.size, sizeof(*larger.slots));
    larger.marks = calloc(larger.size / BITS, 1);
    larger.lines = calloc(larger.size, sizeof(*larger.lines));
    if (larger.slots == NULL || larger.marks == NULL || larger.lines == NULL) {
        bulk_seen_done(&larger);
        return E_NOMEM;
    }
    for (size_t i = 0; i < seen->size; i++) {
        if (seen->slots[i] != 0) {
            size_t at = slot_of(&larger, seen->slots[i]);
            larger.slots[at] = seen->slots[i];
            larger.lines[at] = seen->lines[i];
            larger.marks[at / BITS] |= (uint8_t)((mark_at(seen, i) ? 1U : 0U) << at % BITS);
        }
    }
    bulk_seen_done(seen);
    *seen = larger;
    return 0;
}

int bulk_seen_add(struct bulk_seen *seen, uint64_t number, uint32_t line) {
    int r = (seen->count + 1) * 2 > seen->size ? seen_grow(seen) : 0;
    if (r < 0) {
        return r;
    }
    size_t at = slot_of(seen, number);
    if (seen->slots[at] == number) {
        return 0;
    }
    seen->slots[at] = number;
    seen->lines[at] = line;
    seen->count++;
    return 1;
}

void bulk_seen_mark(struct bulk_seen *seen, uint64_t number) {
    size_t at = seen->size > 0 ? slot_of(seen, number) : 0;
    if (seen->size > 0 && seen->slots[at] == number) {
        seen->marks[at / BITS] |= (uint8_t)(1U << at % BITS);
    }
}

bool bulk_seen_is_marked(const struct bulk_seen *seen, uint64_t number) {
    size_t at = seen->size > 0 ? slot_of(seen, number) : 0;
    return seen->size > 0 && seen->slots[at] == number && mark_at(seen, at);
}

uint32_t bulk_seen_line(const struct bulk_seen *seen, uint64_t number) {
    size_t at = seen->size > 0 ? slot_of(seen, number) : 0;
    return seen->size > 0 && seen->slots[at] == number ? seen->lines[at] : 0;
}

bool bulk_seen_has(const struct bulk_seen *seen, uint64_t number) {
    return seen->size > 0 && seen->slots[slot_of(seen, number)] == number;
}
