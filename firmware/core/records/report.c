#include "core/records/report.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/records/report_impl.h"
#include "core/rules/rules.h"
#include "core/settings/settings.h"
#include "core/time/clock_rules.h"
#include "core/users/users.h"

#define SHIFTS_ARENA_MAX ((size_t)65536) /* their texts */
#define PERSON_ARENA_MAX ((size_t)131072) /* the notes of a person's leaves */
#define MINUTE_MS INT64_C(60000)
#define DAY_MIN 1440
#define MIN_S 60

_Static_assert(SHIFTS_ARENA_MAX >= (size_t)SHIFT_NUMBER_MAX * SHIFT_TEXTS_MAX * 2, "the texts of all shifts fit");

/* All of them, with what counts. */
static int read_shifts(struct core *core, struct report *report) {
    int r = store_shifts_read(core->store, &report->arena, report->shifts);
    for (size_t i = 0; r == 0 && i < SHIFT_NUMBER_MAX; i++) {
        shift_drop_unused(&report->shifts[i]);
        report->has_flexible = report->has_flexible || shift_is_flexible(&report->shifts[i]);
    }
    return r;
}

int report_begin(struct core *core, const struct actor *by, int64_t first, size_t days, struct report **ret_report) {
    struct report *report = calloc(1, sizeof(*report));
    if (report == NULL) {
        return E_NOMEM;
    }
    arena_init(&report->arena, SHIFTS_ARENA_MAX);
    clock_history(core, &report->calendar.clock);
    duty_calendar_make(&report->calendar, rules_get(core), first - DUTY_NEAR, days + (size_t)2 * DUTY_NEAR);
    const struct setting_kaoqin_param *attendance = &settings_get(core)->values.kaoqin_param;
    duty_calendar_set_night(&report->calendar, (struct duty_night){attendance->night_from, attendance->night_to});
    report->now = punches_minute(core_utc_ms(core));
    report->reading = settings_get(core)->values.apply_param.reading;
    report->hides_people = !rights_may_know_people(&settings_get(core)->rights, by);
    int r = read_shifts(core, report);
    if (r < 0) {
        report_free(report);
        return r;
    }
    *ret_report = report;
    return 0;
}

/* The report goes on after the call. */
static void keep_asked(struct report *report, const struct report_query *asked) {
    report->asked = *asked;
    value_keep_texts(report_query_rows, REPORT_QUERY_FIELD_COUNT, &report->asked, report->texts);
}

/* What is asked for that only somebody may filter by who may know people; NULL: nothing. */
static const char *hidden_filter(const struct report *report) {
    for (unsigned i = 0; report->hides_people && i < REPORT_QUERY_FIELD_COUNT; i++) {
        if (report_query_rows[i].type == VALUE_TEXT && report_query_gives(&report->asked, i)) {
            return report_query_rows[i].name;
        }
    }
    return NULL;
}

int report_new(struct core *core, const struct actor *by, const struct report_query *asked, struct report **ret_report,
               const char **ret_field) {
    const int64_t first = local_day_number(asked->from_day);
    const int64_t days = local_day_number(asked->to_day) - first + 1;
    *ret_field = NULL;
    if (days < 1 || days > DUTY_DAYS_MAX) {
        *ret_field = report_query_rows[REPORT_QUERY_TO_DAY].name;
        return E_RANGE;
    }
    int r = report_begin(core, by, first, (size_t)days, ret_report);
    if (r < 0) {
        return r;
    }
    struct report *report = *ret_report;
    report->userid = report_query_gives(asked, REPORT_QUERY_USERID) ? asked->userid : 0;
    keep_asked(report, asked);
    *ret_field = hidden_filter(report);
    if (*ret_field == NULL) {
        return 0;
    }
    report_free(report);
    *ret_report = NULL;
    return E_FORBIDDEN;
}

void report_free(struct report *report) {
    if (report != NULL) {
        arena_done(&report->arena);
        free(report);
    }
}

int report_sort(struct report *report, enum report_view view, enum report_sort by, enum sort_order order) {
    const bool is_there = view == REPORT_VIEW_PEOPLE ? report_sort_is_of_people(by) : report_sort_is_of_days(by);
    if (!is_there) {
        return E_RANGE;
    }
    if (by == REPORT_SORT_NAME && report->hides_people) {
        return E_FORBIDDEN;
    }
    report->sort = by;
    report->is_descending = order == SORT_ORDER_DESC;
    report->is_sorted = by != REPORT_SORT_USERID || report->is_descending;
    return 0;
}

bool report_has_nights(const struct report *report) {
    return report->calendar.has_nights;
}

bool report_has_flexible(const struct report *report) {
    return report->has_flexible;
}

size_t report_days_count(const struct report *report) {
    return report->calendar.count - (size_t)2 * DUTY_NEAR;
}

int64_t report_first_day(const struct report *report) {
    return report->calendar.dates[DUTY_NEAR].day.number;
}

const struct shift *report_shift(const struct report *report, uint8_t number) {
    const bool can_be = number >= SHIFT_NUMBER_MIN && number <= SHIFT_NUMBER_MAX;
    return can_be && report->shifts[number - 1].number != 0 ? &report->shifts[number - 1] : NULL;
}

/* The one person that is asked for, who need not be of the group. */
static int only_person(struct core *core, uint32_t userid, struct arena *arena, struct store_roll_user *ret_user,
                       size_t *ret_count) {
    int r = store_users_roll(core->store, userid - 1, NULL, arena, ret_user, 1, ret_count);
    if (r == 0 && (*ret_count == 0 || ret_user->userid != userid)) {
        r = E_USER_UNKNOWN;
    }
    return r;
}

int report_person(struct core *core, const struct report *report, uint32_t userid, struct arena *arena,
                  struct store_roll_user *ret_user) {
    size_t count = 0;
    int r = only_person(core, userid, arena, ret_user, &count);
    if (r == 0 && report->hides_people) {
        ret_user->username = "";
    }
    return r;
}

int report_people(struct core *core, const struct report *report, uint32_t after, struct arena *arena,
                  struct store_roll_user *ret_users, size_t max, size_t *ret_count) {
    int r = 0;
    *ret_count = 0;
    if (report->userid == 0) {
        r = store_users_roll(core->store, after, &report->asked, arena, ret_users, max, ret_count);
    } else if (after < report->userid) {
        r = only_person(core, report->userid, arena, ret_users, ret_count);
    }
    for (size_t i = 0; r == 0 && report->hides_people && i < *ret_count; i++) {
        ret_users[i].username = "";
    }
    return r;
}

static int read_group(struct core *core, struct report *report, uint8_t number, struct shift_list *ret_list) {
    struct report_group *group = &report->groups[number];
    int r = 0;
    if (!group->is_read) {
        r = store_assignments_of(core->store, 0, number, group->rows, STORE_ASSIGNMENTS_MAX, &group->count);
        group->is_read = r == 0;
    }
    *ret_list = (struct shift_list){group->rows, group->count};
    return r;
}

/* What the person has, all of it. */
static int read_person(struct core *core, struct report *report, const struct store_roll_user *user,
                       struct arena *arena, struct duty_person *ret_person) {
    const struct duty_calendar *calendar = &report->calendar;
    *ret_person = (struct duty_person){
        .holder = {.shifts = report->shifts, .usual = user->shift, .own = {.rows = report->own}},
        .valid_from = user->valid_from,
        .valid_to = user->valid_to,
        .leaves = {.rows = report->leaves},
    };
    int r = read_group(core, report, user->group, &ret_person->holder.of_group);
    if (r == 0) {
        r = store_assignments_of(core->store, user->userid, 0, report->own, REPORT_OWN_MAX,
                                 &ret_person->holder.own.count);
    }
    if (r == 0) {
        r = store_leave_of(core->store, user->userid, calendar->dates[0].day.date,
                           calendar->dates[calendar->count - 1].day.date, arena, report->leaves, STORE_LEAVES_MAX,
                           &ret_person->leaves.count);
    }
    return r;
}

static bool take_line(void *ctx, const struct store_punch *line) {
    struct report *report = ctx;
    settled_take(&report->settled, &report->calendar, line);
    return punches_take(&report->punches, line);
}

/* Each day sees the punches of the days that are near. `*first` and `*behind` move on from day to day. */
static struct workday_asked ask_next(const struct report *report, size_t day, size_t *first, size_t *behind) {
    const struct duty_date *dates = report->calendar.dates;
    while (*first < report->punches.count && report->rows[*first].minute < dates[day].start) {
        ++*first;
    }
    while (*behind < report->punches.count && report->rows[*behind].minute < dates[day + WORKDAY_DAYS - 1].end) {
        ++*behind;
    }
    return (struct workday_asked){.days = report->days,
                                  .at = day + DUTY_NEAR,
                                  .punches = {report->rows + *first, *behind - *first},
                                  .owners = report->owners + *first,
                                  .nights = report->calendar.has_nights ? report->calendar.nights : NULL,
                                  .reading = report->reading,
                                  .now = report->now};
}

struct workday_asked report_ask(const struct report *report, size_t day) {
    size_t first = 0;
    size_t behind = 0;
    return ask_next(report, day, &first, &behind);
}

static void judge_days(struct report *report) {
    size_t first = 0;
    size_t behind = 0;
    for (size_t day = 0; day < report_days_count(report); day++) {
        const struct workday_asked asked = ask_next(report, day, &first, &behind);
        workday_judge(&asked, &report->workdays[day], NULL, NULL);
        report->carried[day] = report->workdays[day].balance + (day > 0 ? report->carried[day - 1] : 0);
    }
}

int report_judge(struct core *core, struct report *report, const struct store_roll_user *user) {
    _cleanup_(arena_done) struct arena arena;
    const struct duty_calendar *calendar = &report->calendar;
    struct duty_person person;
    arena_init(&arena, PERSON_ARENA_MAX);
    int r = read_person(core, report, user, &arena, &person);
    if (r < 0) {
        return r;
    }
    report->punches = punches_into(report->rows, REPORT_PUNCHES_MAX);
    report->settled = (struct settled_days){.at = 0};
    r = store_log_punches(core->store, user->userid, calendar->dates[0].start * MINUTE_MS,
                          calendar->dates[calendar->count - 1].end * MINUTE_MS, take_line, report);
    if (r < 0) {
        return r;
    }
    const struct punch_list punches = {report->rows, report->punches.count};
    duty_days_make(calendar, &person, &punches, report->days);
    workday_find_owners(report->days, calendar->count, &punches, report->owners);
    judge_days(report);
    return 0;
}

int32_t report_wall_minute(const struct report *report, size_t day, int64_t minute, int32_t offset_min) {
    return (int32_t)(minute + offset_min - report->calendar.dates[day + DUTY_NEAR].day.number * DAY_MIN);
}

struct report_proposal report_wall_proposal(const struct report *report, const struct proposal *proposal) {
    const int64_t wall = proposal->minute + local_history_offset(&report->calendar.clock, proposal->minute * MIN_S);
    return (struct report_proposal){
        .day = local_day_of(wall / DAY_MIN), .minute = (uint16_t)(wall % DAY_MIN), .status = proposal->status};
}

/* What the wall showed at a punch that counts; 0 where there is none. */
static int32_t wall_minute_of(const struct report *report, size_t day, int64_t minute) {
    if (minute == WORKDAY_NO_PUNCH) {
        return 0;
    }
    size_t first = 0;
    size_t behind = report->punches.count > 0 ? report->punches.count - 1 : 0;
    while (first < behind) {
        const size_t middle = first + (behind - first) / 2;
        if (report->rows[middle].minute < minute) {
            first = middle + 1;
        } else {
            behind = middle;
        }
    }
    return report_wall_minute(report, day, minute, report->rows[first].offset_min);
}

struct report_line report_line(const struct report *report, const struct store_roll_user *user, size_t day) {
    return report_line_of(report, user, day, &report->workdays[day]);
}

struct report_line report_line_of(const struct report *report, const struct store_roll_user *user, size_t day,
                                  const struct workday *workday) {
    const struct duty_day *asks = &report->days[day + DUTY_NEAR];
    return (struct report_line){
        .userid = user->userid,
        .username = user->username,
        .date = report->calendar.dates[day + DUTY_NEAR].day.date,
        .kind = asks->kind,
        .shift = asks->shift != NULL ? asks->shift->number : 0,
        .second_shift = asks->second_shift != NULL ? asks->second_shift->number : 0,
        .holiday = asks->holiday,
        .leave_kind = asks->leave_kind,
        .planned = asks->planned,
        .leave = asks->leave,
        .day = *workday,
        .carried = report->carried[day],
        .in_minute = wall_minute_of(report, day, workday->first_in),
        .out_minute = wall_minute_of(report, day, workday->last_out),
        .is_cut = report->punches.is_cut,
        .settled_seq = settled_line(&report->settled, report->days, day + DUTY_NEAR),
    };
}

bool report_came(const struct report_line *line) {
    return line->day.first_in != WORKDAY_NO_PUNCH || line->day.last_out != WORKDAY_NO_PUNCH;
}

bool report_is_unsettled(const struct report_line *line) {
    const struct workday *day = &line->day;
    return !day->is_open && line->settled_seq == 0 &&
           (day->is_missing_in || day->is_missing_out || day->is_odd || day->is_in_outside || day->is_out_outside);
}

bool report_is_shown(const struct report *report, const struct report_line *line) {
    const struct workday *day = &line->day;
    if (!report_query_gives(&report->asked, REPORT_QUERY_ONLY)) {
        return true;
    }
    switch (report->asked.only) {
        case REPORT_ONLY_LATE: return day->late > 0;
        case REPORT_ONLY_EARLY: return day->early > 0;
        case REPORT_ONLY_MISSING: return day->is_missing_in || day->is_missing_out;
        case REPORT_ONLY_ABSENT: return day->is_absent;
        case REPORT_ONLY_OVERTIME: return day->overtime > 0;
        case REPORT_ONLY_SETTLE: return report_is_unsettled(line);
    }
    return true;
}

void report_add(struct report_sum *sum, const struct report_line *line) {
    const struct workday *day = &line->day;
    sum->due += line->kind == DAY_KIND_WORK && (!day->is_open || report_came(line));
    sum->present += line->kind == DAY_KIND_WORK && report_came(line);
    sum->absent_days += day->is_absent;
    sum->late_days += day->late > 0;
    sum->early_days += day->early > 0;
    sum->missing += day->is_missing_in || day->is_missing_out;
    sum->leave_days += line->leave > 0;
    sum->planned += line->planned;
    sum->late += day->late;
    sum->early += day->early;
    sum->worked += day->worked;
    sum->overtime += day->overtime;
    sum->night += day->night;
    sum->balance += day->balance;
    sum->absence += day->absence;
    sum->leave += line->leave;
    sum->is_open = sum->is_open || day->is_open;
    sum->is_cut = sum->is_cut || line->is_cut;
}
