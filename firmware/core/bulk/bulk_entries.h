/* Days of users that the rows of a roster had so far: in memory, a few bytes for each row. */
#ifndef POSTERN_CORE_BULK_ENTRIES_H
#define POSTERN_CORE_BULK_ENTRIES_H

#include <stddef.h>
#include <stdint.h>

#include "core/rules/roster.h"
#include "util/err.h"

struct bulk_entries {
    struct bulk_entry *rows;
    size_t count, size;
    uint32_t *heads; /* of the rows of users with the same hash: a number from 1; 0: none */
    uint64_t seed; /* so that no file makes all its users meet in one place */
};

void bulk_entries_init(struct bulk_entries *entries, uint64_t seed);
void bulk_entries_done(struct bulk_entries *entries);

/* Returns the line of an earlier row with one of the days; 0: none. *ret_growth: assignments that the user's rows add. */
uint32_t bulk_entries_find(const struct bulk_entries *entries, const struct roster_entry *entry, int32_t *ret_growth);

/* Notes a row. E_NOMEM. */
_must_check_ int bulk_entries_add(struct bulk_entries *entries, const struct roster_entry *entry, uint32_t line,
                                  int32_t growth);

#endif
