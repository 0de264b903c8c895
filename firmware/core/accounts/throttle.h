/* Throttling of password guessing. An attempt is counted, and the count committed, before anything is verified, so that
 * pulling the plug does not restore attempts; a success removes the count. Waits are measured on the monotonic clock:
 * after a restart the wait of a count starts again. Shared by all threads, with its own mutex; never called on the
 * loop.
 *
 *     counter                        free tries  then waits             forgets
 *     account                        5           1 s doubling to 900 s  on success
 *     source address (IPv6: its /64) 20          1 s doubling to 900 s  on success
 *     all together                   60          1 s doubling to 30 s   one try every 10 s, and those that succeed
 *     trusted browser                5           1 s doubling to 900 s  on success
 *     own password of a session      5           1 s doubling to 900 s  on success
 *     PIN at the keypad, a user      5           1 s doubling to 900 s  on success
 *     PINs at the keypad, of no user 5           30 s doubling to 900 s one try an hour
 *     password of the keypad's menu  5           1 s doubling to 900 s  on success
 *     passphrase of a backup         5           1 s doubling to 900 s  on success
 *     engineer password in a session 5           1 s doubling to 900 s  on success
 *     ends of all waits, a person    6           the rest of the hour   all after an hour
 *     PINs given to others, person   30          the rest of the hour   all after an hour
 *
 * Strangers share the first three; for the engineer at /up each address counts as an account of its own. All together
 * counts, and delays, a source only by its share: the first THROTTLE_SHARE attempts of a source are counted there and
 * never wait for it, later ones wait for it and are not counted. So one source cannot fill it, and many cannot lock out
 * a person from elsewhere. A trusted browser, a session and a person at the keypad have counters of their own, which no
 * stranger in the network can fill.
 *
 * While the storage is full counts are only in memory: refusing every sign-in would lock out the person who
 * could free space. */
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

#define THROTTLE_KEYS_MAX 4096 /* stored counters; a new one replaces the lowest, oldest one */
#define THROTTLE_SHARE 6 /* attempts of one source that count for all together */

/* Loads the stored counters. `hal` must outlive it. Returns 0, E_NOMEM or an error of the store. */
_must_check_ int throttle_new(const struct hal *hal, struct store *store, struct throttle **ret_throttle);

/* Frees it. Accepts NULL. */
void throttle_free(struct throttle *throttle);

/* Counts one attempt to sign in as `account` from `peer` and commits the count; call it right before verifying, outside
 * any transaction. `browser` is a trusted browser of that account (core/accounts/browsers.h), whose own counter is then
 * used, or 0. Returns 0 (continue and verify), E_THROTTLED with the seconds to wait in *ret_wait_s (at least 1; the
 * attempt is then neither verified nor counted), or an error of the store. `account` is a name as typed, of any
 * content. */
_must_check_ int throttle_try(struct core *core, const char *account, const char *peer, uint32_t browser,
                              unsigned *ret_wait_s);

/* Removes what throttle_try() counted after a success: for a trusted browser only its own count, else those of account
 * and source, and the attempt itself from the count of all. Inside a transaction of the caller. Returns 0 or an error
 * of the store. */
_must_check_ int throttle_success(struct core *core, const char *account, const char *peer, uint32_t browser);

/* Other throttled attempts, per person. */
enum throttle_what {
    THROTTLE_OWN_PASSWORD, /* re-entering the password of a session's own account */
    THROTTLE_KEYPAD, /* a user's ID, or another factor, and PIN at the keypad */
    THROTTLE_DIGITS, /* PINs at the keypad that alone identify a user: attempts that match no user, account "" */
    THROTTLE_MENU, /* the password of the terminal's own menu, which belongs to no user */
    /* the passphrase of an uploaded backup: each attempt costs the terminal more than an offline guess */
    THROTTLE_BACKUP,
    THROTTLE_ENGINEER, /* the engineer password, typed in a session; at /up strangers share the first three counters */
    THROTTLE_CLEARS, /* throttle_clear(): ending waits must not allow unlimited guessing */
    THROTTLE_CODES, /* PINs that a person, or that person's key, gives to others: each may reveal that a PIN is taken */
};

/* The same for these: counts an attempt of `account` and commits it; removes the count in its own transaction, for
 * which a full storage is not an error. A given PIN, and an end of the waits, always count. */
_must_check_ int throttle_count(struct core *core, enum throttle_what what, const char *account, unsigned *ret_wait_s);
_must_check_ int throttle_passed(struct core *core, enum throttle_what what, const char *account);

/* State of such a counter. */
struct throttle_state {
    unsigned wait_s; /* seconds until the next attempt is verified; 0: none */
    uint32_t count; /* counted attempts */
    uint32_t waits; /* number of waits so far */
};

/* Reads a counter without counting; only memory. */
void throttle_look(struct core *core, enum throttle_what what, const char *account, struct throttle_state *ret_state);

/* Ends the waits of an account whose password was reset, also at the keypad. Inside a transaction of the caller. */
_must_check_ int throttle_lift(struct core *core, const char *account);

/* Copies the counters into another database that will replace this one: of two with the same key the higher stays.
 * `same_keys`: its keys are those of this terminal; otherwise the counters of accounts and browsers are not copied,
 * since its passwords are not those that were guessed. Inside a transaction of `to`. */
_must_check_ int throttle_carry(struct core *core, struct store *to, bool same_keys);

/* Ends all waits of signing in and of the keypad, on behalf of `by` at the terminal's own menu, with an audit entry, in
 * its own transaction. On a full storage they only end until a restart, which is not an error. */
_must_check_ int throttle_clear(struct core *core, const struct actor *by);

#endif
