#include "core/records/report_export.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/records/report_impl.h"
#include "core/records/report_order.h"
#include "core/time/file_name.h"
#include "tables/table.h"
#include "util/arena.h"

#define ARENA_MAX ((size_t)131072) /* the names of some people */
#define PIECE_PEOPLE 8 /* of 31 days: some 40 kB */
#define PIECE_ROWS 248 /* of a sorted sheet: as many */
#define MS_PER_S 1000
#define MIN_S 60
#define DAY_MIN 1440
#define SHIFT_NUMBER_TEXT 4
#define SHIFT_NAME_BYTES ((size_t)4 * SHIFT_NAME_MAX + 4) /* UTF-8, and the sign between two */

static const char night_heading[] = "Night"; /* left out while there are no nights */
static const char balance_heading[] = "Balance"; /* these two are left out while no shift has flexible hours */
static const char carried_heading[] = "Balance carried";

static const struct table_column day_columns[] = {
    {"User ID", 12},       {"Name", 30},     {"Date", 12},     {"Day", 10},         {"Shift", 20},
    {"First in", 10},      {"Last out", 10}, {"In time", 10},  {"Out time", 10},    {"Late", 10},
    {"Early", 10},         {"Worked", 10},   {"Overtime", 10}, {night_heading, 10}, {balance_heading, 10},
    {carried_heading, 16}, {"Absence", 10},  {"Leave", 10},    {"Planned", 10},     {"Leave for", 12},
    {"Notes", 30},
};

static const struct table_column summary_columns[] = {
    {"User ID", 12},     {"Name", 30},          {"Days due", 10}, {"Days present", 12},    {"Late days", 10},
    {"Late", 10},        {"Early days", 10},    {"Early", 10},    {"Missing punches", 16}, {"Absent days", 12},
    {"Absence", 10},     {"Leave days", 10},    {"Leave", 10},    {"Worked", 10},          {"Overtime", 10},
    {night_heading, 10}, {balance_heading, 10}, {"Planned", 10},  {"Notes", 20},
};

#define COLUMNS_MAX (sizeof(day_columns) / sizeof(day_columns[0]))

struct report_export {
    struct report *report;
    enum report_view view;
    bool has_nights, has_flexible, is_sorted;
    struct report_sheet {
        struct table_form form;
        struct table_column columns[COLUMNS_MAX];
    } sheets[REPORT_VIEW_COUNT]; /* by what they show */
    enum report_view sheet; /* that is written */
    struct table *table;
    uint32_t after; /* ID of the person that was written last, where they go by ID */
    struct report_order order; /* of `view`, where it is sorted */
    size_t at; /* in it */
    char name[FILE_NAME_MAX];
};

/* A balance in a workbook is in hours whatever the other spans are. */
static struct table_column column_in(enum table_kind kind, struct table_column column) {
    if (kind == TABLE_WORKBOOK && column.heading == balance_heading) {
        column.heading = "Balance (h)";
    } else if (kind == TABLE_WORKBOOK && column.heading == carried_heading) {
        column.heading = "Balance carried (h)";
    }
    return column;
}

static bool is_column(const struct report_export *export, const char *heading) {
    if (heading == night_heading) {
        return export->has_nights;
    }
    return export->has_flexible || (heading != balance_heading && heading != carried_heading);
}

static void make_sheet(struct report_sheet *sheet, const char *title, const struct table_column *columns, size_t count,
                       const struct report_export *export, const struct report_export_form *form) {
    static const char delimiters[FILE_DELIMITER_COUNT] = {
        [FILE_DELIMITER_COMMA] = ',',
        [FILE_DELIMITER_SEMICOLON] = ';',
        [FILE_DELIMITER_TAB] = '\t',
        [FILE_DELIMITER_PIPE] = '|',
    };
    sheet->form = (struct table_form){.kind = form->format == TABLE_FORMAT_XLSX ? TABLE_WORKBOOK : TABLE_CSV,
                                      .title = title,
                                      .columns = sheet->columns,
                                      .spans = form->hours == HOURS_FORM_DECIMALS ? TABLE_DECIMALS : TABLE_TIMES,
                                      .delimiter = delimiters[form->delimiter],
                                      .decimal = form->decimal == DECIMAL_SIGN_COMMA ? ',' : '.'};
    for (size_t i = 0; i < count; i++) {
        if (is_column(export, columns[i].heading)) {
            sheet->columns[sheet->form.count++] = column_in(sheet->form.kind, columns[i]);
        }
    }
}

/* A workbook begins with the sums. */
static void make_sheets(struct report_export *export, const struct report_export_form *form) {
    export->view = form->view;
    export->has_nights = report_has_nights(export->report);
    export->has_flexible = report_has_flexible(export->report);
    export->sheet = form->format == TABLE_FORMAT_XLSX ? REPORT_VIEW_PEOPLE : form->view;
    make_sheet(&export->sheets[REPORT_VIEW_PEOPLE], "Summary", summary_columns,
               sizeof(summary_columns) / sizeof(summary_columns[0]), export, form);
    make_sheet(&export->sheets[REPORT_VIEW_DAYS], "Days", day_columns, sizeof(day_columns) / sizeof(day_columns[0]),
               export, form);
}

/* Whoever is asked for is there, before the file begins. */
static int look_for_people(struct core *core, const struct report *report) {
    _cleanup_(arena_done) struct arena arena;
    struct store_roll_user user;
    size_t count = 0;
    arena_init(&arena, ARENA_MAX);
    return report_people(core, report, 0, &arena, &user, 1, &count);
}

static void name_file(struct core *core, struct report_export *export, enum table_format format) {
    const struct local_history *clock = &export->report->calendar.clock;
    const int64_t first = report_first_day(export->report);
    const int64_t last = first + (int64_t)report_days_count(export->report) - 1;
    file_name_of_days(core, "report", local_history_day_start(clock, first) * MS_PER_S,
                      local_history_day_start(clock, last) * MS_PER_S, table_format_text_of(format), export->name);
}

static int sort_rows(struct core *core, struct report_export *export, const struct report_export_form *form) {
    int r = report_sort(export->report, form->view, form->sort, form->order);
    export->is_sorted = export->report->is_sorted;
    return r == 0 && export->is_sorted ? report_order_make(core, export->report, form->view, &export->order) : r;
}

int report_export_new(struct core *core, const struct actor *by, const struct report_query *asked,
                      const struct report_export_form *form, struct report_export **ret_export,
                      const char **ret_field) {
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
        r = sort_rows(core, export, form);
        *ret_field = r == E_RANGE || r == E_FORBIDDEN ? "sort" : NULL;
    }
    if (r == 0) {
        make_sheets(export, form);
        r = table_new(&export->sheets[export->sheet].form, &export->table);
    }
    if (r < 0) {
        report_export_free(export);
        return r;
    }
    name_file(core, export, form->format);
    *ret_export = export;
    return 0;
}

const char *report_export_name(const struct report_export *export) {
    return export->name;
}

const char *report_export_media_type(const struct report_export *export) {
    return table_media_type(export->sheets[export->sheet].form.kind);
}

void report_export_free(void *state) {
    struct report_export *export = state;
    if (export != NULL) {
        report_free(export->report);
        report_order_done(&export->order);
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

static void put_night(const struct report_export *export, uint32_t minutes) {
    if (export->has_nights) {
        put_span(export->table, minutes);
    }
}

static void put_balance(const struct report_export *export, int32_t minutes) {
    if (export->has_flexible && minutes != 0) {
        table_balance(export->table, minutes);
    } else if (export->has_flexible) {
        table_nothing(export->table);
    }
}

static void put_line(struct report_export *export, const struct report_line *line, struct buf *out) {
    struct table *table = export->table;
    const struct workday *day = &line->day;
    table_look(table, line->kind == DAY_KIND_WORK ? TABLE_PLAIN : TABLE_SHADED);
    table_number(table, line->userid);
    table_text(table, line->username);
    table_day(table, local_day_number(line->date));
    table_word(table, day_kind_text_of(line->kind));
    put_shift(table, export->report, line);
    put_time(table, line, day->first_in, line->in_minute);
    put_time(table, line, day->last_out, line->out_minute);
    put_span(table, day->in_time);
    put_span(table, day->out_time);
    put_span(table, day->late);
    put_span(table, day->early);
    put_span(table, day->worked);
    put_span(table, day->overtime);
    put_night(export, day->night);
    put_balance(export, day->balance);
    put_balance(export, line->carried);
    put_span(table, day->absence);
    put_span(table, line->leave);
    put_span(table, line->planned);
    table_word(table, line->leave > 0 ? leave_kind_text_of(line->leave_kind) : "");
    put_notes(table, line);
    table_row(table, out);
}

static void put_sum(struct report_export *export, const struct report_sum *sum, struct buf *out) {
    static const char *const words[] = {"open", "cut"};
    struct table *table = export->table;
    table_number(table, sum->userid);
    table_text(table, sum->username);
    table_number(table, sum->due);
    table_number(table, sum->present);
    table_number(table, sum->late_days);
    put_span(table, sum->late);
    table_number(table, sum->early_days);
    put_span(table, sum->early);
    table_number(table, sum->missing);
    table_number(table, sum->absent_days);
    put_span(table, sum->absence);
    table_number(table, sum->leave_days);
    put_span(table, sum->leave);
    put_span(table, sum->worked);
    put_span(table, sum->overtime);
    put_night(export, sum->night);
    put_balance(export, sum->balance);
    put_span(table, sum->planned);
    table_set(table, (uint32_t)sum->is_open | (uint32_t)sum->is_cut << 1, words, sizeof(words) / sizeof(words[0]));
    table_row(table, out);
}

/* The days of a person that were asked for; none may be left of somebody. */
static int put_days(struct core *core, struct report_export *export, const struct store_roll_user *user,
                    struct buf *out) {
    int r = report_judge(core, export->report, user);
    for (size_t day = 0; r == 0 && day < report_days_count(export->report); day++) {
        const struct report_line line = report_line(export->report, user, day);
        if (report_is_shown(export->report, &line)) {
            put_line(export, &line, out);
        }
    }
    return r;
}

static int put_person(struct core *core, struct report_export *export, const struct store_roll_user *user,
                      struct buf *out) {
    if (export->sheet == REPORT_VIEW_DAYS) {
        return put_days(core, export, user, out);
    }
    struct report_sum sum;
    bool is_shown = false;
    int r = report_sum_person(core, export->report, user, &sum, &is_shown);
    if (r == 0 && is_shown) {
        put_sum(export, &sum, out);
    }
    return r;
}

/* The next people by ID. Returns 1: there are more. */
static int put_by_id(struct core *core, struct report_export *export, struct arena *arena, struct buf *out) {
    struct store_roll_user users[PIECE_PEOPLE];
    size_t count = 0;
    int r = report_people(core, export->report, export->after, arena, users, PIECE_PEOPLE, &count);
    for (size_t i = 0; r == 0 && i < count; i++) {
        r = put_person(core, export, &users[i], out);
        export->after = users[i].userid;
    }
    return r == 0 && count == PIECE_PEOPLE ? 1 : r;
}

/* The next people as they are sorted; who was deleted meanwhile is left out. */
static int put_sorted_people(struct core *core, struct report_export *export, struct arena *arena, struct buf *out) {
    int r = 0;
    for (size_t i = 0; r == 0 && i < PIECE_PEOPLE && export->at < export->order.count; i++) {
        struct store_roll_user user;
        r = report_person(core, export->report, export->order.items[export->at++].userid, arena, &user);
        r = r == 0 ? put_person(core, export, &user, out) : r == E_USER_UNKNOWN ? 0 : r;
    }
    return r == 0 && export->at < export->order.count ? 1 : r;
}

/* The next days as they are sorted. */
static int put_sorted_days(struct core *core, struct report_export *export, struct arena *arena, struct buf *out) {
    struct store_roll_user user = {.userid = 0};
    bool is_there = false;
    int r = 0;
    for (size_t i = 0; r == 0 && i < PIECE_ROWS && export->at < export->order.count; i++) {
        const struct report_item *item = &export->order.items[export->at++];
        if (user.userid != item->userid) {
            r = report_person(core, export->report, item->userid, arena, &user);
            is_there = r == 0;
            user.userid = item->userid;
            r = is_there ? report_judge(core, export->report, &user) : r == E_USER_UNKNOWN ? 0 : r;
        }
        if (r == 0 && is_there) {
            const struct report_line line = report_line(export->report, &user, item->day);
            put_line(export, &line, out);
        }
    }
    return r == 0 && export->at < export->order.count ? 1 : r;
}

/* The days follow the people as these are sorted; sorted days leave the people as they are. */
static int put_piece(struct core *core, struct report_export *export, struct buf *out) {
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, ARENA_MAX);
    if (export->is_sorted && export->view == REPORT_VIEW_PEOPLE) {
        return put_sorted_people(core, export, &arena, out);
    }
    return export->is_sorted && export->sheet == REPORT_VIEW_DAYS ? put_sorted_days(core, export, &arena, out)
                                                                  : put_by_id(core, export, &arena, out);
}

int report_export_next(struct core *core, void *state, struct buf *out) {
    struct report_export *export = state;
    const bool is_book = export->sheets[export->sheet].form.kind == TABLE_WORKBOOK;
    int r = put_piece(core, export, out);
    if (r != 0) {
        return r < 0 || table_failed(export->table) == 0 ? r : table_failed(export->table);
    }
    if (!is_book || export->sheet == REPORT_VIEW_DAYS) {
        return table_end(export->table, out);
    }
    export->sheet = REPORT_VIEW_DAYS;
    export->after = 0;
    export->at = 0;
    table_sheet(export->table, &export->sheets[REPORT_VIEW_DAYS].form, out);
    return 1;
}
