/* Dates in a column of a table: which order of day and month the column shows, and the day of a cell. Pure. */
#ifndef POSTERN_CORE_BULK_DAYS_H
#define POSTERN_CORE_BULK_DAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/bulk/bulk_cells.h"

/* What the cells of a column have shown so far. */
struct bulk_days_seen {
    bool day_first, month_first; /* there is a date that can be read only so */
};

void bulk_days_note(struct bulk_days_seen *seen, const char *text);

/* The order that the column shows; auto: none, or both. */
enum bulk_date_order bulk_days_order(const struct bulk_days_seen *seen);

/* The day of a cell, as yyyymmdd from 2000-01-01 to 2099-12-31: 2026-12-31, 31.12.2026, with slashes and dashes in the order of
 * the reading, 20261231, a serial number of a spreadsheet; a time of day behind it is ignored. E_FORMAT; E_DATE_ORDER: it can be
 * read in two orders; E_YEAR_SHORT: two digits of a year; E_YEAR_RANGE, E_YEAR_PERSIAN, E_YEAR_HIJRI, E_YEAR_BUDDHIST: another
 * year, and the calendar that it fits. */
_must_check_ int bulk_day_parse(const char *text, const struct bulk_reading *reading, uint32_t *ret_day);

#endif
