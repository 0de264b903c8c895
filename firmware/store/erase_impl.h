/* Inside store/ only: what opening the state folder asks of store/erase.c. */
#ifndef POSTERN_STORE_ERASE_IMPL_H
#define POSTERN_STORE_ERASE_IMPL_H

#include "util/err.h"

struct store_home;

#define STORE_ERASE_MARK "erase"

/* Erases everything if that was decided. With the lock of the folder held and no database open. */
_must_check_ int store_erase_run(struct store_home *home);

#endif
