/* The last cells of a row of an exported log: the data to verify the record (docs/log-chain.md). */
#ifndef POSTERN_CORE_CHAIN_CELLS_H
#define POSTERN_CORE_CHAIN_CELLS_H

#include <stdint.h>

#include "store/chain.h"

struct table;

/* Their columns. */
#define CHAIN_CELLS_COLUMNS {"Milliseconds", 12}, {"Link before", 66}, {"Link", 66}, {"Log head", 76}

/* Writes them. `linked` NULL: a record that was deleted meanwhile, or whose links are not disclosed. `head` is written
 * once, and set to "" then. */
void chain_cells_put(struct table *table, int64_t time_ms, const struct store_linked *linked,
                     char head[CHAIN_HEAD_TEXT]);

#endif
