/* A table read from a file row by row: comma-separated values (RFC 4180, and the variants of spreadsheets), or a
 * spreadsheet workbook (ECMA-376, "XLSX"). tables/table.h is the writer. The file may contain any bytes: memory and CPU
 * time are bounded by the limits below and by the length of the file. CSV takes about 100 kB, a workbook about 300 kB
 * plus its shared texts. Does not interpret the cells. */
#ifndef POSTERN_SHEET_H
#define POSTERN_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/cleanup.h"
#include "util/err.h"

struct sheet;

#define SHEET_COLUMNS_MAX 64 /* cells of a row; a row with more non-empty ones is broken */
#define SHEET_CELL_MAX 4096 /* bytes of a cell; a row with a longer one is broken */
#define SHEET_SHEETS_MAX 32 /* sheets of a workbook that are read; sheets without rows, such as charts, do not count */
#define SHEET_NAME_MAX 128 /* bytes of the name of a sheet, with the NUL: 31 characters */
#define SHEET_TEXTS_MAX ((size_t)32 * 1024 * 1024) /* bytes of all shared texts of a workbook */
#define SHEET_HEAD_MAX ((uint64_t)64 * 1024) /* bytes of a file that determine its kind */
#define SHEET_LOOK_MAX \
    ((uint64_t)4 * 1024 * 1024) /* bytes of a CSV file that determine its encoding, and that sheet_open_head() reads */
#define SHEET_PART_HEAD_MAX ((uint64_t)4 * 1024 * 1024) /* and of each part of a workbook, unpacked */
#define SHEET_UNPACKED_MAX ((uint64_t)256 * 1024 * 1024) /* bytes of a workbook unpacked */

enum sheet_kind { SHEET_CSV, SHEET_WORKBOOK };

/* How to read a file. */
struct sheet_form {
    enum sheet_kind kind;
    /* Of CSV, as in iconv(3): "UTF-8", "UTF-16", "CP1252", …; static. A byte order mark overrides it. */
    const char *encoding;
    char delimiter; /* of CSV; a first line `sep=;` overrides it, and is not a row */
    unsigned sheet; /* of a workbook, from 0 */
};

/* Detected properties of a file. */
struct sheet_guess {
    struct sheet_form form; /* for a workbook "UTF-8" and a comma */
    /* The encoding is certain: a byte order mark, the zeros of UTF-16, all ASCII, or UTF-8 without an alternative.
     * False if letter statistics decided, or if the first SHEET_LOOK_MAX bytes are ASCII and more follow. */
    bool is_sure;
    unsigned sheet_count; /* of a workbook, at least 1 */
    char sheets[SHEET_SHEETS_MAX][SHEET_NAME_MAX]; /* their names; hidden ones too */
    bool is_hidden[SHEET_SHEETS_MAX]; /* of each */
};

/* A cell: UTF-8 without control characters (a line end or tab becomes a blank), trimmed, also of Unicode blanks. From
 * CSV without the apostrophe that tables/table.h puts before a formula. From a workbook: a number as the shortest
 * decimal of 15 digits, an integer with all digits; a date as YYYY-MM-DD, followed by hh:mm:ss if it has a time other than
 * midnight; a boolean as TRUE or FALSE; a formula as its result. */
struct sheet_cell {
    const char *text; /* NUL-terminated */
    size_t len; /* bytes */
};

struct sheet_row {
    uint32_t line; /* line of the file where the row begins, or number of the row in its sheet; from 1 */
    size_t count; /* cells, up to the last non-empty one */
    const struct sheet_cell *cells; /* valid until the next row */
    /* Too many cells, an overlong cell, an unclosed quote at the end of the file, invalid bytes for the encoding; in a
     * workbook also a formula error, an invalid number or shared text, or two cells in the same place. The readable
     * part is there. */
    bool is_broken;
};

/* Examines the first SHEET_LOOK_MAX bytes of a file, or the table of contents of a workbook. `code_page` is the
 * encoding suggested by the terminal's language: if a CSV file is not UTF-8 its letters decide, and this one if they
 * are inconclusive; the system need not support it. E_FORMAT: not a table (a picture, an old binary workbook, an
 * encrypted one, another archive); E_TOO_LARGE, as sheet_open(); E_NOTFOUND, E_NOMEM, E_IO. */
_must_check_ int sheet_guess(const char *path, const char *code_page, struct sheet_guess *ret_guess);

/* Opens a file. E_NOTSUP: this system does not support the encoding; E_FORMAT: it does not match the form, or there is
 * no such sheet; E_TOO_LARGE: too large when unpacked, or compressed by more than 200:1; E_NOTFOUND, E_NOMEM, E_IO. */
_must_check_ int sheet_open(const char *path, const struct sheet_form *form, struct sheet **ret_sheet);

/* The same for a preview of the first rows: reads no more than needed for them, and ends there. A row truncated by that
 * is incomplete, and so is one whose shared texts are further on. */
_must_check_ int sheet_open_head(const char *path, const struct sheet_form *form, struct sheet **ret_sheet);

/* Goes to the start of a sheet of a workbook, from 0; shared data is not read again. E_FORMAT: there is no such sheet,
 * it is invalid, or not a workbook; other sheets can still be read. E_NOMEM, E_IO. */
_must_check_ int sheet_go(struct sheet *sheet, unsigned number);

/* Frees it. Accepts NULL. Returns NULL. */
struct sheet *sheet_free(struct sheet *sheet);
CLEANUP_DEFINE(struct sheet *, sheet_free)

/* Reads the next row with a cell. Returns 1; 0: no more; E_FORMAT: the file is damaged from here on; E_TOO_LARGE,
 * E_NOMEM, E_IO. */
_must_check_ int sheet_next(struct sheet *sheet, struct sheet_row *ret_row);

/* Returns the part of the file that was read, in thousandths; 1000 at its end. */
unsigned sheet_done(const struct sheet *sheet);

#endif
