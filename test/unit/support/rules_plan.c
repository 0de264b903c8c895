#include "rules_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unity.h"

#define GIVEN_MAX 512
#define LINE_MAX_BYTES 1024
#define HOUR_MIN 60
#define DAY_S 86400
#define NONE 7

static unsigned weekday_of(const char *text) {
    static const char *const names[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "non"};
    unsigned day = 0;
    while (day < NONE && strncmp(text, names[day], 3) != 0) {
        day++;
    }
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(names[day], text, 3, text);
    return day;
}

size_t rules_plan_intervals(const char *text, struct store_period *ret_periods) {
    size_t count = 0;
    for (const char *at = text; at != NULL && *at != '\0'; at = strchr(at, ','), at = at != NULL ? at + 1 : at) {
        char day[4];
        unsigned hour = 0, minute = 0, to_hour = 0, to_minute = 0;
        const int found = sscanf(at, " %3s %2u:%2u-%2u:%2u", day, &hour, &minute, &to_hour, &to_minute);
        TEST_ASSERT_EQUAL_MESSAGE(5, found, text);
        ret_periods[count++] = (struct store_period){(uint8_t)weekday_of(day), (uint16_t)(hour * HOUR_MIN + minute),
                                                     (uint16_t)(to_hour * HOUR_MIN + to_minute)};
    }
    return count;
}

static uint32_t date_of(const char *text) {
    unsigned year = 0, month = 0, day = 0;
    TEST_ASSERT_EQUAL_MESSAGE(3, sscanf(text, "%4u-%2u-%2u", &year, &month, &day), text);
    return year * 10000 + month * 100 + day;
}

int64_t rules_plan_ms(const char *utc) {
    unsigned hour = 0, minute = 0;
    TEST_ASSERT_EQUAL_MESSAGE(2, sscanf(utc + strlen("2026-11-23"), " %2u:%2u", &hour, &minute), utc);
    return (local_day_number(date_of(utc)) * DAY_S + (int64_t)(hour * HOUR_MIN + minute) * 60) * 1000;
}

static void read_zone(struct rules_plan *plan, unsigned number, const char *value) {
    struct store_period intervals[STORE_PERIODS_MAX];
    struct time_zone *zone = &plan->rules.set.zones[number - 1];
    const size_t count = rules_plan_intervals(value, intervals);
    zone->number = (uint8_t)number;
    for (size_t i = 0; i < count; i++) {
        zone->start[intervals[i].day] = intervals[i].start;
        zone->end[intervals[i].day] = intervals[i].end;
    }
}

static void read_group(struct rules_plan *plan, unsigned number, const char *value) {
    unsigned zones[4] = {0};
    (void)sscanf(value, "%u, %u, %u, %u", &zones[0], &zones[1], &zones[2], &zones[3]); /* "none": none of them */
    plan->rules.set.groups[number] = (struct group){.number = (uint8_t)number,
                                                    .time1 = (uint8_t)zones[0],
                                                    .time2 = (uint8_t)zones[1],
                                                    .time3 = (uint8_t)zones[2],
                                                    .time4 = (uint8_t)zones[3]};
}

static void read_holiday(struct rules_plan *plan, unsigned number, const char *value) {
    const char *comma = strchr(value, ',');
    const char *to = strstr(value, " to ");
    TEST_ASSERT_NOT_NULL_MESSAGE(comma, value);
    const unsigned weekday = weekday_of(comma + 2);
    plan->rules.set.holidays[number - 1] = (struct holiday){
        .number = (uint8_t)number,
        .from = date_of(value),
        .to = date_of(to != NULL ? to + strlen(" to ") : value),
        .yearly = strstr(value, "yearly") != NULL,
        .plan = weekday == NONE ? HOLIDAY_PLAN_NONE : (enum holiday_plan)(HOLIDAY_PLAN_SUNDAY + weekday)};
}

/* "working 7 for 2", "always open 4 in force". */
static void read_periods(struct rules_plan *plan, const char *key, const char *value) {
    unsigned number = 0, group = 0;
    enum period_kind kind = PERIOD_KIND_WORKING;
    if (sscanf(key, "working %u for %u", &number, &group) < 1) {
        kind = strncmp(key, "always open", strlen("always open")) == 0 ? PERIOD_KIND_ALWAYS_OPEN
                                                                       : PERIOD_KIND_ALWAYS_CLOSED;
        TEST_ASSERT_EQUAL_MESSAGE(1, sscanf(key, "always %*s %u", &number), key);
    }
    struct store_period *rows = plan->periods[number - 1];
    plan->rules.set.periods[number - 1] = (struct store_period_group){
        .number = (uint8_t)number, .kind = kind, .periods = rows, .period_count = rules_plan_intervals(value, rows)};
    if (group > 0 || strstr(key, "in force") != NULL) {
        plan->rules.set.in_force[group] |= store_period_bit((uint8_t)number);
    }
}

static void read_clock(struct rules_plan *plan, const char *value) {
    TEST_ASSERT_EQUAL_STRING("Central Europe", value);
    plan->clock = (struct local_rule){
        .zone_min = 60,
        .dst = DST_MODE_WEEK,
        .change_min = 60,
        .start = {.month = 3, .week = DST_WEEK_LAST, .hour = 2},
        .end = {.month = 10, .week = DST_WEEK_LAST, .hour = 3},
    };
}

static void read_part(struct rules_plan *plan, const char *key, const char *value) {
    unsigned number = 0;
    if (sscanf(key, "zone %u", &number) == 1) {
        read_zone(plan, number, value);
    } else if (sscanf(key, "group %u", &number) == 1) {
        read_group(plan, number, value);
    } else if (sscanf(key, "holiday %u", &number) == 1) {
        read_holiday(plan, number, value);
    } else if (strcmp(key, "clock") == 0) {
        read_clock(plan, value);
    } else {
        read_periods(plan, key, value);
    }
}

void rules_plan_read(const char *given, struct rules_plan *ret_plan) {
    char text[GIVEN_MAX], *rest = NULL;
    memset(ret_plan, 0, sizeof(*ret_plan));
    (void)snprintf(text, sizeof(text), "%s", given);
    for (char *part = strtok_r(text, ";", &rest); part != NULL; part = strtok_r(NULL, ";", &rest)) {
        char *colon = strstr(part, ": ");
        TEST_ASSERT_NOT_NULL_MESSAGE(colon, given);
        *colon = '\0';
        read_part(ret_plan, part + strspn(part, " "), colon + 2);
    }
}

static char *trimmed(char *cell) {
    cell += strspn(cell, " ");
    for (size_t len = strlen(cell); len > 0 && cell[len - 1] == ' '; len--) {
        cell[len - 1] = '\0';
    }
    return cell;
}

static void read_row(char *line, void (*each)(char *cells[RULES_PLAN_CELLS])) {
    static char empty[1];
    char *cells[RULES_PLAN_CELLS] = {empty, empty, empty};
    char *at = line + 1;
    for (size_t i = 0; i < RULES_PLAN_CELLS && strchr(at, '|') != NULL; i++) {
        char *end = strchr(at, '|');
        *end = '\0';
        cells[i] = trimmed(at);
        at = end + 1;
    }
    each(cells);
}

size_t rules_plan_rows(const char *heading, void (*each)(char *cells[RULES_PLAN_CELLS])) {
    char line[LINE_MAX_BYTES];
    bool is_inside = false;
    size_t count = 0;
    FILE *file = fopen("../../docs/rules.md", "r"); /* the tests run in test/unit */
    TEST_ASSERT_NOT_NULL(file);
    while (fgets(line, sizeof(line), file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        const bool is_rule = strncmp(line, "|---", 4) == 0;
        if (is_inside && line[0] == '|' && !is_rule) {
            read_row(line, each);
            count++;
        }
        is_inside = strcmp(line, heading) == 0 || (is_inside && line[0] == '|');
    }
    (void)fclose(file);
    return count;
}
