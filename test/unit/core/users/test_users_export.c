/* The users as a table: which columns, which cells, in pieces, and the audit row of what leaves. */
#include "core/users/users_export.h"

#include <stdlib.h>
#include <string.h>

#include "audit_rows.h"
#include "core/base/actor.h"
#include "core/users/credentials.h"
#include "store/users/photo.h"
#include "store/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/buf.h"

#define BIT(column) (UINT32_C(1) << USER_LIST_COLUMN_##column)

static const struct actor admin = {.account = "admin", .level = 16, .peer = "192.0.2.7", .call = "exportUsers"};
static struct fixture t;

void setUp(void) {
    fixture_up(&t);
}

void tearDown(void) {
    fixture_down(&t);
}

static void add(const struct user *user) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_add(t.core->store, user, NULL));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

static struct users_export *begin(const struct user_query *query, enum table_format format, uint32_t chosen) {
    struct users_export *export = NULL;
    const struct users_export_form form = {.format = format, .language = LANGUAGE_EN, .columns = chosen};
    TEST_ASSERT_EQUAL(0, users_export_new(t.core, &admin, query, &form, &export));
    return export;
}

/* The whole of it as text; *ret_pieces (may be NULL) is how many pieces it had. */
static char *export_all(const struct user_query *query, uint32_t chosen, unsigned *ret_pieces) {
    struct users_export *export = begin(query, TABLE_FORMAT_CSV, chosen);
    struct buf out = {0};
    unsigned pieces = 0;
    int r = 1;
    while (r == 1) {
        r = users_export_next(t.core, export, &out);
        pieces++;
    }
    TEST_ASSERT_EQUAL(0, r);
    users_export_free(export);
    if (ret_pieces != NULL) {
        *ret_pieces = pieces;
    }
    char *text = strdup(buf_text(&out));
    buf_done(&out);
    return text;
}

static void expect(const char *expected, const struct user_query *query, uint32_t chosen) {
    char *text = export_all(query, chosen, NULL);
    TEST_ASSERT_EQUAL_STRING(expected, text);
    free(text);
}

static void keep(uint32_t userid, enum factor factor, uint8_t index, uint32_t slot) {
    struct credential one = {.userid = userid, .factor = factor, .index = index, .slot = slot};
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, credentials_keep(t.core, &admin, &one, false, "minutiae", 8));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

static const struct user full = {.userid = 7,
                                 .username = "Ada, \"L\"",
                                 .cardno = UINT32_MAX,
                                 .level = 0,
                                 .group = 5,
                                 .identify_mode = IDENTIFY_MODE_ALL,
                                 .identify_factors = 1U << FACTOR_CARD | 1U << FACTOR_FINGER,
                                 .shift = 3,
                                 .valid_from = 20260101,
                                 .valid_to = 20261231,
                                 .employee_no = "E-7",
                                 .department = "Sales",
                                 .cardno2 = UINT64_C(72057594037927935),
                                 .cardno3 = 9};
static const struct user empty = {.userid = 8, .username = "", .group = 1};

static void add_two(void) {
    add(&full);
    add(&empty);
    keep(7, FACTOR_FINGER, 0, 0);
    keep(7, FACTOR_FINGER, 9, 1);
    keep(7, FACTOR_FACE, 0, 0);
    keep(7, FACTOR_IRIS, 1, 0);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_photo_put(t.core->store, 7, "photo", 5));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

static const struct user_query by_id = {.sort = USER_SORT_ID, .order = SORT_ORDER_ASC};

#define HEADING                                                                                                                                 \
    "\xef\xbb\xbfUser ID,User name,Card NO.,Password,Admin level,Time zone group,Identify by,Factors,Shift,First day,Last day,Employee number," \
    "Department,Card NO. 2,Card NO. 3,Card NO. 4,Card NO. 5,Fingers,Face,Irises,Photo\r\n"

void test_a_full_and_an_empty_user_have_their_cells(void) {
    add_two();
    fixture_add_user(&t, 9, "Chief", 9, 0, "739158");
    expect(
        HEADING
        "7,\"Ada, \"\"L\"\"\",4294967295,,0,5,all,card finger,3,2026-01-01,2026-12-31,\"E-7\",\"Sales\",\"72 057 594 037 927 935\",9,,,2,yes,1,yes\r\n"
        "8,\"\",,,0,1,device,,,,,\"\",\"\",,,,,,,,\r\n"
        "9,\"Chief\",,yes,9,1,device,,,,,\"\",\"\",,,,,,,,\r\n",
        &by_id, 0);
}

void test_each_column_alone(void) {
    static const char *const cells[USER_LIST_COLUMN_COUNT] = {"User ID\r\n7\r\n8",
                                                              "User name\r\n\"Ada, \"\"L\"\"\"\r\n\"\"",
                                                              "Card NO.\r\n4294967295\r\n",
                                                              "Password\r\n\r\n",
                                                              "Admin level\r\n0\r\n0",
                                                              "Time zone group\r\n5\r\n1",
                                                              "Identify by\r\nall\r\ndevice",
                                                              "Factors\r\ncard finger\r\n",
                                                              "Shift\r\n3\r\n",
                                                              "First day\r\n2026-01-01\r\n",
                                                              "Last day\r\n2026-12-31\r\n",
                                                              "Employee number\r\n\"E-7\"\r\n\"\"",
                                                              "Department\r\n\"Sales\"\r\n\"\"",
                                                              "Card NO. 2\r\n\"72 057 594 037 927 935\"\r\n",
                                                              "Card NO. 3\r\n9\r\n",
                                                              "Card NO. 4\r\n\r\n",
                                                              "Card NO. 5\r\n\r\n",
                                                              "Fingers\r\n2\r\n",
                                                              "Face\r\nyes\r\n",
                                                              "Irises\r\n1\r\n",
                                                              "Photo\r\nyes\r\n"};
    add_two();
    for (unsigned i = 0; i < USER_LIST_COLUMN_COUNT; i++) {
        char expected[128];
        (void)snprintf(expected, sizeof(expected), "\xef\xbb\xbf%s\r\n", cells[i]);
        expect(expected, &by_id, UINT32_C(1) << i);
    }
    expect("\xef\xbb\xbfUser ID,Photo\r\n7,yes\r\n8,\r\n", &by_id, BIT(USERID) | BIT(PHOTO));
}

void test_it_leaves_an_audit_row_and_has_the_name_of_its_day(void) {
    struct audit_rows rows;
    add(&empty);
    struct users_export *csv = begin(&by_id, TABLE_FORMAT_CSV, 0);
    TEST_ASSERT_EQUAL_STRING("users-2026-09-21.csv", users_export_name(csv));
    TEST_ASSERT_NOT_NULL(strstr(users_export_media_type(csv), "text/csv"));
    users_export_free(csv); /* also of one that nobody fetches */
    audit_rows_read(t.core->store, &rows);
    TEST_ASSERT_EQUAL_UINT(1, rows.count);
    TEST_ASSERT_EQUAL_STRING("user list", rows.rows[0].object);
    TEST_ASSERT_EQUAL_STRING("exportUsers", rows.rows[0].call);
    TEST_ASSERT_EQUAL_STRING("admin", rows.rows[0].account);
    struct users_export *book = begin(&by_id, TABLE_FORMAT_XLSX, 0);
    TEST_ASSERT_EQUAL_STRING("users-2026-09-21.xlsx", users_export_name(book));
    TEST_ASSERT_NOT_NULL(strstr(users_export_media_type(book), "spreadsheetml"));
    struct buf out = {0};
    TEST_ASSERT_EQUAL(0, users_export_next(t.core, book, &out));
    TEST_ASSERT_EQUAL_MEMORY("PK", out.data, 2);
    buf_done(&out);
    users_export_free(book);
    users_export_free(NULL);
}

void test_what_is_asked_for_decides_who_is_in_it_and_not_its_page(void) {
    char search[8] = "bea";
    fixture_add_user(&t, 1, "Bea One", 0, 0, NULL);
    fixture_add_user(&t, 2, "Bea Two", 0, 0, NULL);
    fixture_add_user(&t, 3, "Cleo", 0, 0, NULL);
    struct user_query query = {.sort = USER_SORT_ID,
                               .order = SORT_ORDER_DESC,
                               .search = search,
                               .limit = 1,
                               .before = "nonsense",
                               .from = "nonsense",
                               .last = true,
                               .given = UINT64_MAX & ~(VALUE_BIT(USER_QUERY_GROUP) | VALUE_BIT(USER_QUERY_ROLE) |
                                                       VALUE_BIT(USER_QUERY_SHIFT) | VALUE_BIT(USER_QUERY_CREDENTIAL) |
                                                       VALUE_BIT(USER_QUERY_EXPIRY))};
    struct users_export *export = begin(&query, TABLE_FORMAT_CSV, BIT(USERID));
    memset(search, 'x', 3); /* it has a copy */
    struct buf out = {0};
    TEST_ASSERT_EQUAL(0, users_export_next(t.core, export, &out));
    TEST_ASSERT_EQUAL_STRING("\xef\xbb\xbfUser ID\r\n2\r\n1\r\n", buf_text(&out));
    buf_done(&out);
    users_export_free(export);
}

/* A piece is four pages of 100 users. */
void test_many_come_in_pieces_and_each_once(void) {
    static const struct {
        unsigned users, pieces;
    } cases[] = {{0, 1}, {100, 1}, {101, 1}, {400, 1}, {401, 2}};
    unsigned there = 0;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        unsigned pieces = 0;
        TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
        while (there < cases[i].users) {
            struct user user = {.userid = ++there, .username = "", .group = 1};
            TEST_ASSERT_EQUAL(0, store_users_add(t.core->store, &user, NULL));
        }
        TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
        char *text = export_all(&by_id, BIT(USERID), &pieces);
        TEST_ASSERT_EQUAL_UINT(cases[i].pieces, pieces);
        const char *at = strchr(text, '\n') + 1;
        for (unsigned id = 1; id <= there; id++) {
            char *end = NULL;
            TEST_ASSERT_EQUAL_UINT(id, strtoul(at, &end, 10));
            at = end + 2;
        }
        TEST_ASSERT_EQUAL_STRING("", at);
        free(text);
    }
}

void test_who_is_deleted_meanwhile_is_in_no_later_piece(void) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    for (uint32_t id = 1; id <= 402; id++) {
        TEST_ASSERT_EQUAL(
            0, store_users_add(t.core->store, &(struct user){.userid = id, .username = "", .group = 1}, NULL));
    }
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    struct users_export *export = begin(&by_id, TABLE_FORMAT_CSV, BIT(USERID));
    struct buf out = {0};
    TEST_ASSERT_EQUAL(1, users_export_next(t.core, export, &out));
    buf_clear(&out);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_delete(t.core->store, 401));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(0, users_export_next(t.core, export, &out));
    TEST_ASSERT_EQUAL_STRING("402\r\n", buf_text(&out));
    buf_done(&out);
    users_export_free(export);
}
