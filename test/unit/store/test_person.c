/* Which records are of the user who has an ID now. ADR 0057. */
#include "store/person.h"

#include <string.h>

#include "store/events/log.h"
#include "store/events/log_find.h"
#include "store/events/log_punches.h"
#include "store/store_impl.h"
#include "store/users/users.h"
#include "store_fails.h"
#include "unity.h"
#include "util/arena.h"

static struct store *store;
static struct arena arena;

void setUp(void) {
    arena_init(&arena, 65536);
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
}

void tearDown(void) {
    store = store_free(store);
    arena_done(&arena);
}

static struct store_person add(uint32_t id, const char *name) {
    const struct user user = {.userid = id, .username = name, .group = 1};
    struct store_person person = {0};
    TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user, NULL));
    TEST_ASSERT_EQUAL_INT(0, store_person_get(store, id, &person));
    return person;
}

static void delete(uint32_t id) {
    TEST_ASSERT_EQUAL_INT(0, store_users_delete(store, id));
}

static int64_t punch(uint32_t userid, int64_t time_ms) {
    const struct record record = {.time = time_ms,
                                  .kind = RECORD_KIND_ACCESS,
                                  .result = RECORD_RESULT_GRANTED,
                                  .userid = userid,
                                  .username = "Ada",
                                  .door = 1,
                                  .detail = ""};
    int64_t seq = 0;
    TEST_ASSERT_EQUAL_INT(0, store_log_add(store, &record, &seq));
    return seq;
}

static bool count_line(void *ctx, const struct store_punch *line) {
    unsigned *count = ctx;
    TEST_ASSERT_GREATER_THAN_INT64(0, line->seq);
    ++*count;
    return true;
}

static unsigned lines_of(uint32_t userid) {
    unsigned count = 0;
    TEST_ASSERT_EQUAL_INT(0, store_log_punches(store, userid, 0, 100000, count_line, &count));
    return count;
}

void test_an_identity_is_given_once(void) {
    const struct store_person ada = add(7, "Ada");
    const struct store_person bob = add(8, "Bob");
    struct store_person again = {0};
    TEST_ASSERT_EQUAL_INT64(1, ada.identity);
    TEST_ASSERT_EQUAL_INT64(2, bob.identity);
    delete (8);
    delete (7);
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_person_get(store, 7, &again));
    again = add(7, "Ada");
    TEST_ASSERT_EQUAL_INT64(3, again.identity);
}

/* Whoever is added anew has the lines that follow, whatever their time. */
void test_the_lines_of_a_leaver_are_not_those_of_the_newcomer(void) {
    int64_t time_ms = 0;
    struct store_person ada = add(7, "Ada");
    int64_t first = punch(7, 1000);
    TEST_ASSERT_TRUE(store_person_has(&ada, first));
    (void)punch(7, 9000);
    TEST_ASSERT_EQUAL_UINT(2, lines_of(7));
    delete (7);
    TEST_ASSERT_EQUAL_UINT(0, lines_of(7));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_log_last_punch(store, 7, &time_ms));
    int64_t late = punch(7, 9500); /* on its way when Ada was deleted */
    const struct store_person zoe = add(7, "Zoe");
    TEST_ASSERT_FALSE(store_person_has(&zoe, late));
    TEST_ASSERT_EQUAL_UINT(0, lines_of(7));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_log_last_punch(store, 7, &time_ms));
    int64_t own = punch(7, 500); /* brought in from a file */
    TEST_ASSERT_TRUE(store_person_has(&zoe, own));
    TEST_ASSERT_EQUAL_UINT(1, lines_of(7));
    TEST_ASSERT_EQUAL_INT(0, store_log_last_punch(store, 7, &time_ms));
    TEST_ASSERT_EQUAL_INT64(500, time_ms);
}

/* Numbers go on, so that nothing of before counts. */
void test_an_erased_log_changes_nobody(void) {
    (void)punch(7, 1000);
    TEST_ASSERT_EQUAL_INT(0, store_log_erase(store));
    const struct store_person zoe = add(7, "Zoe");
    TEST_ASSERT_EQUAL_INT64(1, zoe.since);
    TEST_ASSERT_TRUE(store_person_has(&zoe, punch(7, 2000)));
    TEST_ASSERT_EQUAL_UINT(1, lines_of(7));
}

void test_somebody_else_who_has_the_number_is_told_apart(void) {
    bool is_another = true;
    const struct store_person ada = add(7, "Ada");
    TEST_ASSERT_EQUAL_INT(0, store_person_is_another(store, 7, ada.identity, &is_another));
    TEST_ASSERT_FALSE(is_another);
    delete (7);
    TEST_ASSERT_EQUAL_INT(0, store_person_is_another(store, 7, ada.identity, &is_another));
    TEST_ASSERT_FALSE(is_another);
    (void)add(7, "Zoe");
    TEST_ASSERT_EQUAL_INT(0, store_person_is_another(store, 7, ada.identity, &is_another));
    TEST_ASSERT_TRUE(is_another);
    TEST_ASSERT_EQUAL_INT(0, store_person_is_another(store, 7, STORE_PERSON_ANY, &is_another));
    TEST_ASSERT_FALSE(is_another);
}

/* Of two terminals, or of one before and after a backup, the higher one goes on. */
void test_identities_go_on_above_those_of_another_database(void) {
    int64_t last = 0;
    (void)add(7, "Ada");
    TEST_ASSERT_EQUAL_INT(0, store_person_raise(store, 41));
    TEST_ASSERT_EQUAL_INT(0, store_person_raise(store, 40));
    TEST_ASSERT_EQUAL_INT(0, store_person_last(store, &last));
    TEST_ASSERT_EQUAL_INT64(41, last);
    TEST_ASSERT_EQUAL_INT64(42, add(8, "Bob").identity);
}

void test_the_newest_line_that_names_a_number(void) {
    struct record newest;
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_log_newest(store, 7, &arena, &newest));
    (void)punch(7, 9000);
    (void)punch(7, 1000);
    (void)punch(8, 10000);
    TEST_ASSERT_EQUAL_INT(0, store_log_newest(store, 7, &arena, &newest));
    TEST_ASSERT_EQUAL_INT64(9000, newest.time);
    TEST_ASSERT_EQUAL_STRING("Ada", newest.username);
    (void)punch(0, 11000);
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_log_newest(store, 0, &arena, &newest));
}

/* Plans: along the index of a user's lines, and nothing is sorted. */
static void expect_plan(const char *sql) {
    sqlite3_stmt *query = NULL;
    char explained[512];
    bool uses_index = false;
    (void)snprintf(explained, sizeof(explained), "EXPLAIN QUERY PLAN %s", sql);
    TEST_ASSERT_EQUAL_INT(SQLITE_OK, sqlite3_prepare_v2(store->db, explained, -1, &query, NULL));
    while (sqlite3_step(query) == SQLITE_ROW) {
        const char *line = (const char *)sqlite3_column_text(query, 3);
        TEST_ASSERT_NULL_MESSAGE(strstr(line, "TEMP B-TREE"), line);
        TEST_ASSERT_NULL_MESSAGE(strstr(line, "SCAN record"), line);
        uses_index = uses_index || strstr(line, "record_of_user (userid=? AND time>? AND time<?)") != NULL;
    }
    (void)sqlite3_finalize(query);
    TEST_ASSERT_TRUE(uses_index);
}

void test_the_lines_of_a_person_are_read_along_their_index(void) {
    expect_plan("SELECT time, seq, kind, result, status, \"offset\" FROM record INDEXED BY record_of_user"
                " WHERE userid = ?1 AND userid > 0 AND time >= ?2 AND time < ?3 AND " STORE_PERSON_HAS
                " ORDER BY time, seq");
}

static int get(struct store *of) {
    struct store_person person;
    return store_person_get(of, 7, &person);
}
static int ask(struct store *of) {
    bool is_another = false;
    return store_person_is_another(of, 7, 99, &is_another);
}
static int last(struct store *of) {
    int64_t identity = 0;
    return store_person_last(of, &identity);
}
static int raise_it(struct store *of) {
    return store_person_raise(of, 1);
}
static int newest(struct store *of) {
    struct record record;
    return store_log_newest(of, 7, &arena, &record);
}

void test_every_failure_is_reported(void) {
    (void)add(7, "Ada");
    (void)punch(7, 1000);
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
    store_fails(store, get);
    store_fails(store, ask);
    store_fails(store, last);
    store_fails(store, raise_it);
    store_fails(store, newest);
}
