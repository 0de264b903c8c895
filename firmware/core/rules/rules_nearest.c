/* By how much a moment is outside the hours of a group. Pure. */
#include <stdlib.h>

#include "core/rules/rules_impl.h"

#define WEEKDAYS 7

struct search {
    int weekday, weekday_before; /* whose hours apply on the day and on the day before; RULES_NO_HOURS: none */
    int minute; /* of the moment */
    struct rules_nearest found;
};

/* Of hours that are as near, those that have ended, then those that start first, then those that end first: whatever the order in
 * which they stand. */
static bool is_nearer(const struct rules_nearest *a, const struct rules_nearest *b) {
    if (abs(a->late_min) != abs(b->late_min)) {
        return abs(a->late_min) < abs(b->late_min);
    }
    if (a->late_min != b->late_min) {
        return a->late_min > b->late_min;
    }
    return a->start != b->start ? a->start < b->start : a->end < b->end;
}

static void keep_nearer(struct search *search, uint16_t start, uint16_t end, int late_min) {
    const struct rules_nearest found = {.start = start, .end = end, .late_min = (int16_t)late_min};
    if (search->found.late_min == 0 || is_nearer(&found, &search->found)) {
        search->found = found;
    }
}

/* Considers hours of a weekday. None contain the moment, so hours that cross midnight have not started on their own day, and have
 * ended on the next. */
static void consider_hours(struct search *search, int weekday, uint16_t start, uint16_t end) {
    if (start == end) {
        return;
    }
    if (weekday == search->weekday) {
        const bool is_ahead = search->minute < start;
        keep_nearer(search, start, end, search->minute - (is_ahead ? start : end));
    }
    if (weekday == search->weekday_before && start > end) {
        keep_nearer(search, start, end, search->minute - end);
    }
}

static void consider_zone(struct search *search, const struct time_zone *zone) {
    for (int weekday = 0; weekday < WEEKDAYS; weekday++) {
        consider_hours(search, weekday, zone->start[weekday], zone->end[weekday]);
    }
}

static void consider_periods(struct search *search, const struct store_period_group *group) {
    for (size_t i = 0; i < group->period_count; i++) {
        const struct store_period *period = &group->periods[i];
        consider_hours(search, period->day, period->start, period->end);
    }
}

struct rules_nearest rules_nearest_hours(const struct store_rules *rules, const struct group *group,
                                         const struct rules_moment *moment) {
    const uint8_t zones[] = {group->time1, group->time2, group->time3, group->time4};
    struct search search = {
        .weekday = rules_plan_of(rules, moment->date, moment->weekday),
        .weekday_before = rules_plan_of(rules, moment->date_before, (moment->weekday + WEEKDAYS - 1) % WEEKDAYS),
        .minute = moment->minute,
    };
    for (size_t i = 0; i < sizeof(zones) / sizeof(zones[0]); i++) {
        if (zones[i] != 0) {
            consider_zone(&search, &rules->zones[zones[i] - 1]);
        }
    }
    for (uint8_t number = 1; number <= STORE_PERIOD_GROUPS; number++) {
        if (rules_is_in_force(rules, rules->in_force[group->number], number, PERIOD_KIND_WORKING)) {
            consider_periods(&search, &rules->periods[number - 1]);
        }
    }
    return search.found;
}
