#include "core/records/export.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/chain_cells.h"
#include "core/events/log.h"
#include "core/records/search.h"
#include "core/time/file_name.h"
#include "tables/table.h"
#include "util/arena.h"

#define ARENA_MAX ((size_t)512 * 1024) /* room for the texts of one piece */
#define PIECE_PAGES 5 /* of SEARCH_PAGE_MAX lines: some 50 kB */
#define MS_PER_S 1000
#define S_PER_MIN 60
#define CLOCK_TEXT_MAX 56

static const struct table_column columns[] = {
    {"Number", 10},      {"Time", 20},    {"UTC offset in minutes", 22},
    {"Event", 12},       {"Result", 10},  {"Reason", 16},
    {"User ID", 12},     {"Name", 30},    {"Shown", 16},
    {"Status", 10},      {"Duress", 8},   {"Door", 6},
    {"Temperature", 13}, {"Details", 40}, {"Clock", 24},
    CHAIN_CELLS_COLUMNS,
};

#define COLUMNS (sizeof(columns) / sizeof(columns[0]))

static const struct table_form forms[TABLE_FORMAT_COUNT] = {
    [TABLE_FORMAT_CSV] = {.kind = TABLE_CSV, .title = "Records", .columns = columns, .count = COLUMNS},
    [TABLE_FORMAT_XLSX] = {.kind = TABLE_WORKBOOK, .title = "Records", .columns = columns, .count = COLUMNS},
};

struct export {
    struct search search;
    const struct table_form *form;
    struct table *table;
    char after[SEARCH_CURSOR_MAX]; /* "" at first */
    char name[FILE_NAME_MAX];
    char head[CHAIN_HEAD_TEXT]; /* of the chain when the table was begun, for the first row; "" once it is written */
};

int export_new(struct core *core, const struct actor *by, const struct record_query *asked, enum table_format format,
               struct export **ret_export, const char **ret_field) {
    struct export *export = calloc(1, sizeof(*export));
    if (export == NULL) {
        return E_NOMEM;
    }
    int r = search_start(core, by, asked, &export->search, ret_field);
    if (r == 0) {
        export->form = &forms[format];
        r = table_new(export->form, &export->table);
    }
    if (r < 0) {
        free(export);
        return r;
    }
    if (!export->search.hides_people) {
        struct log_head head;
        log_head(core, &head);
        chain_head_text(head.seq, &head.link, export->head);
    }
    const struct store_log_query *query = &export->search.query;
    file_name_of_days(core, "records", query->from_ms == INT64_MIN ? FILE_NAME_OPEN : query->from_ms, query->to_ms,
                      table_format_text_of(format), export->name);
    *ret_export = export;
    return 0;
}

const char *export_name(const struct export *export) {
    return export->name;
}

const char *export_media_type(const struct export *export) {
    return table_media_type(export->form->kind);
}

void export_free(void *state) {
    struct export *export = state;
    if (export != NULL) {
        (void)table_free(export->table);
        free(export);
    }
}

static void put_who(struct table *table, const struct record *record) {
    if (record->userid != 0) {
        table_number(table, record->userid);
    } else {
        table_nothing(table);
    }
    table_text(table, record->username);
}

/* Says so of a record of a wrong clock, and by how much it was wrong where that is known. */
static void put_clock(struct table *table, const struct store_clock_error *error) {
    char text[CLOCK_TEXT_MAX];
    if (error == NULL) {
        table_nothing(table);
    } else if (error->shift_s == 0) {
        table_word(table, "not set");
    } else {
        (void)snprintf(text, sizeof(text), "%s by %+" PRId64 " s", error->is_unset ? "not set; corrected" : "corrected",
                       error->shift_s);
        table_text(table, text);
    }
}

/* The links cover the name: with both one can try names until one fits, so without names there are none. */
static int put_links(struct core *core, struct export *export, const struct record *record) {
    struct store_linked linked;
    int r = export->search.hides_people ? E_NOTFOUND : log_linked(core, record->seq, &linked);
    chain_cells_put(export->table, record->time, r == 0 ? &linked : NULL, export->head);
    return r == E_NOTFOUND ? 0 : r;
}

static int put_line(struct core *core, struct export *export, const struct record *record, struct buf *out) {
    struct table *table = export->table;
    table_number(table, record->seq);
    table_moment(table, record->time / MS_PER_S + (int64_t)record->offset * S_PER_MIN); /* as the wall showed it then */
    table_number(table, record->offset);
    table_word(table, record_kind_text_of(record->kind));
    table_word(table, record_result_text_of(record->result));
    table_word(table, record_reason_text_of(record->reason));
    put_who(table, record);
    table_set(table, record->factors, factor_text, FACTOR_COUNT);
    table_word(table, record->status == RECORD_STATUS_NONE ? "" : record_status_text_of(record->status));
    table_word(table, record->duress ? "yes" : "");
    table_number(table, record->door);
    if (record->temperature != 0) {
        table_tenths(table, record->temperature);
    } else {
        table_nothing(table);
    }
    table_text(table, record->detail);
    put_clock(table, clock_errors_of(&export->search.errors, record->seq));
    int r = put_links(core, export, record);
    table_row(table, out);
    return r;
}

/* One page of the search; 1: there is another. */
static int export_page(struct core *core, struct export *export, struct buf *out) {
    _cleanup_(arena_done) struct arena arena;
    struct search_page page;
    const char *field = NULL;
    const struct search_place place = {.after = export->after[0] != '\0' ? export->after : NULL,
                                       .limit = SEARCH_PAGE_MAX};
    arena_init(&arena, ARENA_MAX);
    int r = search_page(core, &export->search, &place, &arena, &page, &field);
    for (size_t i = 0; r == 0 && i < page.count; i++) {
        r = put_line(core, export, &page.records[i], out);
    }
    if (r == 0) {
        r = table_failed(export->table);
    }
    if (r < 0) {
        return r;
    }
    (void)snprintf(export->after, sizeof(export->after), "%s", page.next);
    return page.next[0] != '\0';
}

int export_next(struct core *core, void *state, struct buf *out) {
    struct export *export = state;
    int r = 1;
    for (unsigned i = 0; r == 1 && i < PIECE_PAGES; i++) {
        r = export_page(core, export, out);
    }
    return r == 0 ? table_end(export->table, out) : r;
}
