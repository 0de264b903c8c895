#include "core/base/chain_cells.h"

#include "tables/table.h"

#define MS_PER_S 1000

void chain_cells_put(struct table *table, int64_t time_ms, const struct store_linked *linked,
                     char head[CHAIN_HEAD_TEXT]) {
    char previous[CHAIN_LINK_TEXT] = "", link[CHAIN_LINK_TEXT] = "";
    if (linked != NULL) {
        chain_link_text(&linked->link, link);
    }
    if (linked != NULL && linked->has_previous) {
        chain_link_text(&linked->previous, previous);
    }
    table_number(table, (time_ms % MS_PER_S + MS_PER_S) % MS_PER_S);
    table_word(table, previous);
    table_word(table, link);
    table_word(table, head);
    head[0] = '\0';
}
