/* Connections, statements, transactions and the mapping of SQLite's result codes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "store/home_impl.h"
#include "util/arena.h"

/* Settings of every connection. FULL: a committed change is on the disk. The cache is small: there are four
 * connections, and the operating system caches the file. Deleted data is overwritten: FAST would leave freed pages as
 * they were, and saves only two writes in a thousand. */
static const char connection_pragmas[] = "PRAGMA journal_mode = WAL;"
                                         "PRAGMA synchronous = FULL;"
                                         "PRAGMA foreign_keys = ON;"
                                         "PRAGMA cache_size = -500;"
                                         "PRAGMA temp_store = MEMORY;"
                                         "PRAGMA wal_autocheckpoint = 1000;"
                                         "PRAGMA journal_size_limit = 8388608;"
                                         "PRAGMA secure_delete = ON;"
                                         "PRAGMA trusted_schema = OFF;";

enum core_statement { STATEMENT_BEGIN_WRITE, STATEMENT_BEGIN_READ, STATEMENT_COMMIT, STATEMENT_ROLLBACK };

static const char *const core_sql[] = {
    [STATEMENT_BEGIN_WRITE] = "BEGIN IMMEDIATE",
    [STATEMENT_BEGIN_READ] = "BEGIN",
    [STATEMENT_COMMIT] = "COMMIT",
    [STATEMENT_ROLLBACK] = "ROLLBACK",
};

static const struct store_statements core_statements = {STORE_MODULE_CORE, sizeof(core_sql) / sizeof(core_sql[0]),
                                                        core_sql};

/* A write without disk space arrives as FULL, or as an I/O error with the system's errno. */
static int io_error(struct store *store, int rc) {
    int number = sqlite3_system_errno(store->db);

    if (rc == SQLITE_IOERR_NOMEM) {
        return E_NOMEM;
    }
    return number == ENOSPC || number == EDQUOT ? E_NOSPC : E_IO;
}

static int store_map(struct store *store, int rc) {
    switch (rc & 0xff) {
        case SQLITE_OK:
        case SQLITE_ROW:
        case SQLITE_DONE: return 0;
        case SQLITE_FULL: return E_NOSPC;
        case SQLITE_NOMEM: return E_NOMEM;
        case SQLITE_BUSY:
        case SQLITE_LOCKED: return E_BUSY;
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB: store_home_note_damage(store->home); return E_CORRUPT;
        case SQLITE_IOERR:
        case SQLITE_CANTOPEN: return io_error(store, rc);
        case SQLITE_CONSTRAINT:
            return rc == SQLITE_CONSTRAINT_UNIQUE || rc == SQLITE_CONSTRAINT_PRIMARYKEY || rc == SQLITE_CONSTRAINT_ROWID
                       ? E_EXISTS
                       : E_RANGE;
        case SQLITE_TOOBIG: return E_TOO_LARGE;
        case SQLITE_READONLY:
        case SQLITE_PERM: return E_IO;
        case SQLITE_INTERRUPT: return E_CANCELLED;
        default: return E_INTERNAL;
    }
}

/* Returns the system's reason, if SQLite's error comes from it; else NULL. */
static const char *system_text(struct store *store, int rc) {
    bool is_system = (rc & 0xff) == SQLITE_IOERR || (rc & 0xff) == SQLITE_CANTOPEN;
    int number = is_system ? sqlite3_system_errno(store->db) : 0;
    return number > 0 ? strerrordesc_np(number) : NULL;
}

/* SQLite's message is that of the connection's last call; if that was a different one, the code has to do. */
static void note_cause(struct store *store, int error, int rc, const struct cause_site *site) {
    char text[CAUSE_TEXT_MAX];
    bool is_last = (sqlite3_errcode(store->db) & 0xff) == (rc & 0xff);
    const char *system = is_last ? system_text(store, rc) : NULL;
    (void)snprintf(text, sizeof(text), "%s (%d)%s%s", is_last ? sqlite3_errmsg(store->db) : sqlite3_errstr(rc), rc,
                   system != NULL ? ": " : "", system != NULL ? system : "");
    (void)cause_set(error, site, text);
}

int store_error_at(struct store *store, int rc, const struct cause_site *site) {
    int error = store_map(store, rc);
    if (error < 0) {
        note_cause(store, error, rc, site);
    }
    return error;
}

int store_prepare_at(struct store *store, const char *sql, sqlite3_stmt **ret_statement,
                     const struct cause_site *site) {
    return store_error_at(store, sqlite3_prepare_v2(store->db, sql, -1, ret_statement, NULL), site);
}

int store_statement_at(struct store *store, const struct store_statements *set, unsigned index,
                       sqlite3_stmt **ret_statement, const struct cause_site *site) {
    sqlite3_stmt **slot;

    if (index >= set->count || index >= STORE_STATEMENTS_MAX) {
        return E_INVAL;
    }
    slot = &store->statements[set->module][index];
    if (*slot == NULL) {
        int rc = sqlite3_prepare_v3(store->db, set->sql[index], -1, SQLITE_PREPARE_PERSISTENT, slot, NULL);
        int r = store_error_at(store, rc, site);

        if (r < 0) {
            return r;
        }
    }
    *ret_statement = *slot;
    return 0;
}

void store_reset(sqlite3_stmt *statement) {
    if (statement != NULL) {
        (void)sqlite3_reset(statement);
        (void)sqlite3_clear_bindings(statement);
    }
}

int store_step_at(struct store *store, sqlite3_stmt *statement, const struct cause_site *site) {
    int rc = sqlite3_step(statement);

    return rc == SQLITE_ROW ? 1 : store_error_at(store, rc, site);
}

int store_run_at(struct store *store, sqlite3_stmt *statement, const struct cause_site *site) {
    int r = store_step_at(store, statement, site);

    return r == 1 ? cause_set(E_INTERNAL, site, "a write that gave a row") : r;
}

int store_run_on_row_at(struct store *store, sqlite3_stmt *statement, const struct cause_site *site) {
    int r = store_run_at(store, statement, site);

    return r == 0 && sqlite3_changes(store->db) == 0 ? E_NOTFOUND : r;
}

int store_exec_at(struct store *store, const char *sql, const struct cause_site *site) {
    return store_error_at(store, sqlite3_exec(store->db, sql, NULL, NULL, NULL), site);
}

const char *store_column_text(sqlite3_stmt *statement, int column, size_t *ret_len) {
    const unsigned char *text = sqlite3_column_text(statement, column);

    if (text == NULL) {
        *ret_len = 0;
        return "";
    }
    *ret_len = (size_t)sqlite3_column_bytes(statement, column);
    return (const char *)text;
}

bool store_column_link(sqlite3_stmt *statement, int column, struct chain_link *ret_link) {
    const void *link = sqlite3_column_blob(statement, column);
    const bool is_link = link != NULL && sqlite3_column_bytes(statement, column) == (int)sizeof(ret_link->bytes);
    *ret_link = (struct chain_link){{0}};
    if (is_link) {
        memcpy(ret_link->bytes, link, sizeof(ret_link->bytes));
    }
    return is_link;
}

void store_copy_text(sqlite3_stmt *statement, int column, char *ret_text, size_t size) {
    size_t len = 0;
    const char *text = store_column_text(statement, column, &len);

    len = len < size ? len : size - 1;
    memcpy(ret_text, text, len);
    ret_text[len] = '\0';
}

const char *store_column_keep(sqlite3_stmt *statement, int column, struct arena *arena) {
    size_t len = 0;
    const char *text = store_column_text(statement, column, &len);

    return arena_strndup(arena, text, len);
}

void store_bind_value(sqlite3_stmt *statement, int parameter, const struct value_row *row, const void *at) {
    _cleanup_(buf_donep) struct buf text = {0};

    value_print(row, at, &text);
    if (!buf_failed(&text)) {
        (void)sqlite3_bind_text(statement, parameter, buf_text(&text), -1, SQLITE_TRANSIENT);
    }
}

int store_column_value(sqlite3_stmt *statement, int column, const struct value_row *row, void *ret_at) {
    size_t len = 0;
    const char *text = store_column_text(statement, column, &len);

    return value_parse_stored(row, text, len, ret_at) < 0 ? err_here(E_CORRUPT) : 0;
}

static int run_core(struct store *store, enum core_statement index, const struct cause_site *site) {
    _cleanup_(store_resetp) sqlite3_stmt *statement = NULL;
    int r = store_statement_at(store, &core_statements, index, &statement, site);

    return r < 0 ? r : store_run_at(store, statement, site);
}

/* After a rollback by SQLite itself, the thread keeps its turn until it aborts the transaction. */
static int turn_take(struct store *store, const struct cause_site *site) {
    if (store->home == NULL || store->has_turn) {
        return 0;
    }
    int r = turns_take(&store->home->turns, store->wait_ms);
    if (r < 0) {
        return cause_set(r, site, "other threads write");
    }
    store->has_turn = true;
    return 0;
}

static void turn_give(struct store *store) {
    if (store->has_turn) {
        store->has_turn = false;
        turns_give(&store->home->turns);
    }
}

int store_begin_at(struct store *store, const struct cause_site *site) {
    if (!sqlite3_get_autocommit(store->db)) {
        return E_INVAL;
    }
    if (store->home != NULL && atomic_load(&store->home->reserved)) {
        store_reserve_look(store->home);
    }
    store->deletes = false;
    int r = turn_take(store, site);
    if (r == 0) {
        r = run_core(store, STATEMENT_BEGIN_WRITE, site);
    }
    if (r < 0) {
        turn_give(store);
    }
    return r;
}

bool store_others_wait(const struct store *store) {
    return store->home != NULL && turns_are_awaited(&store->home->turns);
}

int store_begin_growth_at(struct store *store, const struct cause_site *site) {
    bool is_full = store->home != NULL &&
                   (store_home_is_short(store->home) || store_home_free_octets(store->home) < STORE_MARGIN_OCTETS);
    return is_full ? E_NOSPC : store_begin_at(store, site);
}

void store_cache(struct store *store, bool large) {
    int r = store_exec(store, large ? "PRAGMA cache_size = -4096; PRAGMA cache_spill = OFF"
                                    : "PRAGMA cache_size = -500; PRAGMA cache_spill = ON");
    (void)r; /* without it the following is only slower */
}

int store_commit_at(struct store *store, const struct cause_site *site) {
    if (sqlite3_get_autocommit(store->db)) {
        turn_give(store);
        return E_INVAL;
    }
    int r = run_core(store, STATEMENT_COMMIT, site);
    if (r < 0) {
        store_abort(store);
        return r;
    }
    if (store->deletes && store->home != NULL) {
        (void)atomic_fetch_add(&store->home->deletions, 1);
    }
    turn_give(store);
    return 0;
}

void store_abort(struct store *store) {
    if (!sqlite3_get_autocommit(store->db)) {
        (void)run_core(store, STATEMENT_ROLLBACK, CAUSE_HERE);
    }
    turn_give(store);
}

int store_read_begin_at(struct store *store, bool *ret_started, const struct cause_site *site) {
    int r;

    *ret_started = false;
    if (!sqlite3_get_autocommit(store->db)) {
        return 0;
    }
    r = run_core(store, STATEMENT_BEGIN_READ, site);
    *ret_started = r == 0;
    return r;
}

void store_read_end(struct store *store, bool started) {
    if (started) {
        store_abort(store);
    }
}

static void finalize_all(struct store *store) {
    for (unsigned module = 0; module < STORE_MODULE_COUNT; module++) {
        for (unsigned i = 0; i < STORE_STATEMENTS_MAX; i++) {
            (void)sqlite3_finalize(store->statements[module][i]);
        }
    }
    for (unsigned i = 0; i < STORE_SHAPES_MAX; i++) {
        (void)sqlite3_finalize(store->shapes[i].statement);
    }
}

struct store *store_free(struct store *store) {
    if (store == NULL) {
        return NULL;
    }
    if (store->db != NULL) {
        store_abort(store);
        finalize_all(store);
        (void)sqlite3_close(store->db);
    }
    free(store);
    return NULL;
}

/* Enables vacuuming in a new database, so that free pages can be returned to the disk (store/space.c). Setting it again
 * would be a write. */
static int say_vacuum(struct store *store) {
    sqlite3_stmt *query = NULL;
    int r = store_prepare(store, "PRAGMA auto_vacuum", &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    bool is_said = r == 1 && sqlite3_column_int(query, 0) != 0;
    (void)sqlite3_finalize(query);
    return r < 0 || is_said ? r : store_exec(store, "PRAGMA auto_vacuum = INCREMENTAL");
}

void store_wait_most(struct store *store, unsigned ms) {
    store->wait_ms = ms;
    (void)sqlite3_busy_timeout(store->db, (int)ms);
}

unsigned store_wait_ms(const struct store *store) {
    return store->wait_ms;
}

int store_connect(const char *path, struct store_home *home, struct store **ret_store) {
    _cleanup_(store_freep) struct store *store = calloc(1, sizeof(*store));
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int r;

    if (store == NULL) {
        return E_NOMEM;
    }
    store->home = home;
    r = store_error(store, sqlite3_open_v2(path, &store->db, flags, NULL));
    if (r < 0) {
        return r;
    }
    store_wait_most(store, STORE_BUSY_TIMEOUT_MS);
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    r = say_vacuum(store);
    if (r >= 0) {
        r = store_exec(store, connection_pragmas);
    }
    if (r < 0) {
        return r;
    }
    *ret_store = TAKE_PTR(store);
    return 0;
}

int store_connect_reading(const char *uri, struct store **ret_store) {
    _cleanup_(store_freep) struct store *store = calloc(1, sizeof(*store));
    const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    if (store == NULL) {
        return E_NOMEM;
    }
    int r = store_error(store, sqlite3_open_v2(uri, &store->db, flags, NULL));
    if (r < 0) {
        return r;
    }
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    *ret_store = TAKE_PTR(store);
    return 0;
}

int store_open_memory(struct store **ret_store) {
    _cleanup_(store_freep) struct store *store = NULL;
    unsigned before = 0;
    int r = store_connect(":memory:", NULL, &store);

    if (r == 0) {
        r = store_migrate(store, &before);
    }
    if (r == 0) {
        *ret_store = TAKE_PTR(store);
    }
    return r;
}

int store_read_number_at(struct store *store, const char *sql, int64_t *ret_number, const struct cause_site *site) {
    sqlite3_stmt *query = NULL;
    int r = store_prepare_at(store, sql, &query, site);

    if (r == 0) {
        r = store_step_at(store, query, site);
    }
    if (r == 1) {
        *ret_number = sqlite3_column_int64(query, 0);
        r = 0;
    }
    (void)sqlite3_finalize(query);
    return r;
}

int store_size(struct store *store, uint64_t *ret_octets) {
    int64_t octets = 0;
    int r = store_read_number(store,
                              "SELECT (p.page_count - f.freelist_count) * s.page_size"
                              " FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s",
                              &octets);

    if (r == 0) {
        *ret_octets = (uint64_t)octets;
    }
    return r;
}
