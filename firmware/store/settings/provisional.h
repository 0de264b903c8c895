/* The tables `provisional` and `provisional_value`: the one settings change that waits for confirmation, with the old
 * values it replaced. */
#ifndef POSTERN_STORE_PROVISIONAL_H
#define POSTERN_STORE_PROVISIONAL_H

#include <stdint.h>

#include "util/err.h"

struct store;

#define STORE_PAGE_MAX 41 /* bytes of a page's name, with the NUL */

/* Stores that a change of `page` is pending; `revision` is the one before it. Inside a transaction. */
_must_check_ int store_provisional_put(struct store *store, const char *page, uint32_t revision);

/* Saves the current stored value of a setting, or that it has none. Inside the transaction that changes it, before the
 * change. */
_must_check_ int store_provisional_keep(struct store *store, const char *key);

/* Reads the pending change. E_NOTFOUND: none. */
_must_check_ int store_provisional_get(struct store *store, char ret_page[STORE_PAGE_MAX], uint32_t *ret_revision);

/* Restores the saved settings. Inside a transaction. */
_must_check_ int store_provisional_restore(struct store *store);

/* Deletes the pending change and the saved settings. Inside a transaction. */
_must_check_ int store_provisional_drop(struct store *store);

#endif
