/* A question about the list of users, made ready: the index it is read from, the words and digits of its search. What comes out
 * is in test_users_page.c. */
#include "store/users/users_question.h"

#include <string.h>

#include "store_fails.h"
#include "unity.h"

#define TODAY 20261121u
#define GROUP VALUE_BIT(USER_QUERY_GROUP)
#define SHIFT VALUE_BIT(USER_QUERY_SHIFT)
#define ROLE VALUE_BIT(USER_QUERY_ROLE)
#define CREDENTIAL VALUE_BIT(USER_QUERY_CREDENTIAL)
#define EXPIRY VALUE_BIT(USER_QUERY_EXPIRY)

static struct store *store;
static struct question question;
static struct user_query query;

/* Nine of group 2, four of them with a card, two administrators, one of shift 3, three expired; one of group 5. */
void setUp(void) {
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    for (uint32_t i = 1; i <= 10; i++) {
        struct user user = {.userid = i,
                            .username = "x",
                            .group = i == 10 ? 5 : 2,
                            .cardno = i <= 4 ? 100 + i : 0,
                            .level = i <= 2 ? 1 : 0,
                            .shift = i == 9 ? 3 : 0,
                            .valid_to = i <= 3 ? TODAY - 1 : 0};

        TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user, NULL));
    }
    query = (struct user_query){.limit = 1,
                                .group = 2,
                                .shift = 3,
                                .role = ROLE_FILTER_ADMIN,
                                .credential = CREDENTIAL_FILTER_CARD,
                                .expiry = EXPIRY_FILTER_EXPIRED};
}

void tearDown(void) {
    store = store_free(store);
}

static void start(uint64_t given, const char *search) {
    query.given = given;
    query.search = search;
    TEST_ASSERT_EQUAL_INT(0, question_start(&question, store, &query, TODAY));
}

/* The filter that leaves the fewest, of those that are given. */
void test_the_index_of_the_fewest(void) {
    static const struct {
        uint64_t given;
        enum shape_driver driver;
        enum user_field field; /* of SHAPE_BY_FIELD; else USER_USERID, which is 0 */
    } cases[] = {
        {0, SHAPE_BY_ALL, USER_USERID},
        {GROUP, SHAPE_BY_FIELD, USER_GROUP},
        {SHIFT, SHAPE_BY_FIELD, USER_SHIFT},
        {ROLE, SHAPE_BY_ADMIN, USER_USERID},
        {CREDENTIAL, SHAPE_BY_CARD, USER_USERID},
        {EXPIRY, SHAPE_BY_EXPIRY, USER_USERID},
        {GROUP | CREDENTIAL, SHAPE_BY_CARD, USER_USERID},
        {GROUP | ROLE, SHAPE_BY_ADMIN, USER_USERID},
        {CREDENTIAL | ROLE, SHAPE_BY_ADMIN, USER_USERID},
        {SHIFT | ROLE, SHAPE_BY_FIELD, USER_SHIFT},
        {GROUP | SHIFT, SHAPE_BY_FIELD, USER_SHIFT},
        {EXPIRY | GROUP, SHAPE_BY_EXPIRY, USER_USERID},
        {EXPIRY | CREDENTIAL, SHAPE_BY_EXPIRY, USER_USERID},
        {EXPIRY | ROLE, SHAPE_BY_ADMIN, USER_USERID},
        {GROUP | SHIFT | ROLE | CREDENTIAL | EXPIRY, SHAPE_BY_FIELD, USER_SHIFT},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        start(cases[i].given, NULL);
        TEST_ASSERT_EQUAL_INT(cases[i].driver, question.driver);
        TEST_ASSERT_EQUAL_INT(cases[i].field, question.driver_field);
        TEST_ASSERT_EQUAL(cases[i].given != 0, question_is_filtered(&question));
    }
    query.group = 5; /* one alone */
    query.role = ROLE_FILTER_USER;
    start(GROUP | CREDENTIAL, NULL);
    TEST_ASSERT_EQUAL_INT(SHAPE_BY_FIELD, question.driver);
    TEST_ASSERT_EQUAL_INT(USER_GROUP, question.driver_field);
    start(ROLE | CREDENTIAL, NULL); /* eight are no administrators, four have a card */
    TEST_ASSERT_EQUAL_INT(SHAPE_BY_CARD, question.driver);
    start(ROLE | EXPIRY, NULL);
    TEST_ASSERT_EQUAL_INT(SHAPE_BY_EXPIRY, question.driver);
}

void test_a_search_alone_is_a_filter(void) {
    start(0, "x");
    TEST_ASSERT_TRUE(question_is_filtered(&question));
    TEST_ASSERT_EQUAL_INT(SHAPE_BY_ALL, question.driver);
    TEST_ASSERT_FALSE(question.driver_small);
    start(0, "  ");
    TEST_ASSERT_FALSE(question_is_filtered(&question));
    start(GROUP, "x");
    TEST_ASSERT_TRUE(question.driver_small);
}

/* What another word says already is not asked for; of two that are alike the first stays. */
void test_words(void) {
    static const struct {
        const char *search;
        unsigned count;
        const char *words[SHAPE_WORD_COUNT];
    } cases[] = {
        {"ana", 1, {"ana"}},
        {"ana bea", 2, {"ana", "bea"}},
        {"an ana", 1, {"ana"}},
        {"ana an", 1, {"ana"}},
        {"ana ana", 1, {"ana"}},
        {"na ana nab", 2, {"ana", "nab"}},
        {"a b c d e f g h", 8, {"a", "b", "c", "d", "e", "f", "g", "h"}},
        {"a b c d e f g h i", 8, {"a", "b", "c", "d", "e", "f", "g", "h i"}},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        start(0, cases[i].search);
        TEST_ASSERT_EQUAL_UINT_MESSAGE(cases[i].count, question.word_count, cases[i].search);
        for (unsigned word = 0; word < cases[i].count; word++) {
            TEST_ASSERT_EQUAL_size_t(strlen(cases[i].words[word]), question.word[word].len);
            TEST_ASSERT_EQUAL_INT(0, strncmp(cases[i].words[word], question.word[word].text, question.word[word].len));
        }
    }
}

/* IDs of one to nine digits that begin with the search: a range for each length that is left. */
void test_ranges_of_ids(void) {
    static const struct {
        const char *search;
        int used;
        uint32_t low, high; /* of the last */
    } cases[] = {{"1", 9, 100000000, 199999999},
                 {"12", 8, 120000000, 129999999},
                 {"99999999", 2, 999999990, 999999999},
                 {"123456789", 1, 123456789, 123456789},
                 {"1234567890", 0, 0, 0},
                 {"0", 0, 0, 0},
                 {"01", 0, 0, 0},
                 {"1a", 0, 0, 0}};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int used = 0;

        start(0, cases[i].search);
        for (int range = 0; range < SHAPE_RANGE_COUNT; range++) {
            used += question.low[range] <= question.high[range] ? 1 : 0;
        }
        TEST_ASSERT_EQUAL_INT_MESSAGE(cases[i].used, used, cases[i].search);
        TEST_ASSERT_TRUE(used == 0 ||
                         (question.low[used - 1] == cases[i].low && question.high[used - 1] == cases[i].high));
        TEST_ASSERT_EQUAL_STRING(used > 0 ? cases[i].search : "-", question.prefix);
    }
}

/* Who holds the card with this number, however it is written (test/cases/cards.json). */
void test_the_holder_of_a_card(void) {
    static const struct {
        const char *search;
        uint32_t holder;
    } cases[] = {{"101", 1},
                 {"00000000000000000104", 4},
                 {"000000000000000000104", 4},
                 {"105", 0},
                 {"0", 0},
                 {"101 ", 1},
                 {"101a", 0},
                 {"0:102", 2},
                 {"0x000067", 3},
                 {"103.0", 3},
                 {"'103", 3},
                 {"0000 000 104", 4},
                 {"4294967397", 0},
                 {"18446744073709551717", 0}};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        start(0, cases[i].search);
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(cases[i].holder, question.holder[0], cases[i].search);
    }
}

/* A text that may mean two numbers finds both; it is one word, and no beginning of an ID. */
void test_the_holders_of_both_cards(void) {
    const struct user one = {.userid = 208956, .username = "y", .cardno = 208956};
    const struct user two = {.userid = 11, .username = "z", .cardno = 208 * 65536 + 956};
    uint32_t count = 0;
    TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &one, NULL));
    start(0, "208 956");
    TEST_ASSERT_EQUAL_UINT32(208956, question.holder[0]);
    TEST_ASSERT_EQUAL_UINT32(0, question.holder[1]);
    TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &two, NULL));
    start(0, "208 956");
    TEST_ASSERT_EQUAL_UINT32(208956, question.holder[0]);
    TEST_ASSERT_EQUAL_UINT32(11, question.holder[1]);
    TEST_ASSERT_TRUE(question.digits);
    TEST_ASSERT_EQUAL_UINT(1, question.word_count);
    TEST_ASSERT_EQUAL_STRING("-", question.prefix);
    TEST_ASSERT_EQUAL_INT(0, question_count(&question, SHAPE_UNBOUND, NULL, 100, &count));
    TEST_ASSERT_EQUAL_UINT32(2, count);
    start(0, "208 957");
    TEST_ASSERT_FALSE(question.digits);
    TEST_ASSERT_EQUAL_UINT(2, question.word_count);
}

static int start_and_count(struct store *of) {
    uint32_t count = 0;
    int r = question_start(&question, of, &query, TODAY);

    return r < 0 ? r : question_count(&question, SHAPE_UNBOUND, NULL, 100, &count);
}

void test_every_failure_is_reported(void) {
    query.given = GROUP | EXPIRY;
    store_fails(store, start_and_count);
    query.given = 0;
    query.search = "101";
    store_fails(store, start_and_count);
}

/* Counting ends at the limit, also between the parts of a search of digits. */
void test_counting_ends_at_the_limit(void) {
    uint32_t count = 0;

    start(0, "1"); /* 1 and 10 */
    for (uint32_t limit = 1; limit <= 4; limit++) {
        TEST_ASSERT_EQUAL_INT(0, question_count(&question, SHAPE_UNBOUND, NULL, limit, &count));
        TEST_ASSERT_EQUAL_UINT32(limit < 2 ? limit : 2, count);
    }
    start(GROUP, NULL);
    TEST_ASSERT_EQUAL_INT(0, question_count(&question, SHAPE_UNBOUND, NULL, 3, &count));
    TEST_ASSERT_EQUAL_UINT32(3, count);
    TEST_ASSERT_EQUAL_INT(0, question_count(&question, SHAPE_UNBOUND, NULL, 100, &count));
    TEST_ASSERT_EQUAL_UINT32(9, count);
}
