/* Inside store/ only: what opening the state folder, and erasing it, ask of store/restore.c. */
#ifndef POSTERN_STORE_RESTORE_IMPL_H
#define POSTERN_STORE_RESTORE_IMPL_H

#include "util/err.h"

struct store_home;

#define STORE_RESTORE_MARK "replace"
#define STORE_BACK_MARK "back" /* the state that was replaced is to be put back */
#define STORE_REPLACED "replaced"
#define STORE_REPLACED_DB STORE_REPLACED "/" STORE_DB /* of home_impl.h */

/* Puts what is staged in the place of all if that was decided, else removes it. With the lock of the folder held and no
 * database open. */
_must_check_ int store_restore_run(struct store_home *home);

/* Removes mark and staging: everything is erased. */
_must_check_ int store_restore_forget(struct store_home *home);

#endif
