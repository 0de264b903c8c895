/* Audit entries about users: small JSON, no secrets. */
#include <stdio.h>

#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/users/users_impl.h"
#include "util/buf.h"
#include "util/cleanup.h"
#include "util/json_out.h"

#define OBJECT_MAX 24

/* Writes one side of a change: all fields, or those that differ from `other`. */
static void put_user(struct buf *out, const struct user *user, const struct user *other, const char *password) {
    json_out_object_begin(out);
    user_json(user, other, out);
    if (password != NULL) {
        json_out_key(out, user_rows[USER_PASSWORD].name);
        json_out_string(out, password);
    }
    json_out_object_end(out);
}

static const char *word_of(enum users_password_change change) {
    switch (change) {
        case USERS_PASSWORD_SAME: return NULL;
        case USERS_PASSWORD_SET: return "set";
        case USERS_PASSWORD_REMOVED: return "removed";
    }
    return NULL;
}

int users_audit(struct core *core, const struct actor *by, const struct user *before, const struct user *after,
                enum users_password_change password) {
    _cleanup_(buf_donep) struct buf old = {0};
    _cleanup_(buf_donep) struct buf new = {0};
    char object[OBJECT_MAX];
    struct audit_change change = {.object = object};

    const struct user *known = before != NULL ? before : after;
    const struct user *last = after != NULL ? after : before;

    if (known == NULL || last == NULL) {
        return E_INVAL; /* nothing was changed */
    }
    /* A user with a level can sign in. */
    if (known->level > 0 || last->level > 0) {
        change.importance = AUDIT_IMPORTANCE_RIGHTS;
    }
    (void)snprintf(object, sizeof(object), "user %u", (unsigned)known->userid);
    if (before != NULL) {
        put_user(&old, before, after, NULL);
        change.before = buf_text(&old);
    }
    if (after != NULL) {
        put_user(&new, after, before, word_of(password));
        change.after = buf_text(&new);
    }
    return buf_failed(&old) || buf_failed(&new) ? E_NOMEM : audit_add(core, by, &change);
}
