/* Updates the search keys of the users after the folding of names has changed. */
#ifndef POSTERN_STORE_USERS_FOLD_H
#define POSTERN_STORE_USERS_FOLD_H

#include <stdbool.h>

#include "util/err.h"

struct store;

/* Updates the keys made by an earlier folding, and the index of name parts with them: 200 users per call, in a
 * transaction together with the progress, so that it resumes there after a power cut. *ret_more is false when all are
 * up to date, which costs reading one row; also on a full disk: the rest stays as it is until the next start. */
_must_check_ int store_users_refold(struct store *store, bool *ret_more);

#endif
