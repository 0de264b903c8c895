/* The rules at moments, for the tests: commands on standard input, a line each, answered a line each where there is
 * something to answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rules/period_merge.h"
#include "core/rules/rules_impl.h"
#include "core/time/local_time.h"

static struct rules rules;
static struct store_period *periods[STORE_PERIOD_GROUPS]; /* exactly as many as there are: none may be read behind */
static struct local_rule local;

static long next(void) {
    long number = 0;
    if (scanf("%ld", &number) != 1) {
        exit(1);
    }
    return number;
}

static void read_point(struct local_point *point) {
    point->month = (uint8_t)next();
    point->week = (enum dst_week)next();
    point->weekday = (uint8_t)next();
    point->hour = (uint8_t)next();
}

static void read_clock(void) {
    local = (struct local_rule){.zone_min = (int32_t)next(), .change_min = (uint16_t)next()};
    local.dst = local.change_min > 0 ? DST_MODE_WEEK : DST_MODE_DISABLE;
    read_point(&local.start);
    read_point(&local.end);
}

static void read_zone(void) {
    struct time_zone zone = {.number = (uint8_t)next()};
    for (int i = 0; i < 7; i++) {
        zone.start[i] = (uint16_t)next();
        zone.end[i] = (uint16_t)next();
    }
    rules.set.zones[zone.number - 1] = zone;
}

static void read_group(void) {
    struct group group = {.number = (uint8_t)next()};
    group.time1 = (uint8_t)next();
    group.time2 = (uint8_t)next();
    group.time3 = (uint8_t)next();
    group.time4 = (uint8_t)next();
    rules.set.groups[group.number] = group;
}

static size_t read_intervals(struct store_period *ret_periods) {
    size_t count = (size_t)next();
    for (size_t i = 0; i < count; i++) {
        ret_periods[i].day = (uint8_t)next();
        ret_periods[i].start = (uint16_t)next();
        ret_periods[i].end = (uint16_t)next();
    }
    return count;
}

static void read_period(void) {
    struct store_period read[STORE_PERIODS_MAX];
    uint8_t number = (uint8_t)next();
    struct store_period_group group = {.number = number, .kind = (enum period_kind)next()};
    group.period_count = read_intervals(read);
    free(periods[number - 1]);
    periods[number - 1] = malloc(group.period_count * sizeof(*read));
    memcpy(periods[number - 1], read, group.period_count * sizeof(*read));
    group.periods = periods[number - 1];
    rules.set.periods[number - 1] = group;
}

static void read_force(void) {
    long group = next();
    rules.set.in_force[group] |= store_period_bit((uint8_t)next());
}

static void read_holiday(void) {
    struct holiday holiday = {.number = (uint8_t)next(), .from = (uint32_t)next(), .to = (uint32_t)next()};
    holiday.yearly = next() != 0;
    holiday.plan = (enum holiday_plan)next();
    rules.set.holidays[holiday.number - 1] = holiday;
}

static void say_group(uint8_t group, const struct rules_moment *moment) {
    static const char *const words[] = {"never", "anyTime", "zone", "period", "outside", "holiday"};
    struct rules_answer answer = rules_group_at(&rules, group, moment);
    printf("%d %s %d %d %d", answer.allowed, words[answer.why], answer.zone, answer.period, answer.holiday);
}

/* The hours that were missed, where the group is outside of its own. */
static void say_missed(uint8_t group, const struct rules_moment *moment) {
    const struct rules_nearest missed = rules_group_at(&rules, group, moment).nearest;
    if (missed.late_min != 0) {
        printf(" %d-%d %d", missed.start, missed.end, missed.late_min);
    }
}

static void say_door(const struct rules_moment *moment) {
    static const char *const words[] = {"normal", "open", "closed"};
    struct rules_door_answer answer = rules_door_at(&rules, moment);
    printf("%s %d %d", words[answer.door], answer.period, answer.holiday);
}

/* Group 2, group 3 and the door, a line a minute. */
static void say_run(void) {
    long from_s = next();
    long minutes = next();
    for (long i = 0; i < minutes; i++) {
        struct rules_moment moment = rules_moment_of(&local, (int64_t)(from_s + i * 60) * 1000);
        for (uint8_t group = 2; group <= 3; group++) {
            say_group(group, &moment);
            say_missed(group, &moment);
            printf(";");
        }
        say_door(&moment);
        printf("\n");
    }
}

/* The next changes at the door: how many, then minute, offset and what it is from then on. */
static void say_changes(void) {
    static const char *const words[] = {"normal", "open", "closed"};
    struct rules_door_change changes[100];
    size_t max = (size_t)next();
    size_t count = rules_door_changes(&rules, &local, next() * 1000, changes, max);
    for (size_t i = 0; i < count; i++) {
        printf("%s%lld %d %s", i > 0 ? ";" : "", (long long)changes[i].at_ms / 60000, (int)changes[i].offset_min,
               words[changes[i].door]);
    }
    printf("\n");
}

static void say_merged(void) {
    struct store_period sent[STORE_PERIODS_MAX];
    size_t given = read_intervals(sent);
    struct store_period *merged = malloc(given * sizeof(*merged) + 1); /* none may be read behind */
    if (merged == NULL) {
        exit(1);
    }
    memcpy(merged, sent, given * sizeof(*merged));
    size_t count = period_merge(merged, given);
    printf("%zu", count);
    for (size_t i = 0; i < count; i++) {
        printf(" %d %d %d", merged[i].day, merged[i].start, merged[i].end);
    }
    printf("\n");
    free(merged);
}

static void run_command(const char *word) {
    struct rules_moment moment;
    if (strcmp(word, "new") == 0) {
        memset(&rules.set, 0, sizeof(rules.set));
        local = (struct local_rule){.zone_min = 0};
    } else if (strcmp(word, "clock") == 0) {
        read_clock();
    } else if (strcmp(word, "zone") == 0) {
        read_zone();
    } else if (strcmp(word, "group") == 0) {
        read_group();
    } else if (strcmp(word, "period") == 0) {
        read_period();
    } else if (strcmp(word, "force") == 0) {
        read_force();
    } else if (strcmp(word, "holiday") == 0) {
        read_holiday();
    } else if (strcmp(word, "groupAt") == 0) {
        uint8_t group = (uint8_t)next();
        moment = rules_moment_of(&local, next() * 1000);
        say_group(group, &moment);
        printf("\n");
    } else if (strcmp(word, "doorAt") == 0) {
        moment = rules_moment_of(&local, next() * 1000);
        say_door(&moment);
        printf("\n");
    } else if (strcmp(word, "run") == 0) {
        say_run();
    } else if (strcmp(word, "changes") == 0) {
        say_changes();
    } else if (strcmp(word, "merge") == 0) {
        say_merged();
    } else {
        exit(1);
    }
}

int main(void) {
    char word[16];
    while (scanf("%15s", word) == 1) {
        run_command(word);
    }
    return 0;
}
