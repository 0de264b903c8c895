/* Parts of tables/sheet: the content of CSV files and workbooks is cleaned and assembled into rows. Private to
 * tables/sheet*. */
#ifndef POSTERN_SHEET_IMPL_H
#define POSTERN_SHEET_IMPL_H

#include "tables/sheet.h"
#include "tables/unzip.h"
#include "util/buf.h"

#define SHEET_WHOLE UINT64_MAX /* no limit on the bytes to read */

/* A row being assembled. */
struct sheet_line {
    struct buf text; /* of the cells, each with its NUL */
    size_t places[SHEET_COLUMNS_MAX]; /* offset of each cell's text */
    struct sheet_cell cells[SHEET_COLUMNS_MAX];
    size_t count; /* cells up to the last non-empty one */
    bool is_broken;
};

void sheet_line_begin(struct sheet_line *line);

/* Stores a text of at most SHEET_RAW_MAX bytes in `column`, from 0, and cleans it. Keeps the valid part of invalid or
 * overlong text, and marks the row as broken. */
void sheet_line_put(struct sheet_line *line, size_t column, const char *text, size_t len);

/* E_NOMEM. */
_must_check_ int sheet_line_end(struct sheet_line *line, uint32_t number, struct sheet_row *ret_row);
void sheet_line_done(struct sheet_line *line);

#define SHEET_RAW_MAX ((size_t)2 * SHEET_CELL_MAX) /* bytes of a text before it is cleaned */

/* Appends a text of at most SHEET_RAW_MAX bytes as a cell: UTF-8 without control characters, trimmed, at most
 * SHEET_CELL_MAX bytes. Returns false if something was lost. */
bool sheet_clean(const char *text, size_t len, struct buf *out);

/* --- Values with delimiters --- */

struct sheet_csv;

/* Opens a file as sheet_open() does, and reads no more than the first `octets` bytes. */
_must_check_ int sheet_csv_open(const char *path, const struct sheet_form *form, uint64_t octets,
                                struct sheet_csv **ret_csv);
struct sheet_csv *sheet_csv_free(struct sheet_csv *csv); /* accepts NULL; returns NULL */
CLEANUP_DEFINE(struct sheet_csv *, sheet_csv_free)
_must_check_ int sheet_csv_next(struct sheet_csv *csv, struct sheet_row *ret_row);
unsigned sheet_csv_done(const struct sheet_csv *csv);

/* Returns the number of cells of the last row, including empty ones at its end. */
size_t sheet_csv_width(const struct sheet_csv *csv);

/* Returns the delimiter in use: that of the form, or of the file's first line. */
char sheet_csv_delimiter(const struct sheet_csv *csv);

/* Encoding detected from the first bytes of a file. */
struct sheet_encoding {
    const char *name; /* as in iconv(3), with the byte order; static. NULL: unknown */
    size_t mark; /* bytes of the byte order mark; 0: none */
};

/* Detect the encoding by the byte order mark; detect UTF-16 without one by its zero bytes. */
struct sheet_encoding sheet_encoding_mark(const char *head, size_t len);
struct sheet_encoding sheet_encoding_utf16(const char *head, size_t len);

/* Guesses encoding and delimiter. `head` is the start of the file; guess->form.encoding is the one suggested by the
 * language. */
_must_check_ int sheet_csv_guess(const char *path, const char *head, size_t len, struct sheet_guess *guess);

/* --- XML of a workbook: no document type, so no entity expansion; names, depth and length of a tag are bounded --- */

struct sheet_xml;

#define SHEET_XML_NAMES_MAX \
    256 /* distinct element and attribute names in a part: more than the format has in any kind of part */
#define SHEET_XML_NAME_MAX 128 /* bytes of a name */
#define SHEET_XML_DEPTH_MAX 64
#define SHEET_XML_TAG_MAX ((size_t)256 * 1024) /* bytes between two events: a tag, some text */

/* Callbacks for a part. `name` is without its prefix; "" for elements with another prefix than the document's first,
 * which are not part of the format. `attributes` are pairs of name and value, NULL-terminated. */
struct sheet_xml_watcher {
    const char *root; /* name of the root element; a document with another one is E_FORMAT */
    void (*begin)(void *context, const char *name, const char *const *attributes);
    void (*end)(void *context, const char *name);
    void (*text)(void *context, const char *text, size_t len); /* may be partial */
};

/* Starts to read the current entry of `unzip`, and ends after `most` bytes, in which case its checksum is not verified.
 * Both must outlive it. E_FORMAT, E_NOMEM, E_IO. */
_must_check_ int sheet_xml_open(struct unzip *unzip, uint64_t most, const struct sheet_xml_watcher *watcher,
                                void *context, struct sheet_xml **ret_xml);
struct sheet_xml *sheet_xml_free(struct sheet_xml *xml); /* accepts NULL; returns NULL */
CLEANUP_DEFINE(struct sheet_xml *, sheet_xml_free)

/* Continues reading. Returns 1 if the watcher called sheet_xml_pause(), 0 at the end; E_FORMAT, E_TOO_LARGE, E_NOMEM,
 * E_IO. */
_must_check_ int sheet_xml_next(struct sheet_xml *xml);

/* For the watcher: pauses reading when end() returns; stops parsing, but still verifies the checksum; fails with an
 * error. */
void sheet_xml_pause(struct sheet_xml *xml);
void sheet_xml_stop(struct sheet_xml *xml);
void sheet_xml_fail(struct sheet_xml *xml, int error);

/* Returns the number of bytes read of the part. */
uint64_t sheet_xml_taken(const struct sheet_xml *xml);

/* Return the value of an attribute by its full name, or by its name after any prefix; NULL: missing. */
const char *sheet_xml_attribute(const char *const *attributes, const char *name);
const char *sheet_xml_attribute_prefixed(const char *const *attributes, const char *name);

/* --- Workbooks --- */

/* A text assembled from pieces. */
struct sheet_text {
    char text[SHEET_RAW_MAX];
    size_t len;
    bool is_cut; /* there was more */
};

void sheet_text_add(struct sheet_text *text, const char *piece, size_t len);

/* Decodes escapes like `_x000D_` (ECMA-376 part 1, 22.9.2.19). */
void sheet_text_unescape(struct sheet_text *text);

#define SHEET_FORMATS_MAX 65536 /* most number formats, and cell styles */

/* Workbook data that cells refer to. */
struct sheet_book {
    struct buf texts; /* the shared texts, cleaned, each with its NUL */
    struct buf places; /* a uint32_t for each: its offset in `texts`, and SHEET_TEXT_CUT */
    struct buf styles; /* a byte for each: 1 if its numbers are dates */
    bool is_1904; /* days are counted from 1904-01-01 */
    uint64_t most; /* bytes of a part to read */
};

#define SHEET_TEXT_CUT 0x80000000U /* something of it was lost */

/* Read shared texts and styles into `book`, from the current entry of `unzip`. */
_must_check_ int sheet_texts_read(struct unzip *unzip, struct sheet_book *book);
_must_check_ int sheet_styles_read(struct unzip *unzip, struct sheet_book *book);
void sheet_book_done(struct sheet_book *book);

/* Returns whether a number format such as `yyyy\-mm\-dd` is a date. */
bool sheet_format_is_day(const char *format);

/* Formats a number as the shortest decimal, without an exponent; false: invalid. */
#define SHEET_NUMBER_MAX 64 /* bytes, with the NUL */
bool sheet_number_text(const char *text, char ret_text[SHEET_NUMBER_MAX]);

/* Formats the date of a serial number as YYYY-MM-DD; false: none. */
bool sheet_day_text(const char *text, bool is_1904, char ret_text[SHEET_NUMBER_MAX]);

/* Rows of a sheet, from the current entry of `unzip`. */
struct sheet_rows;
_must_check_ int sheet_rows_open(struct unzip *unzip, const struct sheet_book *book, struct sheet_rows **ret_rows);
struct sheet_rows *sheet_rows_free(struct sheet_rows *rows); /* accepts NULL; returns NULL */
_must_check_ int sheet_rows_next(struct sheet_rows *rows, struct sheet_row *ret_row);
uint64_t sheet_rows_taken(const struct sheet_rows *rows); /* bytes */

struct sheet_workbook;
_must_check_ int sheet_workbook_open(const char *path, unsigned sheet, uint64_t most,
                                     struct sheet_workbook **ret_workbook);
struct sheet_workbook *sheet_workbook_free(struct sheet_workbook *workbook); /* accepts NULL; returns NULL */
CLEANUP_DEFINE(struct sheet_workbook *, sheet_workbook_free)
/* As sheet_go(). */
_must_check_ int sheet_workbook_go(struct sheet_workbook *workbook, unsigned sheet);
_must_check_ int sheet_workbook_next(struct sheet_workbook *workbook, struct sheet_row *ret_row);
unsigned sheet_workbook_done(const struct sheet_workbook *workbook);

/* Finds the sheets and their names. */
_must_check_ int sheet_workbook_guess(const char *path, struct sheet_guess *guess);

#endif
