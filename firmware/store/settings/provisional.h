/* The tables `provisional` and `provisional_value`: the one change of settings that waits to be confirmed, with the old
 * values of what it changed. */
#ifndef POSTERN_STORE_PROVISIONAL_H
#define POSTERN_STORE_PROVISIONAL_H

#include <stdint.h>

#include "util/err.h"

struct store;

#define STORE_PAGE_MAX 41 /* bytes of a page's name, with the NUL */

/* Marks that a change of `page` waits; `revision` is the one before. Inside a transaction. */
_must_check_ int store_provisional_put(struct store *store, const char *page, uint32_t revision);

/* Keeps a setting as it is stored now, or that it is not. Inside the transaction that changes it, before it does. */
_must_check_ int store_provisional_keep(struct store *store, const char *key);

/* The change that waits. E_NOTFOUND: none. */
_must_check_ int store_provisional_get(struct store *store, char ret_page[STORE_PAGE_MAX], uint32_t *ret_revision);

/* Puts the kept settings back. Inside a transaction. */
_must_check_ int store_provisional_restore(struct store *store);

/* Forgets change and kept settings. Inside a transaction. */
_must_check_ int store_provisional_drop(struct store *store);

#endif
