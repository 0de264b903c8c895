/* Inside store/ only: the connection and its statements. */
#ifndef POSTERN_STORE_IMPL_H
#define POSTERN_STORE_IMPL_H

#include <sqlite3.h>

#include "store/chain.h"
#include "store/store.h"
#include "values/value.h"

struct arena;

/* One per file of statements. */
enum store_module {
    STORE_MODULE_CORE,
    STORE_MODULE_NAME_INDEX,
    STORE_MODULE_USERS,
    STORE_MODULE_USERS_FOLD,
    STORE_MODULE_ACCOUNT,
    STORE_MODULE_THROTTLE,
    STORE_MODULE_AUDIT,
    STORE_MODULE_AUDIT_FIND,
    STORE_MODULE_ALARMS,
    STORE_MODULE_CLOCK_ERRORS,
    STORE_MODULE_SETTING,
    STORE_MODULE_PROVISIONAL,
    STORE_MODULE_AUTHORIZED,
    STORE_MODULE_BONDS,
    STORE_MODULE_RIGHTS,
    STORE_MODULE_REST_KEY,
    STORE_MODULE_BROWSER,
    STORE_MODULE_CERTIFICATE,
    STORE_MODULE_LOG,
    STORE_MODULE_CREDENTIAL,
    STORE_MODULE_PHOTO,
    STORE_MODULE_MODULES,
    STORE_MODULE_LOG_FIND,
    STORE_MODULE_HOURS,
    STORE_MODULE_PERIODS,
    STORE_MODULE_HOLIDAYS,
    STORE_MODULE_SHIFTS,
    STORE_MODULE_LEAVE,
    STORE_MODULE_ROLL,
    STORE_MODULE_USUAL_SHIFT,
    STORE_MODULE_LOG_PUNCHES,
    STORE_MODULE_AREA,
    STORE_MODULE_DOOR,
    STORE_MODULE_INIT_CARD,
    STORE_MODULE_BULK,
    STORE_MODULE_COPIES,
    STORE_MODULE_CLOCK_RULES,
    STORE_MODULE_PLACE_CHANGES,
    STORE_MODULE_PERSON,
    STORE_MODULE_COUNT
};

#define STORE_BUSY_TIMEOUT_MS 5000 /* default wait for another thread's transaction; see store_wait_most() */
#define STORE_STATEMENTS_MAX 32 /* of one module */
#define STORE_SHAPES_MAX 48 /* page statements kept prepared; the least recently used one is dropped */

/* The SQL of a module: a table indexed by the module's own enum. */
struct store_statements {
    enum store_module module;
    unsigned count; /* at most STORE_STATEMENTS_MAX */
    const char *const *sql;
};

/* A statement that was composed for one shape of a query. */
struct store_shape {
    uint64_t key; /* 0: free */
    uint32_t used; /* time of the last use, counted in uses */
    sqlite3_stmt *statement;
};

struct store {
    struct store_home *home; /* NULL for a database in memory */
    sqlite3 *db;
    unsigned wait_ms; /* for another thread's transaction */
    bool has_turn; /* the turn of its home, from store_begin() to the end of the transaction */
    bool deletes; /* the transaction deletes a person or a credential (store_note_deletion()) */
    sqlite3_stmt *statements[STORE_MODULE_COUNT][STORE_STATEMENTS_MAX];
    struct store_shape shapes[STORE_SHAPES_MAX];
    uint32_t shape_uses;
};

/* Maps a SQLite result code (also an extended one) to E_*. 0 for SQLITE_OK, ROW and DONE. Remembers damage. Notes
 * SQLite's message as the cause, with the caller's place, as all macros below do. */
#define store_error(store, rc) store_error_at((store), (rc), CAUSE_HERE)
int store_error_at(struct store *store, int rc, const struct cause_site *site);

/* Gets a statement of a module: prepared at first use, reset, bindings cleared. Release it with store_reset()
 * (`_cleanup_(store_resetp) sqlite3_stmt *query = NULL;`), so that no read stays open. */
#define store_statement(store, set, index, ret_statement) \
    store_statement_at((store), (set), (index), (ret_statement), CAUSE_HERE)
_must_check_ int store_statement_at(struct store *store, const struct store_statements *set, unsigned index,
                                    sqlite3_stmt **ret_statement, const struct cause_site *site);

/* Prepares SQL that is not cached. The statement is NULL on error; release it with sqlite3_finalize(). */
#define store_prepare(store, sql, ret_statement) store_prepare_at((store), (sql), (ret_statement), CAUSE_HERE)
_must_check_ int store_prepare_at(struct store *store, const char *sql, sqlite3_stmt **ret_statement,
                                  const struct cause_site *site);

/* Resets; accepts NULL. */
void store_reset(sqlite3_stmt *statement);
CLEANUP_DEFINE(sqlite3_stmt *, store_reset)

/* Executes one step. 1: a row is available. 0: done. E_* otherwise. */
#define store_step(store, statement) store_step_at((store), (statement), CAUSE_HERE)
_must_check_ int store_step_at(struct store *store, sqlite3_stmt *statement, const struct cause_site *site);

/* Runs a statement that returns no row to its end. */
#define store_run(store, statement) store_run_at((store), (statement), CAUSE_HERE)
_must_check_ int store_run_at(struct store *store, sqlite3_stmt *statement, const struct cause_site *site);

/* Like store_run(), for a change to a row that must exist. E_NOTFOUND: no row matched. */
#define store_run_on_row(store, statement) store_run_on_row_at((store), (statement), CAUSE_HERE)
_must_check_ int store_run_on_row_at(struct store *store, sqlite3_stmt *statement, const struct cause_site *site);

/* Runs constant SQL of any number of statements. */
#define store_exec(store, sql) store_exec_at((store), (sql), CAUSE_HERE)
_must_check_ int store_exec_at(struct store *store, const char *sql, const struct cause_site *site);

/* Reads the number that constant SQL returns, without caching the statement; *ret_number is unchanged if there is no
 * row. */
#define store_read_number(store, sql, ret_number) store_read_number_at((store), (sql), (ret_number), CAUSE_HERE)
_must_check_ int store_read_number_at(struct store *store, const char *sql, int64_t *ret_number,
                                      const struct cause_site *site);

/* Returns the text of a column and its length in bytes; never NULL ("" for SQL NULL or lack of memory). */
const char *store_column_text(sqlite3_stmt *statement, int column, size_t *ret_len);

/* Reads a chain link from a column; false: it is NULL or invalid, and *ret_link is zeros. */
bool store_column_link(sqlite3_stmt *statement, int column, struct chain_link *ret_link);

/* Copies the text of a column with its NUL into `size` bytes; truncates a longer one. */
void store_copy_text(sqlite3_stmt *statement, int column, char *ret_text, size_t size);

/* Copies the text of a column into the arena; NULL: no memory. */
const char *store_column_keep(sqlite3_stmt *statement, int column, struct arena *arena);

/* Binds the member at `at` to a parameter as the text of value_print() (NULL without memory), and reads it from a
 * column. E_CORRUPT: the text is not valid. */
void store_bind_value(sqlite3_stmt *statement, int parameter, const struct value_row *row, const void *at);
_must_check_ int store_column_value(sqlite3_stmt *statement, int column, const struct value_row *row, void *ret_at);

/* Starts and ends a read transaction around several statements, so that they see one state. store_read_end() accepts a
 * transaction that is already over. Inside a write transaction both do nothing. */
#define store_read_begin(store, ret_started) store_read_begin_at((store), (ret_started), CAUSE_HERE)
_must_check_ int store_read_begin_at(struct store *store, bool *ret_started, const struct cause_site *site);
void store_read_end(struct store *store, bool started);

/* Opens a raw connection with the pragmas of the store; path ":memory:" for a database in memory. */
_must_check_ int store_connect(const char *path, struct store_home *home, struct store **ret_store);

/* Opens a read-only connection to the database of a URI, which may have another schema. */
_must_check_ int store_connect_reading(const char *uri, struct store **ret_store);

/* Applies the missing migrations, each in its own transaction. `ret_before` gets the number applied before. E_NEWER:
 * more are applied than this firmware knows. */
_must_check_ int store_migrate(struct store *store, unsigned *ret_before);

/* Applies migrations only up to `target`; for tests of N from N-1. */
_must_check_ int store_migrate_to(struct store *store, unsigned target, unsigned *ret_before);

/* Reads the number of migrations applied to a database. E_CORRUPT: it is not stored. */
_must_check_ int store_read_schema(struct store *store, int64_t *ret_schema);

/* Returns the SQL of migration n, 0 to store_schema_latest() - 1. */
const char *store_migration_sql(unsigned n);

/* Checks the whole database, and with `indexes` also whether indexes match their tables, which takes several times as
 * long. E_CORRUPT: damaged. `ret_index_damaged`: the tables are good but the index of name parts is not; it can be
 * rebuilt. `ret_bad_rows`, initialized by the caller: rows break constraints of their tables (store/bad_rows.h); NULL:
 * that counts as damage, too. */
_must_check_ int store_check(struct store *store, bool indexes, bool *ret_index_damaged, bool *ret_bad_rows);

/* The two halves of store_check(): the first returns 0 when pages, indexes, row references and everything except
 * perhaps the index of name parts are good, without writing; the second checks that index, if it exists. */
_must_check_ int store_check_pages(struct store *store, bool indexes, bool *ret_index_damaged, bool *ret_bad_rows);
_must_check_ int store_check_index(struct store *store, bool *ret_index_damaged);

/* Checks that tables, indexes, triggers and views are exactly those that the migrations up to its version make.
 * E_CORRUPT: one is missing, unknown or changed; the cause names it. 0 for a schema newer than this firmware. The first
 * compares hashes, which takes 1 ms, and calls the second where they differ. The second runs the migrations in memory,
 * which takes 50 ms. */
_must_check_ int store_check_schema(struct store *store);
_must_check_ int store_compare_schema(struct store *store);

/* Hashes the schema of a connection, ignoring blanks and quotes of names; and returns whether a hash is that of a
 * version. */
_must_check_ int store_hash_schema(struct store *store, uint64_t *ret_hash);
bool store_schema_has_hash(int64_t version, uint64_t hash);

/* Checks that each row has the row it refers to. E_CORRUPT. Takes as long as reading the tables with references. */
_must_check_ int store_check_references(struct store *store);

/* Notes that a connection found damage; accepts NULL. */
void store_home_note_damage(struct store_home *home);

#endif
