/* Hours that an account may not change: those of the person behind it, and of everyone in the chain that created it. */
#include "core/accounts/accounts.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/users/users_impl.h"
#include "util/arena.h"

#define MAKERS_MAX 64 /* most accounts followed in the chain */

/* Tests the person behind the account, the one who gave it its password, who gave that one its password, and so on. */
static int test_makers(struct core *core, const struct actor *by, users_person_test is_it, const void *ctx) {
    const uint32_t first = actor_person(by);
    uint32_t userid = first;
    int r = 0;
    for (unsigned i = 0; i < MAKERS_MAX && r == 0 && userid != 0; i++) {
        r = is_it(core, userid, ctx);
        if (r == 0) {
            r = store_users_maker(core->store, userid, &userid);
        }
        userid = userid != first ? userid : 0; /* two accounts that gave each other passwords */
    }
    return r == E_NOTFOUND ? 0 : r; /* a creator who is no longer a user, or none */
}

/* Also tests the sponsor: it is known even if an account in between was deleted. */
int users_check_own(struct core *core, const struct actor *by, users_person_test is_it, const void *ctx) {
    if (by->level >= ACCOUNTS_ADMIN_LEVEL) {
        return 0;
    }
    int r = test_makers(core, by, is_it, ctx);
    if (r == 0) {
        r = is_it(core, actor_sponsor(by), ctx);
    }
    return r > 0 ? E_OWN_HOURS : r;
}

static int is_user(struct core *core, uint32_t userid, const void *ctx) {
    const uint32_t *wanted = ctx;
    (void)core;
    return userid == *wanted;
}

static int is_in_group(struct core *core, uint32_t userid, const void *ctx) {
    _cleanup_(arena_done) struct arena arena;
    const uint8_t *group = ctx;
    struct user user;
    arena_init(&arena, USERS_ARENA_MAX);
    int r = store_users_get(core->store, userid, &arena, &user);
    return r < 0 ? (r == E_NOTFOUND ? 0 : r) : user.group == *group;
}

int users_check_own_hours(struct core *core, const struct actor *by, uint32_t userid) {
    return userid == 0 ? 0 : users_check_own(core, by, is_user, &userid);
}

int users_check_own_group(struct core *core, const struct actor *by, uint8_t group) {
    return users_check_own(core, by, is_in_group, &group);
}
