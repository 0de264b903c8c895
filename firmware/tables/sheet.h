/* A table that is read out of a file row by row: comma-separated values (RFC 4180, and what spreadsheets make of it),
 * or a workbook of spreadsheets (ECMA-376, "XLSX"). tables/table.h is the way out. Any bytes may stand in the file: what
 * is taken of memory and of the processor is bounded by what is said here, and by the length of the file. A table of
 * values takes some 100 kB, a workbook some 300 kB and the texts that its cells share. Knows nothing of what the cells
 * mean. */
#ifndef POSTERN_SHEET_H
#define POSTERN_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/cleanup.h"
#include "util/err.h"

struct sheet;

#define SHEET_COLUMNS_MAX 64 /* cells of a row; one with more is broken, where they are not empty */
#define SHEET_CELL_MAX 4096 /* bytes of a cell; one with more is broken */
#define SHEET_SHEETS_MAX \
    32 /* sheets of a workbook that are looked at; those without rows, as diagrams are, do not count */
#define SHEET_NAME_MAX 128 /* bytes of the name of a sheet, with the NUL: 31 characters */
#define SHEET_TEXTS_MAX ((size_t)32 * 1024 * 1024) /* bytes of all texts that a workbook shares between its cells */
#define SHEET_HEAD_MAX ((uint64_t)64 * 1024) /* bytes of a file that tell what it is */
#define SHEET_LOOK_MAX \
    ((uint64_t)4 * 1024 * 1024) /* bytes of a CSV file that tell its encoding, and that sheet_open_head() reads */
#define SHEET_PART_HEAD_MAX ((uint64_t)4 * 1024 * 1024) /* and of each part of a workbook, unpacked */
#define SHEET_UNPACKED_MAX ((uint64_t)256 * 1024 * 1024) /* bytes of a workbook unpacked */

enum sheet_kind { SHEET_CSV, SHEET_WORKBOOK };

/* How a file is read. */
struct sheet_form {
    enum sheet_kind kind;
    /* Of CSV, as iconv(3) calls it: "UTF-8", "UTF-16", "CP1252", …; static. A byte order mark counts over it. */
    const char *encoding;
    char delimiter; /* of CSV; a first line `sep=;` counts over it, and is no row */
    unsigned sheet; /* of a workbook, from 0 */
};

/* What a file seems to be. */
struct sheet_guess {
    struct sheet_form form; /* of a workbook "UTF-8" and a comma as well */
    /* The encoding is certain: there is a byte order mark, there are the zeros of UTF-16, all of it is ASCII, or it is
     * UTF-8 and nothing else is possible. False where letters decide, and where the first SHEET_LOOK_MAX bytes are ASCII
     * and more follow. */
    bool is_sure;
    unsigned sheet_count; /* of a workbook, at least 1 */
    char sheets[SHEET_SHEETS_MAX][SHEET_NAME_MAX]; /* their names; hidden ones too */
};

/* A cell: UTF-8 without control characters (an end of line or a tab in it is a blank), without the blanks around it,
 * those of Unicode too. Of CSV it is as it stands, without the apostrophe that tables/table.h puts before a formula. Of a
 * workbook: a number as the shortest decimal of 15 digits, a whole one with all it has; one that is shown as a day, or
 * as a day and time, is the day as YYYY-MM-DD; a truth is TRUE or FALSE; a formula is what it came to. */
struct sheet_cell {
    const char *text; /* ends with a NUL */
    size_t len; /* bytes */
};

struct sheet_row {
    uint32_t line; /* of the file, where the row begins, or number of the row in its sheet; from 1 */
    size_t count; /* cells, up to the last that is not empty */
    const struct sheet_cell *cells; /* live until the next row */
    /* Too many cells, a cell too long, a quote that is open at the end of the file, bytes that are no text of the
     * encoding; in a workbook also an error of a formula, a number or a shared text that is none, or two cells in one
     * place. What could be read is there. */
    bool is_broken;
};

/* Looks at the first SHEET_LOOK_MAX bytes of a file, or at the list of contents of a workbook. `code_page` is the encoding
 * that the language of the terminal suggests: where a CSV file is not UTF-8 its letters decide, and this one where they
 * decide nothing; the system need not know it. E_FORMAT: it is no table at all (a picture, an old binary
 * workbook, an encrypted one, another archive); E_TOO_LARGE, as sheet_open(); E_NOTFOUND, E_NOMEM, E_IO. */
_must_check_ int sheet_guess(const char *path, const char *code_page, struct sheet_guess *ret_guess);

/* Opens a file. E_NOTSUP: this system does not know the encoding; E_FORMAT: it is not what the form says, or it has no
 * such sheet; E_TOO_LARGE: more is packed in it than may be, or more than 200 bytes into one; E_NOTFOUND, E_NOMEM,
 * E_IO. */
_must_check_ int sheet_open(const char *path, const struct sheet_form *form, struct sheet **ret_sheet);

/* The same to show the first rows: reads no more than those, and ends there. A row that is cut off by that is
 * incomplete, and so is one whose shared texts are further behind. */
_must_check_ int sheet_open_head(const char *path, const struct sheet_form *form, struct sheet **ret_sheet);

/* Frees it. Takes NULL. Returns NULL. */
struct sheet *sheet_free(struct sheet *sheet);
CLEANUP_DEFINE(struct sheet *, sheet_free)

/* Reads the next row that has a cell. Returns 1; 0: there is none; E_FORMAT: the file is damaged from here on;
 * E_TOO_LARGE, E_NOMEM, E_IO. */
_must_check_ int sheet_next(struct sheet *sheet, struct sheet_row *ret_row);

/* How much of the file was read, in thousandths; 1000 at its end. */
unsigned sheet_done(const struct sheet *sheet);

#endif
