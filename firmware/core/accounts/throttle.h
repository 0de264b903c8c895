/* Slowing down of guessing. A try is counted, and the count committed, before anything is verified, so that pulling
 * the plug does not give tries back; a success takes the count away. The waits are measured on the monotonic clock:
 * after a restart the wait that belongs to a count starts anew. Shared by all threads, guarded by a mutex of its
 * own; the loop never calls it.
 *
 *     counter                        free tries  then waits             forgets
 *     account                        5           1 s doubling to 900 s  on success
 *     source address (IPv6: its /64) 20          1 s doubling to 900 s  on success
 *     all together                   60          1 s doubling to 30 s   one try every 10 s, and those that succeed
 *     PINs told to be taken, account 5           1 s doubling to 900 s  one every hour
 *
 * While the storage is full counts are kept in memory alone: refusing every sign-in then would lock out the one who
 * can make room. */
#ifndef POSTERN_CORE_THROTTLE_H
#define POSTERN_CORE_THROTTLE_H

#include <stdint.h>

#include "util/err.h"

struct core;
struct hal;
struct store;
struct throttle;

#define THROTTLE_KEYS_MAX 4096 /* counters kept; one more takes the place of the lowest, oldest one */

/* Loads the counters that survived. `hal` must outlive it. Returns 0, E_NOMEM or an error of the store. */
_must_check_ int throttle_new(const struct hal *hal, struct store *store, struct throttle **ret_throttle);

/* Frees it. Takes NULL. */
void throttle_free(struct throttle *throttle);

/* Counts one try to sign in as `account` from `peer` and commits the count; call it right before verifying, outside
 * any transaction. Returns 0 (go on and verify), E_THROTTLED with the seconds to wait in *ret_wait_s (at least 1;
 * the try is then neither verified nor counted), or an error of the store. `account` is a name as typed, of any
 * content. */
_must_check_ int throttle_try(struct core *core, const char *account, const char *peer, unsigned *ret_wait_s);

/* Takes back the counts of account and source after a success, and the try itself from the count of all. Inside a
 * transaction of the caller. Returns 0 or an error of the store. */
_must_check_ int throttle_success(struct core *core, const char *account, const char *peer);

/* The same slow-down for learning PINs of others from the answer 40405. Ask throttle_pin_check() before a PIN is
 * looked up: 0 or E_THROTTLED with *ret_wait_s; and call throttle_pin_taken() when the answer was «taken», outside
 * any transaction and before answering. `account` is that of the session. */
_must_check_ int throttle_pin_check(struct core *core, const char *account, unsigned *ret_wait_s);
_must_check_ int throttle_pin_taken(struct core *core, const char *account);

#endif
