/* Corrections of a table that was sent: cells in the place of those of the file, and rows that are left out. They are a file of the job beside
 * the table, which stays as it was sent; each row is read through them. */
#ifndef POSTERN_CORE_BULK_MENDS_H
#define POSTERN_CORE_BULK_MENDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/bulk/bulk.h"
#include "tables/sheet.h"
#include "util/err.h"

struct core;
struct store_bulk_form;

struct bulk_mend_kept {
    uint32_t line;
    uint8_t column;
    bool leaves_out;
    char text[BULK_MEND_TEXT_MAX];
};

struct bulk_mends {
    struct bulk_mend_kept list[BULK_MENDS_MAX]; /* by line */
    size_t count;
    struct sheet_cell cells[SHEET_COLUMNS_MAX]; /* of the row that was corrected last */
};

/* Reads the corrections that were made for a table read as the form says. NULL: there are none; free() frees them. E_NOMEM, E_IO. */
_must_check_ int bulk_mends_open(struct core *core, const struct store_bulk_form *form, struct bulk_mends **ret_mends);

/* Corrects a row; its cells are then those of `mends`, until the next one. `mends` may be NULL. Returns whether the row is left out. */
bool bulk_mends_apply(struct bulk_mends *mends, struct sheet_row *row);

#endif
