/* One shift for many users. */
#include "core/base/core.h"
#include "core/rules/rules_impl.h"
#include "core/rules/shifts.h"
#include "core/users/credentials.h"
#include "core/users/users.h"
#include "store/users/users.h"

#define ROWS_MAX STORE_ROWS_OF_USER_MAX

/* What a user has already. */
struct had {
    size_t count; /* assignments, but what was usual */
    bool meets; /* one of them holds on some of the days */
};

static int read_had(struct core *core, const struct shifts_wish *wish, struct had *ret_had) {
    struct shift_assignment rows[ROWS_MAX];
    size_t count = 0;
    int r = store_assignments_of(core->store, wish->userid, 0, rows, ROWS_MAX, &count);
    *ret_had = (struct had){.count = 0};
    for (size_t i = 0; r == 0 && i < count; i++) {
        const bool begins_before_end = wish->to == 0 || rows[i].from <= wish->to;
        const bool ends_behind_begin = rows[i].to == 0 || rows[i].to >= wish->from;
        ret_had->count += !rows[i].usual;
        ret_had->meets = ret_had->meets || (!rows[i].usual && begins_before_end && ends_behind_begin);
    }
    return r;
}

static int check_user(struct core *core, const struct actor *by, uint32_t userid) {
    _cleanup_(arena_done) struct arena arena;
    struct user user;
    arena_init(&arena, RULES_ARENA_MAX);
    int r = users_check_own_hours(core, by, userid);
    return r == 0 ? store_users_get(core->store, userid, &arena, &user) : r;
}

static int assign_one(struct core *core, const struct actor *by, const struct shifts_wish *wish, bool sure,
                      struct shifts_many *many) {
    struct had had = {.count = 0};
    uint32_t id = 0;
    int r = check_user(core, by, wish->userid);
    if (r == E_OWN_HOURS || r == E_NOTFOUND) {
        many->own += r == E_OWN_HOURS;
        many->unknown += r == E_NOTFOUND;
        return 0;
    }
    r = r == 0 ? read_had(core, wish, &had) : r;
    if (r < 0) {
        return r;
    }
    if (had.count >= STORE_ASSIGNMENTS_OF_USER_MAX) {
        many->full++;
        return 0;
    }
    many->assigned++;
    many->meeting += had.meets;
    return sure ? shifts_assign_wish(core, by, wish, &id) : 0;
}

static int check_many(struct core *core, const struct shifts_wish *wish, const uint32_t *userids, size_t count,
                      const char **ret_field) {
    _cleanup_(arena_done) struct arena arena;
    struct shift shift;
    arena_init(&arena, RULES_ARENA_MAX);
    int r = shifts_check_days(wish, true, ret_field);
    for (size_t i = 0; r == 0 && i < count; i++) {
        for (size_t k = 0; r == 0 && k < i; k++) {
            r = userids[k] == userids[i] ? E_RANGE : 0;
            *ret_field = r < 0 ? "userids" : NULL;
        }
    }
    if (r < 0) {
        return r;
    }
    r = store_shifts_get(core->store, wish->shift, &arena, &shift);
    *ret_field = r == E_NOTFOUND ? shift_assignment_rows[SHIFT_ASSIGNMENT_SHIFT].name : NULL;
    return r == E_NOTFOUND ? E_SHIFT_UNDEFINED : r;
}

int shifts_assign_many(struct core *core, const struct actor *by, const struct shifts_wish *wish,
                       const uint32_t *userids, size_t count, bool sure, struct shifts_many *ret_many,
                       const char **ret_field) {
    *ret_field = NULL;
    *ret_many = (struct shifts_many){.assigned = 0};
    int r = store_begin_growth(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = sure ? credentials_check_held(core) : 0;
    r = r < 0 ? r : check_many(core, wish, userids, count, ret_field);
    for (size_t i = 0; r == 0 && i < count; i++) {
        struct shifts_wish one = *wish;
        one.userid = userids[i];
        r = assign_one(core, by, &one, sure, ret_many);
    }
    return r < 0 || !sure ? r : store_commit(txn);
}
