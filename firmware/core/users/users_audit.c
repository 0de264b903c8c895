/* Audit rows about users: small JSON, no secrets. */
#include <stdio.h>
#include <string.h>

#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/users/users_impl.h"
#include "util/buf.h"
#include "util/cleanup.h"
#include "util/json_out.h"

#define OBJECT_MAX 24

static void put_number(struct buf *out, const char *key, uint64_t value, const uint64_t *other) {
    if (!other || *other != value) {
        json_out_key(out, key);
        json_out_uint(out, value);
    }
}

/* Numbers of a user by the wire names of their fields. */
static void put_numbers(struct buf *out, const struct store_user *user, const struct store_user *other) {
    const struct {
        const char *key;
        uint64_t value, other;
    } fields[] = {
        {"cardno", user->card, other ? other->card : 0},
        {"level", user->level, other ? other->level : 0},
        {"group", user->group, other ? other->group : 0},
        {"identifyMode", user->mode, other ? other->mode : 0},
        {"identifyFactors", user->factors, other ? other->factors : 0},
        {"shift", user->shift, other ? other->shift : 0},
        {"validFrom", user->valid_from, other ? other->valid_from : 0},
        {"validTo", user->valid_to, other ? other->valid_to : 0},
    };

    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        put_number(out, fields[i].key, fields[i].value, other ? &fields[i].other : NULL);
    }
}

/* One side of a change: all fields, or those that differ from `other`. */
static void put_user(struct buf *out, const struct store_user *user, const struct store_user *other,
                     const char *password) {
    json_out_object_begin(out);
    if (!other || strcmp(user->name, other->name) != 0) {
        json_out_key(out, "username");
        json_out_string_len(out, user->name, user->name_len);
    }
    put_numbers(out, user, other);
    if (password) {
        json_out_key(out, "password");
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

int users_audit(struct core *core, const struct actor *by, const struct store_user *before,
                const struct store_user *after, enum users_password_change password) {
    _cleanup_(buf_donep) struct buf old = {0};
    _cleanup_(buf_donep) struct buf new = {0};
    char object[OBJECT_MAX];
    struct audit_change change = {.object = object};

    (void)snprintf(object, sizeof object, "user %u", (unsigned)(before ? before->id : after->id));
    if (before) {
        put_user(&old, before, after, NULL);
        change.before = buf_text(&old);
    }
    if (after) {
        put_user(&new, after, before, word_of(password));
        change.after = buf_text(&new);
    }
    return buf_failed(&old) || buf_failed(&new) ? E_NOMEM : audit_add(core, by, &change);
}
