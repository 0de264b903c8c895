/* Who asks: the one answer to that question, from the walker to the audit log. Filled from a session or a REST key
 * (core/accounts), completed by the walker with the address and the call of the request. A copy, so that it outlives
 * the session. */
#ifndef POSTERN_CORE_ACTOR_H
#define POSTERN_CORE_ACTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "values.h"

#define ACTOR_ACCOUNT_MAX 16 /* bytes of an account's name, with the NUL */
#define ACTOR_NAME_MAX 257 /* bytes of a name to show, with the NUL: 64 characters */
#define ACTOR_PEER_MAX 64 /* bytes of a source address as text, with the NUL */
#define ACTOR_USERID_KEY UINT32_MAX /* stands for a user's ID where a REST key asks, which is nobody's */
#define ACTOR_USERID_NOBODY (UINT32_MAX - 1) /* and where nobody is signed in */
#define ACTOR_USERID_KEYPAD \
    (UINT32_MAX - 2) /* and where the password of the keypad's menu was typed, which is nobody's */
#define ACTOR_USERID_ENGINEER (UINT32_MAX - 3) /* and where the engineer's was, who has no account */

struct actor {
    uint64_t session; /* id of the session; never used twice while the daemon runs; 0: none */
    char account
        [ACTOR_ACCOUNT_MAX]; /* "admin", the user ID in decimal, "key 7", "engineer", or "-": nobody is signed in */
    uint32_t userid; /* 0 for admin, else a user's ID or one of the four above */
    uint32_t key_id; /* of a REST key; 0 for all others */
    uint8_t level; /* admin level 1 to 16; 16 for admin; 0: nobody */
    uint32_t
        browser; /* known browser (core/accounts/browsers.h) that the session was opened from; of nobody, the one that
                       * asks, whoever it belongs to; 0: none */
    bool fresh; /* the password of the session's account was typed in the last five minutes */
    bool super; /* the engineer password was typed in this session lately, or opened it */
    bool must_change; /* the initial password is still to be replaced: nothing else is open */
    uint32_t valid_from, valid_to; /* days of a user, as in core/time/validity.h */
    char name[ACTOR_NAME_MAX]; /* to show; UTF-8, may be "" */
    char peer[ACTOR_PEER_MAX]; /* source address of this request; "-": the terminal itself, "keypad": somebody at it */
    const char *call; /* wire name of the call, for the audit log; static */
    enum audit_importance importance; /* of what that call leaves in the audit log */
    uint32_t maker; /* of a REST key: the userid of who made it; else 0 */
    uint32_t sponsor; /* userid of who answers for the account (core/accounts/accounts.h); 0: nobody but itself */
};

/* Nobody who is signed in, asking for `call` from `peer`; what the terminal does by itself has the peer "-". */
struct actor actor_nobody(const char *peer, const char *call);

/* Whether it is somebody who has an ID, or admin. */
bool actor_is_person(const struct actor *actor);

/* The userid of the person behind it: its own, or that of who made the REST key. */
uint32_t actor_person(const struct actor *actor);

/* The userid of the person who answers for that person, at the end of the row of all who do; the same when nobody
 * does. */
uint32_t actor_sponsor(const struct actor *actor);

/* The highest level of accounts that it may change, and give: its own; 0 for a REST key, so that who steals one makes
 * nobody who may sign in, and takes nobody's account. */
unsigned actor_reach(const struct actor *actor);

/* Makes `actor` who `account` is; from where and by which call it asks stays. */
void actor_become(struct actor *actor, const struct actor *account);

#endif
