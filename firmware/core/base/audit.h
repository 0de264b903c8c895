/* The audit trail: one entry for every administrative change, written in the transaction of the change. */
#ifndef POSTERN_CORE_AUDIT_H
#define POSTERN_CORE_AUDIT_H

#include "util/err.h"
#include "values.h"

struct core;
struct actor;

/* A change. Texts are borrowed; `before` and `after` are small JSON objects or NULL and never contain a secret. */
struct audit_change {
    const char *object; /* the changed object: "user 7", "account admin", "setting language" */
    const char *before; /* state before; NULL when there was none */
    const char *after;  /* state after; NULL when there is none */
    enum audit_importance importance; /* if it differs from the call's; AUDIT_IMPORTANCE_EDIT: the call's */
};

/* Adds the entry of a change that `by` makes by its call; call it inside the transaction of the change (see store.h),
 * so that both happen or neither. Returns 0 or an error of the store. */
_must_check_ int audit_add(struct core *core, const struct actor *by, const struct audit_change *change);

/* Adds the entry of an action that changes nothing in the store (a restart, a download), in its own transaction.
 * Returns 0 or an error of the store. */
_must_check_ int audit_add_alone(struct core *core, const struct actor *by, const struct audit_change *change);

/* The same for what has happened anyway, or must: a full storage is not an error, since nothing may prevent freeing
 * space. */
_must_check_ int audit_add_happened(struct core *core, const struct actor *by, const struct audit_change *change);

#endif
