/* Evaluation of the rules at a moment. Pure: docs/rules.md has every rule with its example, and a second implementation
 * written from that page alone is compared with this one. */
#include "core/rules/rules_impl.h"
#include "core/time/local_time.h"

#define GROUP_NEVER 0
#define GROUP_ANY_TIME 1
#define WEEKDAYS 7
#define DAY_S 86400
#define DAY_MIN 1440

static int64_t floor_second(int64_t ms) {
    return (ms >= 0 ? ms : ms - 999) / 1000;
}

struct rules_moment rules_moment_of(const struct local_rule *rule, int64_t utc_ms) {
    static const struct local_rule on_the_wall = {.zone_min = 0, .dst = DST_MODE_DISABLE};
    struct local_time now = local_of(rule, floor_second(utc_ms));
    /* The previous calendar day, however many hours it had. */
    int64_t wall_s = floor_second(utc_ms) + (int64_t)now.offset_min * 60;
    struct local_time before = local_of(&on_the_wall, wall_s - DAY_S);
    return (struct rules_moment){
        .date = local_day(&now),
        .date_before = local_day(&before),
        .weekday = now.weekday,
        .minute = (uint16_t)(now.hour * 60 + now.minute),
    };
}

static bool is_leap(uint32_t year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Returns month and day as a number; 29 February becomes the day before in a year without it. */
static uint32_t month_day(uint32_t date, uint32_t year) {
    uint32_t md = date % 10000;
    return md == 229 && !is_leap(year) ? 228 : md;
}

/* A holiday is shorter than a year, so one whose end precedes its start extends over New Year. */
bool rules_holiday_is_on(const struct holiday *holiday, uint32_t date) {
    if (!holiday->yearly) {
        return holiday->from <= date && date <= holiday->to;
    }
    uint32_t from = month_day(holiday->from, date / 10000);
    uint32_t to = month_day(holiday->to, date / 10000);
    uint32_t md = date % 10000;
    bool over_new_year = holiday->from / 10000 != holiday->to / 10000;
    return over_new_year ? md >= from || md <= to : from <= md && md <= to;
}

static int plan_weekday(enum holiday_plan plan) {
    return plan == HOLIDAY_PLAN_NONE ? RULES_NO_HOURS : (int)plan - (int)HOLIDAY_PLAN_SUNDAY;
}

/* Evaluates a day by its holiday, the one with the lowest number. */
static struct rules_day day_of(const struct store_rules *rules, uint32_t date, int weekday) {
    for (unsigned i = 0; i < HOLIDAY_NUMBER_MAX; i++) {
        if (rules->holidays[i].number != 0 && rules_holiday_is_on(&rules->holidays[i], date)) {
            return (struct rules_day){
                .weekday = plan_weekday(rules->holidays[i].plan),
                .holiday = rules->holidays[i].number,
            };
        }
    }
    return (struct rules_day){.weekday = weekday};
}

struct rules_day rules_day_on(const struct rules *snapshot, uint32_t date, int weekday) {
    return day_of(&snapshot->set, date, weekday);
}

int rules_plan_of(const struct store_rules *rules, uint32_t date, int weekday) {
    return day_of(rules, date, weekday).weekday;
}

static struct rules_days days_of(const struct store_rules *rules, const struct rules_moment *moment) {
    return (struct rules_days){
        .day = day_of(rules, moment->date, moment->weekday),
        .before = day_of(rules, moment->date_before, (moment->weekday + WEEKDAYS - 1) % WEEKDAYS),
        .minute = moment->minute,
    };
}

/* The same as ordinary days; keeps the holidays' numbers. */
static struct rules_days ordinary_days(const struct rules_days *days, const struct rules_moment *moment) {
    struct rules_days plain = *days;
    plain.day.weekday = moment->weekday;
    plain.before.weekday = (moment->weekday + WEEKDAYS - 1) % WEEKDAYS;
    return plain;
}

/* Returns whether an interval that starts on the day of the moment is active then. */
static bool holds_now(uint16_t start, uint16_t end, uint16_t minute) {
    return start < end ? start <= minute && minute <= end : start > end && start <= minute;
}

/* The same for one that started on the previous day. */
static bool runs_on(uint16_t start, uint16_t end, uint16_t minute) {
    return start > end && minute <= end;
}

/* Reports the holiday of the day whose hours grant access. */
static bool zone_holds(const struct time_zone *zone, const struct rules_days *days, uint8_t *ret_holiday) {
    int day = days->day.weekday;
    int before = days->before.weekday;
    if (day != RULES_NO_HOURS && holds_now(zone->start[day], zone->end[day], days->minute)) {
        *ret_holiday = days->day.holiday;
        return true;
    }
    if (before != RULES_NO_HOURS && runs_on(zone->start[before], zone->end[before], days->minute)) {
        *ret_holiday = days->before.holiday;
        return true;
    }
    return false;
}

/* Returns whether one of its intervals of a weekday is active; RULES_NO_HOURS matches none. */
static bool any_period(const struct store_period_group *group, int weekday,
                       bool (*holds)(uint16_t start, uint16_t end, uint16_t minute), uint16_t minute) {
    for (size_t i = 0; i < group->period_count; i++) {
        const struct store_period *period = &group->periods[i];
        if (period->day == weekday && holds(period->start, period->end, minute)) {
            return true;
        }
    }
    return false;
}

static bool period_holds(const struct store_period_group *group, const struct rules_days *days, uint8_t *ret_holiday) {
    if (any_period(group, days->day.weekday, holds_now, days->minute)) {
        *ret_holiday = days->day.holiday;
        return true;
    }
    if (any_period(group, days->before.weekday, runs_on, days->minute)) {
        *ret_holiday = days->before.holiday;
        return true;
    }
    return false;
}

bool rules_is_in_force(const struct store_rules *rules, uint32_t mask, uint8_t number, enum period_kind kind) {
    const struct store_period_group *group = &rules->periods[number - 1];
    return (mask & store_period_bit(number)) != 0 && group->number != 0 && group->kind == kind;
}

/* Returns the lowest number of a kind that is in force and active; 0: none. */
static uint8_t period_in_force(const struct store_rules *rules, uint32_t mask, enum period_kind kind,
                               const struct rules_days *days, uint8_t *ret_holiday) {
    for (uint8_t number = 1; number <= STORE_PERIOD_GROUPS; number++) {
        if (rules_is_in_force(rules, mask, number, kind) &&
            period_holds(&rules->periods[number - 1], days, ret_holiday)) {
            return number;
        }
    }
    return 0;
}

struct rules_answer rules_group_on(const struct store_rules *rules, const struct group *group,
                                   const struct rules_days *days) {
    const uint8_t zones[] = {group->time1, group->time2, group->time3, group->time4};
    struct rules_answer answer = {.why = RULES_OUTSIDE};
    for (size_t i = 0; i < sizeof(zones) / sizeof(zones[0]); i++) {
        if (zones[i] != 0 && zone_holds(&rules->zones[zones[i] - 1], days, &answer.holiday)) {
            answer.allowed = true;
            answer.why = RULES_TIME_ZONE;
            answer.zone = zones[i];
            return answer;
        }
    }
    answer.period = period_in_force(rules, rules->in_force[group->number], PERIOD_KIND_WORKING, days, &answer.holiday);
    answer.allowed = answer.period != 0;
    answer.why = answer.allowed ? RULES_PERIOD : RULES_OUTSIDE;
    return answer;
}

bool rules_is_never(const struct store_rules *rules, uint8_t group) {
    return group == GROUP_NEVER || group > GROUP_NUMBER_MAX ||
           (group != GROUP_ANY_TIME && rules->groups[group].number == 0);
}

struct rules_answer rules_group_at(const struct rules *snapshot, uint8_t group, const struct rules_moment *moment) {
    const struct store_rules *rules = &snapshot->set;
    if (group == GROUP_ANY_TIME) {
        return (struct rules_answer){.allowed = true, .why = RULES_ANY_TIME};
    }
    if (rules_is_never(rules, group)) {
        return (struct rules_answer){.why = RULES_NEVER};
    }
    struct rules_days days = days_of(rules, moment);
    struct rules_answer answer = rules_group_on(rules, &rules->groups[group], &days);
    if (answer.allowed) {
        return answer;
    }
    struct rules_days plain = ordinary_days(&days, moment);
    struct rules_answer otherwise = rules_group_on(rules, &rules->groups[group], &plain);
    if (otherwise.allowed) {
        return (struct rules_answer){.why = RULES_HOLIDAY, .holiday = otherwise.holiday};
    }
    answer.nearest = rules_nearest_hours(rules, &rules->groups[group], moment);
    return answer;
}

struct rules_door_answer rules_door_on(const struct store_rules *rules, const struct rules_days *days) {
    static const struct {
        enum period_kind kind;
        enum rules_door door;
    } order[] = {{PERIOD_KIND_ALWAYS_CLOSED, RULES_DOOR_CLOSED}, {PERIOD_KIND_ALWAYS_OPEN, RULES_DOOR_OPEN}};
    struct rules_door_answer answer = {.door = RULES_DOOR_NORMAL};
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
        answer.period = period_in_force(rules, rules->in_force[STORE_DOOR], order[i].kind, days, &answer.holiday);
        if (answer.period != 0) {
            answer.door = order[i].door;
            return answer;
        }
    }
    return answer;
}

struct rules_door_answer rules_door_at(const struct rules *snapshot, const struct rules_moment *moment) {
    const struct rules_days days = days_of(&snapshot->set, moment);
    return rules_door_on(&snapshot->set, &days);
}
