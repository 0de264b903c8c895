#include "damaged_cell.h"

#include <stddef.h>

#include "unity.h"

static void exec(sqlite3 *db, const char *sql) {
    char *error = NULL;
    (void)sqlite3_exec(db, sql, NULL, NULL, &error);
    TEST_ASSERT_NULL_MESSAGE(error, error);
}

sqlite3 *damaged_cell_open(const char *path) {
    sqlite3 *db = NULL;
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_open(path, &db));
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL); /* damage does not update counts */
    return db;
}

bool damaged_cell_write(sqlite3 *db, const char *table, const char *update) {
    char *change = sqlite3_mprintf(
        "CREATE TEMP TABLE was AS SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = %Q;"
        "PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = ON;"
        "UPDATE main.sqlite_schema SET sql = replace(replace(replace(replace(replace(sql, 'INTEGER NOT NULL', 'INTEGER'),"
        " 'TEXT NOT NULL', 'TEXT'), 'BLOB NOT NULL', 'BLOB'), ') STRICT, WITHOUT', ') WITHOUT'), ') STRICT', ')')"
        " WHERE type = 'table' AND name = %Q;"
        "PRAGMA writable_schema = RESET;",
        table, table);
    char *back =
        sqlite3_mprintf("PRAGMA writable_schema = ON; UPDATE main.sqlite_schema SET sql = (SELECT sql FROM temp.was)"
                        " WHERE type = 'table' AND name = %Q; PRAGMA writable_schema = RESET; DROP TABLE temp.was",
                        table);
    exec(db, change);
    bool is_written = sqlite3_exec(db, update, NULL, NULL, NULL) == SQLITE_OK;
    exec(db, back);
    sqlite3_free(change);
    sqlite3_free(back);
    return is_written;
}
