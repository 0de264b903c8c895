/* Checks whether a change of rules affects the caller's own hours. */
#include "core/base/core.h"
#include "core/rules/rules_impl.h"
#include "core/users/users.h"
#include "store/rules/shifts.h"
#include "store/users/users.h"

/* Returns whether a user or, if `userid` is 0, a group has, had or will have the shift. */
static int is_assigned(struct core *core, uint32_t userid, uint8_t group, uint8_t shift) {
    struct shift_assignment rows[STORE_ROWS_OF_USER_MAX];
    size_t count = 0;
    int r = store_assignments_of(core->store, userid, group, rows, sizeof(rows) / sizeof(rows[0]), &count);
    for (size_t i = 0; r == 0 && i < count; i++) {
        r = shift == 0 || rows[i].shift == shift;
    }
    return r;
}

static int has_shift(struct core *core, uint32_t userid, const void *ctx) {
    _cleanup_(arena_done) struct arena arena;
    const uint8_t *shift = ctx;
    struct user user;
    arena_init(&arena, RULES_ARENA_MAX);
    int r = store_users_get(core->store, userid, &arena, &user);
    if (r < 0) {
        return r == E_NOTFOUND ? 0 : r;
    }
    if (user.shift != 0 && (*shift == 0 || *shift == user.shift)) {
        return 1;
    }
    r = is_assigned(core, userid, 0, *shift);
    return r != 0 ? r : is_assigned(core, 0, user.group, *shift);
}

int rules_check_own_shift(struct core *core, const struct actor *by, uint8_t shift) {
    return users_check_own(core, by, has_shift, &shift);
}
