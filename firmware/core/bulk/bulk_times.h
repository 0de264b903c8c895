/* When a punch of a table was, and with which status. Pure. */
#ifndef POSTERN_CORE_BULK_TIMES_H
#define POSTERN_CORE_BULK_TIMES_H

#include <stddef.h>
#include <stdint.h>

#include "core/bulk/bulk_parse.h"
#include "tables/sheet.h"
#include "util/err.h"
#include "values.h"

/* The second of the day of a cell: 17:30, 5:30:15 PM (also "p. m." and the letters of Arabic), or the fraction of a day of a
 * spreadsheet; fractions of a second are cut off. E_TIME_OF_DAY. */
_must_check_ int bulk_time_parse(const char *text, uint32_t *ret_second);

/* The status of a cell: the number of attlog.dat and of the keys (0 in, 1 out, 2 to 7; 255 none), the word of the contract, a usual word
 * for in and out, or one of `labels` (PUNCH_STATUS_COUNT), without regard to the case of ASCII letters. RECORD_STATUS_NONE: the cell gives
 * none. E_PUNCH_STATUS. */
_must_check_ int bulk_status_parse(const char *text, const char *const *labels, enum record_status *ret_status);

/* A row's time, in seconds since 1970 on the wall. *ret_column is the column that is wrong. E_TIME_OF_DAY; those of bulk_day_parse(). */
_must_check_ int bulk_punch_time(const struct bulk_columns *columns, const struct sheet_row *row, int64_t *ret_wall_s,
                                 size_t *ret_column);

/* The column with a field; columns->count: none. */
size_t bulk_column_of(const struct bulk_columns *columns, enum bulk_field field);

/* The column with a field of the user; and the one whose field has this wire name; columns->count: none. */
size_t bulk_column_of_user(const struct bulk_columns *columns, enum user_field field);
size_t bulk_column_named(const struct bulk_columns *columns, const char *name);

/* What a cell looks like: its field, or BULK_FIELD_NONE. Whole numbers are of no field. */
enum bulk_field bulk_time_field(const char *text);

#endif
