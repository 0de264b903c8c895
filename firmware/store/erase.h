/* Emptying what the terminal keeps.
 *
 * Everything: erase_request() leaves a mark in the state folder; that is the moment from which it is decided. The next
 * store_home_open() removes every file of the terminal but the lock and the mark, whatever moment the power was cut at
 * before, and a first start follows; erase_finish() then takes the mark away. Until that each start begins again.
 *
 * A part: one transaction of the caller. */
#ifndef POSTERN_STORE_ERASE_H
#define POSTERN_STORE_ERASE_H

#include "util/err.h"

struct store;
struct store_home;

#define ERASE_NOTE_MAX 64 /* bytes of a note, with the NUL */

/* Decides that the next start erases everything. `note` is a line of text that outlives it. Durable when this returns.
 * E_NOSPC, E_IO, E_SYSTEM: nothing was decided. */
_must_check_ int erase_request(struct store_home *home, const char *note);

/* The note of an erasure that is decided and not finished. E_NOTFOUND: there is none. */
_must_check_ int erase_pending(const struct store_home *home, char ret_note[ERASE_NOTE_MAX]);

/* Takes the mark away: the first start is done, or the erasure was called off. Nothing happens when there is none. */
_must_check_ int erase_finish(struct store_home *home);

/* Removes the copies of the database that were made for a damage to come or set aside after one: they would bring back
 * what is deleted. One that is being made comes to nothing. Durable when this returns. */
_must_check_ int erase_copies(struct store_home *home);

/* Deletes all users. Inside a transaction. */
_must_check_ int erase_users(struct store *store);

#endif
