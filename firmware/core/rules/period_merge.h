/* The intervals of a period group in the form in which they are kept: docs/rules.md says when two become one. */
#ifndef POSTERN_CORE_PERIOD_MERGE_H
#define POSTERN_CORE_PERIOD_MERGE_H

#include <stddef.h>

#include "store/rules/periods.h"

/* Sorts them by weekday and start, takes out those that never hold, and makes those of a weekday that share a minute
 * one, as long as one can say it. What holds at any moment stays the same. Returns how many are left. Pure. */
size_t period_merge(struct store_period *periods, size_t count);

#endif
