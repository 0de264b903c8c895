/* Reading the audit log: each filter alone, at both sides of its limits, and all together compared with a plain
 * loop. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/base/audit.h"
#include "store/store_impl.h"
#include "store_fails.h"
#include "unity.h"
#include "util/arena.h"

#define ROWS 60
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct store *store;
static struct arena arena;
static struct store_audit_row rows[ROWS];
static struct store_audit_found found[ROWS];
static size_t count;
static struct store_audit_query query;

static const char *const accounts[] = {"admin", "7", "key one"};
static const char *const calls[] = {"edituser", "login", "setsettings"};
static const char *const objects[] = {
    "user 7", "user 70", "user", "user.7", "setting Time.a", "setting TimeParam.b", "setting Time"};

static void add_rows(void) {
    unsigned seed = getenv("SEED") ? (unsigned)strtoul(getenv("SEED"), NULL, 10) : 5;

    (void)printf("SEED=%u\n", seed);
    srand(seed);
    for (int i = 0; i < ROWS; i++) {
        rows[i] = (struct store_audit_row){.id = i + 1,
                                           .time_ms = 5000000000000 + rand() % 20,
                                           .account = accounts[rand() % 3],
                                           .peer = "2001:db8::1",
                                           .call = calls[rand() % 3],
                                           .object = objects[rand() % 7],
                                           .before = rand() % 2 ? "{\"a\":1}" : NULL,
                                           .after = rand() % 2 ? "{\"a\":2}" : NULL,
                                           .importance = (enum audit_importance)(rand() % AUDIT_IMPORTANCE_COUNT),
                                           .person = (uint32_t)(rand() % 3),
                                           .sponsor = (uint32_t)(rand() % 2)};
        TEST_ASSERT_EQUAL_INT(0, store_audit_add(store, &rows[i]));
    }
}

void setUp(void) {
    arena_init(&arena, 1024 * 1024);
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    add_rows();
    query = (struct store_audit_query){
        .to_ms = INT64_MAX, .importance = -1, .before = INT64_MAX, .person = -1, .limit = ROWS};
}

void tearDown(void) {
    store = store_free(store);
    arena_done(&arena);
}

static bool is_of(const char *object, const char *asked) {
    size_t len = strlen(asked);

    return strncmp(object, asked, len) == 0 && (object[len] == '\0' || object[len] == ' ' || object[len] == '.');
}

static bool matches(const struct store_audit_row *row) {
    char quoted[32];

    (void)snprintf(quoted, sizeof(quoted), "\"%s\"", row->call);
    return row->id < query.before && row->id > query.after && row->time_ms >= query.from_ms &&
           row->time_ms <= query.to_ms && (query.account == NULL || strcmp(row->account, query.account) == 0) &&
           (query.call == NULL || strcmp(row->call, query.call) == 0) &&
           (query.object == NULL || is_of(row->object, query.object)) &&
           (query.importance < 0 || (int)row->importance == query.importance) &&
           (query.calls == NULL || row->person == query.person || strstr(query.calls, quoted) != NULL);
}

static void check_side(const char *expected, const char *got) {
    if (expected == NULL) {
        TEST_ASSERT_NULL(got);
    } else {
        TEST_ASSERT_EQUAL_STRING(expected, got);
    }
}

static void check_row(const struct store_audit_row *row, const struct store_audit_found *got) {
    TEST_ASSERT_EQUAL_INT64(row->id, got->row.id);
    TEST_ASSERT_EQUAL_INT64(row->time_ms, got->row.time_ms);
    TEST_ASSERT_EQUAL_STRING(row->account, got->row.account);
    TEST_ASSERT_EQUAL_STRING(row->peer, got->row.peer);
    TEST_ASSERT_EQUAL_STRING(row->call, got->row.call);
    TEST_ASSERT_EQUAL_STRING(row->object, got->row.object);
    check_side(row->before, got->row.before);
    check_side(row->after, got->row.after);
    TEST_ASSERT_EQUAL_INT(row->importance, got->row.importance);
    TEST_ASSERT_EQUAL_UINT32(row->person, got->row.person);
    TEST_ASSERT_EQUAL_UINT32(row->sponsor, got->row.sponsor);
    TEST_ASSERT_FALSE(got->cut);
}

/* Oldest first with `after`, newest first without. */
static void check_query(void) {
    size_t expected = 0;
    bool is_up = query.after > 0;

    TEST_ASSERT_EQUAL_INT(0, store_audit_find(store, &query, &arena, found, &count));
    for (int i = 0; i < ROWS && expected < query.limit; i++) {
        const struct store_audit_row *row = &rows[is_up ? i : ROWS - 1 - i];

        if (matches(row)) {
            TEST_ASSERT_GREATER_THAN_size_t(expected, count);
            check_row(row, &found[expected++]);
        }
    }
    TEST_ASSERT_EQUAL_size_t(expected, count);
    arena_done(&arena);
}

void test_random_filters_agree_with_a_loop(void) {
    static const char *const seen[] = {"[]", "[\"login\"]", "[\"edituser\",\"setsettings\"]"};

    check_query();
    for (int i = 0; i < 400; i++) {
        query.from_ms = rand() % 3 ? 0 : 5000000000000 + rand() % 20;
        query.to_ms = rand() % 3 ? INT64_MAX : 5000000000000 + rand() % 20;
        query.account = rand() % 4 ? NULL : accounts[rand() % 3];
        query.call = rand() % 4 ? NULL : calls[rand() % 3];
        query.object = rand() % 3 ? NULL : objects[rand() % 7];
        query.importance = rand() % 3 ? -1 : rand() % AUDIT_IMPORTANCE_COUNT;
        query.before = rand() % 3 ? INT64_MAX : rand() % ROWS;
        query.after = rand() % 3 ? 0 : rand() % ROWS;
        query.calls = rand() % 2 ? NULL : seen[rand() % 3];
        query.person = rand() % 2 ? -1 : rand() % 3;
        query.limit = rand() % 3 ? ROWS : 1 + (unsigned)rand() % 5;
        check_query();
    }
}

/* Each side alone, at the longest and one byte more; bytes count, not characters. */
void test_sides_that_are_too_long_are_left_out(void) {
    static char longest[STORE_AUDIT_TEXT_MAX + 1], longer[STORE_AUDIT_TEXT_MAX + 2];
    struct store_audit_row row = rows[0];

    memset(longest, 'x', STORE_AUDIT_TEXT_MAX);
    memset(longer, 'x', STORE_AUDIT_TEXT_MAX + 1);
    memcpy(longer, "\xc3\xa4", 2);
    for (int i = 0; i < 4; i++) {
        row.before = i == 0 ? longest : i == 1 ? longer : NULL;
        row.after = i == 2 ? longest : i == 3 ? longer : "y";
        TEST_ASSERT_EQUAL_INT(0, store_audit_add(store, &row));
        query.limit = 1;
        TEST_ASSERT_EQUAL_INT(0, store_audit_find(store, &query, &arena, found, &count));
        TEST_ASSERT_EQUAL(i == 1 || i == 3, found[0].cut);
        check_side(i == 1 || i == 3 ? NULL : row.before, found[0].row.before);
        check_side(i == 1 || i == 3 ? NULL : row.after, found[0].row.after);
    }
}

/* A page whose name begins like another's is a different page. */
void test_changes_of_a_page(void) {
    size_t expected = 0;

    TEST_ASSERT_EQUAL_INT(0, store_audit_of_page(store, "Time", ROWS, &arena, found, &count));
    for (int i = ROWS - 1; i >= 0; i--) {
        if (strncmp(rows[i].object, "setting Time.", 13) == 0) {
            check_row(&rows[i], &found[expected++]);
        }
    }
    TEST_ASSERT_EQUAL_size_t(expected, count);
    TEST_ASSERT_GREATER_THAN_size_t(2, expected);
    TEST_ASSERT_EQUAL_INT(0, store_audit_of_page(store, "Time", 2, &arena, found, &count));
    TEST_ASSERT_EQUAL_size_t(2, count);
    TEST_ASSERT_EQUAL_INT(0, store_audit_of_page(store, "Tim", ROWS, &arena, found, &count));
    TEST_ASSERT_EQUAL_size_t(0, count);
}

static int find(struct store *of) {
    return store_audit_find(of, &query, &arena, found, &count);
}
static int of_page(struct store *of) {
    return store_audit_of_page(of, "Time", 2, &arena, found, &count);
}

void test_every_failure_is_reported(void) {
    query.limit = 3;
    store_fails(store, find);
    store_fails(store, of_page);
    store_fails_without_memory(store, &arena, find);
    store_fails_without_memory(store, &arena, of_page);
}
