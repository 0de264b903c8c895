/* Shifts and who has them, for who shows them. */
#ifndef POSTERN_CORE_SHIFTS_LIST_H
#define POSTERN_CORE_SHIFTS_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "store/rules/shifts.h"
#include "util/err.h"

struct arena;
struct core;

/* All in the arena. */
struct shifts_list {
    struct shift *shifts; /* by number */
    struct store_shift_use *uses; /* of each */
    size_t count;
    struct shift_assignment *groups; /* by group and first day */
    size_t group_count;
};

/* As they are at one moment. E_NOMEM or an error of the store. */
_must_check_ int shifts_list(struct core *core, struct arena *arena, struct shifts_list *ret_list);

/* What a user has. */
struct shifts_of {
    uint8_t usual; /* 0 none */
    uint8_t group;
    struct shift_assignment *rows; /* in the arena, by first day */
    size_t count;
};

/* E_USER_UNKNOWN; E_NOMEM; an error of the store. */
_must_check_ int shifts_of_user(struct core *core, uint32_t userid, struct arena *arena, struct shifts_of *ret_of);

#endif
