/* What the columns of a table show before its rows are checked: how dates and card numbers in them are read. */
#ifndef POSTERN_CORE_BULK_SCAN_H
#define POSTERN_CORE_BULK_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/bulk/bulk_cells.h"
#include "core/bulk/bulk_days.h"
#include "store/bulk/bulk.h"
#include "tables/sheet.h"
#include "values/cards.h"

struct bulk_mends;

struct bulk_scan {
    bool is_needed; /* a column has dates or card numbers */
    uint32_t rows;
    struct {
        struct bulk_reading reading;
        struct bulk_days_seen days;
        struct cards_seen cards;
    } columns[STORE_BULK_COLUMNS_MAX];
};

/* Begins it for the columns of a form. False: no column needs it. */
bool bulk_scan_begin(struct bulk_scan *scan, const struct store_bulk_form *form);

/* Reads the next row behind the headings, corrected; `mends` NULL: as it is. Returns 1; 0: there is none, or the file is damaged from here on; E_NOMEM, E_IO. */
_must_check_ int bulk_scan_next(struct bulk_scan *scan, const struct store_bulk_form *form, struct bulk_mends *mends,
                                struct sheet *sheet);

/* How each column is read (STORE_BULK_COLUMNS_MAX), and what that comes to for the table: the order of its first column of dates
 * that shows one. */
void bulk_scan_end(struct bulk_scan *scan, const struct store_bulk_form *form, struct bulk_reading *ret_readings,
                   struct store_bulk_reading *ret_found);

#endif
