/* Parts of util/sheet: what is read of values with delimiters, or of a workbook, is cleaned and put together into rows. Private to util/sheet*. */
#ifndef POSTERN_SHEET_IMPL_H
#define POSTERN_SHEET_IMPL_H

#include "util/buf.h"
#include "util/sheet.h"

/* A row that is being put together. */
struct sheet_line {
    struct buf text; /* of the cells, each with its NUL */
    size_t places[SHEET_COLUMNS_MAX]; /* where the text of a cell begins */
    struct sheet_cell cells[SHEET_COLUMNS_MAX];
    size_t count; /* cells up to the last that is not empty */
    bool is_broken;
};

void sheet_line_begin(struct sheet_line *line);

/* Puts a text of SHEET_RAW_MAX octets at most into its place, `column` from 0, and cleans it. Of what is not UTF-8 or too long the rest is there, and the
 * row is broken. */
void sheet_line_put(struct sheet_line *line, size_t column, const char *text, size_t len);

/* E_NOMEM. */
_must_check_ int sheet_line_end(struct sheet_line *line, uint32_t number, struct sheet_row *ret_row);
void sheet_line_done(struct sheet_line *line);

#define SHEET_RAW_MAX ((size_t)2 * SHEET_CELL_MAX) /* octets of a text that are taken before it is cleaned */

/* Appends a text, of SHEET_RAW_MAX octets at most, as a cell has it: UTF-8 without control characters and without blanks around it, of
 * SHEET_CELL_MAX octets at most. Returns false where something of it was lost. */
bool sheet_clean(const char *text, size_t len, struct buf *out);

/* Values with delimiters. */
struct sheet_csv;

#define SHEET_CSV_WHOLE UINT64_MAX

/* Opens them as sheet_open() does, and reads no more than the first `octets`. */
_must_check_ int sheet_csv_open(const char *path, const struct sheet_form *form, uint64_t octets,
                                struct sheet_csv **ret_csv);
struct sheet_csv *sheet_csv_free(struct sheet_csv *csv); /* takes NULL; returns NULL */
CLEANUP_DEFINE(struct sheet_csv *, sheet_csv_free)
_must_check_ int sheet_csv_next(struct sheet_csv *csv, struct sheet_row *ret_row);
unsigned sheet_csv_done(const struct sheet_csv *csv);

/* Of the row that was read last: how many cells it has with the empty ones at its end. */
size_t sheet_csv_width(const struct sheet_csv *csv);

/* The delimiter by which it is read: that of the form, or of the file's first line. */
char sheet_csv_delimiter(const struct sheet_csv *csv);

/* What the octets at the beginning of a file say of its encoding. */
struct sheet_encoding {
    const char *name; /* as iconv(3) calls it, with the order of octets; static. NULL: nothing is said */
    size_t mark; /* octets of the byte order mark; 0: there is none */
};

/* By the byte order mark; without one, whether it is UTF-16 by the octets that are zero. */
struct sheet_encoding sheet_encoding_mark(const char *head, size_t len);
struct sheet_encoding sheet_encoding_utf16(const char *head, size_t len);

/* Guesses encoding and delimiter. `head` is the beginning of the file, all of it if `is_whole`. */
_must_check_ int sheet_csv_guess(const char *path, const char *head, size_t len, bool is_whole,
                                 struct sheet_guess *guess);

#endif
