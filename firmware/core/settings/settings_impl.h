/* Inside the settings engine only: settings.c, settings_save.c, provisional.c. */
#ifndef POSTERN_CORE_SETTINGS_IMPL_H
#define POSTERN_CORE_SETTINGS_IMPL_H

#include "core/settings/settings.h"

/* Row n of a page. */
static inline const struct setting_row *settings_row(enum setting_page page, uint32_t n) {
    return &setting_rows[setting_pages[page].first + n];
}

/* Reads what is stored, as this connection sees it, into a new snapshot with one reference. E_NOMEM or an error of the
 * store. What the rows do not allow is logged, and the default is in force. */
_must_check_ int settings_load(struct core_shared *shared, struct store *store, struct settings **ret_settings);

/* A copy with one reference. E_NOMEM. */
_must_check_ int settings_clone(const struct settings *settings, struct settings **ret_settings);

/* Makes it the newest snapshot; takes the reference. Cannot fail. */
void settings_install(struct core_shared *shared, struct settings *settings);

/* The factory value of a row on this terminal, in `values`. */
void settings_factory(const struct core_shared *shared, struct setting_values *ret_values);

/* Inside a transaction of core->store: stores a row as it is in `values`, or deletes it if that is the default. */
_must_check_ int settings_store_row(struct core *core, const struct setting_row *row,
                                    const struct setting_values *values);

/* Inside a transaction: an audit row for every row of the page that differs. Secrets are told as set or cleared. */
_must_check_ int settings_audit(struct core *core, const struct actor *by, enum setting_page page,
                                const struct settings *before, const struct settings *after);

/* What differs on a page, and what follows from it. */
uint64_t settings_changed(enum setting_page page, const struct settings *before, const struct settings *after,
                          uint32_t *ret_effects);

#endif
