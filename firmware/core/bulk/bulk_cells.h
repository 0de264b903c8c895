/* Cells of a table as people and programs write them: how those of a column are read, which the column as a whole decides. Pure. */
#ifndef POSTERN_CORE_BULK_CELLS_H
#define POSTERN_CORE_BULK_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/bulk/bulk.h"
#include "util/err.h"
#include "values.h"

#define BULK_PLAIN_MAX 48 /* bytes of a plain text with the NUL; a longer one is no number and no date */

/* How a column is read. */
struct bulk_reading {
    struct store_bulk_reading as;
    bool digits_unclear; /* with BULK_CARD_BASE_AUTO: a number of digits alone may be hexadecimal too */
};

/* Writes a text in ASCII: Arabic and Persian digits as digits, blanks of any width and marks of direction as a blank or as
 * nothing, curly apostrophes as straight ones. False: it is too long, or has other characters. */
bool bulk_plain(const char *text, char ret_plain[BULK_PLAIN_MAX]);

/* The value of up to 9 digits at *at, which moves behind them. Returns how many digits there are. */
unsigned bulk_digits(const char **at, uint32_t *ret_value);

#endif
