/* Inside store/ only: the search keys of the users, made again after the folding of names has changed. */
#ifndef POSTERN_STORE_USERS_FOLD_H
#define POSTERN_STORE_USERS_FOLD_H

#include "util/err.h"

struct store;

/* Makes the keys again that an earlier folding made, and the index of name parts with them. At each start; if all are of
 * this folding, it reads one row. A transaction holds a thousand users and how far it came, so that a start after a power
 * cut goes on there. On a full disk the keys that are left remain as they are until the next start. */
_must_check_ int store_users_refold(struct store *store);

#endif
