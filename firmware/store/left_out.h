/* Rows that were removed from their tables because they are not valid (store/bad_rows.h, and settings with an invalid
 * value), until they are recorded and logged. */
#ifndef POSTERN_STORE_LEFT_OUT_H
#define POSTERN_STORE_LEFT_OUT_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct store;

#define LEFT_OUT_MAX 100 /* rows of one start that are listed; the rest are only counted */
#define LEFT_OUT_PLACE_MAX 65 /* bytes with the NUL */
#define LEFT_OUT_ROW_MAX 97
#define LEFT_OUT_CAUSE_MAX 193

struct store_left_out {
    int64_t id;
    char place[LEFT_OUT_PLACE_MAX]; /* table */
    char row[LEFT_OUT_ROW_MAX]; /* its key; "" for several rows */
    char field[LEFT_OUT_PLACE_MAX]; /* column; "" if the row as a whole is invalid */
    char cause[LEFT_OUT_CAUSE_MAX];
};

/* Adds one; long texts are truncated, and characters other than printable ASCII become '?'. Inside a transaction. */
_must_check_ int store_left_out_add(struct store *store, const char *place, const char *row, const char *field,
                                    const char *cause);

/* Reads the oldest. E_NOTFOUND: there is none. */
_must_check_ int store_left_out_next(struct store *store, struct store_left_out *ret_row);

/* Removes one that was recorded. Inside a transaction. */
_must_check_ int store_left_out_remove(struct store *store, int64_t id);

#endif
