/* Inside values/ only: shared by parsing and printing. */
#ifndef POSTERN_VALUES_VALUE_IMPL_H
#define POSTERN_VALUES_VALUE_IMPL_H

#include "values/value.h"

/* Returns integer n of VALUE_INT or VALUE_NUMBERS. */
int64_t value_integer(const struct value_row *row, unsigned n, const void *at);

#endif
