/* How the cells of a column of a table are read, which the column as a whole decides. */
#ifndef POSTERN_CORE_BULK_CELLS_H
#define POSTERN_CORE_BULK_CELLS_H

#include "store/bulk/bulk.h"
#include "values/cards.h"

struct bulk_reading {
    struct store_bulk_reading as;
    struct card_reading cards;
};

#endif
