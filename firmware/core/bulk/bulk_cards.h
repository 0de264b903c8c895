/* Card numbers in a column of a table: which form the column shows, and the number of a cell. Pure. */
#ifndef POSTERN_CORE_BULK_CARDS_H
#define POSTERN_CORE_BULK_CARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/bulk/bulk_cells.h"

/* What the cells of a column have shown so far. */
struct bulk_cards_seen {
    bool facility; /* a facility code and a number, with a comma or blank between */
    bool thousands; /* a number that only separators of thousands explain */
    bool prefixed; /* hexadecimal with 0x */
    uint32_t letters, digits; /* how many have hexadecimal letters without 0x, and digits alone */
    bool other; /* none of these, or a number of another length than those before */
    size_t length; /* characters of numbers with letters or digits alone; 0: none yet */
};

void bulk_cards_note(struct bulk_cards_seen *seen, const char *text);

/* What the column shows, where it was not asked for: a form that all cells fit and one shows; auto: none. */
void bulk_cards_decide(const struct bulk_cards_seen *seen, struct bulk_reading *reading);

/* The number of a cell: decimal, with an apostrophe before it, separators of thousands or zeros behind a point; facility code
 * and number (facility * 65536 + number); hexadecimal. E_FORMAT, E_RANGE; E_CARD_GROUPS, E_CARD_BASE: the column does not show
 * how it is read; E_CARD_ROUNDED: as 2.09E+05, digits are missing. */
_must_check_ int bulk_card_parse(const char *text, const struct bulk_reading *reading, uint64_t *ret_number);

#endif
