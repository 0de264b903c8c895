#include "store/bad_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/left_out.h"
#include "store/store_impl.h"
#include "util/buf.h"

#define TABLES_MAX 64
#define NAME_MAX_LEN 64
#define COLUMNS_MAX 64
#define SQL_BEGIN "CREATE TABLE "

struct table_names {
    size_t count;
    char names[TABLES_MAX][NAME_MAX_LEN];
};

/* A table that has bad rows. */
struct bad_table {
    struct store *store;
    const char *name;
    bool has_rowid;
    int columns;
    sqlite3_stmt *read; /* selects the rowid first if the table has one */
    sqlite3_stmt *probe; /* inserts the same columns into the empty table */
    int64_t *rowids; /* of the bad rows; NULL without rowids: then the other table has the good rows */
    size_t room;
    unsigned bad;
};

/* Tables that grow with people and time. After a clean end a start checks only the others, so that it stays fast. */
static bool is_large(const char *name) {
    static const char *const large[] = {"user",  "user_credential", "user_photo",       "record",      "audit",
                                        "leave", "audit_share",     "shift_assignment", "person_area", "browser"};
    for (size_t i = 0; i < sizeof(large) / sizeof(large[0]); i++) {
        if (strcmp(name, large[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool store_is_bad_row_line(const char *line) {
    static const char *const beginnings[] = {"CHECK constraint failed in ", "NULL value in ", "non-INTEGER value in ",
                                             "non-TEXT value in ", "non-BLOB value in "};
    for (size_t i = 0; i < sizeof(beginnings) / sizeof(beginnings[0]); i++) {
        if (strncmp(line, beginnings[i], strlen(beginnings[i])) == 0) {
            return true;
        }
    }
    return false;
}

static int list_tables(struct store *store, struct table_names *ret_tables) {
    sqlite3_stmt *query = NULL;
    ret_tables->count = 0;
    int r = store_prepare(store,
                          "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND rootpage > 0"
                          " AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'user_name_fts_*' ORDER BY name",
                          &query);
    while (r == 0 && (r = store_step(store, query)) == 1) {
        if (ret_tables->count == TABLES_MAX) {
            r = err_here(E_INTERNAL);
            break;
        }
        store_copy_text(query, 0, ret_tables->names[ret_tables->count++], NAME_MAX_LEN);
        r = 0;
    }
    (void)sqlite3_finalize(query);
    return r;
}

/* Returns 1: the table has bad rows; 0: it has none. */
static int has_bad_rows(struct store *store, const char *name) {
    char pragma[NAME_MAX_LEN + 32];
    sqlite3_stmt *query = NULL;
    size_t len = 0;
    (void)snprintf(pragma, sizeof(pragma), "PRAGMA main.quick_check(\"%s\")", name);
    int r = store_prepare(store, pragma, &query);
    bool has_bad = false;
    while (r == 0 && (r = store_step(store, query)) == 1) {
        const char *line = store_column_text(query, 0, &len);
        bool is_bad = store_is_bad_row_line(line);
        has_bad = has_bad || is_bad;
        r = is_bad || strcmp(line, "ok") == 0 ? 0 : err_with_text(E_CORRUPT, line);
    }
    (void)sqlite3_finalize(query);
    return r < 0 ? r : has_bad;
}

/* Creates the empty table with the same definition, in memory. */
static int make_probe_table(struct store *store, const char *name) {
    _cleanup_(buf_donep) struct buf sql = {0};
    sqlite3_stmt *query = NULL;
    size_t len = 0;
    int r = store_prepare(store, "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ?1", &query);
    if (r == 0) {
        (void)sqlite3_bind_text(query, 1, name, -1, SQLITE_STATIC);
        r = store_step(store, query);
    }
    if (r == 1) {
        const char *text = store_column_text(query, 0, &len);
        bool is_usual = len > strlen(SQL_BEGIN) && strncmp(text, SQL_BEGIN, strlen(SQL_BEGIN)) == 0;
        buf_printf(&sql, "CREATE TEMP TABLE %s", is_usual ? text + strlen(SQL_BEGIN) : "");
        r = is_usual ? 0 : err_here(E_CORRUPT);
    } else if (r == 0) {
        r = err_here(E_CORRUPT);
    }
    (void)sqlite3_finalize(query);
    if (r == 0 && buf_failed(&sql)) {
        r = E_NOMEM;
    }
    return r < 0 ? r : store_exec(store, buf_text(&sql));
}

static int open_read(struct bad_table *table) {
    char sql[NAME_MAX_LEN + 64];
    sqlite3_stmt *query = NULL;
    int r = store_prepare(table->store, "SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?1", &query);
    if (r == 0) {
        (void)sqlite3_bind_text(query, 1, table->name, -1, SQLITE_STATIC);
        r = store_step(table->store, query);
    }
    table->has_rowid = r == 1 && sqlite3_column_int(query, 0) == 0;
    (void)sqlite3_finalize(query);
    if (r <= 0) {
        return r < 0 ? r : err_here(E_CORRUPT);
    }
    (void)snprintf(sql, sizeof(sql), "SELECT %s* FROM main.\"%s\"", table->has_rowid ? "rowid, " : "", table->name);
    r = store_prepare(table->store, sql, &table->read);
    table->columns = r == 0 ? sqlite3_column_count(table->read) - table->has_rowid : 0;
    return r == 0 && table->columns > COLUMNS_MAX ? err_here(E_INTERNAL) : r;
}

static int open_probe(struct bad_table *table) {
    _cleanup_(buf_donep) struct buf sql = {0};
    buf_printf(&sql, "INSERT INTO temp.\"%s\" VALUES (?1", table->name);
    for (int i = 2; i <= table->columns; i++) {
        buf_printf(&sql, ", ?%d", i);
    }
    buf_append_text(&sql, ")");
    return buf_failed(&sql) ? E_NOMEM : store_prepare(table->store, buf_text(&sql), &table->probe);
}

static const char *column_name(const struct bad_table *table, int column) {
    return sqlite3_column_name(table->read, column + table->has_rowid);
}

/* Returns the first column whose stored type its declaration does not allow; -1: none. An insert would convert some of
 * them. */
static int wrong_type(const struct bad_table *table) {
    static const char *const types[] = {[SQLITE_INTEGER] = "INTEGER",
                                        [SQLITE_FLOAT] = "REAL",
                                        [SQLITE_TEXT] = "TEXT",
                                        [SQLITE_BLOB] = "BLOB",
                                        [SQLITE_NULL] = NULL};
    for (int i = 0; i < table->columns; i++) {
        const char *declared = sqlite3_column_decltype(table->read, i + table->has_rowid);
        const char *stored = types[sqlite3_column_type(table->read, i + table->has_rowid)];
        if (stored != NULL && declared != NULL && strcmp(declared, stored) != 0) {
            return i;
        }
    }
    return -1;
}

static bool is_word(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Returns where the text contains the name as a whole word; NULL: nowhere. */
static const char *find_word(const char *text, const char *name) {
    size_t len = strlen(name);
    for (const char *at = text; (at = strstr(at, name)) != NULL; at += len) {
        if ((at == text || !is_word(at[-1])) && !is_word(at[len])) {
            return at;
        }
    }
    return NULL;
}

/* Returns the column that SQLite's message is about: the first one it names. "" if it names none. */
static const char *named_column(const struct bad_table *table, const char *message) {
    const char *first = NULL, *name = "";
    char dotted[NAME_MAX_LEN + 1];
    (void)snprintf(dotted, sizeof(dotted), "%s.", table->name);
    const char *behind = strstr(message, dotted);
    const char *text = behind != NULL ? behind + strlen(dotted) : message;
    for (int i = 0; i < table->columns; i++) {
        const char *at = find_word(text, column_name(table, i));
        if (at != NULL && (first == NULL || at < first)) {
            first = at;
            name = column_name(table, i);
        }
    }
    return name;
}

/* Formats the key of the current row for people. */
static int write_key(const struct bad_table *table, struct buf *out) {
    sqlite3_stmt *query = NULL;
    size_t len = 0;
    int r =
        store_prepare(table->store, "SELECT cid FROM pragma_table_info(?1, 'main') WHERE pk > 0 ORDER BY pk", &query);
    if (r == 0) {
        (void)sqlite3_bind_text(query, 1, table->name, -1, SQLITE_STATIC);
    }
    while (r == 0 && (r = store_step(table->store, query)) == 1) {
        const char *value = store_column_text(table->read, sqlite3_column_int(query, 0) + table->has_rowid, &len);
        buf_printf(out, "%s%.*s", out->len > 0 ? "," : "", (int)(len < LEFT_OUT_ROW_MAX ? len : LEFT_OUT_ROW_MAX),
                   value);
        r = 0;
    }
    (void)sqlite3_finalize(query);
    return r < 0 ? r : buf_failed(out) ? E_NOMEM : 0;
}

static int keep_rowid(struct bad_table *table, int64_t rowid) {
    if (table->bad == table->room) {
        size_t room = table->room == 0 ? 64 : table->room * 2;
        int64_t *more = realloc(table->rowids, room * sizeof(*more));
        if (more == NULL) {
            return E_NOMEM;
        }
        table->rowids = more;
        table->room = room;
    }
    table->rowids[table->bad] = rowid;
    return 0;
}

static int note_bad(struct bad_table *table, unsigned noted, const char *field, const char *cause) {
    _cleanup_(buf_donep) struct buf key = {0};
    int r = table->has_rowid ? keep_rowid(table, sqlite3_column_int64(table->read, 0)) : 0;
    if (r == 0 && noted + table->bad < LEFT_OUT_MAX) {
        r = write_key(table, &key);
        if (r == 0) {
            r = store_left_out_add(table->store, table->name, buf_text(&key), field, cause);
        }
    }
    table->bad += r == 0;
    return r;
}

/* Handles a failed insert of the current row: notes the row as bad, unless memory or the disk failed. */
static int judge_refusal(struct bad_table *table, unsigned noted, int rc) {
    static const char prefix[] = "CHECK constraint failed: ";
    char message[LEFT_OUT_CAUSE_MAX];
    int kind = rc & 0xff;
    if (kind != SQLITE_CONSTRAINT && kind != SQLITE_ERROR && kind != SQLITE_TOOBIG) {
        return store_error(table->store, rc);
    }
    (void)snprintf(message, sizeof(message), "%s", sqlite3_errmsg(table->store->db));
    bool is_check = strncmp(message, prefix, strlen(prefix)) == 0;
    const char *cause = is_check ? message + strlen(prefix) : message;
    return note_bad(table, noted, named_column(table, cause), cause);
}

static int probe_row(struct bad_table *table, unsigned noted) {
    int wrong = wrong_type(table);
    if (wrong >= 0) {
        return note_bad(table, noted, column_name(table, wrong), "a value of another type");
    }
    for (int i = 0; i < table->columns; i++) {
        (void)sqlite3_bind_value(table->probe, i + 1, sqlite3_column_value(table->read, i + table->has_rowid));
    }
    int rc = sqlite3_step(table->probe);
    int r = rc == SQLITE_DONE ? 0 : judge_refusal(table, noted, rc);
    store_reset(table->probe);
    return r;
}

static int exec_on(struct store *store, const char *format, const char *name) {
    _cleanup_(buf_donep) struct buf sql = {0};
    for (const char *at = format; *at != '\0'; at++) {
        if (*at == '$') {
            buf_append_text(&sql, name);
        } else {
            buf_append_char(&sql, *at);
        }
    }
    return buf_failed(&sql) ? E_NOMEM : store_exec(store, buf_text(&sql));
}

static int probe_rows(struct bad_table *table, unsigned noted) {
    int r = 0;
    while (r == 0 && (r = store_step(table->store, table->read)) == 1) {
        r = probe_row(table, noted);
        if (r == 0 && table->has_rowid) {
            r = exec_on(table->store, "DELETE FROM temp.\"$\"", table->name);
        }
    }
    return r;
}

static int delete_row(struct bad_table *table, sqlite3_stmt *query, int64_t rowid) {
    (void)sqlite3_bind_int64(query, 1, rowid);
    int r = store_run(table->store, query);
    store_reset(query);
    return r;
}

/* Deletes bad rows by their rowids, with what the triggers remove. First rebuilds an index that lacks the bad value. */
static int delete_rows(struct bad_table *table) {
    char sql[NAME_MAX_LEN + 48];
    sqlite3_stmt *query = NULL;
    (void)snprintf(sql, sizeof(sql), "DELETE FROM main.\"%s\" WHERE rowid = ?1", table->name);
    int r = store_prepare(table->store, sql, &query);
    for (unsigned i = 0; r == 0 && i < table->bad; i++) {
        r = delete_row(table, query, table->rowids[i]);
        if (r == E_CORRUPT && exec_on(table->store, "REINDEX main.\"$\"", table->name) == 0) {
            r = delete_row(table, query, table->rowids[i]);
        }
    }
    (void)sqlite3_finalize(query);
    return r;
}

/* In a table without rowids no comparison may find a bad key: rewrites the good rows instead. Such a table has no
 * triggers. */
static int keep_good_rows(const struct bad_table *table) {
    return exec_on(table->store, "DELETE FROM main.\"$\"; INSERT INTO main.\"$\" SELECT * FROM temp.\"$\"",
                   table->name);
}

static void close_table(struct bad_table *table) {
    (void)sqlite3_finalize(table->read);
    (void)sqlite3_finalize(table->probe);
    table->read = table->probe = NULL;
}

static int clean_table(struct bad_table *table, unsigned noted) {
    int r = make_probe_table(table->store, table->name);
    if (r == 0) {
        r = open_read(table);
    }
    if (r == 0) {
        r = open_probe(table);
    }
    if (r == 0) {
        r = probe_rows(table, noted);
    }
    close_table(table);
    if (r == 0) {
        /* counts that triggers change may break a CHECK meanwhile */
        r = store_exec(table->store, "PRAGMA ignore_check_constraints = ON");
    }
    if (r == 0) {
        r = table->has_rowid ? delete_rows(table) : keep_good_rows(table);
    }
    int off = store_exec(table->store, "PRAGMA ignore_check_constraints = OFF");
    r = r < 0 ? r : off;
    return r < 0 ? r : exec_on(table->store, "DROP TABLE temp.\"$\"", table->name);
}

#define COUNTED                                                                            \
    "SELECT count(*) AS users, count(cardno) AS cards, count(password_hash) AS passwords," \
    " coalesce(sum(level > 0), 0) AS admins,"                                              \
    " (SELECT count(*) FROM user_credential WHERE factor = 1) AS fingers,"                 \
    " (SELECT count(*) FROM user_credential WHERE factor = 3) AS faces,"                   \
    " (SELECT count(*) FROM user_credential WHERE factor = 4) AS irises FROM user"

#define AUDIT_SHARES                                                                                                \
    "DELETE FROM audit_share;"                                                                                      \
    "INSERT INTO audit_share SELECT importance, sponsor, person, count(*), sum(48 + length(account) + length(peer)" \
    " + length(call) + length(object) + coalesce(length(CAST(before AS BLOB)), 0)"                                  \
    " + coalesce(length(CAST(after AS BLOB)), 0)) FROM audit GROUP BY importance, sponsor, person;"                 \
    "INSERT INTO audit_share SELECT importance, -1, -1, sum(count), sum(octets) FROM audit_share GROUP BY importance"

/* Recomputes what a user has enrolled from the remaining rows: deleting a bad one may have cleared the bit of
 * another. */
#define ENROLLED                                                                                                     \
    "UPDATE user AS u SET enrolled = n.enrolled FROM (SELECT userid, coalesce((SELECT sum(DISTINCT 1 << CASE factor" \
    " WHEN 1 THEN idx WHEN 3 THEN 10 ELSE 11 + idx END) FROM user_credential AS c WHERE c.userid = w.userid), 0)"    \
    " + 8192 * EXISTS (SELECT 1 FROM user_photo AS p WHERE p.userid = w.userid) AS enrolled FROM user AS w) AS n"    \
    " WHERE u.userid = n.userid AND u.enrolled <> n.enrolled"

/* Takes all cards of all users from their rows. */
#define USER_CARDS                                                                                      \
    "DELETE FROM user_card;"                                                                            \
    "INSERT OR IGNORE INTO user_card SELECT card, userid FROM (SELECT cardno AS card, userid FROM user" \
    " UNION ALL SELECT cardno2, userid FROM user UNION ALL SELECT cardno3, userid FROM user"            \
    " UNION ALL SELECT cardno4, userid FROM user UNION ALL SELECT cardno5, userid FROM user) WHERE card > 0"

/* Rows that must exist whatever was removed, and counts beside the rows. An account that was removed cannot sign in:
 * its password stays if it is intact, and must be changed; otherwise only the recovery at the terminal sets a new one.
 * A door with unknown lockdown state is locked down. */
static const struct {
    const char *table;
    const char *before; /* run while the bad rows are still there; NULL: nothing */
    const char *after;
} mends[] = {
    {"account",
     "CREATE TEMP TABLE admin AS SELECT password_hash, passphrase FROM main.account WHERE name = 'admin'"
     " AND typeof(password_hash) = 'text' AND length(CAST(password_hash AS BLOB)) BETWEEN 1 AND 159",
     "INSERT OR IGNORE INTO main.account (name, password_hash, must_change, changed_ms, passphrase)"
     " SELECT 'admin', password_hash, 1, 0, passphrase = 1 FROM temp.admin;"
     "INSERT OR IGNORE INTO main.account (name, password_hash, must_change, changed_ms) VALUES ('admin', '-', 1, 0);"
     "DROP TABLE temp.admin"},
    {"alarm_position", NULL,
     "INSERT INTO alarm_position SELECT coalesce((SELECT max(last_seq) FROM alarm), 0)"
     " WHERE NOT EXISTS (SELECT 1 FROM alarm_position)"},
    {"door", NULL, "INSERT OR IGNORE INTO door VALUES (1, 1)"},
    {"right_level", NULL,
     "WITH RECURSIVE l (level) AS (VALUES (1) UNION ALL SELECT level + 1 FROM l WHERE level < 16),"
     " g (grp) AS (VALUES (0), (1), (2), (3), (4))"
     " INSERT OR IGNORE INTO right_level (level, grp, access) SELECT level, grp, 0 FROM l, g"},
    {"rules_count", NULL,
     "INSERT OR IGNORE INTO rules_count SELECT 0, last, last FROM (SELECT 1 + max("
     " (SELECT coalesce(max(revision), 0) FROM time_zone), (SELECT coalesce(max(revision), 0) FROM access_group),"
     " (SELECT coalesce(max(revision), 0) FROM period_group), (SELECT coalesce(max(revision), 0) FROM holiday),"
     " (SELECT coalesce(max(revision), 0) FROM shift)) AS last)"},
    {"audit", NULL, AUDIT_SHARES},
    {"audit_share", NULL, AUDIT_SHARES},
    {"user", NULL, USER_CARDS},
    {"user_card", NULL, USER_CARDS},
    {"user_credential", NULL, ENROLLED},
    {"user_photo", NULL, ENROLLED},
    {"user_count", NULL,
     "INSERT OR IGNORE INTO user_count (one, users, cards, passwords, admins, generation)"
     " VALUES (1, 0, 0, 0, 0, CAST(strftime('%s', 'now') AS INTEGER))"},
};

#define MENDS (sizeof(mends) / sizeof(mends[0]))

static int mend_table(struct store *store, const char *table, bool is_after) {
    for (size_t i = 0; i < MENDS; i++) {
        const char *sql = is_after ? mends[i].after : mends[i].before;
        if (strcmp(mends[i].table, table) == 0 && sql != NULL) {
            return store_exec(store, sql);
        }
    }
    return 0;
}

/* Corrects the counts beside the rows where they differ from the rows. */
static int count_again(struct store *store) {
    return store_exec(store, "UPDATE user_count AS c SET users = n.users, cards = n.cards, passwords = n.passwords,"
                             " admins = n.admins, fingers = n.fingers, faces = n.faces, irises = n.irises,"
                             " generation = generation + 1 FROM (" COUNTED ") AS n WHERE"
                             " (c.users, c.cards, c.passwords, c.admins, c.fingers, c.faces, c.irises) IS NOT"
                             " (n.users, n.cards, n.passwords, n.admins, n.fingers, n.faces, n.irises)");
}

static int clean_one(struct store *store, const char *name, unsigned *removed) {
    struct bad_table table = {.store = store, .name = name};
    int r = mend_table(store, name, /* is_after= */ false);
    if (r == 0) {
        r = clean_table(&table, *removed);
    }
    free(table.rowids);
    *removed += table.bad;
    return r < 0 ? r : mend_table(store, name, /* is_after= */ true);
}

/* Replaces an invalid last-assigned number of a table by the highest in use. SQLite's own table has it, so no
 * definition of ours checks it. */
static int fix_numbers(struct store *store, unsigned *removed) {
    struct table_names wrong = {.count = 0};
    sqlite3_stmt *query = NULL;
    int r = store_prepare(store,
                          "SELECT s.name FROM sqlite_sequence AS s JOIN main.sqlite_schema AS t ON t.name = s.name"
                          " WHERE typeof(s.seq) <> 'integer' OR s.seq NOT BETWEEN 0 AND"
                          " iif(s.name IN ('record', 'audit', 'browser'), 9007199254740990, 4294967294)",
                          &query);
    while (r == 0 && wrong.count < TABLES_MAX && (r = store_step(store, query)) == 1) {
        store_copy_text(query, 0, wrong.names[wrong.count++], NAME_MAX_LEN);
        r = 0;
    }
    (void)sqlite3_finalize(query);
    for (size_t i = 0; r == 0 && i < wrong.count; i++) {
        *removed += 1;
        r = store_left_out_add(store, "sqlite_sequence", wrong.names[i], "seq", "a number that cannot be");
        if (r == 0) {
            r = exec_on(store,
                        "UPDATE main.sqlite_sequence SET seq = (SELECT coalesce(max(rowid), 0) FROM main.\"$\")"
                        " WHERE name = '$'",
                        wrong.names[i]);
        }
    }
    return r;
}

static int clean_all(struct store *store, const struct table_names *bad, unsigned *removed) {
    char more[48];
    int r = store_begin(store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = store;
    for (size_t i = 0; r == 0 && i < bad->count; i++) {
        r = clean_one(store, bad->names[i], removed);
    }
    if (r == 0 && *removed > LEFT_OUT_MAX) {
        (void)snprintf(more, sizeof(more), "%u more rows", *removed - LEFT_OUT_MAX);
        r = store_left_out_add(store, "database", "", "", more);
    }
    if (r == 0) {
        r = fix_numbers(store, removed);
    }
    if (r == 0) {
        r = count_again(store);
    }
    return r < 0 ? r : store_commit(txn);
}

static int fix_numbers_alone(struct store *store, unsigned *removed) {
    int r = store_begin(store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = store;
    r = fix_numbers(store, removed);
    return r < 0 || *removed == 0 ? r : store_commit(txn);
}

int store_remove_bad_rows(struct store *store, bool all, unsigned *ret_removed, bool *ret_index_damaged) {
    struct table_names tables, bad = {.count = 0};
    *ret_removed = 0;
    int r = list_tables(store, &tables);
    for (size_t i = 0; r >= 0 && i < tables.count; i++) {
        if (!all && is_large(tables.names[i])) {
            continue;
        }
        r = has_bad_rows(store, tables.names[i]);
        if (r == 1) {
            (void)snprintf(bad.names[bad.count++], NAME_MAX_LEN, "%s", tables.names[i]);
            *ret_index_damaged = *ret_index_damaged || strcmp(tables.names[i], "user") == 0;
        }
    }
    if (r < 0) {
        return r;
    }
    return bad.count > 0 ? clean_all(store, &bad, ret_removed) : fix_numbers_alone(store, ret_removed);
}
