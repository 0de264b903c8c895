/* Cells of a roster: days, ranges of days, shifts. Pure. */
#ifndef POSTERN_CORE_BULK_ROSTER_CELLS_H
#define POSTERN_CORE_BULK_ROSTER_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/bulk/bulk_names.h"
#include "core/bulk/bulk_parse.h"
#include "tables/sheet.h"
#include "util/err.h"

#define BULK_HALF_MAX 64 /* bytes of one of two days in a cell, with the NUL */

/* Cuts "2026-12-01 - 2026-12-24" (also with a long dash, dots, "to", "al", "hasta" and their Arabic word between blanks) into its days.
 * False: the cell does not have two. */
bool bulk_days_split(const char *text, char ret_first[BULK_HALF_MAX], char ret_last[BULK_HALF_MAX]);

/* The days of a row as yyyymmdd: of the columns of the first and the last day, or of a range in the first one; without a last day it
 * is the first. *ret_column is the column that is wrong. E_ROSTER_DAYS: it ends before it begins; those of bulk_day_parse(). */
_must_check_ int bulk_roster_days(const struct bulk_columns *columns, const struct sheet_row *row, uint32_t *ret_from,
                                  uint32_t *ret_to, size_t *ret_column);

/* The shifts of a cell (bit n - 1: shift n): a number or a name, or several with "+", "/", "&", a comma or a semicolon between.
 * *ret_out: rows with one of these names are left out. E_SHIFT_NAME with the unknown name in `ret_unknown`; E_RANGE: no number of a
 * shift; E_MISSING. */
_must_check_ int bulk_roster_shifts(const struct bulk_names *names, const char *text, uint64_t *ret_shifts,
                                    bool *ret_out, char ret_unknown[BULK_NAME_MAX]);

#endif
