/* Inside store/ only: what opening and erasing the state folder need from store/restore.c. */
#ifndef POSTERN_STORE_RESTORE_IMPL_H
#define POSTERN_STORE_RESTORE_IMPL_H

#include "util/err.h"

struct store_home;

#define STORE_RESTORE_MARK "replace"
#define STORE_BACK_MARK "back" /* mark: put the replaced state back */
#define STORE_REPLACED "replaced"
#define STORE_REPLACED_DB STORE_REPLACED "/" STORE_DB /* from home_impl.h */

/* Carries out a decided restore, else removes the staged files. The caller holds the lock of the folder; no database is
 * open. */
_must_check_ int store_restore_run(struct store_home *home);

/* Removes mark and staged files, when everything is erased. */
_must_check_ int store_restore_forget(struct store_home *home);

#endif
