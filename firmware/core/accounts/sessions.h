/* Sessions of the console, only in memory: a restart ends them all. The table is shared by all threads and has its own
 * mutex, held for a few microseconds. Times are milliseconds of the monotonic clock. Tokens are 256 random bits as
 * base64url; the table stores only their keyed hashes. */
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

#define SESSIONS_MAX 64 /* open at a time; a new one ends the one idle longest */
#define SESSIONS_ACCOUNT_MAX 8 /* of one account; a new one ends that account's session idle longest */
#define SESSIONS_TOKEN_LEN 43 /* characters of a token */
#define SESSIONS_IDLE_MS (INT64_C(30) * 60 * 1000) /* an unused session ends after this time */
#define SESSIONS_LIFE_MS (INT64_C(12) * 60 * 60 * 1000) /* and any session ends at this age */

#define SESSIONS_FRESH_MS (INT64_C(5) * 60 * 1000) /* how long a typed password is fresh */
#define SESSIONS_SUPER_MS (INT64_C(15) * 60 * 1000) /* how long a typed engineer password makes a super session */
#define SESSIONS_ALL UINT32_MAX /* of all accounts */

/* Public data of a session. */
struct sessions_view {
    uint64_t id;
    uint32_t userid; /* account; 0: admin */
    char account[ACTOR_ACCOUNT_MAX];
    char name[ACTOR_NAME_MAX]; /* of the person */
    char peer[ACTOR_PEER_MAX]; /* source address of the sign-in */
    char browser[ACTOR_NAME_MAX]; /* name the browser reports, may be "" */
    int64_t opened_s, used_s; /* since 1970 UTC */
};

/* Creates an empty table; the key for the hashes comes from `hal`, which must outlive it. Returns 0, E_NOMEM or
 * E_IO. */
_must_check_ int sessions_new(const struct hal *hal, struct sessions **ret_sessions);

/* Wipes and frees it. Accepts NULL. */
void sessions_free(struct sessions *sessions);

/* Opens a session for `account`, whose session and call are ignored, from its peer, and writes its token with a NUL and
 * its id. The password counts as just typed. Returns 0 or E_IO. */
_must_check_ int sessions_open(struct sessions *sessions, const struct actor *account,
                               char ret_token[SESSIONS_TOKEN_LEN + 1], uint64_t *ret_id);

/* Finds the session of a token as received (any bytes, any length), updates its last use and fills *actor
 * (actor_become()). Returns 0, E_SESSION_ENDED when a change of its account ended it (reported as 40104), or
 * E_TOKEN_FAILED when it is unknown, expired or signed out (10002). Below 5 µs. */
_must_check_ int sessions_check(struct sessions *sessions, const char *token, size_t len, struct actor *actor);

/* Returns whether the session with this id is open; updates *actor. Does not count as use. */
bool sessions_is_open(struct sessions *sessions, uint64_t id, struct actor *actor);

/* Ends one session by its id, like signing out: its token becomes unknown. Does nothing if it is gone. */
void sessions_close(struct sessions *sessions, uint64_t id);

/* Ends all sessions of an account (`userid` 0: admin) except `keep` (0: none) because its password, role or existence
 * changed: their tokens answer E_SESSION_ENDED. Call it after the change is committed. */
void sessions_end_account(struct sessions *sessions, uint32_t userid, uint64_t keep);

/* Ends all sessions of users with this admin level, because its permissions changed; those of admin continue. As
 * above. */
void sessions_end_level(struct sessions *sessions, unsigned level);

/* Ends one session by its id if it belongs to the account `userid`, or to any with SESSIONS_ALL: its token answers
 * E_SESSION_ENDED. E_NOTFOUND. */
_must_check_ int sessions_end_one(struct sessions *sessions, uint64_t id, uint32_t userid);

/* Ends the sessions that were opened from a trusted browser. */
void sessions_end_browser(struct sessions *sessions, uint32_t browser);

/* Sets the trusted browser from which a session was opened (0: none), and its name. */
void sessions_set_browser(struct sessions *sessions, uint64_t id, uint32_t browser, const char *name);

/* The engineer password was typed in a session: makes it a super session for SESSIONS_SUPER_MS. */
void sessions_raise(struct sessions *sessions, uint64_t id);

/* The password of the session's account was typed again: makes it fresh. */
void sessions_freshen(struct sessions *sessions, uint64_t id);

/* Lists the open sessions of an account, or of all, oldest first; at most SESSIONS_MAX. */
size_t sessions_list(struct sessions *sessions, uint32_t userid, struct sessions_view ret_views[SESSIONS_MAX]);

/* Changes the validity days of a user's sessions. */
void sessions_set_days(struct sessions *sessions, uint32_t userid, uint32_t from, uint32_t to);

/* Notes that the session's account has changed its initial password. */
void sessions_password_changed(struct sessions *sessions, uint64_t id);

/* Counts the open sessions, without expired ones. */
unsigned sessions_count(struct sessions *sessions);

#endif
