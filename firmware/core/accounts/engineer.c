#include "core/accounts/engineer.h"

#include <stdio.h>
#include <string.h>

#include "core/accounts/accounts_impl.h"
#include "core/accounts/throttle.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/base/factory.h"
#include "store/store.h"

/* Attempts at /up are counted by source address, so that guesses from one do not lock the engineer out at another. No
 * call accepts a name with a line feed, so nobody can fill the counter at the sign-in page. */
#define TRIES_BEGIN ENGINEER_ACCOUNT "\n"
struct tries_name {
    char text[sizeof(TRIES_BEGIN) + ACTOR_PEER_MAX];
};

static struct tries_name tries_from(const char *peer) {
    struct tries_name name;
    (void)snprintf(name.text, sizeof(name.text), TRIES_BEGIN "%s", peer);
    return name;
}

/* Adds the audit entry of a wrong password. */
static int engineer_refused(struct core *core, const struct actor *by) {
    int noted = accounts_audit_refusal(core, by, ENGINEER_ACCOUNT);
    return noted < 0 ? noted : E_PASSWORD_WRONG;
}

/* Adds the audit entry of a success, and, for a sign-in, removes its counted attempts. A full storage is not an error:
 * the engineer may be here because of it. */
static int engineer_noted(struct core *core, const struct actor *by, bool signed_in) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r == E_NOSPC ? 0 : r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = signed_in ? throttle_success(core, tries_from(by->peer).text, by->peer, /* browser= */ 0) : 0;
    if (r == 0) {
        r = accounts_audit(core, by, ENGINEER_ACCOUNT, "{\"result\":\"success\"}");
    }
    if (r == 0) {
        r = store_commit(txn);
    }
    return r == E_NOSPC ? 0 : r;
}

int engineer_raise(struct core *core, const struct actor *by, const char *password, unsigned *ret_wait_s) {
    if (!factory_has_engineer(core->shared)) {
        return E_ENGINEER_MISSING;
    }
    int r = throttle_count(core, THROTTLE_ENGINEER, by->account, ret_wait_s);
    if (r == 0) {
        r = factory_check_engineer(core, password);
    }
    if (r == E_PASSWORD_WRONG) {
        return engineer_refused(core, by);
    }
    if (r == 0) {
        r = throttle_passed(core, THROTTLE_ENGINEER, by->account);
    }
    if (r == 0) {
        r = engineer_noted(core, by, /* signed_in= */ false);
    }
    if (r == 0) {
        sessions_raise(core->shared->sessions, by->session);
    }
    return r;
}

int engineer_sign_in(struct core *core, const struct actor *by, const char *password,
                     char ret_token[SESSIONS_TOKEN_LEN + 1], unsigned *ret_wait_s) {
    if (!factory_up_is_open(core->shared)) {
        return E_SWITCHED_OFF;
    }
    int r = throttle_try(core, tries_from(by->peer).text, by->peer, /* browser= */ 0, ret_wait_s);
    if (r == 0) {
        r = factory_check_engineer(core, password);
    }
    struct actor engineer = *by;
    (void)snprintf(engineer.account, sizeof(engineer.account), "%s", ENGINEER_ACCOUNT);
    if (r == E_PASSWORD_WRONG) { /* the caller is unknown: the entry is attributed to nobody */
        return engineer_refused(core, &engineer);
    }
    engineer.userid = ACTOR_USERID_ENGINEER;
    engineer.super = true;
    if (r == 0) {
        r = engineer_noted(core, &engineer, /* signed_in= */ true);
    }
    return r < 0 ? r : sessions_open(core->shared->sessions, &engineer, ret_token, &engineer.session);
}
