#include "core/bulk/bulk_mends.h"

#include <string.h>

/* Puts a text into the row, which becomes as wide as that needs. */
static void put_cell(struct bulk_mends *mends, const struct bulk_mend_kept *mend, struct sheet_row *row) {
    static const struct sheet_cell nothing = {.text = "", .len = 0};
    if (row->cells != mends->cells) {
        memcpy(mends->cells, row->cells, row->count * sizeof(*mends->cells));
        row->cells = mends->cells;
    }
    while (row->count <= mend->column) {
        mends->cells[row->count++] = nothing;
    }
    mends->cells[mend->column] = (struct sheet_cell){.text = mend->text, .len = strlen(mend->text)};
}

/* The first correction of a line, or behind it. */
static size_t first_of(const struct bulk_mends *mends, uint32_t line) {
    size_t low = 0, high = mends->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (mends->list[middle].line < line) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

bool bulk_mends_apply(struct bulk_mends *mends, struct sheet_row *row) {
    bool is_out = false;
    if (mends == NULL) {
        return false;
    }
    for (size_t i = first_of(mends, row->line); i < mends->count && mends->list[i].line == row->line; i++) {
        if (mends->list[i].leaves_out) {
            is_out = true;
        } else {
            put_cell(mends, &mends->list[i], row);
        }
    }
    return is_out;
}
