#include "core/time/local_time.h"

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

/* Days since 1970-01-01. From the count of days before the first of March of each year of a 400-year cycle: see
 * H. Hinnant, "chrono-Compatible Low-Level Date Algorithms". */
static int64_t days_of(int32_t year, unsigned month, unsigned day) {
    int64_t y = month <= 2 ? year - 1 : year;
    int64_t era = (y >= 0 ? y : y - 399) / 400;
    int64_t of_era = y - era * 400;
    int64_t of_year = (153 * (int64_t)(month > 2 ? month - 3 : month + 9) + 2) / 5 + (int64_t)day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* The opposite of days_of(). */
static void civil_of(int64_t days, struct local_time *ret_civil) {
    int64_t shifted = days + 719468;
    int64_t era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
    int64_t of_era = shifted - era * 146097;
    int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t shifted_month = (5 * of_year + 2) / 153;
    ret_civil->day = (uint8_t)(of_year - (153 * shifted_month + 2) / 5 + 1);
    ret_civil->month = (uint8_t)(shifted_month < 10 ? shifted_month + 3 : shifted_month - 9);
    ret_civil->year = (int32_t)(year_of_era + era * 400 + (ret_civil->month <= 2 ? 1 : 0));
}

static unsigned weekday_of(int64_t days) {
    return (unsigned)(((days + 4) % 7 + 7) % 7); /* 1970-01-01 was a Thursday */
}

static unsigned month_days(int32_t year, unsigned month) {
    int64_t next = month == 12 ? days_of(year + 1, 1, 1) : days_of(year, month + 1, 1);
    return (unsigned)(next - days_of(year, month, 1));
}

static unsigned day_of_week_point(const struct local_point *point, int32_t year) {
    unsigned first = 1 + (point->weekday + 7 - weekday_of(days_of(year, point->month, 1))) % 7;
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
    return days_of(year, point->month, day) * DAY_S + (int64_t)point->hour * 3600 - (int64_t)offset_min * 60;
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

static int64_t floor_days(int64_t s) {
    return (s >= 0 ? s : s - (DAY_S - 1)) / DAY_S;
}

static int32_t year_at(const struct local_rule *rule, int64_t utc_s) {
    struct local_time civil;
    civil_of(floor_days(utc_s + (int64_t)rule->zone_min * 60), &civil);
    return civil.year;
}

int32_t local_offset(const struct local_rule *rule, int64_t utc_s, bool *ret_dst) {
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

struct local_time local_of(const struct local_rule *rule, int64_t utc_s) {
    struct local_time civil = {0};
    civil.offset_min = local_offset(rule, utc_s, &civil.dst);
    int64_t local_s = utc_s + (int64_t)civil.offset_min * 60;
    int64_t days = floor_days(local_s);
    unsigned of_day = (unsigned)(local_s - days * DAY_S);
    civil_of(days, &civil);
    civil.weekday = (uint8_t)weekday_of(days);
    civil.hour = (uint8_t)(of_day / 3600);
    civil.minute = (uint8_t)(of_day / 60 % 60);
    civil.second = (uint8_t)(of_day % 60);
    return civil;
}

size_t local_changes(const struct local_rule *rule, int64_t after_s, struct local_change *ret_changes, size_t max) {
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

uint32_t local_day(const struct local_time *civil) {
    return (uint32_t)civil->year * 10000u + civil->month * 100u + civil->day;
}

int64_t local_day_number(uint32_t day) {
    return days_of((int32_t)(day / 10000), day / 100 % 100, day % 100);
}

uint32_t local_day_of(int64_t number) {
    struct local_time civil = {0};
    civil_of(number, &civil);
    return local_day(&civil);
}

int64_t local_moment(const struct local_rule *rule, int64_t wall_s) {
    int64_t in_standard_s = wall_s - (int64_t)rule->zone_min * 60;
    int64_t in_summer_s = in_standard_s - (int64_t)rule->change_min * 60;
    bool is_summer = false;
    (void)local_offset(rule, in_summer_s, &is_summer);
    return is_summer ? in_summer_s : in_standard_s;
}

int64_t local_day_start(const struct local_rule *rule, int64_t number) {
    int64_t in_standard_s = number * DAY_S - (int64_t)rule->zone_min * 60;
    int64_t earliest_s = in_standard_s - (changes_ever(rule) ? (int64_t)rule->change_min * 60 : 0);
    struct local_change change;
    if (earliest_s + (int64_t)local_offset(rule, earliest_s, NULL) * 60 >= number * DAY_S) {
        return earliest_s;
    }
    /* Midnight may be among what the clock leaves out. */
    bool leaps = local_changes(rule, earliest_s - 1, &change, 1) == 1 && change.at_s < in_standard_s &&
                 change.after_min > change.before_min;
    return leaps ? change.at_s : in_standard_s;
}
