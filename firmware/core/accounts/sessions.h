/* Sessions of the console, in memory alone: a restart ends them all. The table is shared by all threads and guards
 * itself with a mutex that is held for a few microseconds. Times are milliseconds of the monotonic clock. Tokens are
 * 256 random bits as base64url; the table keeps only their keyed hashes. */
#ifndef POSTERN_CORE_SESSIONS_H
#define POSTERN_CORE_SESSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/actor.h"
#include "util/err.h"

struct crypto_key;
struct hal;
struct sessions;

#define SESSIONS_MAX 64 /* open at a time; one more ends the one idle longest */
#define SESSIONS_ACCOUNT_MAX 8 /* of one account; one more ends the one of them idle longest, and nobody else's */
#define SESSIONS_TOKEN_LEN 43 /* characters of a token */
#define SESSIONS_IDLE_MS (INT64_C(30) * 60 * 1000) /* a session not used for so long is gone */
#define SESSIONS_LIFE_MS (INT64_C(12) * 60 * 60 * 1000) /* and a session older than this */

#define SESSIONS_FRESH_MS (INT64_C(5) * 60 * 1000) /* so long a typed password counts for what asks for one again */
#define SESSIONS_SUPER_MS (INT64_C(15) * 60 * 1000) /* so long a typed engineer password makes a super session */
#define SESSIONS_ALL UINT32_MAX /* of all accounts */

/* What is told of a session. */
struct sessions_view {
    uint64_t id;
    uint32_t userid; /* account; 0: admin */
    char account[ACTOR_ACCOUNT_MAX];
    char name[ACTOR_NAME_MAX]; /* of the person */
    char peer[ACTOR_PEER_MAX]; /* source address of the sign-in */
    char browser[ACTOR_NAME_MAX]; /* what the browser calls itself, may be "" */
    int64_t opened_s, used_s; /* since 1970 UTC */
};

/* Makes an empty table; the key for the hashes is drawn from `hal`, which must outlive it. Returns 0, E_NOMEM or
 * E_IO. */
_must_check_ int sessions_new(const struct hal *hal, struct sessions **ret_sessions);

/* Wipes and frees it. Takes NULL. */
void sessions_free(struct sessions *sessions);

/* Opens a session for `account`, whose session and call are ignored, from its peer, and writes its token with a NUL and
 * its id. Its password has just been typed. Returns 0 or E_IO. */
_must_check_ int sessions_open(struct sessions *sessions, const struct actor *account,
                               char ret_token[SESSIONS_TOKEN_LEN + 1], uint64_t *ret_id);

/* Finds the session of a token as it came off the wire (any bytes, any length), marks it used and makes *actor who it
 * is (actor_become()). Returns 0, E_SESSION_ENDED when it was ended by a change of its account (tell the client 40104),
 * or E_TOKEN_FAILED when it is unknown, too old or logged out (10002). Below 5 µs. */
_must_check_ int sessions_check(struct sessions *sessions, const char *token, size_t len, struct actor *actor);

/* True while the session with this id is open; *actor is made who it is now. It is not marked used. */
bool sessions_is_open(struct sessions *sessions, uint64_t id, struct actor *actor);

/* Ends one session by its id, as logging out does: its token is unknown from now on. Nothing happens if it is gone. */
void sessions_close(struct sessions *sessions, uint64_t id);

/* Ends all sessions of an account (`userid` 0: admin) but the one with the id `keep` (0: none) because its password,
 * role or existence changed: their tokens answer E_SESSION_ENDED. Call it after the change is committed. */
void sessions_end_account(struct sessions *sessions, uint32_t userid, uint64_t keep);

/* Ends all sessions of users with this admin level, because its rights changed; those of admin go on. As above. */
void sessions_end_level(struct sessions *sessions, unsigned level);

/* Ends one session by its id if it is of the account `userid`, or whosever with SESSIONS_ALL: its token answers
 * E_SESSION_ENDED. E_NOTFOUND. */
_must_check_ int sessions_end_one(struct sessions *sessions, uint64_t id, uint32_t userid);

/* Ends the sessions that were opened from a known browser. */
void sessions_end_browser(struct sessions *sessions, uint32_t browser);

/* Says from which known browser a session was opened (0: none), and what that calls itself. */
void sessions_set_browser(struct sessions *sessions, uint64_t id, uint32_t browser, const char *name);

/* The engineer password was typed in a session: it is a super session for SESSIONS_SUPER_MS. */
void sessions_raise(struct sessions *sessions, uint64_t id);

/* The password of the session's account was typed again. */
void sessions_freshen(struct sessions *sessions, uint64_t id);

/* Sessions open now of an account, or of all, oldest first; at most SESSIONS_MAX. */
size_t sessions_list(struct sessions *sessions, uint32_t userid, struct sessions_view ret_views[SESSIONS_MAX]);

/* Gives the sessions of a user other days of validity. */
void sessions_set_days(struct sessions *sessions, uint32_t userid, uint32_t from, uint32_t to);

/* Marks that the session's account has replaced its initial password. */
void sessions_password_changed(struct sessions *sessions, uint64_t id);

/* Sessions open now, without those that are too old. */
unsigned sessions_count(struct sessions *sessions);

#endif
