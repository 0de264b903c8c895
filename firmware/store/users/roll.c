#include "store/users/roll.h"

#include "store/users/users_impl.h"
#include "util/buf.h"

#define FIRST_VALUE 3 /* parameter of the first field value */

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

static bool is_asked(const struct report_query *asked, int i) {
    return asked != NULL && report_query_fields[i] != USER_FIELD_COUNT &&
           report_query_gives(asked, (enum report_query_field)i);
}

/* The first value has an index in the order of IDs (`id`), and one in the order of names (`name`). */
static void put_index(const struct report_query *asked, const char *order, struct buf *out) {
    for (int i = 0; i < REPORT_QUERY_FIELD_COUNT; i++) {
        if (is_asked(asked, i)) {
            buf_printf(out, " INDEXED BY user_%s_%s", user_columns[report_query_fields[i]], order);
            break;
        }
    }
}

static void put_values(const struct report_query *asked, struct buf *out) {
    for (int i = 0; i < REPORT_QUERY_FIELD_COUNT; i++) {
        if (is_asked(asked, i)) {
            buf_printf(out, " AND \"%s\" = ?%d", user_columns[report_query_fields[i]], FIRST_VALUE + i);
        }
    }
}

static void put_sql(const struct report_query *asked, struct buf *out) {
    buf_append_text(out, "SELECT userid, username, \"group\", shift, valid_from, valid_to FROM user");
    put_index(asked, "id", out);
    buf_append_text(out, " WHERE userid > ?1");
    put_values(asked, out);
    buf_append_text(out, " ORDER BY userid LIMIT ?2");
}

static void bind_values(const struct report_query *asked, sqlite3_stmt *query) {
    for (int i = 0; i < REPORT_QUERY_FIELD_COUNT; i++) {
        const struct value_row *row = &report_query_rows[i];
        if (!is_asked(asked, i)) {
            continue;
        }
        if (row->type == VALUE_TEXT) {
            (void)sqlite3_bind_text(query, FIRST_VALUE + i, value_text(row, value_in_const(row, asked)), -1,
                                    SQLITE_STATIC);
        } else {
            (void)sqlite3_bind_int64(query, FIRST_VALUE + i, value_number(row, value_in_const(row, asked)));
        }
    }
}

static int read_roll(struct store *store, sqlite3_stmt *query, struct arena *arena, struct store_roll_user *ret_users,
                     size_t max, size_t *ret_count) {
    int r = 0;
    *ret_count = 0;
    while (*ret_count < max && (r = store_step(store, query)) == 1) {
        r = read_user(query, arena, &ret_users[(*ret_count)++]);
        if (r < 0) {
            return r;
        }
    }
    return r < 0 ? r : 0;
}

int store_users_roll(struct store *store, uint32_t after, const struct report_query *asked, struct arena *arena,
                     struct store_roll_user *ret_users, size_t max, size_t *ret_count) {
    _cleanup_(users_finalizep) sqlite3_stmt *query = NULL;
    _cleanup_(buf_donep) struct buf sql = {0};
    put_sql(asked, &sql);
    int r = users_prepare(store, &sql, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(query, 1, after);
    (void)sqlite3_bind_int64(query, 2, (sqlite3_int64)max);
    bind_values(asked, query);
    return read_roll(store, query, arena, ret_users, max, ret_count);
}

int store_users_roll_by_name(struct store *store, const struct report_query *asked, uint32_t *ret_ids, size_t max,
                             size_t *ret_count) {
    _cleanup_(users_finalizep) sqlite3_stmt *query = NULL;
    _cleanup_(buf_donep) struct buf sql = {0};
    buf_append_text(&sql, "SELECT userid FROM user");
    put_index(asked, "name", &sql);
    buf_append_text(&sql, " WHERE ?1 = 0");
    put_values(asked, &sql);
    buf_append_text(&sql, " ORDER BY name_key LIMIT ?2");
    int r = users_prepare(store, &sql, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(query, 1, 0);
    (void)sqlite3_bind_int64(query, 2, (sqlite3_int64)max);
    bind_values(asked, query);
    *ret_count = 0;
    while (*ret_count < max && (r = store_step(store, query)) == 1) {
        ret_ids[(*ret_count)++] = (uint32_t)sqlite3_column_int64(query, 0);
    }
    return r < 0 ? r : 0;
}
