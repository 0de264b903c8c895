/* Settings of a state folder whose daemon does not start (store/kept.h). */
#ifndef POSTERN_STORE_SETTINGS_KEPT_H
#define POSTERN_STORE_SETTINGS_KEPT_H

#include <stddef.h>

#include "util/err.h"

struct store;

/* Copies the settings of a folder whose keys begin with one of `pages` ("Ethernet.") into the table of `into`, in place of those
 * that are there; secrets are left out. The database is opened for reading alone. An error, and nothing is changed: it
 * cannot be read, or `into` not be written. */
_must_check_ int store_settings_take(const char *dir, const char *const *pages, size_t count, struct store *into);

#endif
