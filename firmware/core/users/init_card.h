/* The initial administrator's card: shown at the terminal it stands for the ID in the administrator's menu, and the code is
 * still asked for: a card's number is easily copied. It stands for the ID of who wrote it; written by admin or with a REST
 * key, who have no ID, for ID 0 (core/door/menu_acts.h). Stored as a keyed hash. */
#ifndef POSTERN_CORE_INIT_CARD_H
#define POSTERN_CORE_INIT_CARD_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"

struct actor;
struct core;

struct init_card {
    bool is_written;
    uint32_t userid; /* whose ID it stands for; 0: ID 0 */
    int64_t written_s; /* seconds since 1970 UTC; 0: never */
};

_must_check_ int init_card_get(struct core *core, struct init_card *ret_card);

/* Whose ID a card that `by` writes stands for; 0: ID 0. */
uint32_t init_card_owner(const struct actor *by);

/* Writes it in the place of the one before, with its audit row, if `by` still may. E_SESSION_ENDED, or an error of the
 * store. */
_must_check_ int init_card_keep(struct core *core, const struct actor *by, uint64_t card);

/* Whether a card is it, and whose ID it stands for; any thread. E_NOTFOUND. */
_must_check_ int init_card_find(struct core *core, uint64_t card, uint32_t *ret_userid);

#endif
