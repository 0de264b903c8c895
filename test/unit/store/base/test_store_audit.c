#include "store/base/audit.h"

#include <stdio.h>
#include <string.h>

#include "store/store_impl.h"
#include "unity.h"
#include "util/arena.h"

#define ADMIN 0U
#define OTHER 7U
#define FLOODER 44U
#define NOBODY 4294967294U

static struct store *store;
static struct store_audit_row row;
static char seen[256];

void setUp(void) {
    TEST_ASSERT_EQUAL(0, store_open_memory(&store));
    row = (struct store_audit_row){
        .time_ms = 5, .account = "admin", .peer = "::1", .call = "edituser", .object = "user 7", .after = "{}"};
    seen[0] = '\0';
}

void tearDown(void) {
    store = store_free(store);
}

static int note(void *ctx, const struct store_audit_row *got) {
    size_t len = strlen(seen);
    (void)ctx;
    (void)snprintf(seen + len, sizeof(seen) - len, "%d,%s,%s,%s,%s,%s,%s;", (int)got->time_ms, got->account, got->peer,
                   got->call, got->object, got->before ? got->before : "-", got->after ? got->after : "-");
    return 0;
}

void test_rows_are_read_newest_first_up_to_the_limit(void) {
    TEST_ASSERT_EQUAL(0, store_audit_add(store, &row));
    row.time_ms = 6;
    row.before = "{\"a\":1}";
    row.after = NULL;
    TEST_ASSERT_EQUAL(0, store_audit_add(store, &row));
    TEST_ASSERT_EQUAL(0, store_audit_read(store, 10, note, NULL));
    TEST_ASSERT_EQUAL_STRING("6,admin,::1,edituser,user 7,{\"a\":1},-;5,admin,::1,edituser,user 7,-,{};", seen);
    seen[0] = '\0';
    TEST_ASSERT_EQUAL(0, store_audit_read(store, 1, note, NULL));
    TEST_ASSERT_EQUAL_STRING("6,admin,::1,edituser,user 7,{\"a\":1},-;", seen);
}

/* Adds entries of a person in one transaction. */
static void add_rows(enum audit_importance importance, uint32_t sponsor, uint32_t person, int count) {
    row.importance = importance;
    row.sponsor = sponsor;
    row.person = person;
    TEST_ASSERT_EQUAL(0, store_begin(store));
    for (int i = 0; i < count; i++) {
        row.time_ms++;
        TEST_ASSERT_EQUAL(0, store_audit_add(store, &row));
    }
    TEST_ASSERT_EQUAL(0, store_commit(store));
}

static int64_t number(const char *sql, int64_t importance, int64_t person) {
    sqlite3_stmt *query = NULL;
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_prepare_v2(store->db, sql, -1, &query, NULL));
    (void)sqlite3_bind_int64(query, 1, importance);
    (void)sqlite3_bind_int64(query, 2, person);
    TEST_ASSERT_EQUAL(SQLITE_ROW, sqlite3_step(query));
    int64_t value = sqlite3_column_int64(query, 0);
    (void)sqlite3_finalize(query);
    return value;
}

static int64_t rows_of(enum audit_importance importance, uint32_t person) {
    return number("SELECT count(*) FROM audit WHERE importance = ?1 AND person = ?2", importance, person);
}

static int64_t rows_in(enum audit_importance importance) {
    return number("SELECT count(*) FROM audit WHERE importance = ?1", importance, 0);
}

static int budget_of(enum audit_importance importance) {
    return (int)store_audit_budget(importance)->count;
}

void test_a_flood_displaces_the_rows_of_who_makes_it_alone(void) {
    add_rows(AUDIT_IMPORTANCE_SIGN_IN, ADMIN, ADMIN, 300);
    add_rows(AUDIT_IMPORTANCE_RIGHTS, ADMIN, ADMIN, 200);
    add_rows(AUDIT_IMPORTANCE_REFUSED, NOBODY, NOBODY, 100);
    add_rows(AUDIT_IMPORTANCE_EDIT, ADMIN, ADMIN, 3000);
    add_rows(AUDIT_IMPORTANCE_EDIT, OTHER, OTHER, 20);
    add_rows(AUDIT_IMPORTANCE_EDIT, FLOODER, FLOODER, 101000);
    TEST_ASSERT_EQUAL_INT64(300, rows_of(AUDIT_IMPORTANCE_SIGN_IN, ADMIN));
    TEST_ASSERT_EQUAL_INT64(200, rows_of(AUDIT_IMPORTANCE_RIGHTS, ADMIN));
    TEST_ASSERT_EQUAL_INT64(100, rows_of(AUDIT_IMPORTANCE_REFUSED, NOBODY));
    TEST_ASSERT_EQUAL_INT64(3000, rows_of(AUDIT_IMPORTANCE_EDIT, ADMIN));
    TEST_ASSERT_EQUAL_INT64(20, rows_of(AUDIT_IMPORTANCE_EDIT, OTHER));
    TEST_ASSERT_EQUAL_INT64(budget_of(AUDIT_IMPORTANCE_EDIT) - 3020, rows_of(AUDIT_IMPORTANCE_EDIT, FLOODER));
    /* The newest stay. */
    TEST_ASSERT_EQUAL(0, store_audit_read(store, 1, note, NULL));
    TEST_ASSERT_EQUAL_STRING_LEN("104625,", seen, 7);
}

/* In a full log a flood gets no more than a share, taken from the group with the most entries. */
void test_a_flood_takes_a_share_from_who_has_most(void) {
    int budget = budget_of(AUDIT_IMPORTANCE_SIGN_IN), share = budget / STORE_AUDIT_SPONSOR_SHARE;
    add_rows(AUDIT_IMPORTANCE_SIGN_IN, OTHER, OTHER, 500);
    add_rows(AUDIT_IMPORTANCE_SIGN_IN, ADMIN, ADMIN, budget);
    TEST_ASSERT_EQUAL_INT64(budget - 500, rows_of(AUDIT_IMPORTANCE_SIGN_IN, ADMIN));
    add_rows(AUDIT_IMPORTANCE_SIGN_IN, FLOODER, FLOODER, 5 * share);
    TEST_ASSERT_EQUAL_INT64(500, rows_of(AUDIT_IMPORTANCE_SIGN_IN, OTHER));
    TEST_ASSERT_EQUAL_INT64(share, rows_of(AUDIT_IMPORTANCE_SIGN_IN, FLOODER));
    TEST_ASSERT_EQUAL_INT64(budget - 500 - share, rows_of(AUDIT_IMPORTANCE_SIGN_IN, ADMIN));
}

/* The creator of accounts sponsors them: they have one share together. */
void test_many_accounts_of_one_person_have_one_share(void) {
    int budget = budget_of(AUDIT_IMPORTANCE_REFUSED), share = budget / STORE_AUDIT_SPONSOR_SHARE;
    add_rows(AUDIT_IMPORTANCE_REFUSED, OTHER, OTHER, 60);
    add_rows(AUDIT_IMPORTANCE_REFUSED, ADMIN, ADMIN, budget);
    for (uint32_t account = 1000; account < 1200; account++) {
        add_rows(AUDIT_IMPORTANCE_REFUSED, FLOODER, account, 40);
    }
    TEST_ASSERT_EQUAL_INT64(60, rows_of(AUDIT_IMPORTANCE_REFUSED, OTHER));
    TEST_ASSERT_EQUAL_INT64(budget - 60 - share, rows_of(AUDIT_IMPORTANCE_REFUSED, ADMIN));
}

void test_one_of_a_group_displaces_none_of_the_others(void) {
    int budget = budget_of(AUDIT_IMPORTANCE_REFUSED);
    add_rows(AUDIT_IMPORTANCE_REFUSED, OTHER, OTHER, 150);
    add_rows(AUDIT_IMPORTANCE_REFUSED, OTHER, 1001, 30);
    add_rows(AUDIT_IMPORTANCE_REFUSED, OTHER, 1000, 2 * budget);
    TEST_ASSERT_EQUAL_INT64(150, rows_of(AUDIT_IMPORTANCE_REFUSED, OTHER));
    TEST_ASSERT_EQUAL_INT64(30, rows_of(AUDIT_IMPORTANCE_REFUSED, 1001));
    TEST_ASSERT_EQUAL_INT64(budget, rows_in(AUDIT_IMPORTANCE_REFUSED));
}

/* Few entries, but large ones. */
void test_the_budget_is_one_of_octets_too(void) {
    const struct store_audit_budget *budget = store_audit_budget(AUDIT_IMPORTANCE_RIGHTS);
    static char large[4096];
    add_rows(AUDIT_IMPORTANCE_RIGHTS, ADMIN, ADMIN, 1000);
    memset(large, 'x', sizeof(large) - 1);
    row.after = large;
    int count = (int)(budget->octets / 4096) + 500;
    TEST_ASSERT_LESS_THAN(budget->count, count);
    add_rows(AUDIT_IMPORTANCE_RIGHTS, FLOODER, FLOODER, count);
    TEST_ASSERT_EQUAL_INT64(1000, rows_of(AUDIT_IMPORTANCE_RIGHTS, ADMIN));
    int64_t octets = number("SELECT sum(length(after)) FROM audit WHERE importance = ?1", AUDIT_IMPORTANCE_RIGHTS, 0);
    TEST_ASSERT_LESS_OR_EQUAL_INT64(budget->octets, octets);
    TEST_ASSERT_GREATER_THAN_INT64(budget->octets * 9 / 10, octets);
}

void test_what_is_counted_is_what_is_there(void) {
    int64_t count = 0;
    row.before = "{\"username\":\"\xE9\x99\x88\"}";
    add_rows(AUDIT_IMPORTANCE_REFUSED, FLOODER, FLOODER, budget_of(AUDIT_IMPORTANCE_REFUSED) + 10);
    add_rows(AUDIT_IMPORTANCE_EDIT, ADMIN, ADMIN, 7);
    TEST_ASSERT_EQUAL(0, store_audit_count(store, &count));
    TEST_ASSERT_EQUAL_INT64(budget_of(AUDIT_IMPORTANCE_REFUSED) + 7, count);
    TEST_ASSERT_EQUAL(0, store_exec(store, "DELETE FROM audit"));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT sum(count) + sum(octets) FROM audit_share", 0, 0));
    TEST_ASSERT_EQUAL_INT64(0, number("SELECT count(*) FROM audit_share WHERE sponsor >= 0", 0, 0));
}

static struct arena arena;
static struct store_audit_found found[8];
static size_t found_count;

static void find(struct store_audit_query query) {
    arena_init(&arena, (size_t)1024 * 1024);
    query.to_ms = INT64_MAX;
    query.importance = -1;
    query.before = query.before == 0 ? INT64_MAX : query.before;
    TEST_ASSERT_EQUAL(0, store_audit_find(store, &query, &arena, found, &found_count));
}

void test_rows_are_found_by_key_both_ways(void) {
    for (int i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(0, store_audit_add(store, &row));
    }
    find((struct store_audit_query){.before = 4, .limit = 2});
    TEST_ASSERT_EQUAL(2, found_count);
    TEST_ASSERT_EQUAL(3, found[0].row.id);
    TEST_ASSERT_EQUAL(2, found[1].row.id);
    TEST_ASSERT_NULL(found[0].row.before);
    TEST_ASSERT_EQUAL_STRING("{}", found[0].row.after);
    arena_done(&arena);
    find((struct store_audit_query){.after = 2, .limit = 2});
    TEST_ASSERT_EQUAL(2, found_count);
    TEST_ASSERT_EQUAL(3, found[0].row.id);
    TEST_ASSERT_EQUAL(4, found[1].row.id);
    arena_done(&arena);
}

void test_sides_that_are_too_long_are_left_out(void) {
    char side[STORE_AUDIT_TEXT_MAX + 2];
    memset(side, 'x', sizeof(side));
    side[STORE_AUDIT_TEXT_MAX] = '\0';
    row.after = side;
    TEST_ASSERT_EQUAL(0, store_audit_add(store, &row));
    side[STORE_AUDIT_TEXT_MAX] = 'x';
    side[STORE_AUDIT_TEXT_MAX + 1] = '\0';
    TEST_ASSERT_EQUAL(0, store_audit_add(store, &row));
    find((struct store_audit_query){.limit = 8});
    TEST_ASSERT_TRUE(found[0].cut);
    TEST_ASSERT_NULL(found[0].row.after);
    TEST_ASSERT_FALSE(found[1].cut);
    TEST_ASSERT_EQUAL(STORE_AUDIT_TEXT_MAX, strlen(found[1].row.after));
    arena_done(&arena);
}

/* A page whose name begins like another's is another page; the index is used, whatever else the log holds. */
void test_changes_of_a_page_are_found_over_the_index(void) {
    static const char *const objects[] = {"setting Time.a", "setting TimeParam.b", "user 7", "setting Time.c"};
    for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++) {
        row.object = objects[i];
        TEST_ASSERT_EQUAL(0, store_audit_add(store, &row));
    }
    arena_init(&arena, (size_t)1024 * 1024);
    TEST_ASSERT_EQUAL(0, store_audit_of_page(store, "Time", 8, &arena, found, &found_count));
    TEST_ASSERT_EQUAL(2, found_count);
    TEST_ASSERT_EQUAL_STRING("setting Time.c", found[0].row.object);
    TEST_ASSERT_EQUAL_STRING("setting Time.a", found[1].row.object);
    arena_done(&arena);
    sqlite3_stmt *query = NULL;
    TEST_ASSERT_EQUAL(SQLITE_OK,
                      sqlite3_prepare_v2(store->db,
                                         "EXPLAIN QUERY PLAN SELECT id FROM audit WHERE object GLOB 'setting *'"
                                         " AND object > 'setting ' || ?1 || '.' AND object < 'setting ' || ?1 || '/'"
                                         " ORDER BY id DESC LIMIT ?2",
                                         -1, &query, NULL));
    TEST_ASSERT_EQUAL(SQLITE_ROW, sqlite3_step(query));
    TEST_ASSERT_NOT_NULL(strstr((const char *)sqlite3_column_text(query, 3), "audit_of_setting"));
    (void)sqlite3_finalize(query);
}
