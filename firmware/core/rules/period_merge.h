/* The intervals of a period group in their stored form: docs/rules.md says when two are merged. */
#ifndef POSTERN_CORE_PERIOD_MERGE_H
#define POSTERN_CORE_PERIOD_MERGE_H

#include <stddef.h>

#include "store/rules/periods.h"

/* Sorts them by weekday and start, removes those that are never active, and merges those of a weekday that overlap, as
 * long as one interval can express it. The active times stay the same. Returns the remaining number. Pure. */
size_t period_merge(struct store_period *periods, size_t count);

#endif
