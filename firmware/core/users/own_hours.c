/* Whose hours an account may not change: those of the person behind it, and of everybody who made it. */
#include "core/accounts/accounts.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/users/users_impl.h"
#include "store/rules/shifts.h"
#include "util/arena.h"

#define MAKERS_MAX 64 /* accounts that are followed from one to its maker */

/* What is asked of each person: 1 if it is the one that is looked for, 0 to go on. */
struct person_test {
    int (*is_it)(struct core *core, const struct person_test *test, uint32_t userid);
    uint32_t userid;
    uint8_t group;
    uint8_t shift; /* 0: any */
};

/* The person behind the account, who gave it its password, who gave that one its password, and so on. */
static int test_makers(struct core *core, const struct actor *by, const struct person_test *test) {
    const uint32_t first = actor_person(by);
    uint32_t userid = first;
    int r = 0;
    for (unsigned i = 0; i < MAKERS_MAX && r == 0 && userid != 0; i++) {
        r = test->is_it(core, test, userid);
        if (r == 0) {
            r = store_users_maker(core->store, userid, &userid);
        }
        userid = userid != first ? userid : 0; /* two accounts that gave each other passwords */
    }
    return r == E_NOTFOUND ? 0 : r; /* a maker who is no user any more, or nobody */
}

/* The sponsor is tested too: it is known even where an account between was deleted. */
static int test_persons(struct core *core, const struct actor *by, const struct person_test *test) {
    if (by->level >= ACCOUNTS_ADMIN_LEVEL) {
        return 0;
    }
    int r = test_makers(core, by, test);
    if (r == 0) {
        r = test->is_it(core, test, actor_sponsor(by));
    }
    return r > 0 ? E_OWN_HOURS : r;
}

static int is_user(struct core *core, const struct person_test *test, uint32_t userid) {
    (void)core;
    return test->userid == userid;
}

static int is_in_group(struct core *core, const struct person_test *test, uint32_t userid) {
    _cleanup_(arena_done) struct arena arena;
    struct user user;
    arena_init(&arena, USERS_ARENA_MAX);
    int r = store_users_get(core->store, userid, &arena, &user);
    return r < 0 ? (r == E_NOTFOUND ? 0 : r) : user.group == test->group;
}

/* Whether a user or, where `userid` is 0, a group has the shift, or had or will have it. */
static int is_assigned(struct core *core, uint32_t userid, uint8_t group, uint8_t shift) {
    struct shift_assignment rows[2 * STORE_ASSIGNMENTS_MAX];
    size_t count = 0;
    int r = store_assignments_of(core->store, userid, group, rows, sizeof(rows) / sizeof(rows[0]), &count);
    for (size_t i = 0; r == 0 && i < count; i++) {
        r = shift == 0 || rows[i].shift == shift;
    }
    return r;
}

static int has_shift(struct core *core, const struct person_test *test, uint32_t userid) {
    _cleanup_(arena_done) struct arena arena;
    struct user user;
    arena_init(&arena, USERS_ARENA_MAX);
    int r = store_users_get(core->store, userid, &arena, &user);
    if (r < 0) {
        return r == E_NOTFOUND ? 0 : r;
    }
    if (user.shift != 0 && (test->shift == 0 || test->shift == user.shift)) {
        return 1;
    }
    r = is_assigned(core, userid, 0, test->shift);
    return r != 0 ? r : is_assigned(core, 0, user.group, test->shift);
}

int users_check_own_hours(struct core *core, const struct actor *by, uint32_t userid) {
    const struct person_test test = {.is_it = is_user, .userid = userid};
    return userid == 0 ? 0 : test_persons(core, by, &test);
}

int users_check_own_group(struct core *core, const struct actor *by, uint8_t group) {
    const struct person_test test = {.is_it = is_in_group, .group = group};
    return test_persons(core, by, &test);
}

int users_check_own_shift(struct core *core, const struct actor *by, uint8_t shift) {
    const struct person_test test = {.is_it = has_shift, .shift = shift};
    return test_persons(core, by, &test);
}
