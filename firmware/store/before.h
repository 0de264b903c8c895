/* The database from before a firmware update changed its schema: `postern.db.before`, copied before the first migration
 * and kept until the new firmware is confirmed (core/upgrade). When an older firmware finds a database newer than
 * itself and such a copy, it restores the copy and takes over the records written since. The newer database stays as
 * `postern.db.newer` until the next update is confirmed. */
#ifndef POSTERN_STORE_BEFORE_H
#define POSTERN_STORE_BEFORE_H

#include <stdbool.h>

#include "util/err.h"

struct store_home;

/* Returns whether such a copy exists. While it does, a rollback to the previous firmware would lose current changes. */
bool store_before_exists(const struct store_home *home);

/* Removes both files, if they exist. E_IO, E_SYSTEM. */
_must_check_ int store_before_forget(struct store_home *home);

#endif
