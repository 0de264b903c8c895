/* The limits of the API are in the tables, too: a column accepts exactly the values of its field. Changing a limit in
 * the API needs a migration (ADR 0044). */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "store/store_impl.h"
#include "unity.h"
#include "values.h"

#define NO_END 99999999 /* stands for "no end" in user.valid_to */

static struct store *store;

static const struct entity {
    const char *table;
    const struct value_row *rows;
    size_t count;
    const char *insert; /* one valid row */
} entities[] = {
    {"record", record_rows, RECORD_FIELD_COUNT,
     "INSERT INTO record VALUES (1, 0, 0, 0, 0, 0, 0, '', 0, 0, 0, 1, 0, 0, '', NULL)"},
    {"leave", leave_rows, LEAVE_FIELD_COUNT, "INSERT INTO leave VALUES (1, 1, 0, 0, 0, 0, '')"},
    {"time_zone", time_zone_rows, TIME_ZONE_FIELD_COUNT,
     "INSERT INTO time_zone VALUES (1, '', '0,0,0,0,0,0,0', '0,0,0,0,0,0,0', 0)"},
    {"access_group", group_rows, GROUP_FIELD_COUNT, "INSERT INTO access_group VALUES (2, '', 0, 0, 0, 0, 0)"},
    {"holiday", holiday_rows, HOLIDAY_FIELD_COUNT, "INSERT INTO holiday VALUES (1, 'x', 0, 0, 0, 0, 0)"},
    {"shift", shift_rows, SHIFT_FIELD_COUNT,
     "INSERT INTO shift VALUES (1, '', 1, 0, 0, '0,0,0', '0,0,0', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 120, 0, 1, 0, 480, 0, 0, '')"},
    {"shift_assignment", shift_assignment_rows, SHIFT_ASSIGNMENT_FIELD_COUNT,
     "INSERT INTO shift_assignment VALUES (1, 0, 0, 0, 0, 0, 0)"},
    {"user", user_rows, USER_FIELD_COUNT,
     "INSERT INTO user (userid, username, name_key, cardno, level, \"group\", identify_mode, identify_factors, shift,"
     " valid_from, valid_to, revision) VALUES (1, '', 'k', 1, 0, 0, 0, 0, 0, 0, 99999999, 0)"},
};

void setUp(void) {
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
}

void tearDown(void) {
    store = store_free(store);
}

/* Returns the column name of a field: breakStart is break_start. */
static void column_of(const char *field, char *ret_column) {
    for (; *field != '\0'; field++) {
        if (isupper((unsigned char)*field) != 0) {
            *ret_column++ = '_';
        }
        *ret_column++ = (char)tolower((unsigned char)*field);
    }
    *ret_column = '\0';
}

/* Writes the value, an SQL expression, and checks whether the column accepts it. */
static void expect(const struct entity *entity, const struct value_row *row, bool is_allowed, const char *value) {
    char sql[1024], column[64];
    column_of(row->name, column);
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "SAVEPOINT one"));
    (void)snprintf(sql, sizeof(sql), "UPDATE %s SET \"%s\" = %s", entity->table, column, value);
    TEST_ASSERT_EQUAL_INT_MESSAGE(is_allowed ? 0 : E_RANGE, store_exec(store, sql), sql);
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "ROLLBACK TO one; RELEASE one"));
}

static void expect_number(const struct entity *entity, const struct value_row *row, bool is_allowed, int64_t number) {
    char value[32];
    (void)snprintf(value, sizeof(value), "%" PRId64, number);
    expect(entity, row, is_allowed, value);
}

static void expect_range(const struct entity *entity, const struct value_row *row, int64_t min, int64_t max) {
    expect_number(entity, row, false, min - 1);
    expect_number(entity, row, true, min);
    expect_number(entity, row, true, max);
    expect_number(entity, row, false, max + 1);
}

static void expect_dates(const struct entity *entity, const struct value_row *row) {
    static const uint32_t dates[] = {10101,    20240229, 20250229, 21000229, 20000229, 20260431,
                                     20261231, 20261301, 20260001, 20260100, 99991231};
    bool is_last = strcmp(row->name, "validTo") == 0;
    for (size_t i = 0; i < sizeof(dates) / sizeof(dates[0]); i++) {
        expect_number(entity, row, value_check(row, &dates[i]) == 0, dates[i]);
    }
    expect_number(entity, row, is_last, NO_END);
    expect_number(entity, row, !is_last, 0);
    expect_number(entity, row, false, INT64_C(100000101));
}

static void expect_text(const struct entity *entity, const struct value_row *row) {
    char value[128];
    (void)snprintf(value, sizeof(value), "replace(printf('%%.*c', %d, 'x'), 'x', char(128512))", (int)row->max);
    expect(entity, row, true, value);
    (void)snprintf(value, sizeof(value), "printf('%%.*c', %d, 'x')", (int)row->max + 1);
    expect(entity, row, false, value);
    (void)snprintf(value, sizeof(value), "char(0) || printf('%%.*c', %d, 'x')", (int)row->max * 4);
    expect(entity, row, false, value);
    expect(entity, row, row->min == 0, "''");
}

/* A list of `count` numbers, the last another one. */
static void expect_list(const struct entity *entity, const struct value_row *row, bool is_allowed, unsigned count,
                        int64_t last) {
    char value[256] = "'";
    for (unsigned i = 0; i + 1 < count; i++) {
        (void)snprintf(value + strlen(value), sizeof(value) - strlen(value), "%" PRId64 ",", row->max);
    }
    (void)snprintf(value + strlen(value), sizeof(value) - strlen(value), "%" PRId64 "'", last);
    expect(entity, row, is_allowed, value);
}

static void expect_lists(const struct entity *entity, const struct value_row *row) {
    static const int64_t wrong[] = {-1, 1440, 1499, 1500, 2000, 9999, 10000, INT64_C(4294967295)};
    expect_list(entity, row, true, row->count, row->max);
    expect_list(entity, row, true, row->count, row->min);
    expect_list(entity, row, true, row->count, 999);
    expect_list(entity, row, false, row->count - 1, 0);
    expect_list(entity, row, false, row->count + 1, 0);
    expect_list(entity, row, false, row->count, row->max + 1);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        expect_list(entity, row, false, row->count, wrong[i]);
    }
    expect(entity, row, false, "''");
    expect(entity, row, false, "',,,,,,'");
    expect(entity, row, false, "',,'");
}

static void expect_limits(const struct entity *entity, const struct value_row *row) {
    switch (row->type) {
        case VALUE_BOOL: expect_range(entity, row, 0, 1); break;
        case VALUE_INT: expect_range(entity, row, row->min, row->max); break;
        case VALUE_DECIMAL: /* no first card is NULL, no further one is 0 */
            expect_range(entity, row, strcmp(row->name, "cardno") == 0 ? 1 : 0, row->max);
            break;
        case VALUE_ENUM: expect_range(entity, row, 0, row->words->count - 1); break;
        case VALUE_FLAGS: expect_range(entity, row, 0, (INT64_C(1) << row->words->count) - 1); break;
        case VALUE_DATE: expect_dates(entity, row); break;
        case VALUE_TEXT: expect_text(entity, row); break;
        case VALUE_NUMBERS: expect_lists(entity, row); break;
        case VALUE_LIST:
        case VALUE_OBJECT: TEST_FAIL_MESSAGE("no field of an entity"); break;
    }
}

void test_the_columns_of_an_entity_take_what_the_contract_allows(void) {
    for (size_t e = 0; e < sizeof(entities) / sizeof(entities[0]); e++) {
        TEST_ASSERT_EQUAL_INT_MESSAGE(0, store_exec(store, entities[e].insert), entities[e].insert);
        for (size_t i = 0; i < entities[e].count; i++) {
            if (!entities[e].rows[i].secret) {
                expect_limits(&entities[e], &entities[e].rows[i]);
            }
        }
    }
}

static void expect_words(const char *table, const char *column, uint32_t count) {
    const struct entity entity = {.table = table};
    const struct value_row row = {.name = column};
    expect_range(&entity, &row, 0, count - 1);
}

/* Other tables also use the API's enumerations. */
void test_other_columns_take_each_word_of_their_enumeration(void) {
    TEST_ASSERT_EQUAL_INT(
        0, store_exec(store,
                      "INSERT INTO alarm (seq, kind, door, userid, username, detail, first_ms, last_ms, last_seq,"
                      " count) VALUES (1, 0, 1, 0, '', '', 0, 0, 1, 1);"
                      "INSERT INTO period_group VALUES (1, '', 0, 0);"
                      "INSERT INTO audit (time_ms, account, peer, call, object) VALUES (0, '', '', '', '');"
                      "INSERT INTO bulk VALUES (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 0, 0, 0, 0, 0, 0,"
                      " '', '', '', 0, 0, 0, 0, 0, x'', '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0)"));
    expect_words("alarm", "kind", RECORD_KIND_COUNT);
    expect_words("period_group", "kind", PERIOD_KIND_COUNT);
    expect_words("audit", "importance", AUDIT_IMPORTANCE_COUNT);
    expect_words("bulk", "step", BULK_STEP_COUNT);
    expect_words("bulk", "kind", BULK_KIND_COUNT);
    expect_words("bulk", "encoding", TEXT_ENCODING_COUNT);
    expect_words("bulk", "delimiter", DELIMITER_COUNT);
    expect_words("bulk", "existing", BULK_EXISTING_COUNT);
}
