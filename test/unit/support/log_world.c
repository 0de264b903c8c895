#include "log_world.h"

#include <stdio.h>

#include "core/events/log.h"
#include "core/settings/settings.h"
#include "core/time/local_time.h"
#include "unity.h"

#define DAY_S 86400
#define HOUR_S 3600
#define MIN_S 60
#define MS_PER_S 1000

static const struct actor terminal = {.account = "admin", .peer = "-", .call = "GetDateTimeParam"};

int64_t log_world_add(struct fixture *fixture, const struct record *record) {
    struct record line = *record;
    int64_t seq = 0;
    line.username = line.username != NULL ? line.username : "";
    TEST_ASSERT_EQUAL(0, log_append(fixture->core, &line, &seq));
    return seq;
}

int64_t log_world_punch(struct fixture *fixture, uint32_t userid, int64_t time_ms, enum record_status status) {
    const struct record line = {.time = time_ms,
                                .kind = RECORD_KIND_ACCESS,
                                .result = RECORD_RESULT_GRANTED,
                                .reason = RECORD_REASON_ANY_TIME,
                                .userid = userid,
                                .status = status};
    return log_world_add(fixture, &line);
}

void log_world_zone(struct fixture *fixture, int32_t zone_min) {
    struct setting_date_time_param values = settings_get(fixture->core)->values.date_time_param;
    values.zone = zone_min;
    TEST_ASSERT_EQUAL(0, fixture_save(fixture->core, &terminal, SETTING_PAGE_DATE_TIME_PARAM, &values));
}

int64_t log_world_ms(const char *utc) {
    unsigned year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
    TEST_ASSERT_EQUAL_MESSAGE(6, sscanf(utc, "%4u-%2u-%2uT%2u:%2u:%2u", &year, &month, &day, &hour, &minute, &second),
                              utc);
    const int64_t days = local_day_number(year * 10000 + month * 100 + day);
    return (days * DAY_S + (int64_t)hour * HOUR_S + (int64_t)minute * MIN_S + second) * MS_PER_S;
}
