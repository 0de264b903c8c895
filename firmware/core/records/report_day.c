#include "core/records/report_day.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/core.h"
#include "core/events/log.h"
#include "core/records/report_impl.h"
#include "util/arena.h"

#define NEAR_MIN 720 /* a punch of another day is told up to so long before and behind the day */
#define MINUTE_MS INT64_C(60000)

/* The lines about punches near a day. */
struct near_lines {
    struct store_punch *rows;
    size_t count, room;
};

static bool take_near(void *ctx, const struct store_punch *line) {
    struct near_lines *lines = ctx;
    lines->rows[lines->count++] = *line;
    return lines->count < lines->room;
}

/* The line that takes away what is of a time. */
static const struct store_punch *voiding_line(const struct near_lines *lines, int64_t time_ms) {
    for (size_t i = 0; i < lines->count; i++) {
        if (lines->rows[i].kind == RECORD_KIND_VOIDED && lines->rows[i].time_ms == time_ms) {
            return &lines->rows[i];
        }
    }
    return NULL;
}

static int read_detail(struct core *core, int64_t seq, struct arena *arena, const char **ret_detail) {
    struct record line;
    size_t count = 0;
    int r = log_read(core, seq - 1, &line, 1, arena, &count);
    *ret_detail = r == 0 && count == 1 && line.seq == seq ? line.detail : "";
    return r;
}

static bool is_near(const struct report *report, const struct report_day_punch *punch) {
    const struct duty_date *date = &report->calendar.dates[DUTY_NEAR];
    const int64_t minute = punches_minute(punch->time_ms);
    const bool is_of_day = minute >= date->start && minute < date->end;
    const bool is_other = punch->role == PUNCH_ROLE_OTHER_DAY || punch->role == PUNCH_ROLE_OUTSIDE;
    const bool is_close = minute >= date->start - NEAR_MIN && minute < date->end + NEAR_MIN;
    return is_of_day || (punch->role == PUNCH_ROLE_VOIDED ? is_close : !is_other);
}

/* Puts a line down that is a punch; `at` counts those that are not taken away, in the order in which they were judged. */
static int put_line(struct core *core, const struct report *report, const struct near_lines *lines, size_t i,
                    const enum punch_role *roles, size_t *at, struct arena *arena, struct report_day *day) {
    const struct store_punch *line = &lines->rows[i];
    struct punch is_one;
    struct punches one = punches_into(&is_one, 1);
    punches_take(&one, line);
    if (one.count == 0) {
        return 0;
    }
    const struct store_punch *taken = voiding_line(lines, line->time_ms);
    struct report_day_punch punch = {
        .seq = line->seq,
        .time_ms = line->time_ms,
        .minute = report_wall_minute(report, 0, is_one.minute, is_one.offset_min),
        .status = line->status,
        .is_added = is_one.is_added,
        .role = taken != NULL                 ? PUNCH_ROLE_VOIDED
                : *at < report->punches.count ? roles[*at]
                                              : PUNCH_ROLE_OUTSIDE,
        .detail = "",
    };
    *at += taken == NULL;
    if (!is_near(report, &punch) || day->punch_count == REPORT_DAY_PUNCHES) {
        return 0;
    }
    const struct store_punch *told = taken != NULL ? taken : line;
    int r = taken != NULL || is_one.is_added || line->kind == RECORD_KIND_IMPORTED
                ? read_detail(core, told->seq, arena, &punch.detail)
                : 0;
    day->punches[day->punch_count++] = punch;
    return r;
}

static int put_lines(struct core *core, const struct report *report, const struct near_lines *lines,
                     const enum punch_role *roles, struct arena *arena, struct report_day *day) {
    size_t at = 0;
    int r = 0;
    for (size_t i = 0; r == 0 && i < lines->count; i++) {
        r = put_line(core, report, lines, i, roles, &at, arena, day);
    }
    return r;
}

/* What each punch is, and what each of two duties is by itself. */
static int read_roles(const struct report *report, struct arena *arena, struct report_day *day,
                      enum punch_role **ret_roles) {
    const struct workday_asked asked = report_ask(report, 0);
    const struct duty_day *asks = &report->days[DUTY_NEAR];
    struct workday again;
    struct workday duties[DUTY_PARTS];
    struct proposal proposals[DUTY_PARTS];
    *ret_roles = arena_calloc(arena, asked.punches.count + 1, sizeof(**ret_roles));
    if (*ret_roles == NULL) {
        return E_NOMEM;
    }
    workday_judge(&asked, &again, duties, *ret_roles);
    day->proposal_count = proposals_make(&asked, duties, proposals);
    for (size_t i = 0; i < day->proposal_count; i++) {
        day->proposals[i] = report_wall_proposal(report, &proposals[i]);
    }
    day->duty_count = asks->duty_count > 1 ? asks->duty_count : 0;
    for (size_t i = 0; i < day->duty_count; i++) {
        struct report_line *line = &day->duties[i];
        *line = report_line_of(report, &day->user, 0, &duties[i]);
        line->shift = asks->duties[i].shift->number;
        line->second_shift = 0;
        line->planned = asks->duties[i].planned;
    }
    return 0;
}

static int read_lines(struct core *core, const struct report *report, struct arena *arena, struct near_lines *lines) {
    const struct duty_calendar *calendar = &report->calendar;
    lines->room = REPORT_PUNCHES_MAX;
    lines->rows = arena_calloc(arena, lines->room, sizeof(*lines->rows));
    return lines->rows == NULL
               ? E_NOMEM
               : store_log_punches(core->store, report->userid, calendar->dates[0].start * MINUTE_MS,
                                   calendar->dates[calendar->count - 1].end * MINUTE_MS, take_near, lines);
}

static int read_day(struct core *core, struct report *report, struct arena *arena, struct report_day *day) {
    struct near_lines lines = {.count = 0};
    enum punch_role *roles = NULL;
    size_t found = 0;
    int r = report_people(core, report, 0, arena, &day->user, 1, &found);
    if (r == 0) {
        r = report_judge(core, report, &day->user);
    }
    if (r == 0) {
        r = read_roles(report, arena, day, &roles);
    }
    if (r == 0) {
        r = read_lines(core, report, arena, &lines);
    }
    if (r == 0) {
        day->line = report_line(report, &day->user, 0);
        r = put_lines(core, report, &lines, roles, arena, day);
    }
    return r;
}

/* The shifts outlive the report. */
static int keep_shifts(const struct report *report, struct arena *arena, struct report_day *day) {
    const uint8_t numbers[] = {day->line.shift, day->line.second_shift};
    struct shift *kept = arena_calloc(arena, DUTY_PARTS, sizeof(*kept));
    if (kept == NULL) {
        return E_NOMEM;
    }
    for (size_t i = 0; i < DUTY_PARTS; i++) {
        const struct shift *shift = report_shift(report, numbers[i]);
        if (shift == NULL) {
            continue;
        }
        char *texts = arena_alloc(arena, SHIFT_TEXTS_MAX);
        if (texts == NULL) {
            return E_NOMEM;
        }
        kept[day->shift_count] = *shift;
        value_keep_texts(shift_rows, SHIFT_FIELD_COUNT, &kept[day->shift_count++], texts);
    }
    day->shifts = kept;
    return 0;
}

int report_day_read(struct core *core, const struct actor *by, uint32_t userid, uint32_t date, struct arena *arena,
                    struct report_day *ret_day) {
    struct report *report = NULL;
    *ret_day = (struct report_day){
        .punches = arena_calloc(arena, REPORT_DAY_PUNCHES, sizeof(*ret_day->punches)),
        .leaves = arena_calloc(arena, REPORT_DAY_LEAVES, sizeof(*ret_day->leaves)),
    };
    if (ret_day->punches == NULL || ret_day->leaves == NULL) {
        return E_NOMEM;
    }
    int r = report_begin(core, by, local_day_number(date), 1, &report);
    if (r < 0) {
        return r;
    }
    report->userid = userid;
    r = read_day(core, report, arena, ret_day);
    if (r == 0) {
        r = keep_shifts(report, arena, ret_day);
    }
    report_free(report);
    return r < 0 ? r
                 : store_leave_of(core->store, userid, date, date, arena, ret_day->leaves, REPORT_DAY_LEAVES,
                                  &ret_day->leave_count);
}
