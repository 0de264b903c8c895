/* Users of a job who could not enter once they are written: how many, why, and the first of each reason (core/door/entry.h). */
#ifndef POSTERN_CORE_BULK_BARRED_H
#define POSTERN_CORE_BULK_BARRED_H

#include <stddef.h>
#include <stdint.h>

#include "core/bulk/bulk.h"
#include "core/door/entry.h"
#include "util/err.h"

struct bulk_record;
struct core;

/* Users with one reason, and of a reason of groups with one group. */
struct bulk_barred_seen {
    enum entry_obstacle obstacle;
    uint8_t group;
    uint32_t rows;
    uint32_t shown; /* of the first ones */
    struct {
        uint32_t line, userid;
        char name[BULK_NAME_MAX];
    } first[BULK_BARRED_FIRST];
};

struct bulk_barred {
    struct entry_rules rules; /* as they were when the check began */
    struct bulk_barred_seen seen[BULK_BARRED_MAX];
    size_t count;
};

/* For a check. NULL where the job brings nobody; free() frees it. E_NOMEM. */
_must_check_ int bulk_barred_new(struct core *core, enum bulk_kind kind, struct bulk_barred **ret_barred);

/* Notes a user of a row as it would be written. */
void bulk_barred_note(struct bulk_barred *barred, uint32_t line, const struct user *user);

/* Writes what was noted into the file of the job; NULL: nothing. E_NOSPC, E_NOMEM, E_IO. */
_must_check_ int bulk_barred_keep(struct core *core, const struct bulk_barred *barred);

#endif
