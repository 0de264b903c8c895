/* Erasing stored data.
 *
 * Everything: erase_request() leaves a mark in the state folder; from then on the erasure is certain. The next
 * store_home_open() removes every file of the terminal except the lock and the mark, whenever power was cut before, and
 * a first start follows; erase_finish() then removes the mark. Until then, each start erases again.
 *
 * A part: one transaction of the caller. */
#ifndef POSTERN_STORE_ERASE_H
#define POSTERN_STORE_ERASE_H

#include "util/err.h"

struct store;
struct store_home;

#define ERASE_NOTE_MAX 64 /* bytes of a note, with the NUL */

/* Decides that the next start erases everything. `note` is a line of text that survives the erasure. Durable on return.
 * E_NOSPC, E_IO, E_SYSTEM: nothing was decided. */
_must_check_ int erase_request(struct store_home *home, const char *note);

/* Reads the note of an erasure that is decided and not finished. E_NOTFOUND: there is none. */
_must_check_ int erase_pending(const struct store_home *home, char ret_note[ERASE_NOTE_MAX]);

/* Removes the mark: the first start is done, or the erasure was cancelled. Does nothing without a mark. */
_must_check_ int erase_finish(struct store_home *home);

/* Removes the recovery copies of the database and those set aside after damage, which would bring deleted data back. A
 * copy that is being made is discarded. Durable on return. */
_must_check_ int erase_copies(struct store_home *home);

/* Deletes all users. Inside a transaction. */
_must_check_ int erase_users(struct store *store);

#endif
