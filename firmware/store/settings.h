/* The tables `setting` (what differs from the defaults) and `right_level` (rights of the admin levels). */
#ifndef POSTERN_STORE_SETTINGS_H
#define POSTERN_STORE_SETTINGS_H

#include "util/err.h"

struct store;

/* Calls `each` for every stored setting; the texts live during that call alone. A non-zero return of `each` ends it
 * and is returned. */
_must_check_ int store_settings_each(struct store *store, int (*each)(void *ctx, const char *key, const char *value),
                                     void *ctx);

/* Writes a setting. Inside a transaction. E_NOSPC, E_IO. */
_must_check_ int store_settings_put(struct store *store, const char *key, const char *value);

/* Calls `each` for every right: `level` 1 to 16, `group` 0 to 4, `access` 0 none, 1 read, 2 write. */
_must_check_ int store_settings_each_right(struct store *store,
                                           int (*each)(void *ctx, int level, int group, int access), void *ctx);

#endif
