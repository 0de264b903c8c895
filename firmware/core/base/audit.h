/* The audit trail: one row for every administrative change, written in the transaction of the change. */
#ifndef POSTERN_CORE_AUDIT_H
#define POSTERN_CORE_AUDIT_H

#include "util/err.h"

struct core;
struct session_view;

/* Who makes a change, and from where. Borrowed texts. */
struct audit_actor {
    const char *account; /* "admin", a user ID, or "-" when nobody is signed in */
    const char *peer;    /* source address, or "-" */
};

/* What changed. Texts are borrowed; `before` and `after` are small JSON objects or NULL and never hold a secret. */
struct audit_change {
    const char *call;   /* name of the call, "edituser" */
    const char *object; /* what it was done to: "user 7", "account admin", "setting language" */
    const char *before; /* state before; NULL when there was none */
    const char *after;  /* state after; NULL when there is none */
};

/* The actor of a session. `peer` is where this request came from. */
struct audit_actor audit_actor_of(const struct session_view *view, const char *peer);

/* Adds the row; call it inside the transaction of the change (see store.h), so that both happen or neither. Returns
 * 0 or an error of the store. */
_must_check_ int audit_add(struct core *core, const struct audit_actor *by, const struct audit_change *change);

#endif
