/* The handlers of the log, of skin temperatures, and of photos of lines. */
#include <stdio.h>
#include <string.h>

#include "api_world.h"
#include "contract.h"
#include "core/door/door.h"
#include "core/door/journal.h"
#include "core/records/record_photos.h"
#include "core/records/search.h"
#include "core/settings/settings.h"
#include "log_world.h"
#include "made_picture.h"
#include "store/store_impl.h"
#include "store/users/users.h"
#include "unity.h"

#define GIVES(field) VALUE_BIT(RECORD_QUERY_##field)

static struct api_world w;

void setUp(void) {
    api_world_up(&w);
    log_world_zone(&w.t, 0);
}

void tearDown(void) {
    api_world_down(&w);
}

static void refused(int code, const char *field, int answer) {
    api_world_check(&w, code, field, answer);
}

static void measured(uint32_t userid, const char *utc, int16_t tenths) {
    const struct record line = {.time = log_world_ms(utc), .userid = userid, .username = "Ada", .temperature = tenths};
    (void)log_world_add(&w.t, &line);
}

void test_how_full_the_log_is(void) {
    struct api_log_state state;
    struct setting_kaoqin_param values = settings_get(w.t.core)->values.kaoqin_param;
    TEST_ASSERT_EQUAL(CAT_OK, api_kaoqin_param_state(&w.ctx, &state));
    TEST_ASSERT_EQUAL(0, state.records);
    TEST_ASSERT_EQUAL(9000, state.capacity);
    TEST_ASSERT_FALSE(state.alarm);
    measured(7, "2026-06-01T08:00:00", 0);
    measured(8, "2026-06-01T08:00:00", 0);
    values.log_alarm = 8999;
    TEST_ASSERT_EQUAL(0, fixture_save(w.t.core, &w.by, SETTING_PAGE_KAOQIN_PARAM, &values));
    TEST_ASSERT_EQUAL(CAT_OK, api_kaoqin_param_state(&w.ctx, &state));
    TEST_ASSERT_EQUAL(2, state.records);
    TEST_ASSERT_TRUE(state.alarm);
}

/* --- The log --- */

static struct searchrecord_req search;
static struct searchrecord_reply found;

static int call_search(void) {
    memset(&found, 0, sizeof(found));
    return api_searchrecord(&w.ctx, &search, &found);
}

/* The pages of a log of three lines, from the newest to the oldest and back. */
void test_pages_of_the_log(void) {
    measured(7, "2026-06-01T08:00:00", 0);
    measured(8, "2026-06-01T09:00:00", 0);
    measured(9, "2026-06-01T10:00:00", 0);
    search = (struct searchrecord_req){.limit = 2};
    TEST_ASSERT_EQUAL(CAT_OK, call_search());
    TEST_ASSERT_EQUAL(2, found.records_count);
    TEST_ASSERT_EQUAL(9, found.records[0].userid);
    TEST_ASSERT_EQUAL_STRING("Ada", found.records[0].username);
    TEST_ASSERT_EQUAL(8, found.records[1].userid);
    TEST_ASSERT_EQUAL_STRING("", found.previous);
    TEST_ASSERT_FALSE(found.partial);
    TEST_ASSERT_EQUAL_INT64(3, found.last);
    TEST_ASSERT_EQUAL_UINT32(20260921, found.today);
    (void)snprintf(search.after, sizeof(search.after), "%s", found.next);
    TEST_ASSERT_EQUAL(CAT_OK, call_search()); /* a cursor that is not given says nothing */
    TEST_ASSERT_EQUAL(9, found.records[0].userid);
    search.has_after = true;
    TEST_ASSERT_EQUAL(CAT_OK, call_search());
    TEST_ASSERT_EQUAL(1, found.records_count);
    TEST_ASSERT_EQUAL(7, found.records[0].userid);
    TEST_ASSERT_EQUAL_STRING("", found.next);
    search.has_after = false;
    (void)snprintf(search.before, sizeof(search.before), "%s", found.previous);
    TEST_ASSERT_EQUAL(CAT_OK, call_search());
    TEST_ASSERT_EQUAL(9, found.records[0].userid);
    TEST_ASSERT_NOT_EQUAL(0, strlen(found.next));
    search.has_before = true;
    search.limit = 1;
    TEST_ASSERT_EQUAL(CAT_OK, call_search());
    TEST_ASSERT_EQUAL(1, found.records_count);
    TEST_ASSERT_EQUAL(8, found.records[0].userid);
    api_world_interrupted(&w, call_search);
    api_world_without_memory(&w, 1024, call_search);
    search.has_after = true;
    refused(CAT_OUT_OF_RANGE, "after", call_search());
    search.has_after = false;
    (void)snprintf(search.before, sizeof(search.before), "nonsense");
    refused(CAT_BAD_FORMAT, "before", call_search());
}

void test_what_is_searched(void) {
    measured(7, "2026-06-01T08:00:00", 0);
    measured(8, "2026-06-02T08:00:00", 0);
    search = (struct searchrecord_req){.limit = 5, .record_query = {.userid = 7, .given = GIVES(USERID)}};
    TEST_ASSERT_EQUAL(CAT_OK, call_search());
    TEST_ASSERT_EQUAL(1, found.records_count);
    TEST_ASSERT_EQUAL(7, found.records[0].userid);
    search.record_query =
        (struct record_query){.from_day = 20260602, .to_day = 20260601, .given = GIVES(FROM_DAY) | GIVES(TO_DAY)};
    refused(CAT_OUT_OF_RANGE, "toDay", call_search());
}

void test_the_log_as_a_table(void) {
    struct download_record_form_req req = {.format = TABLE_FORMAT_CSV,
                                           .record_query = {.userid = 7, .given = GIVES(USERID)}};
    struct api_file file = {0};
    measured(7, "2026-06-01T08:00:00", 0);
    measured(8, "2026-06-02T09:00:00", 0);
    refused(CAT_OK, NULL, api_download_record_form(&w.ctx, &req, &file));
    TEST_ASSERT_NOT_NULL(strstr(file.type, "text/csv"));
    TEST_ASSERT_NOT_NULL(strstr(file.name, ".csv"));
    const char *text = api_world_file(&w, &file);
    TEST_ASSERT_NOT_NULL(strstr(text, "2026-06-01"));
    TEST_ASSERT_NULL(strstr(text, "2026-06-02"));
    req.format = TABLE_FORMAT_XLSX;
    refused(CAT_OK, NULL, api_download_record_form(&w.ctx, &req, &file));
    TEST_ASSERT_NOT_NULL(strstr(file.type, "spreadsheetml"));
    (void)api_world_file(&w, &file);
    req.record_query = (struct record_query){.from = 2, .to = 1, .given = GIVES(FROM) | GIVES(TO)};
    refused(CAT_OUT_OF_RANGE, "to", api_download_record_form(&w.ctx, &req, &file));
}

/* --- Skin temperatures --- */

static struct search_thermometry_record_req warm;
static struct search_thermometry_record_reply warmed;

static int call_warm(void) {
    memset(&warmed, 0, sizeof(warmed));
    return api_search_thermometry_record(&w.ctx, &warm, &warmed);
}

static void limit_is(uint16_t tenths) {
    struct setting_thermometry_param values = settings_get(w.t.core)->values.thermometry_param;
    values.limit = tenths;
    TEST_ASSERT_EQUAL(0, fixture_save(w.t.core, &w.by, SETTING_PAGE_THERMOMETRY_PARAM, &values));
}

void test_lines_with_a_temperature(void) {
    limit_is(381);
    warm = (struct search_thermometry_record_req){.limit = 2};
    TEST_ASSERT_EQUAL(CAT_OK, call_warm());
    TEST_ASSERT_EQUAL(0, warmed.records_count);
    TEST_ASSERT_FALSE(warmed.any);
    measured(6, "2026-06-01T07:00:00", 0);
    measured(7, "2026-06-01T08:00:00", 365);
    measured(8, "2026-06-01T09:00:00", 366);
    measured(9, "2026-06-01T10:00:00", 390);
    TEST_ASSERT_EQUAL(CAT_OK, call_warm());
    TEST_ASSERT_TRUE(warmed.any);
    TEST_ASSERT_EQUAL(2, warmed.records_count);
    TEST_ASSERT_EQUAL(9, warmed.records[0].userid);
    TEST_ASSERT_EQUAL(390, warmed.records[0].temperature);
    TEST_ASSERT_EQUAL_STRING("", warmed.previous);
    TEST_ASSERT_FALSE(warmed.partial);
    TEST_ASSERT_EQUAL_UINT32(20260921, warmed.today);
    TEST_ASSERT_EQUAL(381, warmed.above);
    (void)snprintf(warm.after, sizeof(warm.after), "%s", warmed.next);
    TEST_ASSERT_EQUAL(CAT_OK, call_warm());
    TEST_ASSERT_EQUAL(9, warmed.records[0].userid);
    warm.has_after = true;
    TEST_ASSERT_EQUAL(CAT_OK, call_warm());
    TEST_ASSERT_EQUAL(1, warmed.records_count); /* the line without one is not among them */
    TEST_ASSERT_EQUAL(7, warmed.records[0].userid);
    TEST_ASSERT_EQUAL_STRING("", warmed.next);
    (void)snprintf(warm.before, sizeof(warm.before), "%s", warmed.previous);
    warm.has_after = false;
    TEST_ASSERT_EQUAL(CAT_OK, call_warm());
    TEST_ASSERT_EQUAL(9, warmed.records[0].userid);
    warm.has_before = true;
    warm.limit = 1;
    TEST_ASSERT_EQUAL(CAT_OK, call_warm());
    TEST_ASSERT_EQUAL(8, warmed.records[0].userid);
    TEST_ASSERT_EQUAL(1, warmed.records_count);
    api_world_interrupted(&w, call_warm);
    api_world_without_memory(&w, 1024, call_warm);
    (void)snprintf(warm.before, sizeof(warm.before), "nonsense");
    refused(CAT_BAD_FORMAT, "before", call_warm());
    warm = (struct search_thermometry_record_req){
        .limit = 2, .record_query = {.temperature = THERMOMETRY_TYPE_ABNORMALITY, .given = GIVES(TEMPERATURE)}};
    TEST_ASSERT_EQUAL(CAT_OK, call_warm());
    TEST_ASSERT_EQUAL(1, warmed.records_count);
    warm.record_query = (struct record_query){.from = 2, .to = 1, .given = GIVES(FROM) | GIVES(TO)};
    refused(CAT_OUT_OF_RANGE, "to", call_warm());
}

static struct thermometry_day_req wanted;
static struct thermometry_day_reply day;

static int call_day(void) {
    memset(&day, 0, sizeof(day));
    return api_thermometry_day(&w.ctx, &wanted, &day);
}

void test_the_temperatures_of_a_day(void) {
    limit_is(381);
    measured(7, "2026-06-01T08:10:00", 365);
    measured(8, "2026-06-01T10:10:00", 380);
    measured(9, "2026-06-01T10:20:00", 390);
    measured(9, "2026-09-21T10:20:00", 364);
    wanted = (struct thermometry_day_req){.day = 20260601, .has_day = true};
    TEST_ASSERT_EQUAL(CAT_OK, call_day());
    TEST_ASSERT_EQUAL_UINT32(20260601, day.day);
    TEST_ASSERT_EQUAL(2, day.hours_count);
    TEST_ASSERT_EQUAL(8, day.hours[0].hour);
    TEST_ASSERT_EQUAL(1, day.hours[0].count);
    TEST_ASSERT_EQUAL(0, day.hours[0].abnormal);
    TEST_ASSERT_EQUAL(10, day.hours[1].hour);
    TEST_ASSERT_EQUAL(2, day.hours[1].count);
    TEST_ASSERT_EQUAL(1, day.hours[1].abnormal);
    TEST_ASSERT_EQUAL(385, day.hours[1].mean);
    TEST_ASSERT_EQUAL(390, day.hours[1].highest);
    TEST_ASSERT_FALSE(day.partial);
    TEST_ASSERT_EQUAL(381, day.above);
    api_world_interrupted(&w, call_day);
    api_world_without_memory(&w, 32, call_day);
    wanted.has_day = false;
    TEST_ASSERT_EQUAL(CAT_OK, call_day());
    TEST_ASSERT_EQUAL_UINT32(20260921, day.day);
    TEST_ASSERT_EQUAL(1, day.hours_count);
}

/* One page, and one day, looks at so many lines at most. */
void test_a_search_that_stopped(void) {
    char sql[512];
    measured(7, "2026-06-01T10:00:00", 365);
    (void)snprintf(
        sql, sizeof(sql),
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %u)"
        " INSERT INTO record (time, \"offset\", kind, result, reason, userid, username, factors, status, duress, door,"
        " temperature, photo, detail) SELECT time, \"offset\", kind, result, reason, userid, username,"
        " factors, status, duress, door, temperature, photo, detail FROM n, record WHERE seq = 1",
        SEARCH_BUDGET);
    TEST_ASSERT_EQUAL(0, store_exec(w.t.core->store, sql));
    search = (struct searchrecord_req){.limit = 5, .record_query = {.name = "nobody", .given = GIVES(NAME)}};
    TEST_ASSERT_EQUAL(CAT_OK, call_search());
    TEST_ASSERT_TRUE(found.partial);
    warm = (struct search_thermometry_record_req){.limit = 5, .record_query = search.record_query};
    TEST_ASSERT_EQUAL(CAT_OK, call_warm());
    TEST_ASSERT_TRUE(warmed.partial);
    wanted = (struct thermometry_day_req){.day = 20260601, .has_day = true};
    TEST_ASSERT_EQUAL(CAT_OK, call_day());
    TEST_ASSERT_TRUE(day.partial);
}

/* --- Users who are gone --- */

static struct former_user_req asked_former;
static struct former_user_reply former;

static int call_former(void) {
    memset(&former, 0, sizeof(former));
    return api_former_user(&w.ctx, &asked_former, &former);
}

static void delete_user(uint32_t userid) {
    TEST_ASSERT_EQUAL(0, store_begin(w.t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_delete(w.t.core->store, userid));
    TEST_ASSERT_EQUAL(0, store_commit(w.t.core->store));
}

void test_records_of_who_is_gone_are_told(void) {
    log_world_zone(&w.t, 120);
    fixture_add_user(&w.t, 7, "Ada", 0, 0, NULL);
    fixture_add_user(&w.t, 8, "Bob", 0, 0, NULL);
    measured(7, "2026-06-01T22:30:00", 365);
    measured(8, "2026-06-01T08:00:00", 0);
    measured(0, "2026-06-01T08:00:00", 0);
    search = (struct searchrecord_req){.limit = 5};
    TEST_ASSERT_EQUAL(CAT_OK, call_search());
    TEST_ASSERT_EQUAL(3, found.records_count);
    TEST_ASSERT_EQUAL(0, found.former_count);
    asked_former.userid = 7;
    TEST_ASSERT_EQUAL(CAT_OK, call_former());
    TEST_ASSERT_FALSE(former.named);
    TEST_ASSERT_EQUAL_STRING("", former.name);
    delete_user(7);
    TEST_ASSERT_EQUAL(CAT_OK, call_former());
    TEST_ASSERT_TRUE(former.named);
    TEST_ASSERT_EQUAL_STRING("Ada", former.name);
    TEST_ASSERT_EQUAL_UINT32(20260602, former.day); /* 00:30 at the terminal */
    TEST_ASSERT_EQUAL(CAT_OK, call_search());
    TEST_ASSERT_EQUAL(1, found.former_count);
    TEST_ASSERT_EQUAL_INT64(1, found.former[0]);
    fixture_add_user(&w.t, 7, "Zoe", 0, 0, NULL);
    measured(7, "2026-06-03T08:00:00", 0);
    TEST_ASSERT_EQUAL(CAT_OK, call_search());
    TEST_ASSERT_EQUAL(4, found.records_count);
    TEST_ASSERT_EQUAL(1, found.former_count);
    TEST_ASSERT_EQUAL_INT64(1, found.former[0]);
    TEST_ASSERT_EQUAL(CAT_OK, call_former());
    TEST_ASSERT_FALSE(former.named); /* somebody has it */
    asked_former.userid = 9;
    TEST_ASSERT_EQUAL(CAT_OK, call_former());
    TEST_ASSERT_FALSE(former.named);
    api_world_interrupted(&w, call_former);
    api_world_without_memory(&w, 32, call_search);
}

/* --- Photos of lines --- */

static struct record_photo_req photo;
static struct api_file file;

static int call_photo(void) {
    return api_record_photo(&w.ctx, &photo, &file);
}

void test_the_photo_of_a_line(void) {
    const struct record record = {.time = core_utc_ms(w.t.core),
                                  .kind = RECORD_KIND_ACCESS,
                                  .result = RECORD_RESULT_GRANTED,
                                  .userid = 7,
                                  .username = "Ada"};
    uint8_t *picture = NULL;
    made_picture(&picture, &w.t.fake.still_len);
    w.t.fake.still = picture;
    fixture_add_user(&w.t, 7, "Ada", 0, 0, NULL);
    photo.seq = 1;
    refused(CAT_GONE, "seq", call_photo());
    journal_line(w.t.core, door_journal(w.t.core), &record, 0, PASSBACK_UNKNOWN);
    record_photos_upkeep(w.t.core);
    refused(CAT_OK, NULL, call_photo());
    TEST_ASSERT_EQUAL_STRING("image/jpeg", file.type);
    TEST_ASSERT_EQUAL_STRING("photo.jpg", file.name);
    TEST_ASSERT_EQUAL_HEX8_ARRAY("\xff\xd8\xff", api_world_file(&w, &file), 3);
    api_world_without_memory(&w, 512, call_photo);
    photo.seq = 2;
    refused(CAT_GONE, "seq", call_photo());
    free(picture);
}
