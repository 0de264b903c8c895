/* The best moment of a week for a group: whether anybody of it can ever enter (core/door/entry.c). */
#include "core/rules/rules_impl.h"

#define GROUP_ANY_TIME 1
#define WEEKDAYS 7
#define DAY_MIN 1440

static void mark_periods(const struct store_period_group *group, bool marks[DAY_MIN]) {
    for (size_t i = 0; i < group->period_count; i++) {
        marks[group->periods[i].start] = true;
        marks[(group->periods[i].end + 1) % DAY_MIN] = true;
    }
}

/* Marks the minutes of a day at which the hours of a group or the schedule of the door may change: no others need be looked at. */
static void mark_changes(const struct store_rules *rules, uint8_t number, bool marks[DAY_MIN]) {
    const struct group *group = &rules->groups[number];
    const uint8_t zones[] = {group->time1, group->time2, group->time3, group->time4};
    const uint32_t in_force = rules->in_force[number] | rules->in_force[STORE_DOOR];
    marks[0] = true;
    for (size_t i = 0; i < sizeof(zones) / sizeof(zones[0]); i++) {
        for (unsigned day = 0; zones[i] != 0 && day < WEEKDAYS; day++) {
            marks[rules->zones[zones[i] - 1].start[day]] = true;
        }
    }
    for (uint8_t period = 1; period <= STORE_PERIOD_GROUPS; period++) {
        if ((in_force & store_period_bit(period)) != 0) {
            mark_periods(&rules->periods[period - 1], marks);
        }
    }
}

/* Access through an open door is better than through one that opens, which is better than none. */
static unsigned rank_of(const struct rules_best *best) {
    static const unsigned ranks[] = {[RULES_DOOR_CLOSED] = 1, [RULES_DOOR_NORMAL] = 2, [RULES_DOOR_OPEN] = 3};
    return best->group.allowed ? ranks[best->door.door] : 0;
}

/* The same as rules_group_at(), for a day that is no holiday. */
static struct rules_answer group_of_days(const struct store_rules *rules, uint8_t group,
                                         const struct rules_days *days) {
    return group == GROUP_ANY_TIME ? (struct rules_answer){.allowed = true, .why = RULES_ANY_TIME}
                                   : rules_group_on(rules, &rules->groups[group], days);
}

struct rules_best rules_best_of_week(const struct rules *snapshot, uint8_t group) {
    const struct store_rules *rules = &snapshot->set;
    struct rules_best best = {.group = {.why = RULES_NEVER}, .door = {.door = RULES_DOOR_NORMAL}};
    bool marks[DAY_MIN] = {false};
    if (rules_is_never(rules, group)) {
        return best;
    }
    best.group.why = RULES_OUTSIDE;
    mark_changes(rules, group, marks);
    for (int at = 0; at < WEEKDAYS * DAY_MIN; at++) {
        const int day = at / DAY_MIN;
        const struct rules_days days = {.day = {.weekday = day},
                                        .before = {.weekday = (day + WEEKDAYS - 1) % WEEKDAYS},
                                        .minute = (uint16_t)(at % DAY_MIN)};
        if (!marks[days.minute]) {
            continue;
        }
        const struct rules_best here = {.group = group_of_days(rules, group, &days),
                                        .door = rules_door_on(rules, &days)};
        best = rank_of(&here) > rank_of(&best) ? here : best;
    }
    return best;
}
