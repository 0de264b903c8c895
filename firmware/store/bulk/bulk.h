/* The table `bulk`: the one job that changes users in bulk, stored so that it survives a restart. Its files are in the
 * folder of store/upload.h. */
#ifndef POSTERN_STORE_BULK_H
#define POSTERN_STORE_BULK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct store;

#define STORE_BULK_NAME_MAX 513 /* bytes of a file name, with the NUL: 128 characters */
#define STORE_BULK_TEXT_MAX 1024 /* bytes of the description of an edit, with the NUL */
#define STORE_BULK_COLUMNS_MAX 64
#define STORE_BULK_SHEET_FIND 255
#define STORE_BULK_ACCOUNT_MAX 16 /* bytes of the texts about who started it, with their NUL */
#define STORE_BULK_HOLDER_MAX 257
#define STORE_BULK_PEER_MAX 64

/* Who started the job; as struct actor. */
struct store_bulk_holder {
    uint32_t userid, key_id, maker, sponsor;
    uint8_t level;
    char account[STORE_BULK_ACCOUNT_MAX];
    char name[STORE_BULK_HOLDER_MAX];
    char peer[STORE_BULK_PEER_MAX];
};

/* How to read cells that are ambiguous. */
struct store_bulk_reading {
    enum bulk_date_order date_order;
    enum bulk_calendar calendar;
    enum bulk_card_base card_base;
    enum bulk_card_groups card_groups;
};

/* How to read the file, and what to do with users that already exist. */
struct store_bulk_form {
    enum text_encoding encoding;
    enum delimiter delimiter;
    bool heading;
    uint32_t heading_line; /* line of the last header row; 0: the first row */
    uint8_t heading_rows; /* header rows: 1, or 2 when a row of groups is above */
    uint8_t sheet; /* STORE_BULK_SHEET_FIND: look for the sheet with people; not stored */
    enum bulk_existing existing;
    uint8_t columns[STORE_BULK_COLUMNS_MAX]; /* enum bulk_field of each */
    uint8_t column_count;
    struct store_bulk_reading reading;
};

/* Result of checking a file. */
struct store_bulk_found {
    struct store_bulk_reading reading; /* as detected in the table where the form does not say */
    uint32_t asks; /* bits of enum bulk_question: what the administrator must decide */
    uint32_t unnamed; /* users that would be added without a name */
    uint32_t ignored; /* files of an archive that operating systems add */
    uint32_t left_out; /* rows that name a group or shift whose own rows are left out */
};

struct store_bulk_counts {
    uint32_t at, rows, added, changed, same, skipped, bad; /* as bulkState reports them */
};

struct store_bulk {
    enum bulk_kind kind;
    enum bulk_step step;
    char name[STORE_BULK_NAME_MAX]; /* of the file; "" if there is none */
    int64_t total; /* size of the file in bytes */
    struct store_bulk_holder holder;
    struct store_bulk_form form;
    char about[STORE_BULK_TEXT_MAX]; /* members of a JSON object: which users an edit changes, and how; "" otherwise */
    struct store_bulk_counts counts;
    int64_t rows_at; /* byte offset of the next row in the rows file */
    int64_t bad_octets; /* valid bytes of the bad-rows file */
    struct store_bulk_found found;
    bool raises, whole;
    bool verified; /* all-or-nothing import: every row was checked again while no other thread writes */
    uint32_t code; /* reason of the failure, an E_* without its sign; else 0 */
};

/* Reads the job. E_NOTFOUND: none was started; E_CORRUPT. */
_must_check_ int store_bulk_get(struct store *store, struct store_bulk *ret_bulk);

/* Replaces the job. Inside a transaction. */
_must_check_ int store_bulk_put(struct store *store, const struct store_bulk *bulk);

/* Stores the progress: step, counts, offsets, flags and code. Inside a transaction. E_NOTFOUND: the job no longer
 * exists. */
_must_check_ int store_bulk_go_on(struct store *store, const struct store_bulk *bulk);

/* Removes the job, if there is one. Inside a transaction. */
_must_check_ int store_bulk_clear(struct store *store);

#endif
