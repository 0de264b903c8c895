/* Inside the settings engine only: settings.c, settings_save.c, provisional.c. */
#ifndef POSTERN_CORE_SETTINGS_IMPL_H
#define POSTERN_CORE_SETTINGS_IMPL_H

#include <pthread.h>

#include "core/settings/provisional.h"
#include "core/settings/settings.h"

/* The shared state of the engine. */
struct settings_engine {
    const struct settings_hooks *hooks; /* constant */
    pthread_mutex_t mutex; /* guards `newest`; held for a few instructions */
    struct settings *newest; /* newest snapshot, one reference */
    atomic_ullong generation; /* of it, for comparing without the mutex */
    pthread_mutex_t save_mutex; /* one change of settings at a time, effects included */
    pthread_mutex_t provisional_mutex; /* guards `provisional`; held for a few instructions */
    struct provisional provisional; /* settings change that waits for confirmation */
};

/* Returns row n of a page. */
static inline const struct setting_row *settings_row(enum setting_page page, uint32_t n) {
    return &setting_rows[setting_pages[page].first + n];
}

/* Returns the member of a row among all values. */
static inline void *setting_in(const struct setting_row *row, struct setting_values *values) {
    return value_in(&row->value, (char *)values + setting_pages[row->page].offset);
}

static inline const void *setting_in_const(const struct setting_row *row, const struct setting_values *values) {
    return value_in_const(&row->value, (const char *)values + setting_pages[row->page].offset);
}

/* Returns whether both have the same value of the row. */
static inline bool setting_equal(const struct setting_row *row, const struct setting_values *a,
                                 const struct setting_values *b) {
    return value_equal(&row->value, setting_in_const(row, a), setting_in_const(row, b));
}

/* Reads the stored settings, as this connection sees them, into a new snapshot with one reference. E_NOMEM or an error
 * of the store. An invalid value is logged, and the default applies. */
_must_check_ int settings_load(struct core_shared *shared, struct store *store, struct settings **ret_settings);

/* Calls settings_hooks.also, if there is one. */
_must_check_ int settings_also(struct core *core, const struct settings *before, struct settings *after);

/* Returns whether a row has the value that this version does not have (setting_row.refused). */
bool settings_is_refused(const struct setting_row *row, const struct setting_values *values);

/* Makes a copy with one reference. E_NOMEM. */
_must_check_ int settings_clone(const struct settings *settings, struct settings **ret_settings);

/* Makes it the newest snapshot; takes over the reference. Cannot fail. */
void settings_install(struct core_shared *shared, struct settings *settings);

/* Writes the factory values of this terminal. */
void settings_factory(const struct core_shared *shared, struct setting_values *ret_values);

/* Stores a row with its value in `values`, or deletes it if that is the default. Inside a transaction of
 * core->store. */
_must_check_ int settings_store_row(struct core *core, const struct setting_row *row,
                                    const struct setting_values *values);

/* Adds an audit entry for every row of the page that differs. Secrets are reported as set or cleared. Inside a
 * transaction. */
_must_check_ int settings_audit(struct core *core, const struct actor *by, enum setting_page page,
                                const struct settings *before, const struct settings *after);

/* Returns the rows of a page that differ, and their effects. */
uint64_t settings_changed(enum setting_page page, const struct settings *before, const struct settings *after,
                          uint32_t *ret_effects);

#endif
