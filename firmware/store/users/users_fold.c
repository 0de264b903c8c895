#include "store/users/users_fold.h"

#include <string.h>

#include "store/users/users_impl.h"
#include "util/arena.h"

#define BATCH 200 /* users per transaction, which the door may have to wait for */
#define ARENA_MAX ((size_t)BATCH * 4096) /* their texts */

enum { FOLD_STATE, FOLD_SET_STATE, FOLD_USERS, FOLD_SET_KEY, FOLD_COUNT };

static const char *const fold_sql[FOLD_COUNT] = {
    [FOLD_STATE] = "SELECT version, done FROM name_fold",
    [FOLD_SET_STATE] = "INSERT OR REPLACE INTO name_fold (id, version, done) VALUES (1, ?1, ?2)",
    [FOLD_USERS] = "SELECT " USERS_COLUMNS ", u.name_key FROM user AS u WHERE u.userid > ?1 ORDER BY u.userid LIMIT ?2",
    [FOLD_SET_KEY] = "UPDATE user SET name_key = ?2 WHERE userid = ?1",
};

static const struct store_statements statements = {STORE_MODULE_USERS_FOLD, FOLD_COUNT, fold_sql};

/* Finds the last user whose key is of this version; 0: none. */
static int read_done(struct store *store, const char *version, uint32_t *ret_done) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t len = 0;
    int r = store_statement(store, &statements, FOLD_STATE, &query);

    *ret_done = 0;
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r == 1 && strcmp(store_column_text(query, 0, &len), version) == 0) {
        *ret_done = (uint32_t)sqlite3_column_int64(query, 1);
    }
    return r < 0 ? r : 0;
}

static int write_done(struct store *store, const char *version, uint32_t done) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, FOLD_SET_STATE, &query);

    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_text(query, 1, version, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(query, 2, done);
    return store_run(store, query);
}

static int write_key(struct store *store, uint32_t id, const char *key, size_t len) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, FOLD_SET_KEY, &query);

    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(query, 1, id);
    (void)sqlite3_bind_text(query, 2, key, (int)len, SQLITE_STATIC);
    return store_run(store, query);
}

/* Most keys are the same in both foldings and are not written. A name that cannot be folded keeps its key. */
static int refold_user(struct store *store, const struct user *user, const char *old_key, size_t old_len) {
    char key[USERS_KEY_MAX];
    size_t len = 0;
    int r = store_users_make_key(user, key, &len);

    if (r == E_TEXT || (r == 0 && len == old_len && memcmp(key, old_key, len) == 0)) {
        return 0;
    }
    if (r == 0) {
        r = store_name_index_remove(store, user->userid, old_key, old_len);
    }
    if (r == 0) {
        r = store_name_index_add(store, user->userid, key, len);
    }
    return r < 0 ? r : write_key(store, user->userid, key, len);
}

/* Handles the users after `*done`, which becomes USERID_MAX when there are no more. */
static int refold_batch(struct store *store, struct arena *arena, uint32_t *done) {
    _cleanup_(store_resetp) sqlite3_stmt *each = NULL;
    unsigned count = 0;
    int r = store_statement(store, &statements, FOLD_USERS, &each);

    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(each, 1, *done);
    (void)sqlite3_bind_int(each, 2, BATCH);
    while ((r = store_step(store, each)) == 1) {
        struct user user = {.userid = 0};
        size_t len = 0;
        const char *old_key = store_column_text(each, USERS_COLUMN_COUNT, &len);

        r = store_users_read_row(each, arena, &user);
        if (r == 0) {
            r = refold_user(store, &user, old_key, len);
        }
        if (r < 0) {
            return r;
        }
        *done = user.userid;
        count++;
    }
    if (r == 0 && count < BATCH) {
        *done = USER_USERID_MAX;
    }
    return r;
}

static int run_batch(struct store *store, const char *version, uint32_t *done) {
    struct arena arena;
    int r = store_begin(store);

    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = store;
    arena_init(&arena, ARENA_MAX);
    r = refold_batch(store, &arena, done);
    arena_done(&arena);
    if (r == 0) {
        r = write_done(store, version, *done);
    }
    return r < 0 ? r : store_commit(txn);
}

int store_users_refold(struct store *store, bool *ret_more) {
    char version[TEXT_FOLD_VERSION_MAX];
    uint32_t done = 0;

    text_fold_version(version);
    int r = read_done(store, version, &done);
    if (r == 0 && done < USER_USERID_MAX) {
        r = run_batch(store, version, &done);
    }
    *ret_more = r == 0 && done < USER_USERID_MAX;
    return r == E_NOSPC ? 0 : r;
}
