/* The row of the one job. */
#include "store/bulk/bulk.h"

#include <stdio.h>
#include <string.h>

#include "store/store.h"
#include "unity.h"

static struct store *store;

void setUp(void) {
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
}

void tearDown(void) {
    store = store_free(store);
}

/* Each member has a distinct value, so that swapped members are detected. */
static struct store_bulk sample(void) {
    struct store_bulk bulk = {
        .kind = BULK_KIND_PHOTOS,
        .step = BULK_STEP_WRITING,
        .name = "people «1».csv",
        .total = INT64_C(1073741824),
        .holder = {.userid = 4294967295U,
                   .key_id = 2,
                   .maker = 3,
                   .sponsor = 4,
                   .level = 5,
                   .account = "key 2",
                   .name = "Ann",
                   .peer = "192.0.2.1"},
        .form = {.encoding = TEXT_ENCODING_BIG5,
                 .delimiter = DELIMITER_PIPE,
                 .heading = true,
                 .heading_line = 4294967295U,
                 .heading_rows = 2,
                 .sheet = 6,
                 .existing = BULK_EXISTING_SKIP,
                 .columns = {1, 0, 10},
                 .column_count = 3,
                 .reading = {BULK_DATE_ORDER_MONTH_FIRST, BULK_CALENDAR_BUDDHIST, BULK_CARD_BASE_HEX,
                             BULK_CARD_GROUPS_THOUSANDS}},
        .found = {.reading = {BULK_DATE_ORDER_DAY_FIRST, BULK_CALENDAR_HIJRI, BULK_CARD_BASE_DECIMAL,
                              BULK_CARD_GROUPS_FACILITY},
                  .asks = 15,
                  .unnamed = 4294967295U,
                  .ignored = 4294967295U,
                  .left_out = 4294967294U},
        .about = ",\"filter\":{}",
        .counts = {.at = 11, .rows = 12, .added = 13, .changed = 14, .same = 15, .skipped = 16, .bad = 17},
        .rows_at = 18,
        .bad_octets = 19,
        .raises = true,
        .whole = false,
        .verified = true,
        .code = 12015,
    };
    return bulk;
}

static void put(const struct store_bulk *bulk) {
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, store_bulk_put(store, bulk));
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
}

static void assert_same(const struct store_bulk *want) {
    struct store_bulk got;
    memset(&got, 0xa5, sizeof(got));
    TEST_ASSERT_EQUAL_INT(0, store_bulk_get(store, &got));
    TEST_ASSERT_EQUAL_INT(want->kind, got.kind);
    TEST_ASSERT_EQUAL_INT(want->step, got.step);
    TEST_ASSERT_EQUAL_STRING(want->name, got.name);
    TEST_ASSERT_EQUAL_INT64(want->total, got.total);
    TEST_ASSERT_EQUAL_UINT32(want->holder.userid, got.holder.userid);
    TEST_ASSERT_EQUAL_UINT32(want->holder.key_id, got.holder.key_id);
    TEST_ASSERT_EQUAL_UINT32(want->holder.maker, got.holder.maker);
    TEST_ASSERT_EQUAL_UINT32(want->holder.sponsor, got.holder.sponsor);
    TEST_ASSERT_EQUAL_UINT8(want->holder.level, got.holder.level);
    TEST_ASSERT_EQUAL_STRING(want->holder.account, got.holder.account);
    TEST_ASSERT_EQUAL_STRING(want->holder.name, got.holder.name);
    TEST_ASSERT_EQUAL_STRING(want->holder.peer, got.holder.peer);
    TEST_ASSERT_EQUAL_INT(want->form.encoding, got.form.encoding);
    TEST_ASSERT_EQUAL_INT(want->form.delimiter, got.form.delimiter);
    TEST_ASSERT_EQUAL_INT(want->form.heading, got.form.heading);
    TEST_ASSERT_EQUAL_UINT32(want->form.heading_line, got.form.heading_line);
    TEST_ASSERT_EQUAL_UINT8(want->form.heading_rows, got.form.heading_rows);
    TEST_ASSERT_EQUAL_UINT8(want->form.sheet, got.form.sheet);
    TEST_ASSERT_EQUAL_INT(want->form.existing, got.form.existing);
    TEST_ASSERT_EQUAL_UINT8(want->form.column_count, got.form.column_count);
    TEST_ASSERT_EQUAL_MEMORY(want->form.columns, got.form.columns, STORE_BULK_COLUMNS_MAX);
    TEST_ASSERT_EQUAL_MEMORY(&want->form.reading, &got.form.reading, sizeof(got.form.reading));
    TEST_ASSERT_EQUAL_MEMORY(&want->found, &got.found, sizeof(got.found));
    TEST_ASSERT_EQUAL_STRING(want->about, got.about);
    TEST_ASSERT_EQUAL_MEMORY(&want->counts, &got.counts, sizeof(got.counts));
    TEST_ASSERT_EQUAL_INT64(want->rows_at, got.rows_at);
    TEST_ASSERT_EQUAL_INT64(want->bad_octets, got.bad_octets);
    TEST_ASSERT_EQUAL_INT(want->raises, got.raises);
    TEST_ASSERT_EQUAL_INT(want->whole, got.whole);
    TEST_ASSERT_EQUAL_INT(want->verified, got.verified);
    TEST_ASSERT_EQUAL_UINT32(want->code, got.code);
}

void test_everything_is_read_back(void) {
    struct store_bulk bulk = sample();
    put(&bulk);
    assert_same(&bulk);
    bulk.form.column_count = 0;
    memset(bulk.form.columns, 0, sizeof(bulk.form.columns));
    put(&bulk);
    assert_same(&bulk);
}

void test_going_on_writes_how_far_it_is_and_leaves_the_rest(void) {
    struct store_bulk bulk = sample();
    put(&bulk);
    struct store_bulk next = {
        .step = BULK_STEP_DONE,
        .counts = {.at = 21, .rows = 22, .added = 23, .changed = 24, .same = 25, .skipped = 26, .bad = 27},
        .rows_at = 28,
        .bad_octets = 29,
        .whole = true,
        .code = 1};
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, store_bulk_go_on(store, &next));
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
    bulk.step = next.step;
    bulk.counts = next.counts;
    bulk.found = next.found;
    bulk.rows_at = next.rows_at;
    bulk.bad_octets = next.bad_octets;
    bulk.raises = bulk.verified = false;
    bulk.whole = true;
    bulk.code = 1;
    assert_same(&bulk);
}

void test_what_is_forgotten_does_not_go_on(void) {
    struct store_bulk bulk = sample();
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_bulk_get(store, &bulk));
    bulk = sample();
    put(&bulk);
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, store_bulk_clear(store));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_bulk_go_on(store, &bulk));
    TEST_ASSERT_EQUAL_INT(0, store_bulk_clear(store));
    store_abort(store);
    assert_same(&bulk);
}
