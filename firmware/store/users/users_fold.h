/* The search keys of the users, made again after the folding of names has changed. */
#ifndef POSTERN_STORE_USERS_FOLD_H
#define POSTERN_STORE_USERS_FOLD_H

#include <stdbool.h>

#include "util/err.h"

struct store;

/* Makes keys again that an earlier folding made, and the index of name parts with them: those of the next 200 users, in a
 * transaction with how far it came, so that after a power cut it goes on there. *ret_more is false if all are of this
 * folding, which costs reading one row; on a full disk as well: the rest remains as it is until the next start. */
_must_check_ int store_users_refold(struct store *store, bool *ret_more);

#endif
