/* The table `door`: state of the door that survives a restart. */
#ifndef POSTERN_STORE_DOOR_H
#define POSTERN_STORE_DOOR_H

#include <stdbool.h>

#include "util/err.h"

struct store;

/* Reads whether the door is in lockdown. */
_must_check_ int store_door_locked_down(struct store *store, bool *ret_locked_down);

/* Stores whether it is. Inside a transaction. E_NOSPC, E_IO. */
_must_check_ int store_door_lock_down(struct store *store, bool locked_down);

#endif
