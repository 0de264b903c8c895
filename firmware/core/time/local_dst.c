#include "core/time/local_dst.h"

#include "core/time/local_calendar.h"

#define DAY_S 86400
#define YEARS 3           /* around a moment: a change may belong to the year next door */
#define POINTS 6          /* two a year */
#define SOUND_FROM 2020
#define SOUND_TO 2099

/* One end of daylight saving in one year. */
struct local_edge {
    int64_t at_s;
    bool starts;
};

static unsigned month_days(int32_t year, unsigned month) {
    int64_t next = month == 12 ? local_calendar_days(year + 1, 1, 1) : local_calendar_days(year, month + 1, 1);
    return (unsigned)(next - local_calendar_days(year, month, 1));
}

static unsigned day_of_week_point(const struct local_point *point, int32_t year) {
    unsigned first = 1 + (point->weekday + 7 - local_calendar_weekday(local_calendar_days(year, point->month, 1))) % 7;
    unsigned last = first + (month_days(year, point->month) - first) / 7 * 7;
    if (point->week == DST_WEEK_LAST) {
        return last;
    }
    if (point->week == DST_WEEK_PENULT) {
        return last - 7;
    }
    unsigned day = first + 7u * point->week;
    return day > last ? last : day;
}

/* Moment at which a clock that is `offset_min` ahead of UTC reaches the point in a year. */
static int64_t point_at(const struct local_rule *rule, const struct local_point *point, int32_t year,
                        int32_t offset_min) {
    unsigned day = 0;
    if (rule->dst == DST_MODE_WEEK) {
        day = day_of_week_point(point, year);
    } else {
        unsigned count = month_days(year, point->month);
        day = point->day > count ? count : point->day;
    }
    const int64_t minute = point->hour * 60 + point->minute;
    return local_calendar_days(year, point->month, day) * DAY_S + (minute - offset_min) * 60;
}

static void put_in_order(struct local_edge *edges, size_t count) {
    for (size_t i = 1; i < count; i++) {
        struct local_edge edge = edges[i];
        size_t at = i;
        for (; at > 0 && edges[at - 1].at_s > edge.at_s; at--) {
            edges[at] = edges[at - 1];
        }
        edges[at] = edge;
    }
}

/* Both edges of the years `first` and those behind it, in order of time. */
static void edges_from(const struct local_rule *rule, int32_t first, struct local_edge ret_edges[POINTS]) {
    struct local_edge *edge = ret_edges;
    for (int32_t year = first; year < first + YEARS; year++) {
        *edge++ = (struct local_edge){point_at(rule, &rule->start, year, rule->zone_min), true};
        *edge++ = (struct local_edge){point_at(rule, &rule->end, year, rule->zone_min + rule->change_min), false};
    }
    put_in_order(ret_edges, POINTS);
}

static bool changes_ever(const struct local_rule *rule) {
    return rule->dst != DST_MODE_DISABLE && rule->change_min > 0;
}

static int32_t year_at(const struct local_rule *rule, int64_t utc_s) {
    return local_calendar_date(local_calendar_day(utc_s + (int64_t)rule->zone_min * 60)).year;
}

int32_t local_dst_offset(const struct local_rule *rule, int64_t utc_s, bool *ret_dst) {
    bool dst = false;
    if (changes_ever(rule)) {
        struct local_edge edges[POINTS] = {0};
        edges_from(rule, year_at(rule, utc_s) - 1, edges);
        for (size_t i = 0; i < POINTS && edges[i].at_s <= utc_s; i++) {
            dst = edges[i].starts;
        }
    }
    if (ret_dst != NULL) {
        *ret_dst = dst;
    }
    return rule->zone_min + (dst ? rule->change_min : 0);
}

size_t local_dst_changes(const struct local_rule *rule, int64_t after_s, struct local_change *ret_changes, size_t max) {
    size_t count = 0;
    if (!changes_ever(rule)) {
        return 0;
    }
    for (int32_t year = year_at(rule, after_s) - 1; count < max; year += YEARS) {
        struct local_edge edges[POINTS] = {0};
        edges_from(rule, year, edges);
        for (size_t i = 0; i < POINTS && count < max; i++) {
            if (edges[i].at_s > after_s) {
                int32_t dst_min = rule->zone_min + rule->change_min;
                ret_changes[count++] = (struct local_change){
                    .at_s = edges[i].at_s,
                    .before_min = edges[i].starts ? rule->zone_min : dst_min,
                    .after_min = edges[i].starts ? dst_min : rule->zone_min,
                };
            }
        }
    }
    return count;
}

bool local_rule_is_sound(const struct local_rule *rule) {
    if (!changes_ever(rule)) {
        return true;
    }
    struct local_edge last = {0};
    for (int32_t year = SOUND_FROM; year <= SOUND_TO; year++) {
        struct local_edge two[2] = {
            {point_at(rule, &rule->start, year, rule->zone_min), true},
            {point_at(rule, &rule->end, year, rule->zone_min + rule->change_min), false},
        };
        put_in_order(two, 2);
        for (int i = 0; i < 2; i++) {
            bool first = year == SOUND_FROM && i == 0;
            if (!first && (two[i].starts == last.starts || two[i].at_s - last.at_s < DAY_S)) {
                return false;
            }
            last = two[i];
        }
    }
    return true;
}
