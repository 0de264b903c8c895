/* The table `right_level`: permissions of the admin levels, and the number of their changes. */
#ifndef POSTERN_STORE_RIGHTS_H
#define POSTERN_STORE_RIGHTS_H

#include <stdint.h>

#include "util/err.h"

struct store;

#define STORE_RIGHTS_LEVELS 17 /* 0 (no admin) to 16 */

/* Sets one permission: `level` 1 to 16, `group` 0 to 4, `access` 0 none, 1 read, 2 write. Inside a transaction.
 * E_NOTFOUND: no such level or group. */
_must_check_ int store_rights_put(struct store *store, unsigned level, unsigned group, unsigned access);

/* Reads the number of changes by store_rights_put() and store_rights_reset(). */
_must_check_ int store_rights_revision(struct store *store, uint32_t *ret_revision);

/* Restores the factory permissions. Inside a transaction. */
_must_check_ int store_rights_reset(struct store *store);

/* Counts the users of each admin level, 1 to 16; [0] is always 0. */
_must_check_ int store_rights_accounts(struct store *store, uint32_t ret_counts[STORE_RIGHTS_LEVELS]);

#endif
