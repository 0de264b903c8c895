/* A number is not a person: the examples of docs/rules.md. ADR 0057. */
#include "core/records/former.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/events/log.h"
#include "rules_doc.h"
#include "store/events/log_punches.h"
#include "store/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"

#define ID 7
#define DAY_MS INT64_C(86400000)

static struct fixture t;
static bool is_up;

void setUp(void) {
}

void tearDown(void) {
    if (is_up) {
        fixture_down(&t);
    }
    is_up = false;
}

static void begin(void) {
    tearDown();
    fixture_up(&t);
    is_up = true;
}

static void append(enum record_kind kind, int64_t time_ms) {
    const struct record line = {
        .kind = kind, .result = RECORD_RESULT_GRANTED, .userid = ID, .username = "Ada", .time = time_ms};
    TEST_ASSERT_EQUAL(0, log_append(t.core, &line, NULL));
}

static void delete_user(void) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_delete(t.core->store, ID));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

static void erase(void) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, log_erase(t.core));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    log_erased(t.core);
}

static void act(const char *word) {
    if (strcmp(word, "ada") == 0 || strcmp(word, "zoe") == 0) {
        append(RECORD_KIND_ACCESS, core_utc_ms(t.core));
    } else if (strcmp(word, "imported") == 0) {
        append(RECORD_KIND_IMPORTED, core_utc_ms(t.core) - DAY_MS);
    } else if (strcmp(word, "leaves") == 0) {
        delete_user();
    } else if (strcmp(word, "joins") == 0) {
        fixture_add_user(&t, ID, "Zoe", 0, 0, NULL);
    } else if (strcmp(word, "erase") == 0) {
        erase();
    } else {
        TEST_ASSERT_EQUAL_STRING("restart", word);
        fixture_restart(&t);
    }
}

static bool count_line(void *ctx, const struct store_punch *line) {
    unsigned *count = ctx;
    *count += line->seq > 0;
    return true;
}

static void run_example(char *line) {
    char *expected = strstr(line, " -> ");
    char *rest = NULL;
    unsigned count = 0;
    uint32_t last = 0;
    TEST_ASSERT_NOT_NULL(expected);
    *expected = '\0';
    begin();
    fixture_add_user(&t, ID, "Ada", 0, 0, NULL);
    for (char *word = strtok_r(line, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        act(word);
    }
    TEST_ASSERT_EQUAL(0, store_log_punches(t.core->store, ID, 0, INT64_MAX, count_line, &count));
    if (strncmp(expected + 4, "none", 4) == 0) {
        TEST_ASSERT_EQUAL(E_NOTFOUND, store_users_sponsor(t.core->store, ID, &last));
        TEST_ASSERT_EQUAL_UINT(0, count);
    } else {
        TEST_ASSERT_EQUAL(0, store_users_sponsor(t.core->store, ID, &last));
        TEST_ASSERT_EQUAL_UINT_MESSAGE((unsigned)atoi(expected + 4), count, line);
    }
}

void test_persons_are_as_the_rules_say(void) {
    TEST_ASSERT_GREATER_THAN(7, rules_doc_each("person", run_example));
}

static void each_id(char *list, void (*each)(uint32_t id)) {
    char *rest = NULL;
    for (const char *word = strtok_r(list, ", ", &rest); word != NULL; word = strtok_r(NULL, ", ", &rest)) {
        if (atoi(word) > 0) {
            each((uint32_t)atoi(word));
        }
    }
}

static void add_user(uint32_t id) {
    fixture_add_user(&t, id, "", 0, 0, NULL);
}

static void name_in_log(uint32_t id) {
    TEST_ASSERT_EQUAL(0, log_append(t.core, &(struct record){.userid = id}, NULL));
}

static void run_offer(const char *line) {
    char users[32] = "", named[32] = "";
    unsigned expected = 0;
    uint32_t offered = 0;
    TEST_ASSERT_EQUAL_MESSAGE(3, sscanf(line, "| %31[a-z0-9, ] | %31[0-9, ] | %u |", users, named, &expected), line);
    begin();
    each_id(users, add_user);
    each_id(named, name_in_log);
    TEST_ASSERT_EQUAL(0, store_users_next_id(t.core->store, 0, &offered));
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(expected, offered, line);
}

void test_offers_are_as_the_rules_say(void) {
    char line[256];
    unsigned count = 0;
    bool is_in = false;
    FILE *file = fopen("../../docs/rules.md", "r");
    TEST_ASSERT_NOT_NULL(file);
    while (fgets(line, sizeof(line), file) != NULL) {
        if (strcmp(line, "| users | lines name | offered |\n") == 0) {
            is_in = true;
        } else if (line[0] != '|') {
            is_in = false;
        } else if (is_in && strncmp(line, "|---", 4) != 0) {
            run_offer(line);
            count++;
        }
    }
    (void)fclose(file);
    TEST_ASSERT_EQUAL_UINT(5, count);
}
