/* Reads settings from a state folder whose daemon does not start (store/kept.h). */
#ifndef POSTERN_STORE_SETTINGS_KEPT_H
#define POSTERN_STORE_SETTINGS_KEPT_H

#include <stddef.h>

#include "util/err.h"

struct store;

/* Copies the settings whose keys begin with one of `pages` ("Ethernet.") from the folder `dir` into the table of
 * `into`, replacing the ones there; leaves out secrets. Opens the folder's database read-only. On error nothing is
 * changed: the database cannot be read, or `into` cannot be written. */
_must_check_ int store_settings_take(const char *dir, const char *const *pages, size_t count, struct store *into);

#endif
