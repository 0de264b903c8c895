/* Deleting users, one or many. */
#include "core/accounts/accounts.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/users/credentials.h"
#include "core/users/users_impl.h"
#include "util/arena.h"
#include "util/cleanup.h"

/* Returns whether the error concerns one user, not the storage or the caller. */
static bool is_about_one(int err) {
    return err == E_USER_UNKNOWN || err == E_ABOVE_LEVEL || err == E_OWN_ACCOUNT || err == E_OWN_HOURS;
}

/* In a transaction. */
static int delete_one(struct core *core, const struct actor *by, uint32_t id) {
    _cleanup_(arena_done) struct arena arena;
    struct user user;

    arena_init(&arena, USERS_ARENA_MAX);
    int r = users_known(store_users_get(core->store, id, &arena, &user));
    if (r < 0) {
        return r;
    }
    if (id == by->userid) {
        return E_OWN_ACCOUNT;
    }
    if (user.level > actor_reach(by)) {
        return E_ABOVE_LEVEL;
    }
    r = users_check_own_hours(core, by, id); /* shifts and leave are deleted with the user */
    if (r < 0) {
        return r;
    }
    r = store_users_delete(core->store, id);
    return r < 0 ? r : users_audit(core, by, &user, NULL, USERS_PASSWORD_SAME);
}

/* One transaction: each ID has its result, unless everything failed. */
static int delete_slice(struct core *core, const struct actor *by, const uint32_t *ids, size_t count,
                        int *ret_results) {
    int r = store_begin(core->store);

    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = credentials_check_held(core);
    if (r == 0) {
        r = accounts_check_actor(core, by);
    }
    for (size_t i = 0; r == 0 && i < count; i++) {
        ret_results[i] = delete_one(core, by, ids[i]);
        r = is_about_one(ret_results[i]) ? 0 : ret_results[i];
    }
    return r < 0 ? r : store_commit(txn);
}

int users_delete(struct core *core, const struct actor *by, uint32_t id) {
    int result = 0;
    int r = delete_slice(core, by, &id, 1, &result);

    if (r == 0 && result == 0) {
        credentials_changed(core);
        accounts_end_user(core, id);
    }
    return r < 0 ? r : result;
}

/* A duplicate ID is deleted once and gets the same result. */
static void copy_results(const uint32_t *ids, size_t count, int *results) {
    for (size_t i = 1; i < count; i++) {
        for (size_t j = 0; results[i] == E_USER_UNKNOWN && j < i; j++) {
            if (ids[j] == ids[i]) {
                results[i] = results[j];
            }
        }
    }
}

int users_delete_many(struct core *core, const struct actor *by, const uint32_t *ids, size_t count, int *ret_results) {
    bool any = false;
    int r = 0;

    for (size_t from = 0; from < count; from += USERS_SLICE) {
        size_t n = count - from < USERS_SLICE ? count - from : USERS_SLICE;

        if (r == 0) {
            r = delete_slice(core, by, ids + from, n, ret_results + from);
        }
        for (size_t i = from; i < from + n; i++) {
            if (r < 0) {
                ret_results[i] = r;
            } else if (ret_results[i] == 0) {
                any = true;
                accounts_end_user(core, ids[i]);
            }
        }
    }
    if (any) {
        credentials_changed(core);
    }
    copy_results(ids, count, ret_results);
    return any ? 0 : r;
}
