/* Inside store/ only: what opening the state folder needs from store/erase.c. */
#ifndef POSTERN_STORE_ERASE_IMPL_H
#define POSTERN_STORE_ERASE_IMPL_H

#include "util/err.h"

struct store_home;

#define STORE_ERASE_MARK "erase"

/* Erases everything if that was decided. The caller holds the lock of the folder; no database is open. */
_must_check_ int store_erase_run(struct store_home *home);

#endif
