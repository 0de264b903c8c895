#include "random_state.h"

#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "folder_files.h"
#include "store/store_impl.h"
#include "store/users/users.h"
#include "unity.h"

#define USERS_MAX 12
#define LINES_MAX 30
#define DAY 20261001
#define NOW_MS INT64_C(1790000000000)

unsigned random_below(struct random_numbers *random, unsigned count) {
    random->state ^= random->state << 13;
    random->state ^= random->state >> 7;
    random->state ^= random->state << 17;
    return (unsigned)((random->state >> 11) % count);
}

unsigned random_seed(const char *test, unsigned usual) {
    const char *text = getenv("SEED");
    unsigned seed = text != NULL ? (unsigned)strtoul(text, NULL, 10) : usual;
    (void)printf("%s: SEED=%u repeats it\n", test, seed);
    return seed;
}

/* Runs composed SQL, which must succeed. */
static void sql(struct store *store, const char *format, ...) {
    char text[1500];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    TEST_ASSERT_TRUE(len > 0 && len < (int)sizeof(text));
    TEST_ASSERT_EQUAL_MESSAGE(0, store_exec(store, text), text);
}

/* Returns a word of letters, one of them not ASCII. */
static const char *word(struct random_numbers *random) {
    static char words[4][24];
    static unsigned next;
    char *to = words[next++ % 4];
    unsigned len = 3 + random_below(random, 10);
    for (unsigned i = 0; i < len; i++) {
        to[i] = (char)('a' + random_below(random, 26));
    }
    (void)snprintf(to + len, 4, "%s", random_below(random, 3) == 0 ? "ß" : "");
    return to;
}

static void empty(struct store *store) {
    static const char *const tables[] = {"user",           "record",
                                         "access_group",   "time_zone",
                                         "shift",          "shift_assignment",
                                         "holiday",        "in_force",
                                         "period",         "period_group",
                                         "leave",          "person_area",
                                         "door",           "alarm",
                                         "bluetooth_bond", "authorized_device",
                                         "browser",        "rest_key",
                                         "throttle",       "module",
                                         "init_card",      "bulk",
                                         "audit",          "backup_copies",
                                         "backup_taken",   "record_anchor",
                                         "place_change"};
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
        sql(store, "DELETE FROM \"%s\"", tables[i]);
    }
}

static void add_user(struct store *store, struct random_numbers *random, uint32_t id) {
    char name[64];
    struct store_password password = {.console = random_below(random, 2) == 0};
    (void)snprintf(name, sizeof(name), "%s %s", word(random), word(random));
    struct user user = {
        .userid = id,
        .username = name,
        .cardno = random_below(random, 2) * (1000 + id),
        .level = (uint8_t)(random_below(random, 3) == 0 ? 1 + random_below(random, 16) : 0),
        .group = (uint8_t)random_below(random, 17),
    };
    (void)snprintf(password.hash, sizeof(password.hash), "$argon2id$%s", word(random));
    password.identifies = user.level == 0 && random_below(random, 2) == 0;
    (void)snprintf((char *)password.pin_key, sizeof(password.pin_key), "%u %s", (unsigned)id, word(random));
    TEST_ASSERT_EQUAL(0, store_users_add(store, &user, random_below(random, 2) == 0 ? &password : NULL));
    if (random_below(random, 2) == 0) {
        sql(store, "INSERT INTO user_photo VALUES (%u, randomblob(%u))", id, 1 + random_below(random, 9000));
    }
    if (random_below(random, 2) == 0) {
        sql(store, "INSERT INTO person_area VALUES (%u, %u, %lld)", id, 1 + random_below(random, 2), NOW_MS);
    }
    if (random_below(random, 2) == 0) {
        sql(store, "INSERT INTO leave (userid, kind, \"from\", \"to\", half, note) VALUES (%u, 1, %d, %d, 0, '%s')", id,
            DAY, DAY + 3, word(random));
    }
    for (unsigned finger = 0; finger < 10; finger += 1 + random_below(random, 6)) {
        sql(store,
            "INSERT INTO user_credential (userid, factor, idx, slot, duress, quality, enrolled_s, template)"
            " VALUES (%u, 1, %u, %u, %u, %u, 1790000000, randomblob(512))",
            id, finger, id * 16 + finger, random_below(random, 2), random_below(random, 101));
    }
}

static void add_rules(struct store *store, struct random_numbers *random) {
    for (unsigned n = 2; n <= 2 + random_below(random, 4); n++) {
        sql(store, "INSERT INTO access_group VALUES (%u, '%s', 1, 0, 0, 0, 1)", n, word(random));
        sql(store, "INSERT INTO time_zone VALUES (%u, '%s', '480,0,0,0,0,0,0', '1020,0,0,0,0,0,0', 1)", n,
            word(random));
        sql(store, "INSERT INTO period_group VALUES (%u, '%s', %u, 1)", n, word(random), random_below(random, 3));
        sql(store, "INSERT INTO place_change VALUES ('Europe/Madrid', %u, %u)", n, random_below(random, 121));
        sql(store, "INSERT INTO period VALUES (%u, %u, 60, 120)", n, random_below(random, 7));
        sql(store, "INSERT INTO in_force VALUES (%u, %u)", n, n);
        sql(store, "INSERT INTO holiday VALUES (%u, '%s', %d, %d, 0, 0, 1)", n, word(random), DAY + (int)n,
            DAY + (int)n);
        sql(store,
            "INSERT INTO shift VALUES (%u, '%s', 8, 480, 1020, '0,0,0', '0,0,0', 60, 60, 60, 60, 5, 5, 0, 0, 0, 0, 15,"
            " 0, 0, 62, 7, %d, 1, %u, %u, 0, 1, 0, 480, 0, 0, '')",
            n, word(random), DAY, random_below(random, 3), random_below(random, 481));
        sql(store,
            "INSERT INTO shift_assignment (userid, \"group\", shift, \"from\", \"to\", usual) VALUES (%u, 0, %u, %d, 0, 0)",
            1 + random_below(random, USERS_MAX), n, DAY);
    }
}

static void add_devices(struct store *store, struct random_numbers *random) {
    for (unsigned n = 0; n < 1 + random_below(random, 4); n++) {
        sql(store, "INSERT INTO bluetooth_bond VALUES ('02:00:00:00:00:%02x', '%s', %u)", n, word(random),
            random_below(random, 17));
        sql(store, "INSERT INTO authorized_device VALUES (%u, '04:00:00:00:00:%02x', '%s', %u, 1, 2, %u)",
            random_below(random, 2), n, word(random), random_below(random, 100), random_below(random, 2));
        sql(store,
            "INSERT INTO browser (userid, hash, name, made_s, used_s, peer) VALUES (0, randomblob(32), '%s', 1, 2,"
            " '192.0.2.%u')",
            word(random), n);
        sql(store,
            "INSERT INTO rest_key (name, level, hint, hash, created_s) VALUES ('key %u', %u, 'hint', randomblob(32), 3)",
            n, 1 + random_below(random, 16));
        sql(store, "INSERT OR REPLACE INTO clock_error VALUES (%u, %u, %d, %u)", 10 * n + 1,
            10 * n + 1 + random_below(random, 10), 120 + (int)random_below(random, 86400), random_below(random, 2));
        sql(store,
            "INSERT INTO alarm (kind, door, userid, username, detail, first_ms, last_ms, last_seq, count)"
            " VALUES (1, 1, %u, '%s', '', %lld, %lld, 1, 2)",
            n + 1, word(random), NOW_MS, NOW_MS);
        sql(store,
            "INSERT INTO audit (time_ms, account, peer, call, object, after) VALUES (%lld, 'admin', '192.0.2.1',"
            " 'x', 'user %u', '%s')",
            NOW_MS, n, word(random));
        sql(store, "INSERT INTO throttle VALUES ('%c:%u', %u, %lld)", "ask*"[random_below(random, 3)], n,
            1 + random_below(random, 9), NOW_MS);
    }
    sql(store, "INSERT INTO door VALUES (1, 0)");
    sql(store, "INSERT INTO init_card VALUES (1, randomblob(32), 0, %u)", random_below(random, 9));
    sql(store, "INSERT INTO backup_copies VALUES (1, 20000, %u, 0, %u, 4096)", random_below(random, 3),
        1 + random_below(random, 99));
    sql(store, "INSERT INTO backup_taken VALUES (1, %u)", 1 + random_below(random, 99));
    sql(store, "INSERT OR REPLACE INTO record_anchor VALUES (1, zeroblob(32))");
}

static void add_lines(struct store *store, const char *dir, struct random_numbers *random) {
    char photos[128], name[64];
    static uint8_t picture[9000];
    unsigned lines = 1 + random_below(random, LINES_MAX);
    int64_t first = 0;
    sql(store, "INSERT OR REPLACE INTO record_anchor VALUES (1, randomblob(32))");
    (void)snprintf(photos, sizeof(photos), "rm -rf '%s/photos'; mkdir -m 700 '%s/photos'", dir, dir);
    TEST_ASSERT_EQUAL(0, system(photos));
    TEST_ASSERT_EQUAL(0, store_read_number(store, "SELECT seq FROM sqlite_sequence WHERE name = 'record'", &first));
    for (unsigned n = 0; n < lines; n++) {
        sql(store,
            "INSERT INTO record (time, \"offset\", kind, result, reason, userid, username, factors, status, duress, door,"
            " temperature, photo, detail) VALUES (%lld, 60, 1, 1, 0, %u, '%s', 1, 0, 0, 1, 0, 0, '%s')",
            NOW_MS + 1000 * (int64_t)random_below(random, 60), 1 + random_below(random, USERS_MAX), word(random),
            word(random));
        if (random_below(random, 3) == 0) {
            size_t len = 1 + random_below(random, sizeof(picture) - 1);
            memset(picture, (int)random_below(random, 256), len);
            (void)snprintf(name, sizeof(name), "photos/%lld%s", (long long)(first + 1 + n),
                           random_below(random, 2) == 0 ? "x" : "");
            folder_write(dir, name, picture, len);
        }
    }
}

void random_state_fill(struct store *store, const char *dir, struct random_numbers *random) {
    TEST_ASSERT_EQUAL(0, store_begin(store));
    empty(store);
    for (uint32_t id = 1; id <= USERS_MAX; id++) {
        if (random_below(random, 3) > 0) {
            add_user(store, random, id);
        }
    }
    add_rules(store, random);
    add_devices(store, random);
    add_lines(store, dir, random);
    TEST_ASSERT_EQUAL(0, store_commit(store));
}

static sqlite3_stmt *prepared(sqlite3 *db, const char *query) {
    sqlite3_stmt *statement = NULL;
    TEST_ASSERT_EQUAL_MESSAGE(SQLITE_OK, sqlite3_prepare_v2(db, query, -1, &statement, NULL), query);
    return statement;
}

/* Composes the query for the rows of a table as text, in the order of their columns. */
static char *rows_query(sqlite3 *db, const char *table) {
    char *columns = sqlite3_mprintf("SELECT group_concat('quote(\"' || name || '\")', ' || ''|'' || '),"
                                    " group_concat('\"' || name || '\"', ', ') FROM pragma_table_info(%Q)",
                                    table);
    sqlite3_stmt *statement = prepared(db, columns);
    TEST_ASSERT_EQUAL(SQLITE_ROW, sqlite3_step(statement));
    char *query = sqlite3_mprintf("SELECT coalesce(group_concat(line, ''), '') FROM (SELECT replace(%s, char(10), '')"
                                  " || char(10) AS line FROM \"%w\" ORDER BY %s)",
                                  sqlite3_column_text(statement, 0), table, sqlite3_column_text(statement, 1));
    (void)sqlite3_finalize(statement);
    sqlite3_free(columns);
    return query;
}

void state_dump_read(const char *path, struct state_dump *ret_dump) {
    sqlite3 *db = NULL;
    memset(ret_dump, 0, sizeof(*ret_dump));
    TEST_ASSERT_EQUAL_MESSAGE(SQLITE_OK, sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), path);
    sqlite3_stmt *tables =
        prepared(db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name");
    while (sqlite3_step(tables) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(tables, 0);
        char *query = rows_query(db, name);
        sqlite3_stmt *rows = prepared(db, query);
        TEST_ASSERT_EQUAL(SQLITE_ROW, sqlite3_step(rows));
        TEST_ASSERT_LESS_THAN(STATE_TABLES_MAX, ret_dump->count);
        ret_dump->tables[ret_dump->count].name = strdup(name);
        ret_dump->tables[ret_dump->count++].rows = strdup((const char *)sqlite3_column_text(rows, 0));
        (void)sqlite3_finalize(rows);
        sqlite3_free(query);
    }
    (void)sqlite3_finalize(tables);
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_close(db));
}

void state_dump_free(struct state_dump *dump) {
    for (size_t i = 0; i < dump->count; i++) {
        free(dump->tables[i].name);
        free(dump->tables[i].rows);
    }
    memset(dump, 0, sizeof(*dump));
}

const char *state_dump_rows(const struct state_dump *dump, const char *table) {
    for (size_t i = 0; i < dump->count; i++) {
        if (strcmp(dump->tables[i].name, table) == 0) {
            return dump->tables[i].rows;
        }
    }
    return "";
}

size_t state_dump_count(const struct state_dump *dump, const char *table) {
    size_t count = 0;
    for (const char *at = state_dump_rows(dump, table); (at = strchr(at, '\n')) != NULL; at++) {
        count++;
    }
    return count;
}
