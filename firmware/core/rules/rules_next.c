/* The next change in the schedule of the door. Pure: gives the same as rules_door_at() for each minute, without calling
 * it for each. */
#include "core/rules/rules_impl.h"
#include "core/time/local_time.h"

#include <string.h>

#define MINUTE_MS INT64_C(60000)
#define DAY_MIN 1440
#define DAYS_AHEAD INT64_C(14)
#define WEEKDAYS 7

/* A day in local time, according to the schedule. */
struct painted_day {
    uint32_t date; /* yyyymmdd; 0: none yet */
    uint8_t minutes[DAY_MIN]; /* enum rules_door */
};

/* Marks what an interval covers of the day on which it starts, or of the following morning. */
static void paint_interval(struct painted_day *day, const struct store_period *period, bool is_after,
                           enum rules_door door) {
    bool is_over = period->end < period->start;
    unsigned from = is_after ? 0 : period->start;
    unsigned last = is_over && !is_after ? DAY_MIN - 1 : period->end;
    if (period->start != period->end && (!is_after || is_over)) {
        memset(day->minutes + from, (int)door, last - from + 1);
    }
}

static void paint_group(struct painted_day *day, const struct store_period_group *group, int weekday, int before,
                        enum rules_door door) {
    for (size_t i = 0; i < group->period_count; i++) {
        const struct store_period *period = &group->periods[i];
        if (period->day == weekday) {
            paint_interval(day, period, false, door);
        }
        if (period->day == before) {
            paint_interval(day, period, true, door);
        }
    }
}

/* Always closed comes last and overrides always open. */
static void paint_day(struct painted_day *day, const struct store_rules *rules, const struct rules_moment *moment) {
    static const struct {
        enum period_kind kind;
        enum rules_door door;
    } order[] = {{PERIOD_KIND_ALWAYS_OPEN, RULES_DOOR_OPEN}, {PERIOD_KIND_ALWAYS_CLOSED, RULES_DOOR_CLOSED}};
    int weekday = rules_plan_of(rules, moment->date, moment->weekday);
    int before = rules_plan_of(rules, moment->date_before, (moment->weekday + WEEKDAYS - 1) % WEEKDAYS);
    memset(day->minutes, RULES_DOOR_NORMAL, sizeof(day->minutes));
    day->date = moment->date;
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
        for (uint8_t number = 1; number <= STORE_PERIOD_GROUPS; number++) {
            const struct store_period_group *group = &rules->periods[number - 1];
            bool in_force = (rules->in_force[STORE_DOOR] & store_period_bit(number)) != 0 && group->number != 0;
            if (in_force && group->kind == order[i].kind) {
                paint_group(day, group, weekday, before, order[i].door);
            }
        }
    }
}

/* Returns the minutes until the state of the door changes, or the day ends. */
static unsigned same_for(const struct painted_day *day, unsigned minute) {
    unsigned to = minute + 1;
    while (to < DAY_MIN && day->minutes[to] == day->minutes[minute]) {
        to++;
    }
    return to - minute;
}

size_t rules_door_changes(const struct rules *snapshot, const struct local_rule *rule, int64_t utc_ms,
                          struct rules_door_change *ret_changes, size_t max) {
    if (snapshot->set.in_force[STORE_DOOR] == 0) {
        return 0;
    }
    struct painted_day day = {0};
    int64_t at_ms = utc_ms - utc_ms % MINUTE_MS;
    int64_t until_ms = at_ms + DAYS_AHEAD * DAY_MIN * MINUTE_MS;
    enum rules_door door = RULES_DOOR_NORMAL;
    size_t count = 0;
    for (bool is_first = true; at_ms < until_ms && count < max; is_first = false) {
        struct rules_moment moment = rules_moment_of(rule, at_ms);
        if (day.date != moment.date) {
            paint_day(&day, &snapshot->set, &moment);
        }
        enum rules_door next = (enum rules_door)day.minutes[moment.minute];
        if (!is_first && next != door) {
            ret_changes[count++] = (struct rules_door_change){
                .at_ms = at_ms, .offset_min = local_offset(rule, at_ms / 1000, NULL), .door = next};
        }
        door = next;
        int64_t step_ms = same_for(&day, moment.minute) * MINUTE_MS;
        bool clock_changes =
            local_offset(rule, at_ms / 1000, NULL) != local_offset(rule, (at_ms + step_ms) / 1000, NULL);
        at_ms += clock_changes ? MINUTE_MS : step_ms; /* minute by minute near a change of the UTC offset */
    }
    return count;
}
