/* The table `door`: what of the door outlives a restart. */
#ifndef POSTERN_STORE_DOOR_H
#define POSTERN_STORE_DOOR_H

#include <stdbool.h>

#include "util/err.h"

struct store;

/* Whether the door is locked down. An error of the store. */
_must_check_ int store_door_locked_down(struct store *store, bool *ret_locked_down);

/* Notes it. Inside a transaction. E_NOSPC, E_IO. */
_must_check_ int store_door_lock_down(struct store *store, bool locked_down);

#endif
