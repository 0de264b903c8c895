/* A row of a table → what is to become of a user. Pure. */
#ifndef POSTERN_CORE_BULK_PARSE_H
#define POSTERN_CORE_BULK_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/bulk/bulk_cells.h"
#include "tables/sheet.h"
#include "util/err.h"
#include "values.h"

/* What the columns are. */
struct bulk_names;

struct bulk_columns {
    const uint8_t *fields; /* enum bulk_field of each */
    const struct bulk_reading *readings; /* of each */
    size_t count;
    const struct bulk_names *names; /* of groups and shifts; NULL: only their numbers are read */
};

struct bulk_parsed {
    struct user_change change;
    char texts[USER_TEXTS_MAX]; /* that the change borrows */
    enum user_field field; /* what was wrong; USER_FIELD_COUNT: nothing, or the row as a whole */
    const char *text; /* what stands there; of the row */
    bool is_left_out; /* it has a name whose rows are left out */
};

/* A change that gives nothing: numbers are 0, texts "". */
void bulk_change_init(struct user_change *ret_change);

/* Reads a row: an empty cell gives nothing. Returns 0; what adduser says of such a value; E_MISSING: nothing that
 * names the user; those of bulk_day_parse(), card_parse() and bulk_names_find(); E_CELLS_TOO_MANY. As much as could be read is there then. */
_must_check_ int bulk_parse(const struct bulk_columns *columns, const struct sheet_row *row,
                            struct bulk_parsed *ret_parsed);

#endif
