/* Days of attendance: every example of docs/rules.md, and what a punch is for its day. */
#include "core/records/proposal.h"
#include "core/records/workday.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/records/punches.h"
#include "core/rules/rules_impl.h"
#include "core/time/local_wall.h"
#include "rules_doc.h"
#include "unity.h"

#define DAY_MIN 1440
#define MIN_MS 60000
#define LINES_MAX 16
#define SHIFTS_MAX 4
#define TEXT_MAX 256
#define WEEKS_LATER ((int64_t)28 * DAY_MIN)

/* One example: what is given, and what was read of it. */
static struct shift shifts[SHIFT_NUMBER_MAX];
static struct shift_assignment own[SHIFTS_MAX];
static struct leave leaves[SHIFTS_MAX];
static struct store_punch lines[LINES_MAX];
static size_t shift_count, break_count, leave_count, line_count, holiday_count;
static int holiday_plan; /* of the first one */
static bool has_shift;
static enum punch_reading reading;
static struct duty_night night;
static struct duty_person person;
static struct local_rule clock_rule_of_example;
static int64_t day_number, now; /* the day since 1970; a minute of the wall, or -1 */

static struct duty_calendar calendar;
static struct duty_day days[WORKDAY_DAYS];
static struct punch rows[LINES_MAX];
static workday_owner owners[LINES_MAX];
static enum punch_role roles[LINES_MAX];
static struct workday duties[DUTY_PARTS];
static struct workday judged;
static size_t punch_count;
static struct workday_asked question; /* by which the day was judged */

void setUp(void) {
}

void tearDown(void) {
}

static void begin(void) {
    memset(shifts, 0, sizeof(shifts));
    shifts[0] = shift_defaults;
    shifts[0].number = 1;
    shift_count = 1;
    break_count = leave_count = line_count = holiday_count = 0;
    holiday_plan = RULES_NO_HOURS;
    has_shift = true;
    reading = PUNCH_READING_KEYS;
    night = (struct duty_night){0, 0};
    person = (struct duty_person){.valid_from = 0};
    clock_rule_of_example = (struct local_rule){.zone_min = 0};
    day_number = local_day_number(20260602);
    now = -1;
}

static int64_t day_in(const char *text) {
    unsigned year = 0, month = 0, day = 0;
    TEST_ASSERT_EQUAL_MESSAGE(3, sscanf(text, "%4u-%2u-%2u", &year, &month, &day), text);
    return local_day_number(year * 10000 + month * 100 + day);
}

static uint16_t minute_in(const char *text) {
    unsigned hour = 0, minute = 0;
    TEST_ASSERT_EQUAL_MESSAGE(2, sscanf(text, "%2u:%2u", &hour, &minute), text);
    return (uint16_t)(hour * 60 + minute);
}

static void pair_in(const char *text, uint16_t *ret_first, uint16_t *ret_second) {
    TEST_ASSERT_EQUAL_MESSAGE(2, sscanf(text, "%hu,%hu", ret_first, ret_second), text);
}

static uint32_t bits_in(const char *text, char first) {
    uint32_t bits = 0;
    for (; *text >= '0' && *text <= '9'; text++) {
        bits |= UINT32_C(1) << (*text - first);
    }
    return bits;
}

static void read_cycle(struct shift *shift, const char *text) {
    const char *at = strchr(text, '@');
    TEST_ASSERT_NOT_NULL_MESSAGE(at, text);
    shift->pattern = SHIFT_PATTERN_CYCLE;
    shift->cycle_days = (uint16_t)strtoul(text, NULL, 10);
    shift->days = bits_in(strchr(text, ':') + 1, '1');
    shift->cycle_first = local_day_of(day_in(at + 1));
}

static void read_valid(const char *text) {
    const char *to = strstr(text, "..");
    TEST_ASSERT_NOT_NULL_MESSAGE(to, text);
    person.valid_from = to == text ? 0 : local_day_of(day_in(text));
    person.valid_to = to[2] == '\0' ? 0 : local_day_of(day_in(to + 2));
}

static void read_also(const char *text) {
    struct shift *shift = &shifts[shift_count++];
    *shift = shifts[0];
    shift->number = (uint8_t)shift_count;
    shift->on_duty = minute_in(text);
    shift->off_duty = minute_in(strchr(text, '-') + 1);
    memset(shift->break_start, 0, sizeof(shift->break_start));
    memset(shift->break_end, 0, sizeof(shift->break_end));
}

static void read_leave(const char *text) {
    const enum leave_half half = strcmp(text, "whole") == 0   ? LEAVE_HALF_WHOLE
                                 : strcmp(text, "first") == 0 ? LEAVE_HALF_FIRST
                                                              : LEAVE_HALF_SECOND;
    leaves[leave_count++] = (struct leave){.half = half, .from = 1, .to = UINT32_MAX};
}

static void read_holiday(const char *text) {
    static const char *const weekdays[] = {"sunday",   "monday", "tuesday", "wednesday",
                                           "thursday", "friday", "saturday"};
    for (int i = 0; i < 7; i++) {
        if (holiday_count == 0 && strcmp(text, weekdays[i]) == 0) {
            holiday_plan = i;
        }
    }
    holiday_count++;
}

static void read_now(const char *text) {
    now = day_in(text) * DAY_MIN + minute_in(strchr(text, 'T') + 1);
}

/* Returns whether it is about the times of the shift. */
static bool read_of_shift(const char *name, const char *value) {
    struct shift *shift = &shifts[0];
    unsigned before = 0, after = 0, step = 0;
    if (strcmp(name, "on") == 0) {
        shift->on_duty = minute_in(value);
    } else if (strcmp(name, "off") == 0) {
        shift->off_duty = minute_in(value);
    } else if (strcmp(name, "in") == 0) {
        pair_in(value, &shift->in_before, &shift->in_after);
    } else if (strcmp(name, "out") == 0) {
        pair_in(value, &shift->out_before, &shift->out_after);
    } else if (strcmp(name, "target") == 0 || strcmp(name, "targetWeek") == 0) {
        shift->kind = name[6] == '\0' ? SHIFT_KIND_DAY_TARGET : SHIFT_KIND_WEEK_TARGET;
        shift->target = (uint16_t)strtoul(value, NULL, 10);
        shift->on_duty = 6 * 60;
        shift->off_duty = 20 * 60;
    } else if (strcmp(name, "core") == 0) {
        shift->core_start = minute_in(value);
        shift->core_end = minute_in(strchr(value, '-') + 1);
    } else if (strcmp(name, "missing") == 0) {
        pair_in(value, &shift->missing_in, &shift->missing_out);
    } else if (strcmp(name, "overtime") == 0) {
        TEST_ASSERT_EQUAL_MESSAGE(3, sscanf(value, "%u,%u,%u", &before, &after, &step), value);
        shift->overtime_before = (uint16_t)before;
        shift->overtime_after = (uint16_t)after;
        shift->overtime_step = (uint8_t)step;
    } else if (strcmp(name, "break") == 0) {
        shift->break_start[break_count] = minute_in(value);
        shift->break_end[break_count++] = minute_in(strchr(value, '-') + 1);
    } else {
        return false;
    }
    return true;
}

static bool read_of_breaks(const char *name, const char *value) {
    struct shift *shift = &shifts[0];
    if (strcmp(name, "rule") == 0) {
        const struct value_row *row = &shift_rows[SHIFT_BREAK_RULE];
        TEST_ASSERT_EQUAL_MESSAGE(0, value_parse(row, value, strlen(value), &shift->break_rule), value);
    } else if (strcmp(name, "flex") == 0) {
        shift->break_flex = (uint16_t)strtoul(value, NULL, 10);
    } else if (strcmp(name, "after") == 0) {
        shift->break_after = (uint16_t)strtoul(value, NULL, 10);
    } else if (strcmp(name, "rest") == 0) {
        shift->breaks_on_rest = strcmp(value, "yes") == 0;
    } else {
        return false;
    }
    return true;
}

static bool read_of_day(const char *name, const char *value) {
    if (strcmp(name, "date") == 0) {
        day_number = day_in(value);
    } else if (strcmp(name, "now") == 0) {
        read_now(value);
    } else if (strcmp(name, "valid") == 0) {
        read_valid(value);
    } else if (strcmp(name, "leave") == 0) {
        read_leave(value);
    } else if (strcmp(name, "also") == 0) {
        read_also(value);
    } else if (strcmp(name, "week") == 0) {
        shifts[0].days = bits_in(value, '0');
    } else if (strcmp(name, "cycle") == 0) {
        read_cycle(&shifts[0], value);
    } else if (strcmp(name, "holiday") == 0) {
        read_holiday(value);
    } else if (strcmp(name, "onHolidays") == 0) {
        shifts[0].on_holidays = true;
    } else if (strcmp(name, "noShift") == 0) {
        has_shift = false;
    } else if (strcmp(name, "night") == 0) {
        night = (struct duty_night){minute_in(value), minute_in(strchr(value, '-') + 1)};
    } else if (strcmp(name, "read") == 0) {
        reading = strcmp(value, "turns") == 0 ? PUNCH_READING_TURNS : PUNCH_READING_ENDS;
    } else if (strcmp(name, "dst") == 0) {
        clock_rule_of_example = (struct local_rule){.zone_min = 60,
                                                    .dst = DST_MODE_WEEK,
                                                    .change_min = 60,
                                                    .start = {.month = 3, .week = DST_WEEK_LAST, .hour = 2},
                                                    .end = {.month = 10, .week = DST_WEEK_LAST, .hour = 3}};
    } else {
        return false;
    }
    return true;
}

/* The status and the kind behind a time of day. */
static void read_status(const char *rest, struct store_punch *line) {
    if (strncmp(rest, "out", 3) == 0) {
        line->status = RECORD_STATUS_OUT;
        rest += 3;
    } else if (strncmp(rest, "status", 6) == 0) {
        line->status = (enum record_status)(RECORD_STATUS_OUT + (rest[6] - '0'));
        rest += 7;
    }
    if (strcmp(rest, "added") == 0) {
        line->kind = RECORD_KIND_CORRECTION;
    } else if (strcmp(rest, "void") == 0) {
        line->kind = RECORD_KIND_VOIDED;
    } else {
        TEST_ASSERT_EQUAL_STRING("", rest);
    }
}

static void read_punch(const char *token) {
    struct store_punch *line = &lines[line_count++];
    *line =
        (struct store_punch){.kind = RECORD_KIND_ACCESS, .result = RECORD_RESULT_GRANTED, .status = RECORD_STATUS_IN};
    int64_t minute = day_number * DAY_MIN + minute_in(token);
    const char *rest = token + 5;
    int64_t seconds = 0;
    if (*rest == ':') {
        seconds = (int64_t)strtoul(rest + 1, NULL, 10);
        rest += 3;
    }
    if (*rest == '+' || *rest == '-') {
        minute += *rest++ == '+' ? DAY_MIN : -DAY_MIN;
    }
    line->time_ms = local_moment(&clock_rule_of_example, minute * 60) * 1000 + seconds * 1000;
    read_status(rest, line);
}

/* Settings first: a punch is a time of the day that one of them gives. */
static void read_given(const char *given, bool is_for_punches) {
    char copy[TEXT_MAX];
    char *rest = NULL;
    (void)snprintf(copy, sizeof(copy), "%s", given);
    for (char *token = strtok_r(copy, " ", &rest); token != NULL; token = strtok_r(NULL, " ", &rest)) {
        const bool is_punch = token[0] >= '0' && token[0] <= '9';
        if (is_punch && is_for_punches) {
            read_punch(token);
        } else if (!is_punch && !is_for_punches) {
            char *value = strchr(token, '=');
            if (value != NULL) {
                *value++ = '\0';
            }
            value = value == NULL ? token + strlen(token) : value;
            TEST_ASSERT_TRUE_MESSAGE(
                read_of_day(token, value) || read_of_shift(token, value) || read_of_breaks(token, value), token);
        }
    }
}

static int by_time(const void *one, const void *other) {
    const struct store_punch *a = one, *b = other;
    return (a->time_ms > b->time_ms) - (a->time_ms < b->time_ms);
}

static void find_punches(void) {
    struct punches punches = punches_into(rows, LINES_MAX);
    qsort(lines, line_count, sizeof(lines[0]), by_time);
    for (size_t i = 0; i < line_count; i++) {
        (void)punches_take(&punches, &lines[i]);
    }
    punch_count = punches.count;
}

static void assign(void) {
    person.leaves = (struct leave_list){leaves, leave_count};
    person.holder = (struct shift_holder){.shifts = shifts, .usual = has_shift ? 1 : 0};
    if (shift_count > 1) {
        for (size_t i = 0; i < shift_count; i++) {
            own[i] = (struct shift_assignment){.shift = (uint8_t)(i + 1)};
        }
        person.holder.own = (struct shift_list){own, shift_count};
    }
}

static void judge(const char *given) {
    static const struct rules no_rules;
    begin();
    read_given(given, false);
    read_given(given, true);
    for (size_t i = 0; i < shift_count; i++) {
        shift_drop_unused(&shifts[i]);
    }
    find_punches();
    assign();
    const struct punch_list list = {rows, punch_count};
    local_history_make(&calendar.clock, &clock_rule_of_example);
    duty_calendar_make(&calendar, &no_rules, day_number - DUTY_NEAR, WORKDAY_DAYS);
    duty_calendar_set_night(&calendar, night);
    if (holiday_count > 0) {
        calendar.dates[DUTY_NEAR].day.plan = (struct rules_day){.weekday = holiday_plan, .holiday = 1};
    }
    duty_days_make(&calendar, &person, &list, days);
    workday_find_owners(days, WORKDAY_DAYS, &list, owners);
    const int64_t wall = now >= 0 ? now : day_number * DAY_MIN + WEEKS_LATER;
    question = (struct workday_asked){.days = days,
                                      .at = DUTY_NEAR,
                                      .punches = list,
                                      .owners = owners,
                                      .nights = calendar.has_nights ? calendar.nights : NULL,
                                      .reading = reading,
                                      .now = local_moment(&clock_rule_of_example, wall * 60) / 60};
    workday_judge(&question, &judged, duties, roles);
}

static void put(char *text, const char *what) {
    (void)strcat(strcat(text, text[0] == '\0' ? "" : " "), what);
}

static void put_time(char *text, const char *name, int64_t minute) {
    char one[32];
    if (minute == WORKDAY_NO_PUNCH) {
        return;
    }
    const int32_t offset = local_offset(&clock_rule_of_example, minute * 60, NULL);
    const int64_t of_day = minute + offset - day_number * DAY_MIN;
    const int64_t wall = (of_day + DAY_MIN) % DAY_MIN;
    (void)snprintf(one, sizeof(one), "%s %02d:%02d%s", name, (int)(wall / 60), (int)(wall % 60),
                   of_day < 0          ? "-"
                   : of_day >= DAY_MIN ? "+"
                                       : "");
    put(text, one);
}

static void put_balance(char *text, int32_t minutes) {
    char one[32];
    if (minutes != 0) {
        (void)snprintf(one, sizeof(one), "balance %d", (int)minutes);
        put(text, one);
    }
}

static void put_number(char *text, const char *name, uint32_t number) {
    char one[32];
    if (number != 0) {
        (void)snprintf(one, sizeof(one), "%s %u", name, (unsigned)number);
        put(text, one);
    }
}

/* The outcome as the page writes it. */
static const char *outcome(void) {
    static char text[TEXT_MAX];
    const struct duty_day *day = &days[DUTY_NEAR];
    const struct {
        const char *name;
        bool is;
    } marks[] = {
        {"open", judged.is_open},     {"missingIn", judged.is_missing_in}, {"missingOut", judged.is_missing_out},
        {"absent", judged.is_absent}, {"inOutside", judged.is_in_outside}, {"outOutside", judged.is_out_outside},
        {"odd", judged.is_odd}};
    text[0] = '\0';
    if (day->kind != DAY_KIND_WORK) {
        put(text, day_kind_text[day->kind]);
    }
    if (judged.is_open) {
        put(text, "open");
    }
    put_time(text, "in", judged.first_in);
    put_time(text, "out", judged.last_out);
    for (size_t i = 1; i < sizeof(marks) / sizeof(marks[0]); i++) {
        if (marks[i].is) {
            put(text, marks[i].name);
        }
    }
    put_number(text, "inTime", judged.in_time);
    put_number(text, "outTime", judged.out_time);
    put_number(text, "late", judged.late);
    put_number(text, "early", judged.early);
    put_number(text, "worked", judged.worked);
    put_number(text, "overtime", judged.overtime);
    put_number(text, "night", judged.night);
    put_number(text, "absence", judged.absence);
    put_number(text, "leave", day->leave);
    put_balance(text, judged.balance);
    if (day->shift != NULL && day->shift->number != 1) {
        put_number(text, "shift", day->shift->number);
    }
    put_number(text, "second", day->second_shift != NULL ? day->second_shift->number : 0);
    return text;
}

static void expect_example(char *line) {
    char *answer = strstr(line, "-> ");
    TEST_ASSERT_NOT_NULL_MESSAGE(answer, line);
    char given[TEXT_MAX];
    (void)snprintf(given, sizeof(given), "%.*s", (int)(answer - line), line);
    answer[strcspn(answer, "\n")] = '\0';
    judge(given);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(answer + 3, outcome(), given);
}

void test_every_example_of_the_page_holds(void) {
    TEST_ASSERT_GREATER_THAN_size_t(120, rules_doc_each("day", expect_example));
}

static void expect_proposal(char *line) {
    struct proposal proposals[DUTY_PARTS];
    char given[TEXT_MAX], found[TEXT_MAX] = "";
    char *answer = strstr(line, "-> ");
    TEST_ASSERT_NOT_NULL_MESSAGE(answer, line);
    (void)snprintf(given, sizeof(given), "%.*s", (int)(answer - line), line);
    answer[strcspn(answer, "\n")] = '\0';
    judge(given);
    const size_t count = proposals_make(&question, duties, proposals);
    for (size_t i = 0; i < count; i++) {
        put_time(found, punch_status_text[proposals[i].status], proposals[i].minute);
    }
    TEST_ASSERT_EQUAL_STRING_MESSAGE(answer + 3, count == 0 ? "none" : found, given);
}

void test_every_proposal_of_the_page_holds(void) {
    TEST_ASSERT_GREATER_THAN_size_t(30, rules_doc_each("proposal", expect_proposal));
}

static int64_t fingerprint(const char *given) {
    struct proposal proposals[DUTY_PARTS];
    judge(given);
    const size_t count = proposals_make(&question, duties, proposals);
    return proposals_fingerprint(&question, &judged, proposals, count);
}

void test_a_fingerprint_is_of_what_there_is_to_settle(void) {
    static const char *const others[] = {"08:01", "08:00out", "07:50 08:00", "missing=0,30 08:00",
                                         "read=turns 08:00 12:00 12:30"};
    const int64_t one = fingerprint("08:00");
    TEST_ASSERT_EQUAL_INT64(one, fingerprint("08:00"));
    TEST_ASSERT_EQUAL_INT64(one, fingerprint("08:00:30 08:00- 09:00+ 10:00+")); /* punches of other days */
    TEST_ASSERT_GREATER_THAN_INT64(0, one);
    TEST_ASSERT_LESS_THAN_INT64(INT64_C(1) << 53, one);
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        TEST_ASSERT_NOT_EQUAL_INT64_MESSAGE(one, fingerprint(others[i]), others[i]);
    }
}

static void expect_roles(const char *given, const char *expected) {
    char text[TEXT_MAX] = "";
    judge(given);
    for (size_t i = 0; i < punch_count; i++) {
        put(text, punch_role_text[roles[i]]);
    }
    TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, text, given);
}

void test_what_a_punch_is_for_its_day(void) {
    static const char *const cases[][2] = {
        {"07:55 16:03", "firstIn lastOut"},
        {"08:00 08:30 11:00 15:30 16:00", "firstIn checkIn between checkOut lastOut"},
        {"08:00 11:00out 11:20out 12:00 16:00", "firstIn wentOut between cameBack lastOut"},
        {"08:00 15:00out 16:00", "firstIn wentOut lastOut"},
        {"08:00 08:01", "firstIn checkIn"},
        {"15:59 16:00", "checkOut lastOut"},
        {"23:59- 08:00 16:00 00:01+", "otherDay firstIn lastOut otherDay"},
        {"date=2026-06-06 09:00 10:00out 10:30 12:10", "firstIn wentOut cameBack lastOut"},
        {"date=2026-06-06 09:00 10:00 12:10", "firstIn between lastOut"},
        {"date=2026-06-06 09:00 09:01out 12:00 13:00out", "firstIn between cameBack lastOut"},
        {"date=2026-06-06 09:00 20:00+", "firstIn otherDay"},
        {"on=08:00 off=12:00 in=120,60 out=60,60 also=16:00-20:00 08:00 12:00 16:00 20:00",
         "firstIn lastOut firstIn lastOut"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        expect_roles(cases[i][0], cases[i][1]);
    }
}

void test_each_duty_by_itself(void) {
    judge("on=08:00 off=12:00 in=120,60 out=60,60 also=16:00-20:00 08:10 12:00 16:00 19:00");
    TEST_ASSERT_EQUAL_UINT32(230, duties[0].worked);
    TEST_ASSERT_EQUAL_UINT32(10, duties[0].late);
    TEST_ASSERT_EQUAL_UINT32(180, duties[1].worked);
    TEST_ASSERT_EQUAL_UINT32(60, duties[1].early);
    TEST_ASSERT_EQUAL_UINT32(410, judged.worked);
    TEST_ASSERT_FALSE(judged.is_corrected);
    judge("on=08:00 off=12:00 in=120,60 out=60,60 also=16:00-20:00 08:10 12:00 16:00added 19:00");
    TEST_ASSERT_FALSE(duties[0].is_corrected);
    TEST_ASSERT_TRUE(duties[1].is_corrected);
    TEST_ASSERT_TRUE(judged.is_corrected);
}

void test_a_punch_by_hand_outside_a_duty_marks_the_day(void) {
    judge("date=2026-06-06 09:00 12:10added");
    TEST_ASSERT_TRUE(judged.is_corrected);
    judge("date=2026-06-06 09:00 12:10");
    TEST_ASSERT_FALSE(judged.is_corrected);
}

/* The roles and the duties are left out where nobody wants them. */
void test_the_day_alone(void) {
    judge("08:00 11:00out 12:00 16:00");
    const struct workday_asked asked = {
        .days = days, .at = DUTY_NEAR, .punches = {rows, punch_count}, .owners = owners, .now = INT64_MAX};
    struct workday alone;
    workday_judge(&asked, &alone, NULL, NULL);
    TEST_ASSERT_EQUAL_UINT32(judged.worked, alone.worked);
    TEST_ASSERT_EQUAL_UINT32(60, alone.out_time);
}
