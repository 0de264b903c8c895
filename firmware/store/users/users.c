/* Rows of the table `user`. */
#include "store/users/users.h"

#include <assert.h>
#include <string.h>

#include "store/home_impl.h"
#include "store/name_index.h"
#include "store/users/users_impl.h"
#include "util/arena.h"

enum {
    USERS_GET,
    USERS_NAME_KEY,
    USERS_PASSWORD,
    USERS_BY_CARD,
    USERS_BY_PIN,
    USERS_ADD,
    USERS_UPDATE,
    USERS_SET_PASSWORD,
    USERS_FORGET_PIN,
    USERS_SPONSOR,
    USERS_MAKER,
    USERS_SET_SPONSOR,
    USERS_DELETE,
    USERS_COUNTS,
    USERS_ABOVE_ALL,
    USERS_GAP,
    USERS_REVISION,
    USERS_CARDS_ABOVE,
    USERS_COUNT
};

static const char *const users_sql[USERS_COUNT] = {
    [USERS_GET] = "SELECT " USERS_COLUMNS " FROM user AS u WHERE u.userid = ?1",
    [USERS_NAME_KEY] = "SELECT name_key FROM user WHERE userid = ?1",
    [USERS_PASSWORD] = "SELECT password_hash, pin_key IS NOT NULL FROM user WHERE userid = ?1",
    [USERS_BY_CARD] = "SELECT userid FROM user_card WHERE cardno = ?1",
    [USERS_BY_PIN] = "SELECT userid FROM user WHERE pin_key = ?1",
    [USERS_ADD] = "INSERT INTO user (" USER_WRITTEN ", name_key, revision, identity, since)"
                  " VALUES (" USER_PARAMETERS ", " USER_NEXT_PARAMETER ", 1, (SELECT identity + 1 FROM user_count),"
                  " coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'record'), 0))",
    [USERS_UPDATE] = "UPDATE user SET " USER_ASSIGNED ", name_key = " USER_NEXT_PARAMETER
                     ", revision = revision + 1 WHERE " USER_KEY_IS,
    [USERS_SET_PASSWORD] = "UPDATE user SET password_hash = ?2, pin_key = ?3, password_console = ?4,"
                           " revision = revision + ?5 WHERE userid = ?1",
    [USERS_FORGET_PIN] = "UPDATE user SET pin_key = NULL WHERE userid = ?1 AND pin_key IS NOT NULL",
    [USERS_SPONSOR] = "SELECT sponsor FROM user WHERE userid = ?1",
    [USERS_MAKER] = "SELECT maker FROM user WHERE userid = ?1",
    [USERS_SET_SPONSOR] = "UPDATE user SET sponsor = ?2, maker = ?3 WHERE userid = ?1",
    [USERS_DELETE] = "DELETE FROM user WHERE userid = ?1",
    [USERS_COUNTS] = "SELECT users, cards, passwords, admins, generation, fingers, faces, irises"
                     " FROM user_count",
    [USERS_ABOVE_ALL] = "SELECT 1 + max(coalesce((SELECT max(userid) FROM user), 0),"
                        " coalesce((SELECT max(userid) FROM record INDEXED BY record_of_user WHERE userid > 0), 0))",
    [USERS_GAP] = "WITH RECURSIVE step (id) AS (VALUES (?1) UNION ALL SELECT id + 1 FROM step"
                  " WHERE EXISTS (SELECT 1 FROM user WHERE userid = id) OR (?2 AND EXISTS"
                  " (SELECT 1 FROM record INDEXED BY record_of_user WHERE userid = id AND userid > 0)))"
                  " SELECT max(id) FROM step",
    [USERS_REVISION] = "SELECT revision FROM user WHERE userid = ?1",
    [USERS_CARDS_ABOVE] = "SELECT count(DISTINCT userid) FROM user_card WHERE cardno > ?1",
};

static const struct store_statements statements = {STORE_MODULE_USERS, USERS_COUNT, users_sql};

static_assert(USER_SEARCHED_COUNT <= NAME_INDEX_TEXTS, "room in a key");

int store_users_read_row(sqlite3_stmt *statement, struct arena *arena, struct user *ret_user) {
    int r = user_read(statement, arena, ret_user);

    ret_user->has_password = sqlite3_column_int(statement, USER_COLUMN_COUNT) != 0;
    if (ret_user->valid_to == USERS_VALID_FOREVER) {
        ret_user->valid_to = 0;
    }
    return r;
}

size_t store_users_key(const char *folded, size_t len, uint32_t id, char ret_key[USERS_KEY_MAX]) {
    memcpy(ret_key, folded, len);
    for (int shift = (NAME_INDEX_KEY_ID - 1) * 4; shift >= 0; shift -= 4) {
        ret_key[len++] = (char)((id >> shift & 0xf) + 1);
    }
    ret_key[len] = '\0';
    return len;
}

/* Prepares one of the statements above with the ID, or the number looked for, as ?1. */
static int query_of(struct store *store, unsigned index, int64_t number, sqlite3_stmt **ret_query) {
    int r = store_statement(store, &statements, index, ret_query);

    if (r == 0) {
        (void)sqlite3_bind_int64(*ret_query, 1, number);
    }
    return r;
}

/* Steps to the only row. E_NOTFOUND: none. */
static int only_row(struct store *store, sqlite3_stmt *query) {
    int r = store_step(store, query);

    if (r == 0) {
        return E_NOTFOUND;
    }
    return r == 1 ? 0 : r;
}

int store_users_get(struct store *store, uint32_t id, struct arena *arena, struct user *ret_user) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, USERS_GET, id, &query);

    if (r == 0) {
        r = only_row(store, query);
    }
    return r < 0 ? r : store_users_read_row(query, arena, ret_user);
}

int store_users_password(struct store *store, uint32_t id, char ret_hash[STORE_PASSWORD_HASH_MAX],
                         bool *ret_identifies) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    const char *hash;
    size_t len = 0;
    int r = query_of(store, USERS_PASSWORD, id, &query);

    if (r == 0) {
        r = only_row(store, query);
    }
    if (r < 0) {
        return r;
    }
    hash = store_column_text(query, 0, &len);
    if (len >= STORE_PASSWORD_HASH_MAX) {
        return err_here(E_CORRUPT);
    }
    memcpy(ret_hash, hash, len);
    ret_hash[len] = '\0';
    *ret_identifies = sqlite3_column_int(query, 1) != 0;
    return 0;
}

static int other_of(struct store *store, unsigned index, uint32_t id, uint32_t *ret_other) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, index, id, &query);

    if (r == 0) {
        r = only_row(store, query);
    }
    if (r == 0) {
        *ret_other = (uint32_t)sqlite3_column_int64(query, 0);
    }
    return r;
}

int store_users_sponsor(struct store *store, uint32_t id, uint32_t *ret_sponsor) {
    return other_of(store, USERS_SPONSOR, id, ret_sponsor);
}

int store_users_maker(struct store *store, uint32_t id, uint32_t *ret_maker) {
    return other_of(store, USERS_MAKER, id, ret_maker);
}

int store_users_set_sponsor(struct store *store, uint32_t id, uint32_t sponsor, uint32_t maker) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, USERS_SET_SPONSOR, id, &query);

    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(query, 2, sponsor);
    (void)sqlite3_bind_int64(query, 3, maker);
    return store_run_on_row(store, query);
}

int store_users_by_card(struct store *store, uint64_t card, uint32_t *ret_id) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, USERS_BY_CARD, (int64_t)card, &query);

    if (r == 0) {
        r = only_row(store, query);
    }
    if (r == 0) {
        *ret_id = (uint32_t)sqlite3_column_int(query, 0);
    }
    return r;
}

int store_users_by_pin(struct store *store, const uint8_t pin_key[STORE_PIN_KEY_LEN], uint32_t *ret_id) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, USERS_BY_PIN, &query);

    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_blob(query, 1, pin_key, STORE_PIN_KEY_LEN, SQLITE_STATIC);
    r = only_row(store, query);
    if (r == 0) {
        *ret_id = (uint32_t)sqlite3_column_int(query, 0);
    }
    return r;
}

static int read_key(struct store *store, uint32_t id, char ret_key[USERS_KEY_MAX], size_t *ret_len) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    const char *key;
    int r = query_of(store, USERS_NAME_KEY, id, &query);

    if (r == 0) {
        r = only_row(store, query);
    }
    if (r < 0) {
        return r;
    }
    key = store_column_text(query, 0, ret_len);
    if (*ret_len >= USERS_KEY_MAX) {
        return err_here(E_CORRUPT);
    }
    memcpy(ret_key, key, *ret_len);
    ret_key[*ret_len] = '\0';
    return 0;
}

static bool has_pin(const struct store_password *password) {
    return password->hash[0] != '\0' && password->identifies;
}

/* Checks whether another user has one of the cards. */
static int check_cards(struct store *store, const struct user *user) {
    const uint64_t cards[] = {user->cardno, user->cardno2, user->cardno3, user->cardno4, user->cardno5};

    for (size_t i = 0; i < sizeof(cards) / sizeof(cards[0]); i++) {
        uint32_t holder = 0;
        int r = cards[i] > 0 ? store_users_by_card(store, cards[i], &holder) : E_NOTFOUND;

        if (r == 0 && holder != user->userid) {
            return E_CARD_EXISTS;
        }
        if (r < 0 && r != E_NOTFOUND) {
            return r;
        }
    }
    return 0;
}

/* Checks whether another user has a card or the PIN. The index would refuse as well, without saying which. */
static int check_unique(struct store *store, const struct user *user, const struct store_password *password) {
    uint32_t holder = 0;
    int r = check_cards(store, user);

    if (r < 0) {
        return r;
    }
    r = password != NULL && has_pin(password) ? store_users_by_pin(store, password->pin_key, &holder) : E_NOTFOUND;
    if (r == 0 && holder != user->userid) {
        return E_PASSWORD_EXISTS;
    }
    return r == E_NOTFOUND ? 0 : r;
}

/* No card is stored as NULL, which may repeat; no end date as a day later than all. */
static void bind_user(sqlite3_stmt *query, const struct user *user, const char *key, size_t key_len) {
    user_bind(query, user);
    if (user->cardno == 0) {
        (void)sqlite3_bind_null(query, USER_CARDNO + 1);
    }
    if (user->valid_to == 0) {
        (void)sqlite3_bind_int64(query, USER_VALID_TO + 1, USERS_VALID_FOREVER);
    }
    (void)sqlite3_bind_text(query, USER_FIELD_COUNT + 1, key, (int)key_len, SQLITE_STATIC);
}

static int write_password(struct store *store, uint32_t id, const struct store_password *password, int revisions) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, USERS_SET_PASSWORD, id, &query);

    if (r < 0) {
        return r;
    }
    if (password->hash[0] != '\0') {
        (void)sqlite3_bind_text(query, 2, password->hash, -1, SQLITE_STATIC);
    }
    if (has_pin(password)) {
        (void)sqlite3_bind_blob(query, 3, password->pin_key, STORE_PIN_KEY_LEN, SQLITE_STATIC);
    }
    (void)sqlite3_bind_int(query, 4, password->hash[0] != '\0' && password->console);
    (void)sqlite3_bind_int(query, 5, revisions);
    r = store_run_on_row(store, query);
    return r == E_EXISTS ? E_PASSWORD_EXISTS : r;
}

/* Deletes the PIN key before the level is written: the table allows no key with a level. */
static int forget_pin(struct store *store, uint32_t id) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, USERS_FORGET_PIN, id, &query);

    return r < 0 ? r : store_run(store, query);
}

/* Writes the columns of a row, new or known, and its password. */
static int write_user(struct store *store, unsigned index, const struct user *user,
                      const struct store_password *password, const char *key, size_t key_len) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, index, user->userid, &query);

    if (r < 0) {
        return r;
    }
    bind_user(query, user, key, key_len);
    r = store_run(store, query);
    if (r == E_EXISTS) {
        return E_VALUE_EXISTS; /* the card was checked before */
    }
    return r < 0 || password == NULL ? r : write_password(store, user->userid, password, 0);
}

/* Appends the other searchable texts: each folded, after a control character, which no search contains. */
static int put_searched(const struct user *user, char *key, size_t *len) {
    for (int i = 0; i < USER_FIELD_COUNT; i++) {
        const struct value_row *row = &user_rows[i];
        const char *text = (row->uses & VALUE_SEARCHED) != 0 ? value_text(row, value_in_const(row, user)) : "";
        size_t folded = 0;
        if (text[0] == '\0') {
            continue;
        }
        key[(*len)++] = NAME_INDEX_NEXT;
        int r = text_fold(text, strlen(text), key + *len, &folded);
        if (r < 0) {
            return r;
        }
        *len += folded;
    }
    return 0;
}

int store_users_make_key(const struct user *user, char ret_key[USERS_KEY_MAX], size_t *ret_len) {
    char folded[TEXT_FOLD_MAX];
    size_t len = 0;
    int r = text_fold(user->username, strlen(user->username), folded, &len);

    if (r == 0) {
        *ret_len = store_users_key(folded, len, user->userid, ret_key);
        r = put_searched(user, ret_key, ret_len);
    }
    return r;
}

int store_users_add(struct store *store, const struct user *user, const struct store_password *password) {
    char key[USERS_KEY_MAX], old_key[USERS_KEY_MAX];
    size_t len = 0, old_len = 0;
    int r = store_users_make_key(user, key, &len);

    if (r < 0) {
        return r;
    }
    r = read_key(store, user->userid, old_key, &old_len);
    if (r != E_NOTFOUND) {
        return r < 0 ? r : E_USER_ID_EXISTS;
    }
    r = check_unique(store, user, password);
    if (r == 0) {
        r = write_user(store, USERS_ADD, user, password, key, len);
    }
    return r < 0 ? r : store_name_index_add(store, user->userid, key, len);
}

static int read_revision(struct store *store, uint32_t id, uint32_t *ret_revision) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, USERS_REVISION, id, &query);

    if (r == 0) {
        r = only_row(store, query);
    }
    if (r == 0) {
        *ret_revision = (uint32_t)sqlite3_column_int64(query, 0);
    }
    return r;
}

int store_users_update(struct store *store, const struct user *user, const struct store_password *password,
                       uint32_t *ret_revision) {
    char key[USERS_KEY_MAX], old_key[USERS_KEY_MAX] = "";
    size_t len = 0, old_len = 0;
    int r = store_users_make_key(user, key, &len);

    if (r == 0) {
        r = read_key(store, user->userid, old_key, &old_len);
    }
    if (r == 0) {
        r = check_unique(store, user, password);
    }
    if (r == 0 && user->level > 0) {
        r = forget_pin(store, user->userid);
    }
    if (r == 0) {
        r = write_user(store, USERS_UPDATE, user, password, key, len);
    }
    if (r == 0 && strcmp(old_key, key) != 0) {
        r = store_name_index_remove(store, user->userid, old_key, old_len);
        if (r == 0) {
            r = store_name_index_add(store, user->userid, key, len);
        }
    }
    return r < 0 ? r : read_revision(store, user->userid, ret_revision);
}

int store_users_set_password(struct store *store, uint32_t id, const struct store_password *password) {
    uint32_t holder = 0;
    int r = has_pin(password) ? store_users_by_pin(store, password->pin_key, &holder) : E_NOTFOUND;

    if (r == 0 && holder != id) {
        return E_PASSWORD_EXISTS;
    }
    return r < 0 && r != E_NOTFOUND ? r : write_password(store, id, password, 1);
}

int store_users_delete(struct store *store, uint32_t id) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    char key[USERS_KEY_MAX];
    size_t len = 0;
    int r = read_key(store, id, key, &len);
    store_note_deletion(store);

    if (r == 0) {
        r = store_name_index_remove(store, id, key, len);
    }
    if (r == 0) {
        r = query_of(store, USERS_DELETE, id, &query);
    }
    return r < 0 ? r : store_run(store, query);
}

int store_users_counts(struct store *store, struct store_users_counts *ret_counts) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, USERS_COUNTS, &query);

    if (r == 0) {
        r = only_row(store, query);
    }
    if (r < 0) {
        return r == E_NOTFOUND ? err_here(E_CORRUPT) : r;
    }
    ret_counts->users = (uint32_t)sqlite3_column_int64(query, 0);
    ret_counts->cards = (uint32_t)sqlite3_column_int64(query, 1);
    ret_counts->passwords = (uint32_t)sqlite3_column_int64(query, 2);
    ret_counts->admins = (uint32_t)sqlite3_column_int64(query, 3);
    ret_counts->generation = (uint64_t)sqlite3_column_int64(query, 4);
    ret_counts->fingers = (uint32_t)sqlite3_column_int64(query, 5);
    ret_counts->faces = (uint32_t)sqlite3_column_int64(query, 6);
    ret_counts->irises = (uint32_t)sqlite3_column_int64(query, 7);
    return 0;
}

int store_users_cards_above(struct store *store, uint64_t card, uint32_t *ret_count) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, USERS_CARDS_ABOVE, (int64_t)card, &query);

    if (r == 0) {
        r = only_row(store, query);
    }
    if (r == 0) {
        *ret_count = (uint32_t)sqlite3_column_int64(query, 0);
    }
    return r;
}

static int single_number(struct store *store, unsigned index, int64_t *ret_number) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, index, &query);

    if (r == 0) {
        r = only_row(store, query);
    }
    if (r == 0) {
        *ret_number = sqlite3_column_int64(query, 0);
    }
    return r;
}

/* Finds the lowest ID from `from` on that nobody has, and that no record names if `is_unnamed`. */
static int find_gap(struct store *store, uint32_t from, bool is_unnamed, int64_t *ret_id) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = query_of(store, USERS_GAP, from, &query);

    if (r == 0) {
        (void)sqlite3_bind_int(query, 2, is_unnamed);
        r = only_row(store, query);
    }
    if (r == 0) {
        *ret_id = sqlite3_column_int64(query, 0);
    }
    return r;
}

/* Searches for a gap only when the highest possible ID is taken. */
int store_users_next_id(struct store *store, uint32_t from, uint32_t *ret_id) {
    const uint32_t least = from > 0 ? from : USER_USERID_MIN;
    int64_t id = (int64_t)USER_USERID_MAX + 1;
    int r = from == 0 ? single_number(store, USERS_ABOVE_ALL, &id) : 0;

    if (r == 0 && id > (int64_t)USER_USERID_MAX) {
        r = find_gap(store, least, /* is_unnamed= */ true, &id);
    }
    if (r == 0 && id > (int64_t)USER_USERID_MAX) {
        r = find_gap(store, least, /* is_unnamed= */ false, &id);
    }
    if (r == 0 && id > (int64_t)USER_USERID_MAX) {
        r = E_CAPACITY;
    }
    if (r == 0) {
        *ret_id = (uint32_t)id;
    }
    return r;
}
