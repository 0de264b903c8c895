/* The tables `setting` (values that differ from the defaults), `setting_page` (revisions) and `right_level`
 * (permissions of the admin levels). */
#ifndef POSTERN_STORE_SETTINGS_H
#define POSTERN_STORE_SETTINGS_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct store;

/* A stored setting. Either `value` or `sealed` is NULL: secrets are sealed. The texts are valid during the call
 * only. */
struct store_setting {
    const char *key;
    const char *value;
    const void *sealed;
    size_t sealed_len;
};

/* Calls `each` for every stored setting. A non-zero return of `each` stops the loop and is returned. */
_must_check_ int store_settings_each(struct store *store, int (*each)(void *ctx, const struct store_setting *setting),
                                     void *ctx);

/* Writes a setting. Inside a transaction. E_NOSPC, E_IO. */
_must_check_ int store_settings_put(struct store *store, const struct store_setting *setting);

/* Deletes one setting, so that its default applies; or all. Inside a transaction. */
_must_check_ int store_settings_delete(struct store *store, const char *key);
_must_check_ int store_settings_clear(struct store *store);

/* Calls `each` for every page that was ever saved, with its current revision and the highest one assigned. */
_must_check_ int store_settings_each_page(struct store *store,
                                          int (*each)(void *ctx, const char *page, uint32_t revision, uint32_t last),
                                          void *ctx);

/* Writes the revisions of a page. Inside a transaction. */
_must_check_ int store_settings_put_page(struct store *store, const char *page, uint32_t revision, uint32_t last);

/* Calls `each` for every permission: `level` 1 to 16, `group` 0 to 4, `access` 0 none, 1 read, 2 write. */
_must_check_ int store_settings_each_right(struct store *store,
                                           int (*each)(void *ctx, int level, int group, int access), void *ctx);

#endif
