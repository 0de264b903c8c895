/* The password of the signed-in account: verified again, changed. */
#include "core/accounts/accounts_impl.h"

#include <stdio.h>
#include <string.h>

#include "core/accounts/sessions.h"
#include "core/accounts/throttle.h"
#include "core/base/core.h"
#include "core/base/hooks.h"
#include "store/accounts/account.h"
#include "store/accounts/browser.h"
#include "store/store.h"
#include "store/users/users.h"
#include "util/err.h"

/* The new password. */
struct new_password {
    bool is_passphrase;
    struct store_password stored;
};

static void new_password_wipep(struct new_password *password) {
    crypto_wipe(password, sizeof(*password));
}

/* Writes the new password. Inside a transaction. */
static int write_password(struct core *core, const struct account *account, const struct new_password *password) {
    if (account->userid != 0) {
        return store_users_set_password(core->store, account->userid, &password->stored);
    }
    _cleanup_(store_account_wipep) struct store_account row = {.must_change = false,
                                                               .passphrase = password->is_passphrase};
    (void)snprintf(row.password_hash, sizeof(row.password_hash), "%s", password->stored.hash);
    return store_account_update(core->store, ACCOUNTS_ADMIN, &row, core_utc_ms(core));
}

/* Commits the new password with its audit entry, unless the account was changed since the old one was verified. */
static int save_password(struct core *core, const struct actor *by, const struct account *verified,
                         const struct new_password *password) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    _cleanup_(account_wipep) struct account now;
    r = accounts_load(core, by->account, &now);
    if (r == E_NOTFOUND || (r == 0 && !accounts_is_unchanged(verified, &now))) {
        r = E_SESSION_ENDED;
    }
    if (r == 0) {
        r = write_password(core, verified, password);
    }
    if (r == 0) {
        r = store_browsers_end(core->store, verified->userid, by->browser);
    }
    if (r == 0) {
        r = accounts_audit(core, by, by->account,
                           password->is_passphrase ? "{\"passphrase\":\"set\"}" : "{\"password\":\"changed\"}");
    }
    return r < 0 ? r : store_commit(txn);
}

/* Verifies the old password, including throttling and audit. */
static int verify_old(struct core *core, const struct actor *by, const char *old_password, struct account *ret_account,
                      unsigned *ret_wait_s) {
    if (by->userid == ACTOR_USERID_ENGINEER) {
        return E_FORBIDDEN; /* the factory's, which nothing here changes */
    }
    int r = throttle_count(core, THROTTLE_OWN_PASSWORD, by->account, ret_wait_s);
    if (r < 0) {
        return r;
    }
    r = accounts_load(core, by->account, ret_account);
    if (r < 0) {
        return r == E_NOTFOUND ? E_SESSION_ENDED : r;
    }
    r = accounts_verify(core, 0, ret_account, old_password);
    if (r == E_PASSWORD_WRONG) {
        int noted = accounts_audit_refusal(core, by, by->account);
        return noted < 0 ? noted : r;
    }
    return r < 0 ? r : throttle_passed(core, THROTTLE_OWN_PASSWORD, by->account);
}

int accounts_confirm(struct core *core, const struct actor *by, const char *password, unsigned *ret_wait_s) {
    _cleanup_(account_wipep) struct account account;
    int r = verify_old(core, by, password, &account, ret_wait_s);
    if (r == 0) {
        sessions_freshen(core->shared->sessions, by->session);
    }
    return r;
}

int accounts_check_fresh(const struct actor *by) {
    /* Without a session only a person who has typed the PIN at the terminal is fresh, and types it again there. */
    if (by->session == 0 && !by->fresh) {
        return E_FORBIDDEN;
    }
    return by->fresh ? 0 : E_PASSWORD_NEEDED;
}

/* Actions after the password is committed. */
static int after_change(struct core *core, const struct actor *by) {
    sessions_end_account(core->shared->sessions, by->userid, by->session);
    sessions_password_changed(core->shared->sessions, by->session);
    sessions_freshen(core->shared->sessions, by->session);
    if (by->userid != 0) {
        return 0;
    }
    hooks_show(core); /* removes the initial password from the display */
    return 0;
}

int accounts_change_password(struct core *core, const struct actor *by, const char *old_password,
                             const char *new_password, unsigned *ret_wait_s) {
    if (!password_rules_console(new_password, by->account) || strcmp(old_password, new_password) == 0) {
        return E_PASSWORD_RULES;
    }
    _cleanup_(account_wipep) struct account account;
    _cleanup_(new_password_wipep) struct new_password password = {.stored = {.console = true}};
    int r = verify_old(core, by, old_password, &account, ret_wait_s);
    if (r == 0) {
        r = accounts_hash_password(core, new_password, password.stored.hash);
    }
    if (r == 0) {
        r = save_password(core, by, &account, &password);
    }
    return r < 0 ? r : after_change(core, by);
}

int accounts_set_passphrase(struct core *core, const struct actor *by, const char *old_password, const char *passphrase,
                            unsigned *ret_wait_s) {
    if (by->userid != 0) {
        return E_ADMIN_ONLY;
    }
    if (!password_rules_passphrase(passphrase) || strcmp(old_password, passphrase) == 0) {
        return E_PASSWORD_RULES;
    }
    _cleanup_(account_wipep) struct account account;
    _cleanup_(new_password_wipep) struct new_password password = {.is_passphrase = true};
    int r = verify_old(core, by, old_password, &account, ret_wait_s);
    if (r == 0) {
        r = accounts_hash_password(core, passphrase, password.stored.hash);
    }
    if (r == 0) {
        r = save_password(core, by, &account, &password);
    }
    return r < 0 ? r : after_change(core, by);
}

int accounts_has_passphrase(struct core *core, bool *ret_set) {
    _cleanup_(store_account_wipep) struct store_account row;
    int r = store_account_get(core->store, ACCOUNTS_ADMIN, &row);
    *ret_set = r == 0 && row.passphrase;
    return r;
}
