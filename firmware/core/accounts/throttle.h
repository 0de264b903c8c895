/* Slowing down of guessing. A try is counted, and the count committed, before anything is verified, so that pulling
 * the plug does not give tries back; a success takes the count away. The waits are measured on the monotonic clock:
 * after a restart the wait that belongs to a count starts again. Shared by all threads, guarded by a mutex of its
 * own; the loop never calls it.
 *
 *     counter                        free tries  then waits             forgets
 *     account                        5           1 s doubling to 900 s  on success
 *     source address (IPv6: its /64) 20          1 s doubling to 900 s  on success
 *     all together                   60          1 s doubling to 30 s   one try every 10 s, and those that succeed
 *     known browser                  5           1 s doubling to 900 s  on success
 *     own password of a session      5           1 s doubling to 900 s  on success
 *     code at the keypad, a user     5           1 s doubling to 900 s  on success
 *     codes at the keypad, nobody's  5           30 s doubling to 900 s one try an hour
 *     password of the keypad's menu  5           1 s doubling to 900 s  on success
 *     passphrase of a backup         5           1 s doubling to 900 s  on success
 *     engineer password in a session 5           1 s doubling to 900 s  on success
 *     ends of all waits, a person    6           the rest of the hour   all after an hour
 *     codes given to others, person  30          the rest of the hour   all after an hour
 *
 * Strangers share the first three; for the engineer at /up each address counts as an account of its own. All together
 * counts, and holds up, a source by its share alone: the first THROTTLE_SHARE tries of a source are counted there and
 * never wait for it, later ones wait for it and are not counted. So one source cannot fill it, and many cannot keep out
 * somebody who comes from elsewhere. A browser that has signed in before, a session and a person at the keypad have
 * counters of their own, which no stranger in the network can fill.
 *
 * While the storage is full counts are kept in memory alone: refusing every sign-in then would lock out the one who
 * can make room. */
#ifndef POSTERN_CORE_THROTTLE_H
#define POSTERN_CORE_THROTTLE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"

struct actor;
struct core;
struct hal;
struct store;
struct throttle;

#define THROTTLE_KEYS_MAX 4096 /* counters kept; one more takes the place of the lowest, oldest one */
#define THROTTLE_SHARE 6 /* tries of one source that count for all together */

/* Loads the counters that survived. `hal` must outlive it. Returns 0, E_NOMEM or an error of the store. */
_must_check_ int throttle_new(const struct hal *hal, struct store *store, struct throttle **ret_throttle);

/* Frees it. Takes NULL. */
void throttle_free(struct throttle *throttle);

/* Counts one try to sign in as `account` from `peer` and commits the count; call it right before verifying, outside
 * any transaction. `browser` is a browser known for that account (core/accounts/browsers.h), whose own counter is taken
 * then, or 0. Returns 0 (go on and verify), E_THROTTLED with the seconds to wait in *ret_wait_s (at least 1; the try is
 * then neither verified nor counted), or an error of the store. `account` is a name as typed, of any content. */
_must_check_ int throttle_try(struct core *core, const char *account, const char *peer, uint32_t browser,
                              unsigned *ret_wait_s);

/* Takes back what throttle_try() counted after a success: of a known browser its own count alone, else those of account
 * and source, and the try itself from the count of all. Inside a transaction of the caller. Returns 0 or an error of
 * the store. */
_must_check_ int throttle_success(struct core *core, const char *account, const char *peer, uint32_t browser);

/* What else is slowed down, by person. */
enum throttle_what {
    THROTTLE_OWN_PASSWORD, /* a session that types the password of its own account */
    THROTTLE_KEYPAD, /* a user's ID, or another factor, and code at the keypad */
    THROTTLE_DIGITS, /* codes at the keypad that alone say who it is: those of nobody, account "" */
    THROTTLE_MENU, /* the password of the terminal's own menu, which is nobody's */
    THROTTLE_BACKUP, /* the passphrase of a backup that was sent: each try costs the terminal more than it costs to guess */
    THROTTLE_ENGINEER, /* the engineer password, typed in a session; at /up strangers share the first three */
    THROTTLE_CLEARS, /* throttle_clear(): who may end waits must not guess without any */
    THROTTLE_CODES, /* codes that a person, or a key of that person, gives to others: each may tell that it is taken */
};

/* The same for those: counts a try of `account` and commits it, and takes the count away in a transaction of its own,
 * for which a full storage is no error. A code that was given, and an end of the waits, count in any case. */
_must_check_ int throttle_count(struct core *core, enum throttle_what what, const char *account, unsigned *ret_wait_s);
_must_check_ int throttle_passed(struct core *core, enum throttle_what what, const char *account);

/* How such a counter stands. */
struct throttle_state {
    unsigned wait_s; /* seconds until the next try is looked at; 0: none */
    uint32_t count; /* tries that count */
    uint32_t waits; /* how many waits they have brought: 0, 1 after the first that did */
};

/* Looks at a counter and counts nothing: memory alone. */
void throttle_look(struct core *core, enum throttle_what what, const char *account, struct throttle_state *ret_state);

/* Ends the waits of an account whose password somebody has set again, at the keypad too. Inside a transaction of the
 * caller. */
_must_check_ int throttle_lift(struct core *core, const char *account);

/* Carries the counters over into another database that is to take the place of this one: the higher of two under one key
 * stays. `same_keys`: its keys are those of this terminal; else those of accounts and browsers stay behind, for the
 * passwords that were guessed at are none of its. Inside a transaction of `to`. */
_must_check_ int throttle_carry(struct core *core, struct store *to, bool same_keys);

/* Ends all waits of signing in and of the keypad, as `by` does at the terminal's own menu, and leaves the audit row; in
 * a transaction of its own. On a full storage they are over until a restart, which is no error. */
_must_check_ int throttle_clear(struct core *core, const struct actor *by);

#endif
