#include "store/users/users_shape.h"

#include "store/users/users_impl.h"
#include "util/buf.h"

/* True when the ID begins with the digits searched for. */
#define MATCH_PREFIX "substr(CAST(u.userid AS TEXT), 1, ?11) = ?10"

#define FIELD_BITS 5
#define FIELDS_BITS 24

_Static_assert(USER_FIELD_COUNT <= FIELDS_BITS, "the key of a shape has a bit for each field");

uint64_t shape_key(const struct shape *shape) {
    uint64_t key = 1;

    key = key << 3 | (uint64_t)shape->plan;
    key = key << 4 | (uint64_t)shape->driver;
    key = key << FIELD_BITS | shape->driver_field;
    key = key << 2 | (uint64_t)shape->purpose;
    key = key << 1 | (shape->by_name ? 1u : 0u);
    key = key << FIELD_BITS | shape->by_field;
    key = key << 1 | (shape->descending ? 1u : 0u);
    key = key << 2 | (uint64_t)shape->bound;
    key = key << FIELDS_BITS | shape->fields;
    key = key << 2 | (uint64_t)shape->role;
    key = key << 3 | (uint64_t)shape->credential;
    key = key << 2 | (uint64_t)shape->expiry;
    key = key << 4 | (shape->plan == SHAPE_LIST_MATCH ? shape->words : 0u);
    return key << 1 | (shape->digits ? 1u : 0u);
}

/* Indexes by field are named after their column: user_group_id, user_group_name in both orders of a filter; user_x_sort
 * of a text that the list is sorted by. */
static void put_from_list(const struct shape *shape, struct buf *out) {
    static const char *const indexes[][2] = {
        [SHAPE_BY_ALL] = {NULL, "user_name"},
        [SHAPE_BY_ADMIN] = {"user_admin_id", "user_admin_name"},
        [SHAPE_BY_PLAIN] = {"user_plain_id", "user_plain_name"},
        [SHAPE_BY_FIELD] = {NULL, NULL},
        [SHAPE_BY_CARD] = {"user_with_card_id", "user_with_card_name"},
        [SHAPE_BY_PASSWORD] = {"user_with_password_id", "user_with_password_name"},
        [SHAPE_BY_BARE] = {"user_bare_id", "user_bare_name"},
        [SHAPE_BY_FINGER] = {"user_with_finger_id", "user_with_finger_name"},
        [SHAPE_BY_FACE] = {"user_with_face_id", "user_with_face_name"},
        [SHAPE_BY_IRIS] = {"user_with_iris_id", "user_with_iris_name"},
        [SHAPE_BY_EXPIRY] = {"user_valid_to", "user_valid_to"},
    };
    const char *index = indexes[shape->driver][shape->by_name ? 1 : 0];

    if (shape->driver == SHAPE_BY_FIELD) {
        buf_printf(out, " FROM user AS u INDEXED BY user_%s_%s WHERE 1", user_columns[shape->driver_field],
                   shape->by_name ? "name" : "id");
    } else if (index != NULL) {
        buf_printf(out, " FROM user AS u INDEXED BY %s WHERE 1", index);
    } else if (shape->by_field != 0) {
        buf_printf(out, " FROM user AS u INDEXED BY user_%s_sort WHERE 1", user_columns[shape->by_field]);
    } else {
        buf_append_text(out, " FROM user AS u NOT INDEXED WHERE 1");
    }
}

/* Returns whether the index of name parts alone gives the count. */
static bool counts_without_rows(const struct shape *shape) {
    bool filtered = shape->fields != 0 || shape->role != 0 || shape->credential != 0 || shape->expiry != 0;

    return shape->plan == SHAPE_NAME && shape->purpose != SHAPE_ROWS && !filtered &&
           (shape->bound == SHAPE_UNBOUND || !shape_by_text(shape));
}

static void put_ranges(struct buf *out) {
    for (int i = 0; i < SHAPE_RANGE_COUNT; i++) {
        buf_printf(out, " UNION ALL SELECT userid FROM user WHERE userid BETWEEN ?%d AND ?%d", SHAPE_RANGES + 2 * i,
                   SHAPE_RANGES + 2 * i + 1);
    }
}

static void put_words(const struct shape *shape, struct buf *out) {
    if (shape->digits) {
        buf_append_text(out, " AND (instr(u.name_key, ?8) > 0 OR u.userid IN (?9, ?4) OR " MATCH_PREFIX ")");
        return;
    }
    buf_append_text(out, " AND instr(u.name_key, ?8) > 0");
    for (int i = 1; i < shape->words; i++) {
        buf_printf(out, " AND instr(u.name_key, ?%d) > 0", SHAPE_WORDS + i);
    }
}

static void put_from(const struct shape *shape, struct buf *out) {
    switch (shape->plan) {
        case SHAPE_LIST: put_from_list(shape, out); break;
        case SHAPE_LIST_MATCH:
            put_from_list(shape, out);
            put_words(shape, out);
            break;
        case SHAPE_NAME:
        case SHAPE_NAME_SET:
            buf_append_text(out, counts_without_rows(shape)
                                     ? " FROM (SELECT rowid AS userid FROM user_name_fts WHERE user_name_fts MATCH ?7"
                                     : " FROM user_name_fts AS f CROSS JOIN user AS u ON u.userid = f.rowid"
                                       " WHERE f.user_name_fts MATCH ?7");
            break;
        case SHAPE_RANGE: buf_append_text(out, " FROM user AS u WHERE u.userid BETWEEN ?12 AND ?13"); break;
        case SHAPE_CARD: buf_append_text(out, " FROM user AS u WHERE u.userid IN (?9, ?4)"); break;
        case SHAPE_DIGIT_SET:
            buf_append_text(out, " FROM user AS u WHERE u.userid IN (SELECT rowid FROM user_name_fts"
                                 " WHERE user_name_fts MATCH ?7 UNION ALL SELECT ?9 UNION ALL SELECT ?4");
            put_ranges(out);
            buf_append_text(out, ")");
            break;
    }
}

static void put_filters(const struct shape *shape, struct buf *out) {
    static const char *const roles[SHAPE_FILTER(ROLE_FILTER_COUNT)] = {
        [0] = "",
        [SHAPE_FILTER(ROLE_FILTER_USER)] = " AND u.level = 0",
        [SHAPE_FILTER(ROLE_FILTER_ADMIN)] = " AND u.level > 0",
    };
    static const char *const credentials[SHAPE_FILTER(CREDENTIAL_FILTER_COUNT)] = {
        [0] = "",
        [SHAPE_FILTER(CREDENTIAL_FILTER_CARD)] = " AND u.cardno IS NOT NULL",
        [SHAPE_FILTER(CREDENTIAL_FILTER_PASSWORD)] = " AND u.password_hash IS NOT NULL",
        [SHAPE_FILTER(CREDENTIAL_FILTER_NONE)] =
            " AND u.cardno IS NULL AND u.password_hash IS NULL AND (u.enrolled & 8191) = 0",
        [SHAPE_FILTER(CREDENTIAL_FILTER_FINGER)] = " AND (u.enrolled & 1023) > 0",
        [SHAPE_FILTER(CREDENTIAL_FILTER_FACE)] = " AND (u.enrolled & 1024) > 0",
        [SHAPE_FILTER(CREDENTIAL_FILTER_IRIS)] = " AND (u.enrolled & 6144) > 0",
    };
    static const char *const expiries[SHAPE_FILTER(EXPIRY_FILTER_COUNT)] = {
        [0] = "",
        [SHAPE_FILTER(EXPIRY_FILTER_VALID)] = " AND u.valid_to >= ?6",
        [SHAPE_FILTER(EXPIRY_FILTER_EXPIRED)] = " AND u.valid_to < ?6",
    };

    for (int field = 0; field < USER_FIELD_COUNT; field++) {
        if ((shape->fields >> field & 1u) != 0) {
            buf_printf(out, " AND u.\"%s\" = ?%d", user_columns[field], SHAPE_FIELDS + field);
        }
    }
    buf_append_text(out, roles[shape->role]);
    buf_append_text(out, credentials[shape->credential]);
    buf_append_text(out, expiries[shape->expiry]);
}

static void put_bound(const struct shape *shape, struct buf *out) {
    const char *side = shape->bound == SHAPE_ABOVE ? ">" : "<";

    if (shape->bound == SHAPE_UNBOUND) {
        return;
    }
    if (shape->by_name) {
        /* After the ID a key may contain other texts: "above" must be above all of these. */
        buf_printf(out, " AND u.name_key %s ?3%s", side, shape->bound == SHAPE_ABOVE ? " || char(0x10ffff)" : "");
    } else if (shape->by_field != 0) {
        buf_printf(out, " AND (u.\"%s\", u.userid) %s (?3, ?2)", user_columns[shape->by_field], side);
    } else if (counts_without_rows(shape)) {
        buf_printf(out, " AND rowid %s ?2", side);
    } else if (shape->plan == SHAPE_NAME) {
        buf_printf(out, " AND f.rowid %s ?2", side);
    } else if (shape->plan != SHAPE_RANGE) {
        /* The limits of a range are moved to the bound instead: SQLite would use only one of the two limits. */
        buf_printf(out, " AND u.userid %s ?2", side);
    }
}

static void put_where(const struct shape *shape, struct buf *out) {
    put_from(shape, out);
    put_filters(shape, out);
    put_bound(shape, out);
}

static void put_order(const struct shape *shape, const char *table, struct buf *out) {
    const char *direction = shape->descending ? " DESC" : "";

    if (shape->by_name) {
        buf_printf(out, " ORDER BY %s.name_key%s", table, direction);
    } else if (shape->by_field != 0) {
        buf_printf(out, " ORDER BY %s.\"%s\"%s, %s.userid%s", table, user_columns[shape->by_field], direction, table,
                   direction);
    } else if (shape->plan == SHAPE_NAME) {
        buf_printf(out, " ORDER BY f.rowid%s", direction);
    } else {
        buf_printf(out, " ORDER BY %s.userid%s", table, direction);
    }
}

/* Sorts a set by keys only, then fetches the rows of the page. */
static void put_sorted_set(const struct shape *shape, struct buf *out) {
    buf_append_text(out,
                    "SELECT " USERS_COLUMNS ", u.name_key FROM (SELECT u.userid AS userid, u.name_key AS name_key");
    if (shape->by_field != 0) {
        buf_printf(out, ", u.\"%s\"", user_columns[shape->by_field]);
    }
    put_where(shape, out);
    put_order(shape, "u", out);
    buf_append_text(out, " LIMIT ?1) AS t CROSS JOIN user AS u ON u.userid = t.userid");
    put_order(shape, "t", out);
}

/* The index of a filter is in the order of IDs or names: for another text its rows are sorted. */
static bool is_set(const struct shape *shape) {
    return shape->plan == SHAPE_NAME_SET || shape->plan == SHAPE_DIGIT_SET || shape->driver == SHAPE_BY_EXPIRY ||
           (shape->by_field != 0 && shape->driver != SHAPE_BY_ALL);
}

static void put_rows(const struct shape *shape, struct buf *out) {
    if (is_set(shape)) {
        put_sorted_set(shape, out);
        return;
    }
    buf_append_text(out, shape->by_name ? "SELECT " USERS_COLUMNS ", u.name_key" : "SELECT " USERS_COLUMNS);
    put_where(shape, out);
    put_order(shape, "u", out);
    buf_append_text(out, " LIMIT ?1");
}

static void put_count(const struct shape *shape, struct buf *out) {
    buf_append_text(out, "SELECT count(*) FROM (SELECT 1");
    put_where(shape, out);
    if (counts_without_rows(shape)) {
        buf_append_text(out, ") AS u WHERE 1");
    }
    if (shape->purpose == SHAPE_COUNT_REST) {
        buf_append_text(out, " AND NOT " MATCH_PREFIX);
        if (shape->plan == SHAPE_CARD) {
            buf_append_text(out, " AND instr(u.name_key, ?8) = 0");
        }
    }
    buf_append_text(out, " LIMIT ?1)");
}

void shape_sql(const struct shape *shape, struct buf *out) {
    if (shape->purpose == SHAPE_ROWS) {
        put_rows(shape, out);
    } else {
        put_count(shape, out);
    }
}

static int shape_prepare(struct store *store, const struct shape *shape, struct store_shape *slot) {
    _cleanup_(buf_donep) struct buf sql = {0};

    shape_sql(shape, &sql);
    buf_append_char(&sql, '\0');
    if (buf_failed(&sql)) {
        return E_NOMEM;
    }
    (void)sqlite3_finalize(slot->statement);
    *slot = (struct store_shape){0};
    int r = store_error(store,
                        sqlite3_prepare_v3(store->db, sql.data, -1, SQLITE_PREPARE_PERSISTENT, &slot->statement, NULL));
    if (r == 0) {
        slot->key = shape_key(shape);
    }
    return r;
}

int shape_statement(struct store *store, const struct shape *shape, sqlite3_stmt **ret_statement) {
    const uint64_t key = shape_key(shape);
    struct store_shape *slot = &store->shapes[0];
    int r = 0;

    for (unsigned i = 0; i < STORE_SHAPES_MAX; i++) {
        if (store->shapes[i].key == key) {
            slot = &store->shapes[i];
            break;
        }
        if (store->shapes[i].used < slot->used) {
            slot = &store->shapes[i];
        }
    }
    if (slot->key != key) {
        r = shape_prepare(store, shape, slot);
    }
    if (r == 0) {
        slot->used = ++store->shape_uses;
        *ret_statement = slot->statement;
    }
    return r;
}
