/* Settings of the terminal: an immutable snapshot that all threads read. A change is committed, then published as a new
 * snapshot, then its effect is applied. */
#ifndef POSTERN_CORE_SETTINGS_H
#define POSTERN_CORE_SETTINGS_H

#include <stdatomic.h>
#include <stdint.h>

#include "core/rights.h"
#include "util/err.h"

struct audit_actor;
struct core;
struct store;

#define SETTINGS_LANGUAGE_MAX 16 /* octets of a language tag, with the NUL */
#define SETTINGS_DEVICE_NAME_MAX 129 /* octets of the terminal's name, with the NUL: 32 characters */

struct settings {
    atomic_uint references; /* of this module; nobody else touches it */
    uint64_t generation; /* counts the publications, from 1 */
    char language[SETTINGS_LANGUAGE_MAX];
    char device_name[SETTINGS_DEVICE_NAME_MAX];
    struct rights_table rights;
};

/* The settings in force: the snapshot this thread holds, exchanged for the newest if there is a newer one. Valid
 * until the next call with the same core. Costs one atomic read while nothing has changed. Never NULL. */
const struct settings *settings_get(struct core *core);

/* Sets the language of the terminal, a tag such as "en": commits it with its audit row, publishes it and restarts
 * the display. The same language again changes nothing. Returns 0, E_INVAL (no tag), or an error of the store. A
 * display that does not answer is no error: the language is set. */
_must_check_ int settings_set_language(struct core *core, const struct audit_actor *by, const char *language);

/* For core.c: reads all settings from the store into a new snapshot (one reference, `generation` 0), with
 * `device_name` as the default name. Returns 0, E_NOMEM or an error of the store. */
_must_check_ int settings_load(struct store *store, const char *device_name, struct settings **ret_settings);

/* For core.c: gives a reference back. Takes NULL. */
void settings_unref(struct settings *settings);

#endif
