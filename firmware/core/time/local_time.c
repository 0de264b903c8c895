#include "core/time/local_time.h"

#include "core/time/local_calendar.h"
#include "core/time/local_dst.h"
#include "core/time/local_place.h"
#include "core/time/local_places.h"

#define DAY_S 86400

int32_t local_offset(const struct local_rule *rule, int64_t utc_s, bool *ret_dst) {
    return rule->place != NULL ? local_place_offset(place_clock(rule->place), utc_s, ret_dst)
                               : local_dst_offset(rule, utc_s, ret_dst);
}

size_t local_changes(const struct local_rule *rule, int64_t after_s, struct local_change *ret_changes, size_t max) {
    return rule->place != NULL ? local_place_changes(place_clock(rule->place), after_s, ret_changes, max)
                               : local_dst_changes(rule, after_s, ret_changes, max);
}

struct local_time local_of(const struct local_rule *rule, int64_t utc_s) {
    struct local_time civil = {0};
    civil.offset_min = local_offset(rule, utc_s, &civil.dst);
    int64_t local_s = utc_s + (int64_t)civil.offset_min * 60;
    int64_t days = local_calendar_day(local_s);
    unsigned of_day = (unsigned)(local_s - days * DAY_S);
    const struct local_date date = local_calendar_date(days);
    civil.year = date.year;
    civil.month = date.month;
    civil.day = date.day;
    civil.weekday = (uint8_t)local_calendar_weekday(days);
    civil.hour = (uint8_t)(of_day / 3600);
    civil.minute = (uint8_t)(of_day / 60 % 60);
    civil.second = (uint8_t)(of_day % 60);
    return civil;
}

static bool points_equal(const struct local_point *a, const struct local_point *b) {
    return a->month == b->month && a->day == b->day && a->week == b->week && a->weekday == b->weekday &&
           a->hour == b->hour && a->minute == b->minute;
}

bool local_rules_equal(const struct local_rule *a, const struct local_rule *b) {
    if (a->place != NULL || b->place != NULL) {
        return a->place == b->place;
    }
    return a->zone_min == b->zone_min && a->dst == b->dst && a->change_min == b->change_min &&
           points_equal(&a->start, &b->start) && points_equal(&a->end, &b->end);
}

uint32_t local_day(const struct local_time *civil) {
    return (uint32_t)civil->year * 10000u + civil->month * 100u + civil->day;
}

int64_t local_day_number(uint32_t day) {
    return local_calendar_days((int32_t)(day / 10000), day / 100 % 100, day % 100);
}

uint32_t local_day_of(int64_t number) {
    const struct local_date date = local_calendar_date(number);
    return local_day(&(struct local_time){.year = date.year, .month = date.month, .day = date.day});
}
