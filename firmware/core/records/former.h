/* Records of users who were deleted, whose IDs somebody else may have by now (store/person.h). */
#ifndef POSTERN_CORE_RECORDS_FORMER_H
#define POSTERN_CORE_RECORDS_FORMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct actor;
struct arena;
struct core;
struct search_page;

/* Lists the numbers of the records of a page, in its order, that name an ID but are not of the user who has it now; in the arena.
 * E_NOMEM. */
_must_check_ int former_list(struct core *core, const struct search_page *page, struct arena *arena,
                             const int64_t **ret_seqs, size_t *ret_count);

/* Whom records name by an ID that nobody has. */
struct former_user {
    bool is_named; /* else the rest is empty */
    const char
        *name; /* of the newest record, in the arena; "" if the caller may not know people (core/base/rights.h) */
    uint32_t day; /* of that record, yyyymmdd by the clock of then */
};

/* Reads it for an ID. */
_must_check_ int former_read(struct core *core, const struct actor *by, uint32_t userid, struct arena *arena,
                             struct former_user *ret_former);

#endif
