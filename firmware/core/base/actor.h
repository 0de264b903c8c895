/* The caller of an operation, from the walker to the audit log. Filled from a session or a REST key (core/accounts);
 * the walker adds the address and the call of the request. A copy, so that it outlives the session. */
#ifndef POSTERN_CORE_ACTOR_H
#define POSTERN_CORE_ACTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "values.h"

#define ACTOR_ACCOUNT_MAX 16 /* bytes of an account's name, with the NUL */
#define ACTOR_NAME_MAX 257 /* bytes of a display name, with the NUL: 64 characters */
#define ACTOR_PEER_MAX 64 /* bytes of a source address as text, with the NUL */
#define ACTOR_USERID_KEY UINT32_MAX /* user ID of a REST key, which has no user */
#define ACTOR_USERID_NOBODY (UINT32_MAX - 1) /* and of a caller who is not signed in */
#define ACTOR_USERID_KEYPAD (UINT32_MAX - 2) /* and of the password of the keypad's menu, which has no user */
#define ACTOR_USERID_ENGINEER (UINT32_MAX - 3) /* and of the engineer, who has no account */

struct actor {
    uint64_t session; /* id of the session; never reused while the daemon runs; 0: none */
    char account[ACTOR_ACCOUNT_MAX]; /* "admin", the user ID in decimal, "key 7", "engineer", or "-": not signed in */
    uint32_t userid; /* 0 for admin, else a user's ID or one of the four above */
    uint32_t key_id; /* of a REST key; else 0 */
    uint8_t level; /* admin level 1 to 16; 16 for admin; 0: not signed in */
    /* trusted browser (core/accounts/browsers.h) of the session; without a session the one that sent the request, of
     * any account; 0: none */
    uint32_t browser;
    bool fresh; /* the password of the session's account was typed in the last five minutes */
    bool super; /* the engineer password was recently typed in this session, or opened it */
    bool must_change; /* the initial password must be changed: nothing else is allowed */
    uint32_t valid_from, valid_to; /* validity days of a user, as in core/time/validity.h */
    char name[ACTOR_NAME_MAX]; /* display name; UTF-8, may be "" */
    char peer[ACTOR_PEER_MAX]; /* source address of this request; "-": the terminal itself, "keypad": a person at it */
    const char *call; /* name of the call, for the audit log; static */
    enum audit_importance importance; /* of the audit entries of that call */
    uint32_t maker; /* of a REST key: the userid of its creator; else 0 */
    uint32_t sponsor; /* userid of the account's sponsor (core/accounts/accounts.h); 0: none */
};

/* Returns a caller who is not signed in, for `call` from `peer`; the terminal's own actions have the peer "-". */
struct actor actor_nobody(const char *peer, const char *call);

/* Returns whether it is a user, or admin. */
bool actor_is_person(const struct actor *actor);

/* Returns the userid of the person behind it: its own, or that of the creator of the REST key. */
uint32_t actor_person(const struct actor *actor);

/* Returns the userid of that person's last sponsor in the chain; the person's own without one. */
uint32_t actor_sponsor(const struct actor *actor);

/* Returns the highest level of accounts that it may change and assign: its own; 0 for a REST key, so that a stolen key
 * can neither create accounts nor take one over. */
unsigned actor_reach(const struct actor *actor);

/* Copies the identity of `account` to `actor`; address and call stay. */
void actor_become(struct actor *actor, const struct actor *account);

#endif
