#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tables/formula.h"
#include "tables/table_impl.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf" /* without it spreadsheets do not detect UTF-8 */
#define TEN 10
#define HUNDRED 100
#define HOUR_MIN 60U
#define SECONDS_A_DAY 86400
#define TIME_MAX 24 /* bytes of a time as text, with the NUL */
#define SET_MAX (32 * 25) /* bytes of the words of all bits */

struct table {
    const struct table_form *form;
    struct workbook *book; /* NULL: CSV */
    struct buf row; /* CSV data not sent yet */
    bool begun;
    bool failed;
};

static char delimiter_of(const struct table_form *form) {
    return form->delimiter != '\0' ? form->delimiter : ',';
}

static void csv_heading(const struct table_form *form, struct buf *out) {
    buf_append_text(out, BYTE_ORDER_MARK);
    for (size_t i = 0; i < form->count; i++) {
        if (i > 0) {
            buf_append_char(out, delimiter_of(form));
        }
        buf_append_text(out, form->columns[i].heading);
    }
    buf_append_text(out, form->count > 0 ? "\r\n" : "");
}

int table_new(const struct table_form *form, struct table **ret_table) {
    struct table *table = calloc(1, sizeof(*table));
    int r = table == NULL ? E_NOMEM : form->kind == TABLE_WORKBOOK ? workbook_new(form, &table->book) : 0;
    if (r < 0) {
        free(table);
        return r;
    }
    table->form = form;
    if (form->kind == TABLE_CSV) {
        csv_heading(form, &table->row);
    }
    *ret_table = table;
    return 0;
}

const char *table_media_type(enum table_kind kind) {
    return kind == TABLE_WORKBOOK ? "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
                                  : "text/csv; charset=utf-8";
}

struct table *table_free(struct table *table) {
    if (table != NULL) {
        (void)workbook_free(table->book);
        buf_done(&table->row);
        free(table);
    }
    return NULL;
}

/* Starts the next CSV cell. */
static struct buf *csv_next(struct table *table) {
    if (table->begun) {
        buf_append_char(&table->row, delimiter_of(table->form));
    }
    table->begun = true;
    return &table->row;
}

/* Writes quoted text, with an apostrophe before what would be a formula. */
static void csv_text(struct table *table, const char *text) {
    struct buf *out = csv_next(table);
    const size_t len = strlen(text);
    buf_append_char(out, '"');
    for (size_t at = 0; at < len; at++) {
        if (formula_may_begin(text, at) && formula_is_guarded(text + at, len - at)) {
            buf_append_char(out, '\'');
        }
        if (text[at] == '"') {
            buf_append_char(out, '"');
        }
        buf_append_char(out, text[at]);
    }
    buf_append_char(out, '"');
}

/* Precision of a written time. */
enum csv_depth { TO_THE_DAY, TO_THE_MINUTE, TO_THE_SECOND };

static size_t write_time(const struct tm *at, enum csv_depth depth, char ret_text[TIME_MAX]) {
    switch (depth) {
        case TO_THE_DAY: return strftime(ret_text, TIME_MAX, "%Y-%m-%d", at);
        case TO_THE_MINUTE: return strftime(ret_text, TIME_MAX, "%Y-%m-%d %H:%M", at);
        case TO_THE_SECOND: break;
    }
    return strftime(ret_text, TIME_MAX, "%Y-%m-%d %H:%M:%S", at);
}

/* In a form that every spreadsheet reads. */
static void csv_time(struct table *table, int64_t wall_s, enum csv_depth depth) {
    const time_t seconds = (time_t)wall_s;
    struct tm at;
    char text[TIME_MAX] = "";
    struct buf *out = csv_next(table);
    if (gmtime_r(&seconds, &at) != NULL) {
        const size_t len = write_time(&at, depth, text);
        buf_append(out, text, len);
    }
}

/* Writes a number with decimals; quoted if the decimal separator would end the cell. */
static void csv_decimal(struct table *table, int64_t value, int64_t unit, int decimals) {
    const char sign = table->form->decimal != '\0' ? table->form->decimal : '.';
    const char *quote = sign == delimiter_of(table->form) ? "\"" : "";
    const int64_t size = value < 0 ? -value : value;
    buf_printf(csv_next(table), "%s%s%" PRId64 "%c%0*" PRId64 "%s", quote, value < 0 ? "-" : "", size / unit, sign,
               decimals, size % unit, quote);
}

static void csv_span(struct table *table, int64_t minutes) {
    const int64_t sign = minutes < 0 ? -1 : 1;
    const int64_t size = sign * minutes;
    if (table->form->spans == TABLE_DECIMALS) {
        csv_decimal(table, sign * ((size * HUNDRED + HOUR_MIN / 2) / HOUR_MIN), HUNDRED, 2);
    } else {
        buf_printf(csv_next(table), "%s%" PRId64 ":%02" PRId64, sign < 0 ? "-" : "", size / HOUR_MIN, size % HOUR_MIN);
    }
}

void table_text(struct table *table, const char *text) {
    if (table->book != NULL) {
        workbook_text(table->book, text);
    } else {
        csv_text(table, text);
    }
}

void table_word(struct table *table, const char *word) {
    if (table->book != NULL) {
        workbook_text(table->book, word);
    } else {
        buf_append_text(csv_next(table), word);
    }
}

void table_number(struct table *table, int64_t value) {
    if (table->book != NULL) {
        workbook_number(table->book, value);
    } else {
        buf_printf(csv_next(table), "%" PRId64, value);
    }
}

void table_tenths(struct table *table, int32_t tenths) {
    if (table->book != NULL) {
        workbook_tenths(table->book, tenths);
    } else {
        csv_decimal(table, tenths, TEN, 1);
    }
}

void table_moment(struct table *table, int64_t wall_s) {
    if (table->book != NULL) {
        workbook_moment(table->book, wall_s);
    } else {
        csv_time(table, wall_s, TO_THE_SECOND);
    }
}

void table_day(struct table *table, int64_t day) {
    if (table->book != NULL) {
        workbook_day(table->book, day);
    } else {
        csv_time(table, day * SECONDS_A_DAY, TO_THE_DAY);
    }
}

void table_time(struct table *table, int64_t wall_s) {
    if (table->book != NULL) {
        workbook_time(table->book, wall_s);
    } else {
        csv_time(table, wall_s, TO_THE_MINUTE);
    }
}

void table_span(struct table *table, uint32_t minutes) {
    if (table->book != NULL) {
        workbook_span(table->book, minutes);
    } else {
        csv_span(table, minutes);
    }
}

void table_balance(struct table *table, int32_t minutes) {
    if (table->book != NULL) {
        workbook_hours(table->book, minutes);
    } else {
        csv_span(table, minutes);
    }
}

void table_look(struct table *table, enum table_look look) {
    if (table->book != NULL) {
        workbook_look(table->book, look);
    }
}

void table_sheet(struct table *table, const struct table_form *form, struct buf *out) {
    table->form = form;
    if (table->book != NULL) {
        workbook_sheet(table->book, form, out);
    }
}

void table_set(struct table *table, uint32_t bits, const char *const words[], unsigned count) {
    char text[SET_MAX] = "";
    size_t len = 0;
    for (unsigned i = 0; i < count; i++) {
        if ((bits >> i & 1U) != 0 && len < sizeof(text)) {
            len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s", len > 0 ? " " : "", words[i]);
        }
    }
    table_word(table, text);
}

void table_nothing(struct table *table) {
    if (table->book != NULL) {
        workbook_nothing(table->book);
    } else {
        (void)csv_next(table);
    }
}

/* Passes on the available data. */
static void csv_send(struct table *table, struct buf *out) {
    table->failed = table->failed || buf_failed(&table->row);
    if (!table->failed) {
        buf_append(out, table->row.data, table->row.len);
        buf_clear(&table->row);
        table->failed = buf_failed(out);
    }
    table->begun = false;
}

void table_row(struct table *table, struct buf *out) {
    if (table->book != NULL) {
        workbook_row(table->book, out);
    } else {
        buf_append_text(&table->row, "\r\n");
        csv_send(table, out);
    }
}

int table_end(struct table *table, struct buf *out) {
    if (table->book != NULL) {
        return workbook_end(table->book, out);
    }
    csv_send(table, out); /* the heading of a table without rows */
    return table_failed(table);
}

int table_failed(const struct table *table) {
    return table->book != NULL ? workbook_failed(table->book) : table->failed ? E_NOMEM : 0;
}
