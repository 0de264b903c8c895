/* A table that is made while it is sent, row by row: comma-separated values (RFC 4180), or a workbook of spreadsheets
 * (ECMA-376, "XLSX"). The same cells go into both, one of each column, from the first on. No text of people is ever a
 * formula. Knows nothing of what is in it.
 *
 * Errors stick; table_end() and table_failed() say which. */
#ifndef POSTERN_TABLE_H
#define POSTERN_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/cleanup.h"
#include "util/err.h"

struct table;

#define TABLE_COLUMNS_MAX 26 /* A to Z */
#define TABLE_SHEET_ROWS 1048576 /* of a sheet that every program reads, with the heading */

enum table_kind { TABLE_CSV, TABLE_WORKBOOK };

/* What the cells of a row look like in a workbook. */
enum table_look { TABLE_PLAIN, TABLE_SHADED, TABLE_STRONG };

/* Media type of a table, static. */
const char *table_media_type(enum table_kind kind);

struct table_column {
    const char *heading; /* without commas and quotes */
    unsigned width; /* characters */
};

/* What it looks like; lives as long as the table. */
struct table_form {
    enum table_kind kind;
    const char *title; /* of the sheets: letters and blanks, up to 24 */
    const struct table_column *columns;
    size_t count; /* 1 to TABLE_COLUMNS_MAX; of CSV also 0: the heading is the first row that is made */
    unsigned sheet_rows; /* of one sheet, with its heading; then another begins. 0: TABLE_SHEET_ROWS */
};

/* Makes a table without rows. E_NOMEM. */
_must_check_ int table_new(const struct table_form *form, struct table **ret_table);

/* Frees it, ended or not. Takes NULL. Returns NULL. */
struct table *table_free(struct table *table);
CLEANUP_DEFINE(struct table *, table_free)

/* The next cell of the row: a text of people; a word of ours, without commas and quotes; a number; a number of tenths; a
 * moment in seconds since 1970 as a wall showed it; a day, counted from 1970-01-01; words of ours for the bits of a set,
 * with blanks between them, of 24 bytes each at most; nothing. */
void table_text(struct table *table, const char *text);
void table_word(struct table *table, const char *word);
void table_number(struct table *table, int64_t value);
void table_tenths(struct table *table, int32_t tenths);
void table_moment(struct table *table, int64_t wall_s);
void table_day(struct table *table, int64_t day);
void table_set(struct table *table, uint32_t bits, const char *const words[], unsigned count);
void table_nothing(struct table *table);

/* More cells: a moment of which the hour and minute are shown; a span of minutes, which comma-separated values have as a number; the
 * sum of the spans in the rows before it, which a workbook has as a formula over so many rows. */
void table_time(struct table *table, int64_t wall_s);
void table_span(struct table *table, uint32_t minutes);
void table_sum(struct table *table, unsigned rows, uint32_t minutes);

/* The cells of this row from here on look so; the next row is plain again. */
void table_look(struct table *table, enum table_look look);

/* Before rows that belong together: they do not lie on two sheets, unless there are more than a sheet has. */
void table_together(struct table *table, unsigned rows, struct buf *out);

/* Ends the row. What can be sent is appended to `out`: maybe nothing, maybe of many rows. */
void table_row(struct table *table, struct buf *out);

/* Ends the table. E_NOMEM; E_TOO_LARGE: a workbook of more than 4 GiB. */
_must_check_ int table_end(struct table *table, struct buf *out);

/* What went wrong up to now; 0: nothing. */
_must_check_ int table_failed(const struct table *table);

#endif
