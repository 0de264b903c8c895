/* Parts of tables/sheet: what is read of values with delimiters, or of a workbook, is cleaned and put together into rows.
 * Private to tables/sheet*. */
#ifndef POSTERN_SHEET_IMPL_H
#define POSTERN_SHEET_IMPL_H

#include "tables/sheet.h"
#include "tables/unzip.h"
#include "util/buf.h"

#define SHEET_WHOLE UINT64_MAX /* where a number of bytes is the most that is read */

/* A row that is being put together. */
struct sheet_line {
    struct buf text; /* of the cells, each with its NUL */
    size_t places[SHEET_COLUMNS_MAX]; /* where the text of a cell begins */
    struct sheet_cell cells[SHEET_COLUMNS_MAX];
    size_t count; /* cells up to the last that is not empty */
    bool is_broken;
};

void sheet_line_begin(struct sheet_line *line);

/* Puts a text of SHEET_RAW_MAX bytes at most into its place, `column` from 0, and cleans it. Of what is not UTF-8 or
 * too long the rest is there, and the row is broken. */
void sheet_line_put(struct sheet_line *line, size_t column, const char *text, size_t len);

/* E_NOMEM. */
_must_check_ int sheet_line_end(struct sheet_line *line, uint32_t number, struct sheet_row *ret_row);
void sheet_line_done(struct sheet_line *line);

#define SHEET_RAW_MAX ((size_t)2 * SHEET_CELL_MAX) /* bytes of a text that are taken before it is cleaned */

/* Appends a text, of SHEET_RAW_MAX bytes at most, as a cell has it: UTF-8 without control characters and without
 * blanks around it, of SHEET_CELL_MAX bytes at most. Returns false where something of it was lost. */
bool sheet_clean(const char *text, size_t len, struct buf *out);

/* --- Values with delimiters --- */

struct sheet_csv;

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

/* What the bytes at the beginning of a file say of its encoding. */
struct sheet_encoding {
    const char *name; /* as iconv(3) calls it, with the order of bytes; static. NULL: nothing is said */
    size_t mark; /* bytes of the byte order mark; 0: there is none */
};

/* By the byte order mark; without one, whether it is UTF-16 by the bytes that are zero. */
struct sheet_encoding sheet_encoding_mark(const char *head, size_t len);
struct sheet_encoding sheet_encoding_utf16(const char *head, size_t len);

/* Guesses encoding and delimiter. `head` is the beginning of the file; guess->form.encoding is what the language suggests. */
_must_check_ int sheet_csv_guess(const char *path, const char *head, size_t len, struct sheet_guess *guess);

/* --- XML of a workbook: no document type, so that nothing grows; names, depth and length of a tag are bounded --- */

struct sheet_xml;

#define SHEET_XML_NAMES_MAX \
    256 /* names of elements and attributes in a part: the format has fewer of each kind of part */
#define SHEET_XML_NAME_MAX 128 /* bytes of one */
#define SHEET_XML_DEPTH_MAX 64
#define SHEET_XML_TAG_MAX ((size_t)256 * 1024) /* bytes between two things that are something: a tag, some text */

/* Who looks at a part. `name` is without its prefix; "" for elements with another prefix than the document's first,
 * which are none of the format's. `attributes` are pairs of name and value, NULL at the end. */
struct sheet_xml_watcher {
    const char *root; /* name of the first element; a document with another one is E_FORMAT */
    void (*begin)(void *context, const char *name, const char *const *attributes);
    void (*end)(void *context, const char *name);
    void (*text)(void *context, const char *text, size_t len); /* a piece of it */
};

/* Begins to read the entry that `unzip` is at, which ends after `most` bytes; nothing is known of its checksum then. Both live
 * as long as it. E_FORMAT, E_NOMEM, E_IO. */
_must_check_ int sheet_xml_open(struct unzip *unzip, uint64_t most, const struct sheet_xml_watcher *watcher,
                                void *context, struct sheet_xml **ret_xml);
struct sheet_xml *sheet_xml_free(struct sheet_xml *xml); /* takes NULL; returns NULL */
CLEANUP_DEFINE(struct sheet_xml *, sheet_xml_free)

/* Reads on. Returns 1 where the watcher has called sheet_xml_pause(), 0 at the end; E_FORMAT, E_TOO_LARGE, E_NOMEM,
 * E_IO. */
_must_check_ int sheet_xml_next(struct sheet_xml *xml);

/* Of the watcher: reading pauses when end() returns; nothing more is looked at, the checksum of the rest is; it fails
 * with an error. */
void sheet_xml_pause(struct sheet_xml *xml);
void sheet_xml_stop(struct sheet_xml *xml);
void sheet_xml_fail(struct sheet_xml *xml, int error);

/* Bytes of the part that were read. */
uint64_t sheet_xml_taken(const struct sheet_xml *xml);

/* Value of an attribute, by its whole name, or by its name behind any prefix; NULL: it is not there. */
const char *sheet_xml_attribute(const char *const *attributes, const char *name);
const char *sheet_xml_attribute_prefixed(const char *const *attributes, const char *name);

/* --- Workbooks --- */

/* A text that comes in pieces. */
struct sheet_text {
    char text[SHEET_RAW_MAX];
    size_t len;
    bool is_cut; /* there was more */
};

void sheet_text_add(struct sheet_text *text, const char *piece, size_t len);

/* Puts characters where their numbers stand: `_x000D_` (ECMA-376 part 1, 22.9.2.19). */
void sheet_text_unescape(struct sheet_text *text);

#define SHEET_FORMATS_MAX 65536 /* formats of numbers, and styles of cells, that are known */

/* What a cell's value means that depends on the rest of the workbook. */
struct sheet_book {
    struct buf texts; /* that the cells share, cleaned, each with its NUL */
    struct buf places; /* of each, a uint32_t: where it begins in `texts`, and SHEET_TEXT_CUT */
    struct buf styles; /* of each a byte: 1 if a number in it is a day */
    bool is_1904; /* days are counted from 1904-01-01 */
    uint64_t most; /* bytes of a part that are read */
};

#define SHEET_TEXT_CUT 0x80000000U /* something of it was lost */

/* Reads the rest of a workbook into `book`; the entry that `unzip` is at. */
_must_check_ int sheet_texts_read(struct unzip *unzip, struct sheet_book *book);
_must_check_ int sheet_styles_read(struct unzip *unzip, struct sheet_book *book);
void sheet_book_done(struct sheet_book *book);

/* True if a number in a format such as `yyyy\-mm\-dd` is a day. */
bool sheet_format_is_day(const char *format);

/* A number as the shortest decimal, without an exponent; false: it is none. */
#define SHEET_NUMBER_MAX 64 /* bytes, with the NUL */
bool sheet_number_text(const char *text, char ret_text[SHEET_NUMBER_MAX]);

/* The day that a number means as YYYY-MM-DD; false: none. */
bool sheet_day_text(const char *text, bool is_1904, char ret_text[SHEET_NUMBER_MAX]);

/* Rows of a sheet: the entry that `unzip` is at. */
struct sheet_rows;
_must_check_ int sheet_rows_open(struct unzip *unzip, const struct sheet_book *book, struct sheet_rows **ret_rows);
struct sheet_rows *sheet_rows_free(struct sheet_rows *rows); /* takes NULL; returns NULL */
_must_check_ int sheet_rows_next(struct sheet_rows *rows, struct sheet_row *ret_row);
uint64_t sheet_rows_taken(const struct sheet_rows *rows); /* bytes */

struct sheet_workbook;
_must_check_ int sheet_workbook_open(const char *path, unsigned sheet, uint64_t most,
                                     struct sheet_workbook **ret_workbook);
struct sheet_workbook *sheet_workbook_free(struct sheet_workbook *workbook); /* takes NULL; returns NULL */
CLEANUP_DEFINE(struct sheet_workbook *, sheet_workbook_free)
_must_check_ int sheet_workbook_next(struct sheet_workbook *workbook, struct sheet_row *ret_row);
unsigned sheet_workbook_done(const struct sheet_workbook *workbook);

/* Finds the sheets and their names. */
_must_check_ int sheet_workbook_guess(const char *path, struct sheet_guess *guess);

#endif
