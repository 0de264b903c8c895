/* A table written row by row while it is sent: comma-separated values (RFC 4180), or a spreadsheet workbook (ECMA-376,
 * "XLSX"). Both get the same cells, one per column, in order. A text entered by people never becomes a formula. Does
 * not interpret the content.
 *
 * Errors stick; table_end() and table_failed() return them. */
#ifndef POSTERN_TABLE_H
#define POSTERN_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/cleanup.h"
#include "util/err.h"

struct table;

#define TABLE_COLUMNS_MAX 26 /* A to Z */
#define TABLE_SHEET_ROWS 1048576 /* of a sheet that every program can read, with the heading */

enum table_kind { TABLE_CSV, TABLE_WORKBOOK };

/* Style of the cells of a row in a workbook. */
enum table_look { TABLE_PLAIN, TABLE_SHADED, TABLE_STRONG };

/* Returns the media type of a table, static. */
const char *table_media_type(enum table_kind kind);

struct table_column {
    const char *heading; /* without commas and quotes */
    unsigned width; /* characters */
};

/* Format of minutes: 7:30, or 7.50 hours. */
enum table_spans { TABLE_TIMES, TABLE_DECIMALS };

/* Layout of the table; must outlive it. */
struct table_form {
    enum table_kind kind;
    const char *title; /* of the sheets: letters and blanks, up to 24 */
    const struct table_column *columns;
    size_t count; /* 1 to TABLE_COLUMNS_MAX; for CSV also 0: the first row is the heading */
    unsigned sheet_rows; /* per sheet, with its heading; then the next one begins. 0: TABLE_SHEET_ROWS */
    enum table_spans spans;
    char delimiter, decimal; /* of CSV; 0: comma and point */
};

/* Creates a table without rows. E_NOMEM. */
_must_check_ int table_new(const struct table_form *form, struct table **ret_table);

/* Frees it, finished or not. Accepts NULL. Returns NULL. */
struct table *table_free(struct table *table);
CLEANUP_DEFINE(struct table *, table_free)

/* Starts sheets with another form, in a workbook; earlier sheets exist even without rows. The form must outlive the
 * table. */
void table_sheet(struct table *table, const struct table_form *form, struct buf *out);

/* Add the next cell of the row: a text entered by people; a word of ours, without commas and quotes; a number; a number
 * of tenths; a local time in seconds since 1970; a day, counted from 1970-01-01; our words for the bits of a set,
 * separated by blanks, of at most 24 bytes each; an empty cell. */
void table_text(struct table *table, const char *text);
void table_word(struct table *table, const char *word);
void table_number(struct table *table, int64_t value);
void table_tenths(struct table *table, int32_t tenths);
void table_moment(struct table *table, int64_t wall_s);
void table_day(struct table *table, int64_t day);
void table_set(struct table *table, uint32_t bits, const char *const words[], unsigned count);
void table_nothing(struct table *table);

/* More cells: the hour and minute of a local time; a number of minutes. */
void table_time(struct table *table, int64_t wall_s);
void table_span(struct table *table, uint32_t minutes);

/* A difference of minutes: -1:30 or -1.50 hours. In a workbook always hours, since spreadsheets show no time below zero. */
void table_balance(struct table *table, int32_t minutes);

/* The cells of this row from here on look so; the next row is plain again. */
void table_look(struct table *table, enum table_look look);

/* Ends the row. Appends data that is ready to send to `out`: maybe none, maybe many rows. */
void table_row(struct table *table, struct buf *out);

/* Ends the table. E_NOMEM; E_TOO_LARGE: a workbook of more than 4 GiB. */
_must_check_ int table_end(struct table *table, struct buf *out);

/* Returns the first error so far; 0: none. */
_must_check_ int table_failed(const struct table *table);

#endif
