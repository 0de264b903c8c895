/* Rows of a job as they lie in its files, one behind the other: what is good waits there to be written, what is bad to be shown.
 * The files are the terminal's own; what in them does not fit is E_CORRUPT. */
#ifndef POSTERN_CORE_BULK_ROWS_H
#define POSTERN_CORE_BULK_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tables/sheet.h"
#include "util/buf.h"
#include "util/err.h"
#include "values.h"

#define BULK_CELLS_MAX 4096 /* bytes of the cells of a row that are kept as they were; the rest is cut */
#define BULK_TEXT_MAX 257 /* bytes of a text that is shown, with the NUL */

/* A punch of a row that is to be written. */
struct bulk_punch {
    int64_t time_ms; /* since 1970 UTC; 0: the row has no punch */
    uint32_t status; /* enum record_status */
    uint32_t reserved; /* 0 */
};

/* The row or the user that a wrong row conflicts with. */
struct bulk_other {
    uint32_t line; /* 0: none */
    uint32_t userid; /* 0: none */
};

/* Days of a row of a roster. */
struct bulk_days {
    uint32_t from, to; /* yyyymmdd; 0: the row has none */
    uint64_t shifts; /* bit n - 1: shift n */
};

/* A row. Texts are borrowed: of the reader until its next row. */
struct bulk_record {
    uint32_t line;
    struct user_change change; /* no password; of a bad one the ID and the name */
    uint32_t code; /* of a bad one: the E_* without its sign; else 0 */
    uint8_t field; /* of a bad one: what it is about (bulk_field_number()) */
    const char *text; /* of a bad one: what stands there */
    struct bulk_punch punch;
    struct bulk_other other; /* of a bad one */
    struct bulk_days days;
    const char *cells; /* as they were: each with its length before it */
    size_t cells_len;
};

/* A number for the wire name of what may be wrong: a field of the user, or a column (enum bulk_field) that is none; and back. NULL and
 * other names have that of nothing, whose name is "". */
uint8_t bulk_field_number(const char *name);
const char *bulk_field_name(uint8_t number);

/* Puts cells together as they are kept; `ret_cells` has BULK_CELLS_MAX bytes. Returns how many it took. */
size_t bulk_cells_keep(const struct sheet_row *row, char *ret_cells);

/* Appends a cell to those that are kept, `at` bytes; one that is too long is empty. Returns how many bytes there are. */
size_t bulk_cells_add(char *cells, size_t at, const char *text, size_t len);

/* The next of cells that were kept: false, there is none. */
bool bulk_cells_next(const char **cells, size_t *len, const char **ret_text, size_t *ret_len);

/* Writes records behind each other. */
struct bulk_writer {
    int fd;
    int64_t at; /* bytes of the file, with what is still in memory */
    struct buf waits;
};

/* Opens a file at `at`, with what is behind it cut off; it is made when it is missing. An error of the system. */
_must_check_ int bulk_writer_open(const char *path, int64_t at, struct bulk_writer *ret_writer);
void bulk_writer_close(struct bulk_writer *writer);

/* Appends a record. E_NOMEM, E_NOSPC, E_IO. */
_must_check_ int bulk_writer_put(struct bulk_writer *writer, const struct bulk_record *record);

/* Writes what is in memory; and makes it durable. E_NOSPC, E_IO. */
_must_check_ int bulk_writer_flush(struct bulk_writer *writer);
_must_check_ int bulk_writer_sync(struct bulk_writer *writer);

/* Reads them. */
struct bulk_reader {
    int fd;
    int64_t at; /* byte that the next record begins at */
    int64_t end; /* and that the last one ends at */
    char *window;
    int64_t window_at;
    size_t window_len;
    char texts[USER_TEXTS_MAX]; /* of the user of the last record */
    char text[BULK_TEXT_MAX];
};

/* Opens a file at `at`; records up to `end` are read, all with INT64_MAX. E_NOTFOUND, E_NOMEM, E_IO. */
_must_check_ int bulk_reader_open(const char *path, int64_t at, int64_t end, struct bulk_reader *ret_reader);
void bulk_reader_close(struct bulk_reader *reader);

/* The next record. Returns 1; 0: there is none; E_CORRUPT, E_IO. */
_must_check_ int bulk_reader_next(struct bulk_reader *reader, struct bulk_record *ret_record);

#endif
