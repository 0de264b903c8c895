#include "store/users/roll.h"

#include "store/users/users_impl.h"

enum { ROLL_ALL, ROLL_GROUP, ROLL_COUNT };

#define ROLL_SELECT "SELECT userid, username, \"group\", shift, valid_from, valid_to FROM user "

static const char *const roll_sql[ROLL_COUNT] = {
    [ROLL_ALL] = ROLL_SELECT "WHERE userid > ?1 ORDER BY userid LIMIT ?2",
    [ROLL_GROUP] = ROLL_SELECT "INDEXED BY user_group_id WHERE \"group\" = ?3 AND userid > ?1 ORDER BY userid LIMIT ?2",
};

static const struct store_statements statements = {STORE_MODULE_ROLL, ROLL_COUNT, roll_sql};

static int read_user(sqlite3_stmt *query, struct arena *arena, struct store_roll_user *ret_user) {
    const uint32_t valid_to = (uint32_t)sqlite3_column_int64(query, 5);
    *ret_user = (struct store_roll_user){
        .userid = (uint32_t)sqlite3_column_int64(query, 0),
        .username = store_column_keep(query, 1, arena),
        .group = (uint8_t)sqlite3_column_int(query, 2),
        .shift = (uint8_t)sqlite3_column_int(query, 3),
        .valid_from = (uint32_t)sqlite3_column_int64(query, 4),
        .valid_to = valid_to == USERS_VALID_FOREVER ? 0 : valid_to,
    };
    return ret_user->username != NULL ? 0 : E_NOMEM;
}

int store_users_roll(struct store *store, uint32_t after, int group, struct arena *arena,
                     struct store_roll_user *ret_users, size_t max, size_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    size_t count = 0;
    const unsigned index = group == STORE_ROLL_ANY ? ROLL_ALL : ROLL_GROUP;
    int r = store_statement(store, &statements, index, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(query, 1, after);
    (void)sqlite3_bind_int64(query, 2, (sqlite3_int64)max);
    if (index == ROLL_GROUP) {
        (void)sqlite3_bind_int(query, 3, group);
    }
    while (count < max && (r = store_step(store, query)) == 1) {
        r = read_user(query, arena, &ret_users[count++]);
        if (r < 0) {
            return r;
        }
    }
    *ret_count = count;
    return r < 0 ? r : 0;
}
