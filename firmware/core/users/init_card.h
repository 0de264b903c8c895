/* The initial administrator's card: presenting it at the terminal enters its user ID in the administrator's menu; the
 * PIN is still required, because a card's number is easily copied. The ID is that of the person who wrote it; written
 * by admin or with a REST key, which have no ID, it is ID 0 (core/door/menu_acts.h). Stored as a keyed hash. */
#ifndef POSTERN_CORE_INIT_CARD_H
#define POSTERN_CORE_INIT_CARD_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"

struct actor;
struct core;

struct init_card {
    bool is_written;
    uint32_t userid; /* its ID; 0: ID 0 */
    int64_t written_s; /* seconds since 1970 UTC; 0: never */
};

_must_check_ int init_card_get(struct core *core, struct init_card *ret_card);

/* Returns the ID of a card that `by` writes; 0: ID 0. */
uint32_t init_card_owner(const struct actor *by);

/* Replaces the card, with an audit entry, if `by` still may. E_SESSION_ENDED, or an error of the store. */
_must_check_ int init_card_keep(struct core *core, const struct actor *by, uint64_t card);

/* Finds whether a card is the initial administrator's, and its ID; any thread. E_NOTFOUND. */
_must_check_ int init_card_find(struct core *core, uint64_t card, uint32_t *ret_userid);

#endif
