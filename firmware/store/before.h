/* The database as it was before a newer firmware changed its schema: `postern.db.before`, made before the first migration of
 * a start, and kept until that firmware is confirmed (core/upgrade). A firmware that finds a database newer than itself,
 * and such a copy, puts the copy back and takes over the lines of the log that were written meanwhile; the newer database
 * stays beside it as `postern.db.newer` until the next upgrade is confirmed. */
#ifndef POSTERN_STORE_BEFORE_H
#define POSTERN_STORE_BEFORE_H

#include <stdbool.h>

#include "util/err.h"

struct store_home;

/* Whether there is such a copy: what is changed now would be lost if the firmware before started again. */
bool store_before_exists(const struct store_home *home);

/* Removes both; there need not be any. E_IO, E_SYSTEM. */
_must_check_ int store_before_forget(struct store_home *home);

#endif
