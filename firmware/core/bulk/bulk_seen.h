/* Numbers that a file has had so far, IDs or cards, with the row of each: a table in memory that grows with them, up to a limit. */
#ifndef POSTERN_CORE_BULK_SEEN_H
#define POSTERN_CORE_BULK_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct bulk_seen {
    uint64_t *slots; /* 0: free */
    uint8_t *marks; /* a bit a slot */
    uint32_t *lines; /* row that had the number first */
    size_t size; /* a power of two */
    size_t count;
    uint64_t seed; /* so that no file makes all its numbers meet in one place */
};

void bulk_seen_init(struct bulk_seen *seen, uint64_t seed);
void bulk_seen_done(struct bulk_seen *seen);

/* Adds a number, not 0, of the row `line`. Returns 1: it is new; 0: it was there, with the row that it had; E_NOMEM. */
_must_check_ int bulk_seen_add(struct bulk_seen *seen, uint64_t number, uint32_t line);

/* Returns the row that a number was added with first; 0: it was not added. */
uint32_t bulk_seen_line(const struct bulk_seen *seen, uint64_t number);

/* Marks one that was added; and whether one was added and marked. */
void bulk_seen_mark(struct bulk_seen *seen, uint64_t number);
bool bulk_seen_is_marked(const struct bulk_seen *seen, uint64_t number);

/* Whether a number was added. */
bool bulk_seen_has(const struct bulk_seen *seen, uint64_t number);

#endif
