/* Wrong values in the database, one cell at a time, whatever the constraints of its tables say: the terminal starts, answers, lets
 * nobody in by them, and says what it left out. SEED repeats a run; CELLS=all tries all values of each cell instead of some. */
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/decode.h"
#include "api_world.h"
#include "core/door/door.h"
#include "core/door/pass.h"
#include "core/events/alarms.h"
#include "core/events/log.h"
#include "damaged_cell.h"
#include "folder_files.h"
#include "random_state.h"
#include "store/store_impl.h"
#include "unity.h"

#define TEXT_MAX 65536
#define CARD 1003 /* of user 3 */
#define USER 3
#define REPLY_MAX ((size_t)8 * 1024 * 1024)

static struct api_world w;
static struct random_numbers numbers;
static uint8_t rich[2 * 1024 * 1024]; /* a database with rows in each table */
static size_t rich_len;
static char label[300]; /* of the case, for failures */

void setUp(void) {
    api_world_up(&w);
}

void tearDown(void) {
    api_world_down(&w);
}

/* --- The database -------------------------------------------------------------------------------------------------- */

static sqlite3 *open_file(void) {
    return damaged_cell_open(folder_path(w.t.dir, "postern.db"));
}

static void close_file(sqlite3 *db) {
    TEST_ASSERT_EQUAL(
        SQLITE_OK, sqlite3_exec(db, "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE", NULL, NULL, NULL));
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_close(db));
}

static void exec(sqlite3 *db, const char *sql) {
    char *error = NULL;
    int rc = sqlite3_exec(db, sql, NULL, NULL, &error);
    TEST_ASSERT_EQUAL_MESSAGE(SQLITE_OK, rc, error != NULL ? error : sql);
    sqlite3_free(error);
}

static int64_t number(sqlite3 *db, const char *format, ...) {
    sqlite3_stmt *query = NULL;
    va_list args;
    va_start(args, format);
    char *sql = sqlite3_vmprintf(format, args);
    va_end(args);
    TEST_ASSERT_EQUAL_MESSAGE(SQLITE_OK, sqlite3_prepare_v2(db, sql, -1, &query, NULL), sql);
    TEST_ASSERT_EQUAL_MESSAGE(SQLITE_ROW, sqlite3_step(query), sql);
    int64_t value = sqlite3_column_int64(query, 0);
    (void)sqlite3_finalize(query);
    sqlite3_free(sql);
    return value;
}

/* What random_state_fill() leaves empty. */
static const char more_sql[] =
    "INSERT OR REPLACE INTO user (userid, username, name_key, cardno, level, \"group\", identify_mode, identify_factors,"
    " shift, valid_from, valid_to, revision) VALUES (3, 'Cy', 'cy', 1003, 0, 1, 0, 0, 2, 20200101, 20991231, 1);"
    "INSERT OR REPLACE INTO user_credential VALUES (999, 3, 1, 0, 7777, 0, 50, 1790000000, randomblob(512));"
    "INSERT OR REPLACE INTO user_photo VALUES (3, randomblob(900));"
    "INSERT OR REPLACE INTO person_area VALUES (3, 1, 1790000000000);"
    "INSERT OR REPLACE INTO setting (key, value) VALUES ('AccessControl.relayDelay', '7'), ('TimeParam.language', 'en');"
    "INSERT OR REPLACE INTO setting_page VALUES ('AccessControl', 2, 3);"
    "INSERT INTO provisional VALUES (1, 'Ethernet', 1);"
    "INSERT INTO provisional_value (key, value) VALUES ('Ethernet.mode', 'dhcp');"
    "INSERT OR REPLACE INTO module VALUES (1, randomblob(16));"
    "INSERT OR REPLACE INTO certificate VALUES (1, 'a request', randomblob(99), 1);"
    "INSERT INTO leave (userid, kind, \"from\", \"to\", half, note) VALUES (3, 1, 20260921, 20260922, 0, 'x');"
    "INSERT INTO shift_assignment (userid, \"group\", shift, \"from\", \"to\", usual) VALUES (3, 0, 2, 20260901, 0, 0);"
    "INSERT INTO bulk VALUES (1, 6, 3, 3, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 'people.csv', 90, 0, 0, 0, 0, 16, 'admin', '',"
    " '192.0.2.1', 0, 0, 1, 0, 0, x'0102', '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0);"
    "UPDATE record SET time = 1790000000000, userid = 3 WHERE seq = (SELECT max(seq) FROM record);";

/* Fills the tables while the terminal stands still, and keeps the file. */
static void make_rich(void) {
    struct store *store = NULL;
    api_world_end(&w);
    fixture_stop(&w.t);
    TEST_ASSERT_EQUAL(0, store_home_open(w.t.dir, &w.t.home));
    TEST_ASSERT_EQUAL(0, store_open(w.t.home, &store));
    random_state_fill(store, w.t.dir, &numbers);
    (void)store_free(store);
    w.t.home = store_home_close(w.t.home, true);
    sqlite3 *db = open_file();
    exec(db, more_sql);
    TEST_ASSERT_EQUAL_MESSAGE(0, number(db, "SELECT count(*) FROM pragma_quick_check WHERE quick_check <> 'ok'"),
                              "the rich database is good");
    close_file(db);
    rich_len = folder_read(w.t.dir, "postern.db", rich, sizeof(rich));
    TEST_ASSERT_LESS_THAN(sizeof(rich), rich_len);
}

static void put_rich_back(void) {
    static const char *const beside[] = {"postern.db-wal",  "postern.db-shm",       "clean",
                                         "postern.db.good", "postern.db.damaged-1", "postern.db.damaged-1-wal"};
    for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++) {
        (void)unlink(folder_path(w.t.dir, beside[i]));
    }
    folder_write(w.t.dir, "postern.db", rich, rich_len);
}

/* --- Wrong values -------------------------------------------------------------------------------------------------- */

static const char *const values[] = {
    "NULL",
    "-1",
    "99",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775807 - 1",
    "1.5",
    "''",
    "'x'",
    "'20260230'",
    "20260230",
    "CAST(x'ff01c080' AS TEXT)",
    "printf('%.*c', 1048576, 'x')",
    "x''",
    "x'00ff'",
    "zeroblob(1048576)",
};

#define VALUES (sizeof(values) / sizeof(values[0]))

/* Writes the value into a row of the table as a constraint would have it: true if they all allow it. */
static bool write_allowed(sqlite3 *db, const char *update) {
    exec(db, "SAVEPOINT allowed");
    bool is_allowed = sqlite3_exec(db, update, NULL, NULL, NULL) == SQLITE_OK;
    exec(db, is_allowed ? "RELEASE allowed" : "ROLLBACK TO allowed; RELEASE allowed");
    return is_allowed;
}

/* Of a key, whose values SQLite keeps whole and single whatever the table says. */
static bool is_key(sqlite3 *db, const char *table, const char *column) {
    return number(db,
                  "SELECT (SELECT count(*) FROM pragma_table_info(%Q) WHERE name = %Q AND pk > 0) +"
                  " (SELECT count(*) FROM pragma_index_list(%Q) AS l, pragma_index_info(l.name) AS i"
                  " WHERE l.\"unique\" AND i.name = %Q)",
                  table, column, table, column) > 0;
}

/* Which row: the one that user 3, or number 2, has, where there is one; else the first. */
static char *update_of(sqlite3 *db, const char *table, const char *column, const char *value) {
    bool has_rowid = number(db, "SELECT wr = 0 FROM pragma_table_list WHERE name = %Q", table) == 1;
    bool of_user = number(db, "SELECT count(*) FROM pragma_table_info(%Q) WHERE name = 'userid'", table) == 1;
    char *keys = NULL;
    if (has_rowid) {
        return sqlite3_mprintf(
            "UPDATE \"%w\" SET \"%w\" = %s WHERE rowid = (SELECT rowid FROM \"%w\" ORDER BY %s LIMIT 1)", table, column,
            value, table, of_user ? "userid <> 3, rowid" : "rowid");
    }
    sqlite3_stmt *query = NULL;
    char *list =
        sqlite3_mprintf("SELECT group_concat('\"' || name || '\"') FROM pragma_table_info(%Q) WHERE pk > 0", table);
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_prepare_v2(db, list, -1, &query, NULL));
    TEST_ASSERT_EQUAL(SQLITE_ROW, sqlite3_step(query));
    keys = sqlite3_mprintf("%s", sqlite3_column_text(query, 0));
    (void)sqlite3_finalize(query);
    sqlite3_free(list);
    char *update = sqlite3_mprintf("UPDATE \"%w\" SET \"%w\" = %s WHERE (%s) = (SELECT %s FROM \"%w\" LIMIT 1)", table,
                                   column, value, keys, keys, table);
    sqlite3_free(keys);
    return update;
}

/* --- What is asked ------------------------------------------------------------------------------------------------- */

static void answer_file(const struct api_file *file) {
    struct buf out = {0};
    int r = 1;
    while (r == 1 && out.len < REPLY_MAX) {
        r = file->next(w.ctx.core, file->state, &out);
    }
    file->end(file->state);
    buf_done(&out);
    TEST_ASSERT_EQUAL_MESSAGE(0, r, label);
}

static void answer(const struct api_route *route, const char *query) {
    struct api_decode_error error;
    void *req = calloc(1, route->req_size + 1);
    void *reply = calloc(1, route->reply_size + 1);
    if (api_decode_query(route, query, strlen(query), req, &error) == 0) {
        char *at = label + strlen(label);
        (void)snprintf(at, sizeof(label) - (size_t)(at - label), " | %s?%s", route->name, query);
        int code = route->handle(&w.ctx, req, reply);
        TEST_ASSERT_NOT_EQUAL_MESSAGE(CAT_SYSTEM_ERROR, code, label);
        if (code == CAT_OK && route->is_file) {
            answer_file(reply);
        } else if (code == CAT_OK) {
            struct buf out = {0};
            route->encode(&out, reply);
            TEST_ASSERT_FALSE_MESSAGE(buf_failed(&out), label);
            buf_done(&out);
        }
        *at = '\0';
    }
    arena_done(&w.arena);
    w.ctx.error_field = NULL;
    w.ctx.error = 0;
    free(req);
    free(reply);
}

/* All lists, reports, files and pages of settings. */
static void ask_everything(void) {
    static const char *const queries[] = {"",         "fromDay=2026-09-14&toDay=2026-09-27",
                                          "userid=3", "userid=3&day=2026-09-21",
                                          "seq=1",    "page=AccessControl"};
    for (size_t i = 0; i < api_route_count; i++) {
        const struct api_route *route = &api_routes[i];
        bool reads = (route->method == API_GET || strncmp(route->name, "Set", 3) == 0) && route->thread != API_STREAM &&
                     route->takes == API_TAKES_JSON && !route->audit && route->access != API_ACCESS_OPEN &&
                     strcmp(route->name, "GetSearchBleDev") != 0 &&
                     strcmp(route->name, "userPhoto") != 0; /* these are sealed */
        for (size_t q = 0; reads && q < sizeof(queries) / sizeof(queries[0]); q++) {
            if (q == 0 || route->in_query) {
                answer(route, queries[q]);
            }
        }
    }
}

/* Shows the card of user 3; true if the door let somebody in. */
static bool show_card(void) {
    struct hal_input_event event = {.what = HAL_INPUT_CREDENTIAL, .kind = HAL_CREDENTIAL_CARD, .card = CARD};
    struct pass pass;
    struct arena arena;
    struct record records[8];
    size_t count = 0;
    int64_t before = log_last(w.t.core);
    bool granted = false;
    memset(&pass, 0, sizeof(pass));
    door_begin(w.t.core);
    pass_take(w.t.core, &pass, &event);
    pass_end(w.t.core, &pass);
    arena_init(&arena, TEXT_MAX);
    TEST_ASSERT_EQUAL_MESSAGE(0, log_read(w.t.core, before, records, 8, &arena, &count), label);
    for (size_t i = 0; i < count; i++) {
        granted = granted || records[i].result == RECORD_RESULT_GRANTED;
    }
    arena_done(&arena);
    return granted;
}

static bool has_alarm(void) {
    struct store_alarm alarms[ALARMS_LISTED_MAX];
    struct arena arena;
    size_t count = 0;
    bool is_open = false;
    arena_init(&arena, (size_t)4 * TEXT_MAX);
    for (unsigned i = 0; i < 20 && alarms_due_ms(w.t.core) != INT64_MAX; i++) {
        alarms_upkeep(w.t.core);
    }
    TEST_ASSERT_EQUAL_MESSAGE(0, alarms_list(w.t.core, &w.by, false, &arena, alarms, &count), label);
    for (size_t i = 0; i < count; i++) {
        is_open = is_open || alarms[i].kind == RECORD_KIND_DAMAGED;
    }
    arena_done(&arena);
    return is_open;
}

/* --- The cases ----------------------------------------------------------------------------------------------------- */

static void run_case(const char *table, const char *column, const char *value) {
    (void)snprintf(label, sizeof(label), "%s.%s = %s", table, column, value);
    put_rich_back();
    sqlite3 *db = open_file();
    char *update = update_of(db, table, column, value);
    bool is_allowed = write_allowed(db, update);
    bool is_written = is_allowed || damaged_cell_write(db, table, update);
    sqlite3_free(update);
    bool is_of_key = is_key(db, table, column);
    close_file(db);
    if (!is_written) {
        TEST_ASSERT_TRUE_MESSAGE(is_of_key, label);
        return;
    }
    cause_clear();
    int r = fixture_start(&w.t);
    char *end = label + strlen(label);
    (void)snprintf(end, sizeof(label) - (size_t)(end - label), "%s%s", r < 0 ? ": " : "",
                   r < 0 ? cause_get()->text : "");
    TEST_ASSERT_EQUAL_MESSAGE(0, r, label);
    api_world_begin(&w, w.t.core);
    TEST_ASSERT_EQUAL_STRING_MESSAGE("", store_home_status(w.t.home)->cause.text, label);
    TEST_ASSERT_EQUAL_MESSAGE(0, store_home_status(w.t.home)->damaged, label);
    ask_everything();
    bool is_in = show_card();
    TEST_ASSERT_TRUE_MESSAGE(is_allowed || has_alarm(),
                             label); /* a text that is allowed may be no value of its setting */
    if (!is_allowed && strcmp(table, "user") == 0) {
        TEST_ASSERT_FALSE_MESSAGE(is_in, label);
    }
    TEST_ASSERT_FALSE_MESSAGE(store_home_damaged(w.t.home), label);
    api_world_end(&w);
    fixture_stop(&w.t);
}

struct cell {
    char table[40], column[40];
};

static size_t list_cells(struct cell *ret_cells, size_t max) {
    size_t count = 0;
    sqlite3_stmt *query = NULL;
    sqlite3 *db = open_file();
    TEST_ASSERT_EQUAL(
        SQLITE_OK, sqlite3_prepare_v2(db,
                                      "SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c"
                                      " WHERE t.type = 'table' AND t.rootpage > 0 AND t.name NOT GLOB 'user_name_fts*'"
                                      " AND t.name NOT IN ('left_out', 'sqlite_stat1') ORDER BY 1, c.cid",
                                      -1, &query, NULL));
    while (sqlite3_step(query) == SQLITE_ROW) {
        TEST_ASSERT_LESS_THAN(max, count);
        (void)snprintf(ret_cells[count].table, sizeof(ret_cells->table), "%s", sqlite3_column_text(query, 0));
        (void)snprintf(ret_cells[count++].column, sizeof(ret_cells->column), "%s", sqlite3_column_text(query, 1));
    }
    (void)sqlite3_finalize(query);
    close_file(db);
    return count;
}

/* The first value that is too much for any column of the type. */
static const char *extreme_of(sqlite3 *db, const struct cell *cell) {
    bool is_number = number(db, "SELECT type = 'INTEGER' FROM pragma_table_info(%Q) WHERE name = %Q", cell->table,
                            cell->column) == 1;
    bool is_text =
        number(db, "SELECT type = 'TEXT' FROM pragma_table_info(%Q) WHERE name = %Q", cell->table, cell->column) == 1;
    return is_number ? "9223372036854775807" : is_text ? "printf('%.*c', 1048576, 'x')" : "zeroblob(1048576)";
}

/* Each column has a limit of its own, in the table itself. SQLite's own table has none. */
void test_no_column_takes_any_value(void) {
    static struct cell cells[500];
    numbers.state = 1;
    make_rich();
    size_t count = list_cells(cells, sizeof(cells) / sizeof(cells[0]));
    sqlite3 *db = open_file();
    for (size_t i = 0; i < count; i++) {
        char *update = update_of(db, cells[i].table, cells[i].column, extreme_of(db, &cells[i]));
        bool is_own = strcmp(cells[i].table, "sqlite_sequence") != 0;
        TEST_ASSERT_FALSE_MESSAGE(is_own && write_allowed(db, update), update);
        sqlite3_free(update);
    }
    close_file(db);
    TEST_ASSERT_EQUAL(0, fixture_start(&w.t));
    api_world_begin(&w, w.t.core);
}

void test_a_wrong_cell_never_keeps_the_terminal_from_starting(void) {
    static struct cell cells[500];
    const char *all = getenv("CELLS");
    const char *only = getenv("ONLY");
    numbers.state = random_seed("test_start_damaged", 20261127);
    make_rich();
    size_t count = list_cells(cells, sizeof(cells) / sizeof(cells[0]));
    for (size_t i = 0; i < count; i++) {
        if (only != NULL && strcmp(only, cells[i].table) != 0) {
            continue;
        }
        for (size_t v = 0; v < VALUES; v++) {
            if (all != NULL || random_below(&numbers, VALUES) == 0) {
                run_case(cells[i].table, cells[i].column, values[v]);
            }
        }
    }
    put_rich_back();
    TEST_ASSERT_EQUAL(0, fixture_start(&w.t));
    api_world_begin(&w, w.t.core);
}

/* What a random run has found once. */
void test_cells_that_went_wrong(void) {
    static const struct {
        const char *table, *column, *value;
    } cases[] = {
        {"user_credential", "factor", "NULL"}, /* the trigger that counts could not delete it */
        {"user", "level", "NULL"},
        {"audit", "account", "NULL"},
        {"provisional_value", "sealed", "x'00ff'"}, /* beside a value: no setting could be put back */
        {"account", "initial_sealed", "x'00ff'"}, /* the display could not show it */
        {"bulk", "code", "2147483648"}, /* an error without its sign: no int has it */
    };
    numbers.state = 1;
    make_rich();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        run_case(cases[i].table, cases[i].column, cases[i].value);
    }
    put_rich_back();
    TEST_ASSERT_EQUAL(0, fixture_start(&w.t));
    api_world_begin(&w, w.t.core);
}
