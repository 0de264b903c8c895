/* Rows of the table `user`. */
#include "store/users/users.h"

#include <string.h>

#include "store/users/users_impl.h"
#include "util/arena.h"
#include "util/grams.h"

enum {
    USERS_GET,
    USERS_NAME_KEY,
    USERS_PASSWORD,
    USERS_BY_CARD,
    USERS_BY_PIN,
    USERS_ADD,
    USERS_UPDATE,
    USERS_SET_PASSWORD,
    USERS_DELETE,
    USERS_COUNTS,
    USERS_HIGHEST,
    USERS_GAP,
    USERS_REVISION,
    USERS_EACH_KEY,
    USERS_INDEX_ADD,
    USERS_INDEX_REMOVE,
    USERS_INDEX_CLEAR,
    USERS_COUNT
};

static const char *const users_sql[USERS_COUNT] = {
    [USERS_GET] = "SELECT " USERS_COLUMNS " FROM user AS u WHERE u.id = ?1",
    [USERS_NAME_KEY] = "SELECT name_key FROM user WHERE id = ?1",
    [USERS_PASSWORD] = "SELECT password_hash FROM user WHERE id = ?1",
    [USERS_BY_CARD] = "SELECT id FROM user WHERE card = ?1",
    [USERS_BY_PIN] = "SELECT id FROM user WHERE pin_key = ?1",
    [USERS_ADD] = "INSERT INTO user (id, name, name_key, card, level, grp, mode, factors, shift, valid_from, valid_to,"
                  " revision) VALUES (?1, ?2, ?3, nullif(?4, 0), ?5, ?6, ?7, ?8, ?9, ?10, ?11, 1)",
    [USERS_UPDATE] = "UPDATE user SET name = ?2, name_key = ?3, card = nullif(?4, 0), level = ?5, grp = ?6, mode = ?7,"
                     " factors = ?8, shift = ?9, valid_from = ?10, valid_to = ?11, revision = revision + 1"
                     " WHERE id = ?1",
    [USERS_SET_PASSWORD] = "UPDATE user SET password_hash = ?2, pin_key = ?3, password_console = ?4,"
                           " revision = revision + ?5 WHERE id = ?1",
    [USERS_DELETE] = "DELETE FROM user WHERE id = ?1",
    [USERS_COUNTS] = "SELECT users, cards, passwords, admins, generation FROM user_count",
    [USERS_HIGHEST] = "SELECT max(id) FROM user",
    [USERS_GAP] = "SELECT u.id + 1 FROM user AS u WHERE NOT EXISTS (SELECT 1 FROM user AS v WHERE v.id = u.id + 1)"
                  " ORDER BY u.id LIMIT 1",
    [USERS_REVISION] = "SELECT revision FROM user WHERE id = ?1",
    [USERS_EACH_KEY] = "SELECT id, name_key FROM user ORDER BY id",
    [USERS_INDEX_ADD] = "INSERT INTO user_name_fts (rowid, grams) VALUES (?1, ?2)",
    [USERS_INDEX_REMOVE] = "INSERT INTO user_name_fts (user_name_fts, rowid, grams) VALUES ('delete', ?1, ?2)",
    [USERS_INDEX_CLEAR] = "INSERT INTO user_name_fts (user_name_fts) VALUES ('delete-all')",
};

static const struct store_statements statements = {STORE_MODULE_USERS, USERS_COUNT, users_sql};

int store_users_read_row(sqlite3_stmt *statement, struct arena *arena, struct store_user *ret_user) {
    size_t len = 0;
    const char *name = store_column_text(statement, 1, &len);
    uint32_t valid_to = (uint32_t)sqlite3_column_int(statement, 9);

    ret_user->id = (uint32_t)sqlite3_column_int(statement, 0);
    ret_user->name = arena_strndup(arena, name, len);
    ret_user->name_len = (uint32_t)len;
    ret_user->card = (uint32_t)sqlite3_column_int64(statement, 2);
    ret_user->level = (uint8_t)sqlite3_column_int(statement, 3);
    ret_user->group = (uint8_t)sqlite3_column_int(statement, 4);
    ret_user->mode = (uint8_t)sqlite3_column_int(statement, 5);
    ret_user->factors = (uint8_t)sqlite3_column_int(statement, 6);
    ret_user->shift = (uint8_t)sqlite3_column_int(statement, 7);
    ret_user->valid_from = (uint32_t)sqlite3_column_int(statement, 8);
    ret_user->valid_to = valid_to == USERS_VALID_FOREVER ? 0 : valid_to;
    ret_user->revision = (uint32_t)sqlite3_column_int64(statement, 10);
    ret_user->password_console = sqlite3_column_int(statement, 11) != 0;
    ret_user->has_password = sqlite3_column_int(statement, 12) != 0;
    return ret_user->name ? 0 : E_NOMEM;
}

size_t store_users_key(const char *folded, size_t len, uint32_t id, char ret_key[USERS_KEY_MAX]) {
    memcpy(ret_key, folded, len);
    for (int shift = (USERS_KEY_ID - 1) * 4; shift >= 0; shift -= 4) {
        ret_key[len++] = (char)((id >> shift & 0xf) + 1);
    }
    ret_key[len] = '\0';
    return len;
}

/* Prepares one of the statements above with the ID, or the number looked for, as ?1. */
static int query_of(struct store *store, unsigned index, int64_t number, sqlite3_stmt **ret_query) {
    int r = store_statement(store, &statements, index, ret_query);

    if (!r) {
        (void)sqlite3_bind_int64(*ret_query, 1, number);
    }
    return r;
}

/* Steps to the one row. E_NOTFOUND if there is none. */
static int only_row(struct store *store, sqlite3_stmt *query) {
    int r = store_step(store, query);

    if (r == 0) {
        return E_NOTFOUND;
    }
    return r == 1 ? 0 : r;
}

int store_users_get(struct store *store, uint32_t id, struct arena *arena, struct store_user *ret_user) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, USERS_GET, id, &query);

    if (!r) {
        r = only_row(store, query);
    }
    return r ? r : store_users_read_row(query, arena, ret_user);
}

int store_users_password(struct store *store, uint32_t id, char ret_hash[STORE_PASSWORD_HASH_MAX]) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    const char *hash;
    size_t len = 0;
    int r = query_of(store, USERS_PASSWORD, id, &query);

    if (!r) {
        r = only_row(store, query);
    }
    if (r) {
        return r;
    }
    hash = store_column_text(query, 0, &len);
    if (len >= STORE_PASSWORD_HASH_MAX) {
        return E_CORRUPT;
    }
    memcpy(ret_hash, hash, len);
    ret_hash[len] = '\0';
    return 0;
}

int store_users_by_card(struct store *store, uint32_t card, uint32_t *ret_id) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, USERS_BY_CARD, card, &query);

    if (!r) {
        r = only_row(store, query);
    }
    if (!r) {
        *ret_id = (uint32_t)sqlite3_column_int(query, 0);
    }
    return r;
}

int store_users_by_pin(struct store *store, const uint8_t pin_key[STORE_PIN_KEY_LEN], uint32_t *ret_id) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, USERS_BY_PIN, &query);

    if (r) {
        return r;
    }
    (void)sqlite3_bind_blob(query, 1, pin_key, STORE_PIN_KEY_LEN, SQLITE_STATIC);
    r = only_row(store, query);
    if (!r) {
        *ret_id = (uint32_t)sqlite3_column_int(query, 0);
    }
    return r;
}

/* Octets of the folded name in a key. */
static size_t folded_len(size_t key_len) {
    return key_len > USERS_KEY_ID ? key_len - USERS_KEY_ID : 0;
}

/* Adds or removes the words of the name in a key. The index of name parts has no copy of its words: taking some out needs the
 * same words again. */
static int write_index(struct store *store, unsigned index, uint32_t id, const char *key, size_t len) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    char words[GRAMS_INDEX_MAX];
    size_t words_len = grams_index(key, folded_len(len), words);
    int r;

    if (words_len == 0) {
        return 0;
    }
    r = query_of(store, index, id, &query);
    if (r) {
        return r;
    }
    (void)sqlite3_bind_text(query, 2, words, (int)words_len, SQLITE_STATIC);
    return store_run(store, query);
}

static int read_key(struct store *store, uint32_t id, char ret_key[USERS_KEY_MAX], size_t *ret_len) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    const char *key;
    int r = query_of(store, USERS_NAME_KEY, id, &query);

    if (!r) {
        r = only_row(store, query);
    }
    if (r) {
        return r;
    }
    key = store_column_text(query, 0, ret_len);
    if (*ret_len >= USERS_KEY_MAX) {
        return E_CORRUPT;
    }
    memcpy(ret_key, key, *ret_len);
    ret_key[*ret_len] = '\0';
    return 0;
}

/* Which of the unique columns another user has. The index would refuse as well, without saying which. */
static int check_unique(struct store *store, const struct store_user *user, const struct store_password *password) {
    uint32_t holder = 0;
    int r = user->card ? store_users_by_card(store, user->card, &holder) : E_NOTFOUND;

    if (r == 0 && holder != user->id) {
        return E_CARD_EXISTS;
    }
    if (r && r != E_NOTFOUND) {
        return r;
    }
    r = password && password->hash[0] ? store_users_by_pin(store, password->pin_key, &holder) : E_NOTFOUND;
    if (r == 0 && holder != user->id) {
        return E_PASSWORD_EXISTS;
    }
    return r == E_NOTFOUND ? 0 : r;
}

static void bind_user(sqlite3_stmt *query, const struct store_user *user, const char *key, size_t key_len) {
    (void)sqlite3_bind_text(query, 2, user->name, (int)user->name_len, SQLITE_STATIC);
    (void)sqlite3_bind_text(query, 3, key, (int)key_len, SQLITE_STATIC);
    (void)sqlite3_bind_int64(query, 4, user->card);
    (void)sqlite3_bind_int(query, 5, user->level);
    (void)sqlite3_bind_int(query, 6, user->group);
    (void)sqlite3_bind_int(query, 7, user->mode);
    (void)sqlite3_bind_int(query, 8, user->factors);
    (void)sqlite3_bind_int(query, 9, user->shift);
    (void)sqlite3_bind_int64(query, 10, user->valid_from);
    (void)sqlite3_bind_int64(query, 11, user->valid_to ? user->valid_to : USERS_VALID_FOREVER);
}

static int write_password(struct store *store, uint32_t id, const struct store_password *password, int revisions) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, USERS_SET_PASSWORD, id, &query);

    if (r) {
        return r;
    }
    if (password->hash[0]) {
        (void)sqlite3_bind_text(query, 2, password->hash, -1, SQLITE_STATIC);
        (void)sqlite3_bind_blob(query, 3, password->pin_key, STORE_PIN_KEY_LEN, SQLITE_STATIC);
    }
    (void)sqlite3_bind_int(query, 4, password->hash[0] && password->console);
    (void)sqlite3_bind_int(query, 5, revisions);
    r = store_run_on_row(store, query);
    return r == E_EXISTS ? E_PASSWORD_EXISTS : r;
}

/* Writes the columns of a row, new or known, and its password. */
static int write_user(struct store *store, unsigned index, const struct store_user *user,
                      const struct store_password *password, const char *key, size_t key_len) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, index, user->id, &query);

    if (r) {
        return r;
    }
    bind_user(query, user, key, key_len);
    r = store_run(store, query);
    return r || !password ? r : write_password(store, user->id, password, 0);
}

static int make_key(const struct store_user *user, char ret_key[USERS_KEY_MAX], size_t *ret_len) {
    char folded[TEXT_FOLD_MAX];
    size_t len = 0;
    int r = text_fold(user->name, user->name_len, folded, &len);

    if (!r) {
        *ret_len = store_users_key(folded, len, user->id, ret_key);
    }
    return r;
}

int store_users_add(struct store *store, const struct store_user *user, const struct store_password *password) {
    char key[USERS_KEY_MAX], old_key[USERS_KEY_MAX];
    size_t len = 0, old_len = 0;
    int r = make_key(user, key, &len);

    if (r) {
        return r;
    }
    r = read_key(store, user->id, old_key, &old_len);
    if (r != E_NOTFOUND) {
        return r ? r : E_USER_ID_EXISTS;
    }
    r = check_unique(store, user, password);
    if (!r) {
        r = write_user(store, USERS_ADD, user, password, key, len);
    }
    return r ? r : write_index(store, USERS_INDEX_ADD, user->id, key, len);
}

static int read_revision(struct store *store, uint32_t id, uint32_t *ret_revision) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, USERS_REVISION, id, &query);

    if (!r) {
        r = only_row(store, query);
    }
    if (!r) {
        *ret_revision = (uint32_t)sqlite3_column_int64(query, 0);
    }
    return r;
}

int store_users_update(struct store *store, const struct store_user *user, const struct store_password *password,
                       uint32_t *ret_revision) {
    char key[USERS_KEY_MAX], old_key[USERS_KEY_MAX] = "";
    size_t len = 0, old_len = 0;
    int r = make_key(user, key, &len);

    if (!r) {
        r = read_key(store, user->id, old_key, &old_len);
    }
    if (!r) {
        r = check_unique(store, user, password);
    }
    if (!r) {
        r = write_user(store, USERS_UPDATE, user, password, key, len);
    }
    if (!r && strcmp(old_key, key) != 0) {
        r = write_index(store, USERS_INDEX_REMOVE, user->id, old_key, old_len);
        if (!r) {
            r = write_index(store, USERS_INDEX_ADD, user->id, key, len);
        }
    }
    return r ? r : read_revision(store, user->id, ret_revision);
}

int store_users_set_password(struct store *store, uint32_t id, const struct store_password *password) {
    uint32_t holder = 0;
    int r = password->hash[0] ? store_users_by_pin(store, password->pin_key, &holder) : E_NOTFOUND;

    if (r == 0 && holder != id) {
        return E_PASSWORD_EXISTS;
    }
    return r && r != E_NOTFOUND ? r : write_password(store, id, password, 1);
}

int store_users_delete(struct store *store, uint32_t id) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    char key[USERS_KEY_MAX];
    size_t len = 0;
    int r = read_key(store, id, key, &len);

    if (!r) {
        r = write_index(store, USERS_INDEX_REMOVE, id, key, len);
    }
    if (!r) {
        r = query_of(store, USERS_DELETE, id, &query);
    }
    return r ? r : store_run(store, query);
}

int store_users_counts(struct store *store, struct store_users_counts *ret_counts) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, USERS_COUNTS, &query);

    if (!r) {
        r = only_row(store, query);
    }
    if (r) {
        return r == E_NOTFOUND ? E_CORRUPT : r;
    }
    ret_counts->users = (uint32_t)sqlite3_column_int64(query, 0);
    ret_counts->cards = (uint32_t)sqlite3_column_int64(query, 1);
    ret_counts->passwords = (uint32_t)sqlite3_column_int64(query, 2);
    ret_counts->admins = (uint32_t)sqlite3_column_int64(query, 3);
    ret_counts->generation = (uint64_t)sqlite3_column_int64(query, 4);
    return 0;
}

static int single_number(struct store *store, unsigned index, int64_t *ret_number) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, index, &query);

    if (!r) {
        r = only_row(store, query);
    }
    if (!r) {
        *ret_number = sqlite3_column_int64(query, 0);
    }
    return r;
}

/* The gap is only looked for when somebody took the last ID there is; then 1 may be free too. */
int store_users_next_id(struct store *store, uint32_t *ret_id) {
    char key[USERS_KEY_MAX];
    size_t len = 0;
    int64_t id = 0;
    int r = single_number(store, USERS_HIGHEST, &id);

    if (!r && id < (int64_t)STORE_USER_ID_MAX) {
        *ret_id = (uint32_t)id + 1;
        return 0;
    }
    if (!r) {
        r = read_key(store, 1, key, &len);
    }
    if (r == E_NOTFOUND) {
        *ret_id = 1;
        return 0;
    }
    if (!r) {
        r = single_number(store, USERS_GAP, &id);
    }
    if (!r && id > (int64_t)STORE_USER_ID_MAX) {
        r = E_CAPACITY;
    }
    if (!r) {
        *ret_id = (uint32_t)id;
    }
    return r;
}

int store_users_reindex(struct store *store) {
    _cleanup_(store_resetp) sqlite3_stmt *clear = NULL;
    _cleanup_(store_resetp) sqlite3_stmt *each = NULL;
    int r = store_statement(store, &statements, USERS_INDEX_CLEAR, &clear);

    if (!r) {
        r = store_run(store, clear);
    }
    if (!r) {
        r = store_statement(store, &statements, USERS_EACH_KEY, &each);
    }
    while (!r) {
        size_t len = 0;
        const char *key;

        r = store_step(store, each);
        if (r != 1) {
            break;
        }
        key = store_column_text(each, 1, &len);
        r = write_index(store, USERS_INDEX_ADD, (uint32_t)sqlite3_column_int(each, 0), key, len);
    }
    return r;
}
