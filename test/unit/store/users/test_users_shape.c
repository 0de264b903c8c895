/* The SQL of a page of users: one number a shape, each shape compiles, and statements are kept and given up by use. */
#include "store/users/users_shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_fails.h"
#include "unity.h"
#include "util/buf.h"

static struct store *store;

void setUp(void) {
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
}

void tearDown(void) {
    store = store_free(store);
}

/* A member of the shape alone makes another number, and so do two members that are turned about. */
void test_shapes_that_differ_in_one_member_have_numbers_of_their_own(void) {
    const struct shape base = {.plan = SHAPE_LIST_MATCH};
    struct shape shapes[128];
    unsigned count = 0;

    shapes[count++] = base;
    for (int plan = SHAPE_LIST; plan <= SHAPE_DIGIT_SET; plan++) {
        if (plan != SHAPE_LIST_MATCH) {
            shapes[count] = base;
            shapes[count++].plan = (enum shape_plan)plan;
        }
    }
    for (int driver = SHAPE_BY_ADMIN; driver <= SHAPE_BY_EXPIRY; driver++) {
        shapes[count] = base;
        shapes[count++].driver = (enum shape_driver)driver;
    }
    for (int i = 1; i < 3; i++) {
        shapes[count] = base;
        shapes[count++].purpose = (enum shape_purpose)i;
        shapes[count] = base;
        shapes[count++].bound = (enum shape_bound)i;
        shapes[count] = base;
        shapes[count++].role = (uint8_t)i;
        shapes[count] = base;
        shapes[count++].expiry = (uint8_t)i;
    }
    for (int i = 1; i <= SHAPE_FILTER(CREDENTIAL_FILTER_IRIS); i++) {
        shapes[count] = base;
        shapes[count++].credential = (uint8_t)i;
    }
    for (int i = 1; i <= SHAPE_WORD_COUNT; i++) {
        shapes[count] = base;
        shapes[count++].words = (uint8_t)i;
    }
    shapes[count] = base;
    shapes[count++].by_name = true;
    shapes[count] = base;
    shapes[count++].descending = true;
    for (int field = 0; field < USER_FIELD_COUNT; field++) {
        shapes[count] = base;
        shapes[count++].fields = 1u << field;
        if (field > 0) {
            shapes[count] = base;
            shapes[count++].driver_field = (uint8_t)field;
            shapes[count] = base;
            shapes[count++].by_field = (uint8_t)field;
        }
    }
    shapes[count] = base;
    shapes[count++].digits = true;
    for (unsigned i = 0; i < count; i++) {
        TEST_ASSERT_NOT_EQUAL_UINT64(0, shape_key(&shapes[i]));
        for (unsigned j = 0; j < i; j++) {
            TEST_ASSERT_NOT_EQUAL_UINT64(shape_key(&shapes[j]), shape_key(&shapes[i]));
        }
    }
}

/* Only where each row is compared does the SQL depend on how many words there are. */
void test_the_words_of_other_plans_are_not_looked_at(void) {
    for (int plan = SHAPE_LIST; plan <= SHAPE_DIGIT_SET; plan++) {
        struct shape one = {.plan = (enum shape_plan)plan, .words = 1};
        struct shape two = {.plan = (enum shape_plan)plan, .words = 2};

        TEST_ASSERT_EQUAL(plan != SHAPE_LIST_MATCH, shape_key(&one) == shape_key(&two));
    }
}

/* Texts of SQL are as many as numbers: what has one number is one statement. */
void test_shapes_with_one_number_have_one_text(void) {
    srand(1);
    for (int i = 0; i < 3000; i++) {
        _cleanup_(buf_donep) struct buf sql = {0};
        sqlite3_stmt *statement = NULL, *again = NULL;
        struct shape shape = {
            .plan = (enum shape_plan)(rand() % 7),
            .by_name = rand() % 2,
            .descending = rand() % 2,
            .bound = (enum shape_bound)(rand() % 3),
            .fields = (rand() % 2 ? 1u << USER_GROUP : 0) | (rand() % 2 ? 1u << USER_SHIFT : 0),
            .role = (uint8_t)(rand() % 3),
            .credential = (uint8_t)(rand() % 7),
            .expiry = (uint8_t)(rand() % 3),
            .words = (uint8_t)(1 + rand() % 8),
            .digits = rand() % 2,
        };
        bool is_listed = shape.plan == SHAPE_LIST || shape.plan == SHAPE_LIST_MATCH;

        shape.purpose = is_listed ? (enum shape_purpose)(rand() % 2) : (enum shape_purpose)(rand() % 3);
        if (shape.plan == SHAPE_NAME_SET || shape.plan == SHAPE_DIGIT_SET) {
            shape.by_name = true;
            shape.purpose = SHAPE_ROWS;
        } else if (!is_listed && shape.purpose == SHAPE_ROWS) {
            shape.by_name = false;
        }
        shape_sql(&shape, &sql);
        TEST_ASSERT_EQUAL_INT_MESSAGE(0, shape_statement(store, &shape, &statement), buf_text(&sql));
        TEST_ASSERT_EQUAL_STRING(buf_text(&sql), sqlite3_sql(statement));
        TEST_ASSERT_EQUAL_INT(0, shape_statement(store, &shape, &again));
        TEST_ASSERT_EQUAL_PTR(statement, again);
    }
}

/* A list is read from the index that is in its order: of the filter, by ID or by name. */
void test_a_list_is_read_from_the_index_in_its_order(void) {
    static const char *const names[] = {[SHAPE_BY_ADMIN] = "admin",
                                        [SHAPE_BY_PLAIN] = "plain",
                                        [SHAPE_BY_FIELD] = "shift",
                                        [SHAPE_BY_CARD] = "with_card",
                                        [SHAPE_BY_PASSWORD] = "with_password",
                                        [SHAPE_BY_BARE] = "bare",
                                        [SHAPE_BY_FINGER] = "with_finger",
                                        [SHAPE_BY_FACE] = "with_face",
                                        [SHAPE_BY_IRIS] = "with_iris"};

    for (int driver = SHAPE_BY_ADMIN; driver < SHAPE_BY_EXPIRY; driver++) {
        for (int by_name = 0; by_name < 2; by_name++) {
            _cleanup_(buf_donep) struct buf sql = {0};
            struct shape shape = {.driver = (enum shape_driver)driver,
                                  .driver_field = driver == SHAPE_BY_FIELD ? USER_SHIFT : 0,
                                  .by_name = by_name != 0};
            char expected[64];

            (void)snprintf(expected, sizeof(expected), " INDEXED BY user_%s_%s ", names[driver],
                           by_name ? "name" : "id");
            shape_sql(&shape, &sql);
            TEST_ASSERT_NOT_NULL_MESSAGE(strstr(buf_text(&sql), expected), expected);
        }
    }
    struct shape all = {.by_name = true};
    _cleanup_(buf_donep) struct buf sql = {0};
    shape_sql(&all, &sql);
    TEST_ASSERT_NOT_NULL(strstr(buf_text(&sql), " INDEXED BY user_name "));
}

static sqlite3_stmt *statement_of(unsigned number) {
    struct shape shape = {.role = (uint8_t)(number % 3),
                          .credential = (uint8_t)(number / 3 % 6),
                          .descending = number / 18 % 2,
                          .fields = number / 36 % 2 << USER_GROUP};
    sqlite3_stmt *statement = NULL;

    TEST_ASSERT_EQUAL_INT(0, shape_statement(store, &shape, &statement));
    return statement;
}

/* With all places taken the one that was used longest ago makes room. */
void test_the_statement_least_used_goes(void) {
    sqlite3_stmt *kept[STORE_SHAPES_MAX];
    uint64_t second;

    for (unsigned i = 0; i < STORE_SHAPES_MAX; i++) {
        kept[i] = statement_of(i);
    }
    for (unsigned i = 0; i < STORE_SHAPES_MAX; i++) {
        TEST_ASSERT_NOT_EQUAL_UINT64(0, store->shapes[i].key);
        TEST_ASSERT_EQUAL_PTR(kept[i], statement_of(i));
    }
    TEST_ASSERT_EQUAL_PTR(kept[0], statement_of(0)); /* so the second is the oldest now */
    second = store->shapes[1].key;
    (void)statement_of(STORE_SHAPES_MAX);
    for (unsigned i = 0; i < STORE_SHAPES_MAX; i++) {
        TEST_ASSERT_NOT_EQUAL_UINT64(second, store->shapes[i].key);
    }
    for (unsigned i = 0; i < STORE_SHAPES_MAX; i++) {
        TEST_ASSERT_TRUE(i == 1 || kept[i] == statement_of(i));
    }
}

static int one_shape(struct store *of) {
    struct shape shape = {.by_name = true};
    sqlite3_stmt *statement = NULL;

    return shape_statement(of, &shape, &statement);
}

/* Nothing is kept of a shape that could not be prepared: the next try prepares it. */
void test_a_statement_that_cannot_be_prepared(void) {
    struct shape shape = {.driver = (enum shape_driver)SHAPE_BY_CARD};
    sqlite3_stmt *statement = NULL;

    store_fails(store, one_shape);
    for (unsigned i = 0; i < STORE_SHAPES_MAX; i++) {
        (void)statement_of(i);
    }
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "ALTER TABLE user RENAME TO elsewhere"));
    TEST_ASSERT_EQUAL_INT(E_INTERNAL, shape_statement(store, &shape, &statement));
    TEST_ASSERT_NULL(statement);
    TEST_ASSERT_EQUAL_INT(E_INTERNAL, shape_statement(store, &shape, &statement));
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "ALTER TABLE elsewhere RENAME TO user"));
    shape.driver = SHAPE_BY_ALL;
    TEST_ASSERT_EQUAL_INT(0, shape_statement(store, &shape, &statement));
    TEST_ASSERT_NOT_NULL(statement);
}
