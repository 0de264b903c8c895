/* Inside store/ only: the connection and its statements. */
#ifndef POSTERN_STORE_IMPL_H
#define POSTERN_STORE_IMPL_H

#include <sqlite3.h>

#include "store/chain.h"
#include "store/store.h"
#include "values/value.h"

struct arena;

/* One row a file of statements. */
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
    STORE_MODULE_COUNT
};

#define STORE_BUSY_TIMEOUT_MS 5000 /* to wait for another thread's transaction, unless store_wait_most() says less */
#define STORE_STATEMENTS_MAX 32 /* of one module */
#define STORE_SHAPES_MAX 48     /* page statements kept prepared; the least used one goes */

/* The SQL of a module: a table indexed by the module's own enum. */
struct store_statements {
    enum store_module module;
    unsigned count; /* at most STORE_STATEMENTS_MAX */
    const char *const *sql;
};

/* A statement that was put together for one shape of a question. */
struct store_shape {
    uint64_t key; /* 0: free */
    uint32_t used; /* time of the last use, in uses */
    sqlite3_stmt *statement;
};

struct store {
    struct store_home *home; /* NULL for a database in memory */
    sqlite3 *db;
    unsigned wait_ms; /* for another thread's transaction */
    bool deletes; /* the transaction does what store_note_deletion() notes */
    sqlite3_stmt *statements[STORE_MODULE_COUNT][STORE_STATEMENTS_MAX];
    struct store_shape shapes[STORE_SHAPES_MAX];
    uint32_t shape_uses;
};

/* The E_* of a SQLite result code (extended codes are understood). 0 for SQLITE_OK, ROW and DONE. Remembers damage. Notes
 * SQLite's text as the cause, with the place that calls it, as all macros below do. */
#define store_error(store, rc) store_error_at((store), (rc), CAUSE_HERE)
int store_error_at(struct store *store, int rc, const struct cause_site *site);

/* A statement of a module, prepared at its first use, reset and without old bindings. Give it back with store_reset()
 * (`_cleanup_(store_resetp) sqlite3_stmt *query = NULL;`), so that no read stays open. */
#define store_statement(store, set, index, ret_statement) \
    store_statement_at((store), (set), (index), (ret_statement), CAUSE_HERE)
_must_check_ int store_statement_at(struct store *store, const struct store_statements *set, unsigned index,
                                    sqlite3_stmt **ret_statement, const struct cause_site *site);

/* Prepares SQL that is not kept. The statement is NULL on an error; give it to sqlite3_finalize(). */
#define store_prepare(store, sql, ret_statement) store_prepare_at((store), (sql), (ret_statement), CAUSE_HERE)
_must_check_ int store_prepare_at(struct store *store, const char *sql, sqlite3_stmt **ret_statement,
                                  const struct cause_site *site);

/* Resets; accepts NULL. */
void store_reset(sqlite3_stmt *statement);
CLEANUP_DEFINE(sqlite3_stmt *, store_reset)

/* One step. 1: a row is there. 0: done. E_* otherwise. */
#define store_step(store, statement) store_step_at((store), (statement), CAUSE_HERE)
_must_check_ int store_step_at(struct store *store, sqlite3_stmt *statement, const struct cause_site *site);

/* Runs a statement that gives no row, to its end. */
#define store_run(store, statement) store_run_at((store), (statement), CAUSE_HERE)
_must_check_ int store_run_at(struct store *store, sqlite3_stmt *statement, const struct cause_site *site);

/* The same for one that changes a row that has to be there. E_NOTFOUND: it met none. */
#define store_run_on_row(store, statement) store_run_on_row_at((store), (statement), CAUSE_HERE)
_must_check_ int store_run_on_row_at(struct store *store, sqlite3_stmt *statement, const struct cause_site *site);

/* Runs constant SQL of any number of statements. */
#define store_exec(store, sql) store_exec_at((store), (sql), CAUSE_HERE)
_must_check_ int store_exec_at(struct store *store, const char *sql, const struct cause_site *site);

/* The number that constant SQL gives, which is not kept prepared; *ret_number stays where it gives no row. */
#define store_read_number(store, sql, ret_number) store_read_number_at((store), (sql), (ret_number), CAUSE_HERE)
_must_check_ int store_read_number_at(struct store *store, const char *sql, int64_t *ret_number,
                                      const struct cause_site *site);

/* Text of a column, never NULL ("" for SQL NULL or lack of memory), and its bytes. */
const char *store_column_text(sqlite3_stmt *statement, int column, size_t *ret_len);

/* Reads a column that has a link of a chain; false: it has none, and *ret_link is zeros. */
bool store_column_link(sqlite3_stmt *statement, int column, struct chain_link *ret_link);

/* The same as a copy with its NUL in `size` bytes; one that is longer than it can be is cut. */
void store_copy_text(sqlite3_stmt *statement, int column, char *ret_text, size_t size);

/* The same as a copy in the arena; NULL: no memory. */
const char *store_column_keep(sqlite3_stmt *statement, int column, struct arena *arena);

/* A value that is kept as the text value_print() gives: puts the member at `at` into a parameter, which stays NULL
 * without memory, and reads it from a column. E_CORRUPT: the text is none. */
void store_bind_value(sqlite3_stmt *statement, int parameter, const struct value_row *row, const void *at);
_must_check_ int store_column_value(sqlite3_stmt *statement, int column, const struct value_row *row, void *ret_at);

/* Starts and ends a read transaction around several statements, so that they see one state. store_read_end() accepts a
 * transaction that is already over. Inside a write transaction both do nothing. */
#define store_read_begin(store, ret_started) store_read_begin_at((store), (ret_started), CAUSE_HERE)
_must_check_ int store_read_begin_at(struct store *store, bool *ret_started, const struct cause_site *site);
void store_read_end(struct store *store, bool started);

/* A raw connection with the pragmas of the store; path ":memory:" for one in memory. */
_must_check_ int store_connect(const char *path, struct store_home *home, struct store **ret_store);

/* A connection that only reads, to a database that is named by a URI and may be of another schema. */
_must_check_ int store_connect_reading(const char *uri, struct store **ret_store);

/* Applies the missing migrations, each in a transaction of its own. `ret_before` gets how many had been applied.
 * E_NEWER: more are applied than this firmware knows. */
_must_check_ int store_migrate(struct store *store, unsigned *ret_before);

/* Applies migrations up to `target` alone; for tests of N from N-1. */
_must_check_ int store_migrate_to(struct store *store, unsigned target, unsigned *ret_before);

/* How many migrations are applied to a database. E_CORRUPT: it does not say. */
_must_check_ int store_read_schema(struct store *store, int64_t *ret_schema);

/* SQL of migration n, 0 to store_schema_latest() - 1. */
const char *store_migration_sql(unsigned n);

/* Looks through the whole database, and whether its indexes fit its tables when that is asked for, which takes
 * several times as long. E_CORRUPT: damaged. `ret_index_damaged`: the tables are good but the index of name parts is
 * not; it can be built again. `ret_bad_rows`, set before: rows break constraints of their tables (store/bad_rows.h);
 * NULL: that is damage, too. */
_must_check_ int store_check(struct store *store, bool indexes, bool *ret_index_damaged, bool *ret_bad_rows);

/* The two halves of store_check(): 0 when pages, indexes, references of rows and everything but perhaps the index of name parts is good, without a write; and
 * whether that index is, where there is one. */
_must_check_ int store_check_pages(struct store *store, bool indexes, bool *ret_index_damaged, bool *ret_bad_rows);
_must_check_ int store_check_index(struct store *store, bool *ret_index_damaged);

/* Whether tables, indexes, triggers and views are those that the migrations up to its version make. E_CORRUPT: one is missing,
 * foreign or changed; the cause names it. 0 for a schema that is newer than this firmware. The first
 * compares hashes, which takes a millisecond, and calls the second where they differ. The second makes the migrations in memory,
 * which takes fifty. */
_must_check_ int store_check_schema(struct store *store);
_must_check_ int store_compare_schema(struct store *store);

/* Hash of the schema of a connection, without blanks and quotes of names; and whether it is that of a
 * version. */
_must_check_ int store_hash_schema(struct store *store, uint64_t *ret_hash);
bool store_schema_has_hash(int64_t version, uint64_t hash);

/* Whether each row has the row that it refers to. E_CORRUPT. Takes as long as reading the tables that refer to others. */
_must_check_ int store_check_references(struct store *store);

/* Notes damage seen by a connection; NULL is accepted. */
void store_home_note_damage(struct store_home *home);

#endif
