#include "core/records/report_export.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/records/report.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/time/file_name.h"
#include "tables/table.h"
#include "util/arena.h"

#define ARENA_MAX ((size_t)65536) /* the names of some people */
#define PIECE_PEOPLE 8 /* of 31 days: some 40 kB */
#define MS_PER_S 1000
#define MIN_S 60
#define DAY_MIN 1440
#define SHIFT_NUMBER_TEXT 4
#define SHIFT_NAME_BYTES ((size_t)4 * SHIFT_NAME_MAX + 4) /* UTF-8, and the sign between two */

/* Spans are minutes where a spreadsheet gives them no form of their own. */
#define COLUMNS_OF(unit)                                                                                          \
    {"User ID", 12}, {"Name", 30}, {"Date", 12}, {"Day", 10}, {"Shift", 20}, {"First in", 10}, {"Last out", 10},  \
        {"In time" unit, 10}, {"Out time" unit, 10}, {"Late" unit, 10}, {"Early" unit, 10}, {"Worked" unit, 10},  \
        {"Overtime" unit, 10}, {"Absence" unit, 10}, {"Leave" unit, 10}, {"Planned" unit, 10}, {"Leave for", 12}, \
        {"Notes", 30},

static const struct table_column minutes_columns[] = {COLUMNS_OF(" (min)")};
static const struct table_column columns[] = {COLUMNS_OF("")};

#define COLUMNS (sizeof(columns) / sizeof(columns[0]))
#define BEFORE_SPANS 7
#define SPANS 9

static const struct table_form forms[TABLE_FORMAT_COUNT] = {
    [TABLE_FORMAT_CSV] = {TABLE_CSV, "Report", minutes_columns, COLUMNS, 0},
    [TABLE_FORMAT_XLSX] = {TABLE_WORKBOOK, "Report", columns, COLUMNS, 0},
};

struct report_export {
    struct report *report;
    const struct table_form *form;
    struct table *table;
    uint32_t after; /* ID of the person that was written last */
    char name[FILE_NAME_MAX];
};

/* Whoever is asked for is there, before the file begins. */
static int look_for_people(struct core *core, const struct report *report) {
    _cleanup_(arena_done) struct arena arena;
    struct store_roll_user user;
    size_t count = 0;
    arena_init(&arena, ARENA_MAX);
    return report_people(core, report, 0, &arena, &user, 1, &count);
}

static void name_file(struct core *core, struct report_export *export, enum table_format format) {
    const struct local_rule rule = clock_rule(settings_get(core));
    const int64_t first = report_first_day(export->report);
    const int64_t last = first + (int64_t)report_days_count(export->report) - 1;
    file_name_of_days(core, "report", local_day_start(&rule, first) * MS_PER_S, local_day_start(&rule, last) * MS_PER_S,
                      table_format_text_of(format), export->name);
}

int report_export_new(struct core *core, const struct actor *by, const struct report_query *asked,
                      enum table_format format, struct report_export **ret_export, const char **ret_field) {
    struct report_export *export = calloc(1, sizeof(*export));
    *ret_field = NULL;
    if (export == NULL) {
        return E_NOMEM;
    }
    int r = report_new(core, by, asked, &export->report, ret_field);
    if (r == 0) {
        r = look_for_people(core, export->report);
    }
    if (r == 0) {
        export->form = &forms[format];
        r = table_new(export->form, &export->table);
    }
    if (r < 0) {
        report_export_free(export);
        return r;
    }
    name_file(core, export, format);
    *ret_export = export;
    return 0;
}

const char *report_export_name(const struct report_export *export) {
    return export->name;
}

const char *report_export_media_type(const struct report_export *export) {
    return table_media_type(export->form->kind);
}

void report_export_free(void *state) {
    struct report_export *export = state;
    if (export != NULL) {
        report_free(export->report);
        (void)table_free(export->table);
        free(export);
    }
}

static void put_time(struct table *table, const struct report_line *line, int64_t punch, int32_t minute) {
    if (punch != WORKDAY_NO_PUNCH) {
        table_time(table, (local_day_number(line->date) * DAY_MIN + minute) * MIN_S);
    } else {
        table_nothing(table);
    }
}

static void put_span(struct table *table, uint32_t minutes) {
    if (minutes != 0) {
        table_span(table, minutes);
    } else {
        table_nothing(table);
    }
}

/* The spans in the order of their columns. */
static void spans_of(const struct report_line *line, uint32_t ret_spans[SPANS]) {
    const struct workday *day = &line->day;
    const uint32_t spans[SPANS] = {day->in_time,  day->out_time, day->late,   day->early,   day->worked,
                                   day->overtime, day->absence,  line->leave, line->planned};
    for (size_t i = 0; i < SPANS; i++) {
        ret_spans[i] = spans[i];
    }
}

static void put_notes(struct table *table, const struct report_line *line) {
    static const char *const words[] = {"open",      "no-check-in",      "no-check-out",      "absent",
                                        "corrected", "outside-check-in", "outside-check-out", "odd",
                                        "cut"};
    const struct workday *day = &line->day;
    const uint32_t bits = (uint32_t)day->is_open | (uint32_t)day->is_missing_in << 1 |
                          (uint32_t)day->is_missing_out << 2 | (uint32_t)day->is_absent << 3 |
                          (uint32_t)day->is_corrected << 4 | (uint32_t)day->is_in_outside << 5 |
                          (uint32_t)day->is_out_outside << 6 | (uint32_t)day->is_odd << 7 | (uint32_t)line->is_cut << 8;
    table_set(table, bits, words, sizeof(words) / sizeof(words[0]));
}

/* Name of a shift, or its number. `ret_number` has SHIFT_NUMBER_TEXT places. */
static const char *shift_text(const struct shift *shift, char *ret_number) {
    (void)snprintf(ret_number, SHIFT_NUMBER_TEXT, "%u", (unsigned)shift->number);
    return shift->name[0] != '\0' ? shift->name : ret_number;
}

static void put_shift(struct table *table, const struct report *report, const struct report_line *line) {
    const struct shift *shift = report_shift(report, line->shift);
    const struct shift *second = report_shift(report, line->second_shift);
    char number[SHIFT_NUMBER_TEXT], other[SHIFT_NUMBER_TEXT];
    char both[2 * SHIFT_NAME_BYTES];
    if (shift == NULL) {
        table_nothing(table);
    } else if (second != NULL) {
        (void)snprintf(both, sizeof(both), "%s + %s", shift_text(shift, number), shift_text(second, other));
        table_text(table, both);
    } else if (shift->name[0] != '\0') {
        table_text(table, shift->name);
    } else {
        table_number(table, shift->number);
    }
}

static void put_line(struct report_export *export, const struct report_line *line, struct buf *out) {
    struct table *table = export->table;
    uint32_t spans[SPANS];
    table_look(table, line->kind == DAY_KIND_WORK ? TABLE_PLAIN : TABLE_SHADED);
    table_number(table, line->userid);
    table_text(table, line->username);
    table_day(table, local_day_number(line->date));
    table_word(table, day_kind_text_of(line->kind));
    put_shift(table, export->report, line);
    put_time(table, line, line->day.first_in, line->in_minute);
    put_time(table, line, line->day.last_out, line->out_minute);
    spans_of(line, spans);
    for (size_t i = 0; i < SPANS; i++) {
        put_span(table, spans[i]);
    }
    table_word(table, line->leave > 0 ? leave_kind_text_of(line->leave_kind) : "");
    put_notes(table, line);
    table_row(table, out);
}

/* The sums of a person, which a workbook calculates. */
static void put_sums(struct report_export *export, const struct store_roll_user *user, const uint32_t sums[SPANS],
                     unsigned rows, struct buf *out) {
    struct table *table = export->table;
    table_look(table, TABLE_STRONG);
    table_number(table, user->userid);
    table_text(table, user->username);
    for (size_t i = 2; i < BEFORE_SPANS; i++) {
        table_nothing(table);
    }
    for (size_t i = 0; i < SPANS; i++) {
        table_sum(table, rows, sums[i]);
    }
    for (size_t i = BEFORE_SPANS + SPANS; i < COLUMNS; i++) {
        table_nothing(table);
    }
    table_row(table, out);
}

/* The days of the person that were asked for; none may be left of somebody. */
static int put_person(struct core *core, struct report_export *export, const struct store_roll_user *user,
                      struct buf *out) {
    struct report_line lines[DUTY_DAYS_MAX];
    const bool has_sums = export->form->kind == TABLE_WORKBOOK;
    uint32_t sums[SPANS] = {0};
    size_t count = 0;
    int r = report_judge(core, export->report, user);
    for (size_t day = 0; r == 0 && day < report_days_count(export->report); day++) {
        lines[count] = report_line(export->report, user, day);
        count += report_is_shown(export->report, &lines[count]) ? 1 : 0;
    }
    if (r < 0 || count == 0) {
        return r;
    }
    table_together(export->table, (unsigned)count + has_sums, out);
    for (size_t i = 0; i < count; i++) {
        uint32_t spans[SPANS];
        spans_of(&lines[i], spans);
        for (size_t k = 0; k < SPANS; k++) {
            sums[k] += spans[k];
        }
        put_line(export, &lines[i], out);
    }
    if (has_sums) {
        put_sums(export, user, sums, (unsigned)count, out);
    }
    return table_failed(export->table);
}

int report_export_next(struct core *core, void *state, struct buf *out) {
    _cleanup_(arena_done) struct arena arena;
    struct report_export *export = state;
    struct store_roll_user users[PIECE_PEOPLE];
    size_t count = 0;
    arena_init(&arena, ARENA_MAX);
    int r = report_people(core, export->report, export->after, &arena, users, PIECE_PEOPLE, &count);
    for (size_t i = 0; r == 0 && i < count; i++) {
        r = put_person(core, export, &users[i], out);
        export->after = users[i].userid;
    }
    if (r < 0) {
        return r;
    }
    return count == PIECE_PEOPLE ? 1 : table_end(export->table, out);
}
