/* What the columns of a table of punches without headings seem to be. */
#ifndef POSTERN_CORE_BULK_GUESS_H
#define POSTERN_CORE_BULK_GUESS_H

#include "core/bulk/bulk.h"

/* Writes the fields of the columns by the cells of the sample, as terminals write attlog.dat: the first whole number is the user ID, then come
 * day and time; behind them are the status, or four columns of which the second is the status. */
void bulk_guess_punches(struct bulk_looked *looked);

#endif
