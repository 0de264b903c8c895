/* Days of people for the tests: the commands of the rules' driver, and those that say what a person has and did; `days` is answered
 * a line a day. */
#define main rules_main
#include "../rules/driver.c"
#undef main

#include "core/records/proposal.h"
#include "core/records/punches.h"
#include "core/records/workday.h"

#define LIST_MAX 64
#define LINES_MAX 8192
#define FIRST_MORE 31 /* day of a cycle that is the first of `more_days` */
#define MORE_DAYS 335

static struct shift shifts[SHIFT_NUMBER_MAX];
static struct shift_assignment own[LIST_MAX], of_group[LIST_MAX];
static struct leave leaves[LIST_MAX];
static struct duty_person person;
static struct store_punch lines[LINES_MAX];
static size_t line_count;
static enum punch_reading reading;
static struct duty_night night;
static struct local_history history; /* none: `local` alone */

/* Days from the 32nd on: how many are worked, then each, from 0. */
static void read_more_days(struct shift *shift) {
    static char days[SHIFT_NUMBER_MAX][MORE_DAYS + 1];
    char *own_days = days[shift->number - 1];
    memset(own_days, '0', MORE_DAYS);
    for (int64_t count = next(); count > 0; count--) {
        own_days[next() - FIRST_MORE] = '1';
    }
    shift->more_days = own_days;
}

static void read_shift(void) {
    struct shift shift = {.number = (uint8_t)next()};
    shift.on_duty = (uint16_t)next();
    shift.off_duty = (uint16_t)next();
    shift.in_before = (uint16_t)next();
    shift.in_after = (uint16_t)next();
    shift.out_before = (uint16_t)next();
    shift.out_after = (uint16_t)next();
    shift.late_grace = (uint16_t)next();
    shift.early_grace = (uint16_t)next();
    shift.missing_in = (uint16_t)next();
    shift.missing_out = (uint16_t)next();
    shift.overtime_before = (uint16_t)next();
    shift.overtime_after = (uint16_t)next();
    shift.overtime_step = (uint8_t)next();
    shift.on_holidays = next() != 0;
    shift.pattern = (enum shift_pattern)next();
    shift.days = (uint32_t)next();
    shift.cycle_days = (uint16_t)next();
    shift.cycle_first = (uint32_t)next();
    for (size_t i = 0; i < DUTY_BREAKS; i++) {
        shift.break_start[i] = (uint16_t)next();
        shift.break_end[i] = (uint16_t)next();
    }
    shift.break_rule = (enum break_rule)next();
    shift.break_flex = (uint16_t)next();
    shift.break_after = (uint16_t)next();
    shift.breaks_on_rest = next() != 0;
    shift.kind = (enum shift_kind)next();
    shift.target = (uint16_t)next();
    shift.core_start = (uint16_t)next();
    shift.core_end = (uint16_t)next();
    read_more_days(&shift);
    shift_drop_unused(&shift);
    shifts[shift.number - 1] = shift;
}

static void read_person(void) {
    person = (struct duty_person){.valid_from = (uint32_t)next(), .valid_to = (uint32_t)next()};
    person.holder = (struct shift_holder){
        .shifts = shifts, .usual = (uint8_t)next(), .own = {.rows = own}, .of_group = {.rows = of_group}};
    person.leaves.rows = leaves;
    line_count = 0;
}

static void read_assignment(struct shift_assignment *rows, struct shift_list *list, bool is_usual) {
    struct shift_assignment row = {.id = (uint32_t)list->count + 1, .shift = (uint8_t)next(), .usual = is_usual};
    row.from = (uint32_t)next();
    row.to = (uint32_t)next();
    if (list->count == LIST_MAX) {
        exit(1);
    }
    rows[list->count++] = row;
}

static void read_leave(void) {
    struct leave leave = {.id = (uint32_t)person.leaves.count + 1, .kind = (enum leave_kind)next()};
    leave.from = (uint32_t)next();
    leave.to = (uint32_t)next();
    leave.half = (enum leave_half)next();
    if (person.leaves.count == LIST_MAX) {
        exit(1);
    }
    leaves[person.leaves.count++] = leave;
}

static void read_punch(void) {
    static const enum record_kind kinds[] = {RECORD_KIND_ACCESS, RECORD_KIND_CORRECTION, RECORD_KIND_VOIDED};
    struct store_punch line = {.time_ms = next(), .seq = (int64_t)line_count + 1};
    line.status = (enum record_status)next();
    line.kind = kinds[next()];
    line.result = line.kind == RECORD_KIND_ACCESS ? RECORD_RESULT_GRANTED : RECORD_RESULT_NONE;
    if (line_count == LINES_MAX) {
        exit(1);
    }
    lines[line_count++] = line;
}

/* A clock, and the second from which on it holds. */
static void read_era(void) {
    struct local_era *era = &history.eras[history.count++];
    if (history.count > LOCAL_HISTORY_MAX) {
        exit(1);
    }
    era->from_s = next();
    read_clock();
    era->rule = local;
}

static void make_calendar(struct duty_calendar *calendar, int64_t first, size_t count) {
    if (history.count > 0) {
        calendar->clock = history;
    } else {
        local_history_make(&calendar->clock, &local);
    }
    duty_calendar_make(calendar, &rules, first - DUTY_NEAR, count + 2 * DUTY_NEAR);
}

static int by_time(const void *one, const void *other) {
    const struct store_punch *a = one;
    const struct store_punch *b = other;
    return a->time_ms != b->time_ms ? (a->time_ms < b->time_ms ? -1 : 1) : (a->seq > b->seq) - (a->seq < b->seq);
}

/* The punches that are proposed, behind the figures of the day. */
static void say_proposals(const struct workday_asked *asked, const struct workday duties[DUTY_PARTS]) {
    struct proposal proposals[DUTY_PARTS];
    const size_t count = proposals_make(asked, duties, proposals);
    for (size_t i = 0; i < DUTY_PARTS; i++) {
        printf(" %lld %d", i < count ? (long long)proposals[i].minute : -1LL,
               i < count ? (int)proposals[i].status : -1);
    }
    printf("\n");
}

static void say_day(const struct duty_day *asks, uint32_t date, const struct workday *day) {
    printf("%u %s %d %lld %lld %d %d %d %d %d %d %u %u %u %u %u %u %u %u %u %d %u %d %d %d", (unsigned)date,
           day_kind_text[asks->kind], day->is_open, day->first_in == WORKDAY_NO_PUNCH ? -1LL : (long long)day->first_in,
           day->last_out == WORKDAY_NO_PUNCH ? -1LL : (long long)day->last_out, day->is_missing_in, day->is_missing_out,
           day->is_absent, day->is_in_outside, day->is_out_outside, day->is_odd, (unsigned)day->in_time,
           (unsigned)day->out_time, (unsigned)day->late, (unsigned)day->early, (unsigned)day->worked,
           (unsigned)day->overtime, (unsigned)day->night, (unsigned)day->absence, (unsigned)asks->leave,
           (int)day->balance, (unsigned)asks->planned, asks->shift == NULL ? 0 : asks->shift->number,
           asks->second_shift == NULL ? 0 : asks->second_shift->number, asks->is_leave ? (int)asks->leave_kind : -1);
}

static void say_days(void) {
    static struct duty_calendar calendar;
    static struct duty_day asks[DUTY_CALENDAR_MAX];
    static struct punch rows[LINES_MAX];
    static workday_owner owners[LINES_MAX];
    struct punches punches = punches_into(rows, LINES_MAX);
    const int64_t first = local_day_number((uint32_t)next());
    const size_t count = (size_t)next();
    const int64_t now = next() / 60;
    make_calendar(&calendar, first, count);
    duty_calendar_set_night(&calendar, night);
    qsort(lines, line_count, sizeof(lines[0]), by_time);
    for (size_t i = 0; i < line_count; i++) {
        (void)punches_take(&punches, &lines[i]);
    }
    size_t from = 0;
    while (from < punches.count && rows[from].minute < calendar.dates[0].start) {
        from++;
    }
    size_t behind = from;
    while (behind < punches.count && rows[behind].minute < calendar.dates[calendar.count - 1].end) {
        behind++;
    }
    const struct punch_list all = {rows + from, behind - from};
    duty_days_make(&calendar, &person, &all, asks);
    workday_find_owners(asks, calendar.count, &all, owners);
    for (size_t day = 0; day < count; day++) {
        size_t begin = 0, end = 0;
        while (begin < all.count && all.rows[begin].minute < calendar.dates[day].start) {
            begin++;
        }
        end = begin;
        while (end < all.count && all.rows[end].minute < calendar.dates[day + WORKDAY_DAYS - 1].end) {
            end++;
        }
        const struct workday_asked asked = {.days = asks,
                                            .at = day + DUTY_NEAR,
                                            .punches = {all.rows + begin, end - begin},
                                            .owners = owners + begin,
                                            .nights = calendar.has_nights ? calendar.nights : NULL,
                                            .reading = reading,
                                            .now = now};
        struct workday workday;
        struct workday duties[DUTY_PARTS];
        workday_judge(&asked, &workday, duties, NULL);
        say_day(&asks[day + DUTY_NEAR], calendar.dates[day + DUTY_NEAR].day.date, &workday);
        say_proposals(&asked, duties);
    }
}

static bool run_hours(const char *word) {
    if (strcmp(word, "shift") == 0) {
        read_shift();
    } else if (strcmp(word, "person") == 0) {
        read_person();
    } else if (strcmp(word, "own") == 0 || strcmp(word, "was") == 0) {
        read_assignment(own, &person.holder.own, word[0] == 'w');
    } else if (strcmp(word, "ofGroup") == 0) {
        read_assignment(of_group, &person.holder.of_group, false);
    } else if (strcmp(word, "leave") == 0) {
        read_leave();
    } else if (strcmp(word, "punch") == 0) {
        read_punch();
    } else if (strcmp(word, "read") == 0) {
        reading = (enum punch_reading)next();
    } else if (strcmp(word, "night") == 0) {
        night.from = (uint16_t)next();
        night.to = (uint16_t)next();
    } else if (strcmp(word, "era") == 0) {
        read_era();
    } else if (strcmp(word, "days") == 0) {
        say_days();
    } else {
        return false;
    }
    return true;
}

int main(void) {
    char word[16];
    while (scanf("%15s", word) == 1) {
        if (strcmp(word, "new") == 0) {
            memset(shifts, 0, sizeof(shifts));
            history.count = 0;
        }
        if (!run_hours(word)) {
            run_command(word);
        }
    }
    return 0;
}
