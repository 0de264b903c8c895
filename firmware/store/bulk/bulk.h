/* The table `bulk`: the one job that changes users in bulk, so that it outlives a restart. Its files are in the folder of
 * store/upload.h. */
#ifndef POSTERN_STORE_BULK_H
#define POSTERN_STORE_BULK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct store;

#define STORE_BULK_NAME_MAX 513 /* bytes of the name of a file, with the NUL: 128 characters */
#define STORE_BULK_TEXT_MAX 1024 /* bytes of what an edit is about, with the NUL */
#define STORE_BULK_COLUMNS_MAX 64
#define STORE_BULK_ACCOUNT_MAX 16 /* bytes of the texts of who began it, with their NUL */
#define STORE_BULK_HOLDER_MAX 257
#define STORE_BULK_PEER_MAX 64

/* Who began it; as struct actor. */
struct store_bulk_holder {
    uint32_t userid, key_id, maker, sponsor;
    uint8_t level;
    char account[STORE_BULK_ACCOUNT_MAX];
    char name[STORE_BULK_HOLDER_MAX];
    char peer[STORE_BULK_PEER_MAX];
};

/* How cells of a table are read that can be read in more than one way. */
struct store_bulk_reading {
    enum bulk_date_order date_order;
    enum bulk_calendar calendar;
    enum bulk_card_base card_base;
    enum bulk_card_groups card_groups;
};

/* How the file is read, and what becomes of who is there. */
struct store_bulk_form {
    enum text_encoding encoding;
    enum delimiter delimiter;
    bool heading;
    uint8_t sheet;
    enum bulk_existing existing;
    uint8_t columns[STORE_BULK_COLUMNS_MAX]; /* enum bulk_field of each */
    uint8_t column_count;
    struct store_bulk_reading reading;
};

/* What a check of a table found. */
struct store_bulk_found {
    struct store_bulk_reading reading; /* as the table shows it where it was not asked for */
    uint32_t asks; /* bits of enum bulk_question: what must be asked for */
    uint32_t unnamed; /* users that are added without a name */
};

struct store_bulk_counts {
    uint32_t at, rows, added, changed, same, skipped, bad; /* as bulkState tells them */
};

struct store_bulk {
    enum bulk_kind kind;
    enum bulk_step step;
    char name[STORE_BULK_NAME_MAX]; /* of the file; "" without one */
    int64_t total; /* bytes of the file */
    struct store_bulk_holder holder;
    struct store_bulk_form form;
    char about[STORE_BULK_TEXT_MAX]; /* members of a JSON object: whom an edit changes, and how; "" else */
    struct store_bulk_counts counts;
    int64_t rows_at; /* byte of the file of rows that the next one begins at */
    int64_t bad_octets; /* of the file of bad rows that count */
    struct store_bulk_found found;
    bool raises, whole;
    bool verified; /* of all or none: every row was judged again since nobody else writes */
    uint32_t code; /* why it failed, an E_* without its sign; else 0 */
};

/* Reads it. E_NOTFOUND: nothing was begun; E_CORRUPT. */
_must_check_ int store_bulk_get(struct store *store, struct store_bulk *ret_bulk);

/* Writes it in the place of another. Inside a transaction. */
_must_check_ int store_bulk_put(struct store *store, const struct store_bulk *bulk);

/* Writes how far it is: step, counts, places, flags and code. Inside a transaction. E_NOTFOUND: it is gone. */
_must_check_ int store_bulk_go_on(struct store *store, const struct store_bulk *bulk);

/* Forgets it; there need not be one. Inside a transaction. */
_must_check_ int store_bulk_clear(struct store *store);

#endif
