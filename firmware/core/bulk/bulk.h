/* Users in bulk: one job in the whole terminal, from the first piece of a file to the last row that is written. Whoever began
 * it goes on with it; it outlives a restart. Rows are judged and written by the rules of core/users, a slice at a time
 * (app/upkeep), so that the door and everybody else get their turn. See docs/rules.md. */
#ifndef POSTERN_CORE_BULK_H
#define POSTERN_CORE_BULK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/bulk/bulk.h"
#include "tables/sheet.h"
#include "util/err.h"
#include "values.h"

struct actor;
struct arena;
struct buf;
struct bulk;
struct core;
struct core_shared;
struct store;

#define BULK_TABLE_MAX (INT64_C(64) * 1024 * 1024) /* bytes of a table */
#define BULK_ARCHIVE_MAX (INT64_C(1024) * 1024 * 1024) /* and of an archive */
#define BULK_ENTRIES_MAX 100000 /* files in an archive */
#define BULK_UNPACKED_MAX (UINT64_C(1024) * 1024 * 1024) /* bytes of all of them */
#define BULK_RATIO_MAX 200 /* unpacked to packed bytes of one */
#define BULK_ROWS_MAX 200000 /* rows of a table that are looked at */
#define BULK_IDLE_MS (INT64_C(30) * 60 * 1000) /* after which a file that nobody goes on with keeps nobody else out */
#define BULK_KEEP_MS (INT64_C(24) * 60 * 60 * 1000) /* and after which it is deleted, with what was wrong in it */
#define BULK_LEAVE_OCTETS (UINT64_C(16) * 1024 * 1024) /* that a file leaves free on the disk, with what comes of it */
#define BULK_SAMPLE_ROWS 20
#define BULK_SAMPLE_FIRST 10 /* of them are the first of the file, whatever they have */
#define BULK_NAMES_MAX \
    64 /* names of groups and shifts that are listed as unknown, and that it can be said of what they mean */
#define BULK_NAME_MAX 257 /* bytes of one, with the NUL: 64 characters */
#define BULK_BARRED_MAX 24 /* reasons why users could not enter: one for each of 17 groups, and four others */
#define BULK_BARRED_FIRST 5 /* users who are listed for each */
#define BULK_BARRED_PEOPLE_MAX ((size_t)BULK_BARRED_MAX * BULK_BARRED_FIRST)
#define BULK_MENDS_MAX 1000 /* corrected cells and rows that are left out */
#define BULK_MEND_TEXT_MAX 257 /* bytes of a corrected cell, with the NUL: 64 characters */
#define BULK_NO_COLUMN 64 /* as a column: none */
#define BULK_PAGE_MAX 100 /* bad rows of a page */

/* For core/start, behind the users: reads what a restart interrupted. E_NOMEM, or an error of the store. */
_must_check_ int bulk_new(struct core_shared *shared, struct store *store, struct bulk **ret_bulk);
void bulk_free(struct bulk *bulk); /* takes NULL */

/* How it stands. Memory alone: for the loop. */
struct bulk_view {
    struct store_bulk state; /* `about` and the form say nothing */
    int64_t received; /* bytes of the file that are here */
    bool own; /* who asks began it */
    bool cancellable;
};
void bulk_view(struct core *core, const struct actor *by, struct bulk_view *ret_view);

/* Takes a piece; `field` of a refusal is in *ret_field. E_UPLOAD_GAP; E_UPLOAD_TOO_LARGE; E_UPLOAD_FORMAT: a kind that has no file;
 * E_BULK_RUNNING: rows are checked or written, or somebody else's file was touched not long ago; E_NOSPC, E_BUSY. */
struct bulk_piece {
    enum bulk_kind kind;
    int64_t offset, total;
    const char *name;
    const void *data;
    size_t len;
};
_must_check_ int bulk_upload(struct core *core, const struct actor *by, const struct bulk_piece *piece,
                             int64_t *ret_received, const char **ret_field);

/* What the table seems to be. */
struct bulk_asked {
    enum bulk_kind kind; /* of the job; callers leave it out */
    bool has_encoding, has_delimiter, has_heading, has_sheet; /* what is not given is guessed */
    enum text_encoding encoding;
    enum delimiter delimiter;
    bool heading;
    uint32_t heading_line; /* of the last row of the headings; 0: it is looked for */
    uint8_t sheet;
};

struct bulk_row_seen {
    uint32_t line;
    const char **cells; /* cut */
    size_t count;
};

struct bulk_looked {
    enum table_format format;
    enum text_encoding encoding;
    bool sure;
    enum delimiter delimiter;
    bool heading;
    uint32_t heading_line; /* 0: there are no headings */
    uint8_t heading_rows; /* 2: a row of groups is above it */
    uint8_t sheet;
    const char **sheets;
    size_t sheet_count;
    const char **headings;
    enum bulk_field *fields;
    size_t column_count;
    struct bulk_row_seen *sample;
    size_t sample_count;
    struct bulk_row_seen *first; /* rows of the table, titles and headings too */
    size_t first_count;
};

/* Looks at the table; all is in the arena. E_BULK_NOT_READY: there is no table of who asks; E_BULK_RUNNING, E_TABLE_UNREADABLE;
 * E_NOT_FITTED: this terminal does not know the encoding; E_RANGE: no row near the beginning has the line of the headings; E_NOMEM. */
_must_check_ int bulk_look(struct core *core, const struct actor *by, const struct bulk_asked *asked,
                           struct arena *arena, struct bulk_looked *ret_looked);

/* Begins to check the file. The form says where the headings are, or that they are looked for (heading_line 0), and so the sheet
 * (STORE_BULK_SHEET_FIND). Those of bulk_look(), E_ARCHIVE_UNREADABLE, E_COLUMN_MISSING, E_COLUMN_TWICE, E_NOSPC, E_BUSY. */
_must_check_ int bulk_check(struct core *core, const struct actor *by, const struct store_bulk_form *form);

/* Begins to count whom a change changes: of the list, or those whom the query finds where `ids` is NULL. E_BULK_RUNNING;
 * E_MISSING: nothing changes; E_RANGE: it does not fit together; with the field in *ret_field; E_NOSPC, E_BUSY. */
struct bulk_edit_asked {
    const struct user_query *query;
    const uint32_t *ids;
    size_t id_count;
    const struct user_change *change; /* of nobody: its ID says nothing */
};
_must_check_ int bulk_edit(struct core *core, const struct actor *by, const struct bulk_edit_asked *asked,
                           const char **ret_field);

/* Writes what was checked, from now on. E_BULK_NOT_READY, E_BULK_RUNNING; E_BULK_BAD_ROWS, E_CAPACITY: of all or none;
 * E_PASSWORD_NEEDED, E_NOSPC, E_BUSY. */
_must_check_ int bulk_start(struct core *core, const struct actor *by, bool whole);

/* Ends it, or forgets what is ready or over. E_ABOVE_LEVEL: it is somebody else's of a higher level; E_BULK_RUNNING: all or none is
 * written; E_BUSY. */
_must_check_ int bulk_cancel(struct core *core, const struct actor *by);

/* One page of what is wrong. E_FORBIDDEN: the rows are punches, which the caller may not read. */
struct bulk_wrong {
    uint32_t line, userid;
    int err; /* what is wrong, E_* */
    const char *name, *field, *text;
    uint32_t other_line; /* row that has the same value; 0: none */
    uint32_t other_userid; /* user who has it; 0: none */
    const char *other_name; /* of that user */
    uint8_t column; /* of the table, where the wrong cell is; BULK_NO_COLUMN: in none */
};
_must_check_ int bulk_errors(struct core *core, const struct actor *by, uint32_t after, size_t limit,
                             struct arena *arena, struct bulk_wrong **ret_wrong, size_t *ret_count,
                             uint32_t *ret_total);

/* Returns how many corrections of a checked table there are: of cells, and rows that are left out. E_NOMEM, E_IO. */
_must_check_ int bulk_mend_count(struct core *core, const struct store_bulk *state, uint32_t *ret_count);

/* Names of groups and shifts that the check met and that nothing has, in the order of the file. None while it is not checked.
 * E_BUSY, E_NOMEM, E_IO. */
struct bulk_name_unknown {
    enum user_field field; /* USER_GROUP or USER_SHIFT */
    uint32_t line; /* of the first row */
    uint32_t rows;
    const char *text;
};
_must_check_ int bulk_unknown_names(struct core *core, struct arena *arena, struct bulk_name_unknown **ret_names,
                                    size_t *ret_count);

/* Users of the checked rows who could not enter once they are written, by reason; of each reason the first BULK_BARRED_FIRST. None while
 * the file is not checked. E_BUSY, E_NOMEM, E_IO. */
struct bulk_barred_reason {
    enum entry_obstacle obstacle;
    uint8_t group; /* of reasons that are about a group; else 0 */
    uint32_t rows;
};
struct bulk_barred_person {
    enum entry_obstacle obstacle;
    uint8_t group;
    uint32_t line; /* of the row; 0 of an edit */
    uint32_t userid;
    const char *name;
};
struct bulk_barred_list {
    struct bulk_barred_reason *reasons;
    struct bulk_barred_person *people;
    size_t reason_count, person_count;
};
_must_check_ int bulk_barred_list(struct core *core, struct arena *arena, struct bulk_barred_list *ret_list);

/* Says what names mean, and checks the file again. What is said is kept as long as the file, at most BULK_NAMES_MAX names.
 * E_RANGE: there can be no such number; E_BULK_NOT_READY, E_BULK_RUNNING, E_NOSPC, E_BUSY. */
struct bulk_name_use {
    enum user_field field;
    uint8_t number;
    bool leaves_out; /* rows with the name are left out; else they get the number */
    const char *text;
};
_must_check_ int bulk_use_names(struct core *core, const struct actor *by, const struct bulk_name_use *uses,
                                size_t count);

/* Corrects the table before it is written, and checks it again: cells get other texts, rows are left out; with none of them it is only
 * checked again. Earlier corrections stay, at most BULK_MENDS_MAX, until another file is sent or the table is read by another sheet or
 * separator; `forgets`: they go. A correction of a row takes back that it was left out. E_RANGE: there is no such column;
 * E_BULK_MENDS_FULL; E_FORBIDDEN, as for bulk_upload(); E_BULK_NOT_READY, E_BULK_RUNNING, E_NOSPC, E_BUSY. */
struct bulk_mend {
    uint32_t line; /* of the row */
    uint8_t column; /* from 0 */
    bool leaves_out; /* the whole row */
    const char *text; /* UTF-8 without control characters; fewer than BULK_MEND_TEXT_MAX bytes */
};
_must_check_ int bulk_mend(struct core *core, const struct actor *by, const struct bulk_mend *mends, size_t count,
                           bool forgets);

/* For app/upkeep. */
int64_t bulk_due_ms(struct core *core);
void bulk_upkeep(struct core *core);

/* The users are gone, or become others: forgets the job. In the transaction of that; and after its commit. */
_must_check_ int bulk_erase(struct core *core);
void bulk_erased(struct core *core);

#endif
