#include "core/accounts/accounts.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/accounts/throttle.h"
#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/hooks.h"
#include "core/base/secrets.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/time/validity.h"
#include "hal/hal.h"
#include "store/accounts/account.h"
#include "store/accounts/rest_key.h"
#include "store/store.h"
#include "store/users/users.h"
#include "util/arena.h"
#include "util/err.h"

#define ARENA_MAX 4096          /* room for one name */
#define AUDIT_OBJECT_MAX 40

static_assert(CRYPTO_PASSWORD_MAX <= STORE_ACCOUNT_HASH_MAX, "a hash fits its column");
static_assert(CRYPTO_PASSWORD_MAX <= STORE_PASSWORD_HASH_MAX, "a hash fits its column");
static_assert(CRYPTO_HASH_LEN == STORE_PIN_KEY_LEN, "a PIN's key fits its column");

struct accounts {
    char dummy_hash
        [CRYPTO_PASSWORD_MAX]; /* verified when there is no account, so that the answer takes as long; constant */
};

/* What is known of the account that somebody names. */
struct account {
    char name[ACTOR_ACCOUNT_MAX];
    uint32_t userid; /* 0 for admin */
    uint8_t level;
    bool must_change;
    uint32_t valid_from, valid_to;
    char hash[CRYPTO_PASSWORD_MAX];
    char shown_name[ACTOR_NAME_MAX];
};

static void account_wipep(struct account *account) {
    crypto_wipe(account, sizeof(*account));
}

int accounts_new(const struct hal *hal, struct accounts **ret_accounts) {
    uint8_t random[CRYPTO_SALT_LEN + CRYPTO_HASH_LEN];
    int r = hal->entropy.fill(hal->entropy.ctx, random, sizeof(random));
    struct accounts *accounts = r < 0 ? NULL : calloc(1, sizeof(*accounts));
    if (accounts == NULL) {
        return r < 0 ? r : E_NOMEM;
    }
    crypto_password_dummy(random, accounts->dummy_hash);
    *ret_accounts = accounts;
    return 0;
}

void accounts_free(struct accounts *accounts) {
    free(accounts);
}

/* True for a name that an account may have: "admin", or a user ID as it is printed. */
static bool parse_name(const char *name, uint32_t *ret_userid) {
    if (strcmp(name, ACCOUNTS_ADMIN) == 0) {
        *ret_userid = 0;
        return true;
    }
    size_t len = strlen(name);
    if (len < 1 || len > 9 || name[0] == '0' || strspn(name, "0123456789") != len) {
        return false;
    }
    *ret_userid = (uint32_t)strtoul(name, NULL, 10);
    return true;
}

static int load_admin(struct core *core, struct account *ret_account) {
    _cleanup_(store_account_wipep) struct store_account row;
    int r = store_account_get(core->store, ACCOUNTS_ADMIN, &row);
    if (r < 0) {
        return r;
    }
    ret_account->level = ACCOUNTS_ADMIN_LEVEL;
    ret_account->must_change = row.must_change;
    (void)snprintf(ret_account->hash, sizeof(ret_account->hash), "%s", row.password_hash);
    (void)snprintf(ret_account->shown_name, sizeof(ret_account->shown_name), "%s", ACCOUNTS_ADMIN);
    return 0;
}

static int load_user(struct core *core, uint32_t id, struct account *ret_account) {
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, ARENA_MAX);
    struct user user;
    int r = store_users_get(core->store, id, &arena, &user);
    if (r < 0) {
        return r;
    }
    if (user.level == 0 || !user.password_console ||
        !validity_holds(user.valid_from, user.valid_to, clock_today(core))) {
        return E_NOTFOUND;
    }
    ret_account->level = user.level;
    ret_account->valid_from = user.valid_from;
    ret_account->valid_to = user.valid_to;
    (void)snprintf(ret_account->shown_name, sizeof(ret_account->shown_name), "%s", user.username);
    return store_users_password(core->store, id, ret_account->hash);
}

/* Reads the account of a name. E_NOTFOUND: there is none that may sign in. */
static int load_account(struct core *core, const char *name, struct account *ret_account) {
    memset(ret_account, 0, sizeof(*ret_account));
    if (!parse_name(name, &ret_account->userid)) {
        return E_NOTFOUND;
    }
    (void)snprintf(ret_account->name, sizeof(ret_account->name), "%s", name);
    return ret_account->userid == 0 ? load_admin(core, ret_account) : load_user(core, ret_account->userid, ret_account);
}

/* True if nothing that matters for signing in has changed between two looks. */
static bool is_unchanged(const struct account *a, const struct account *b) {
    return a->userid == b->userid && a->level == b->level && a->must_change == b->must_change &&
           a->valid_from == b->valid_from && a->valid_to == b->valid_to && strcmp(a->hash, b->hash) == 0;
}

/* Verifies the password of the account `found` says exists; without one it takes as long and is wrong. */
static int accounts_verify(struct core *core, int found, const struct account *account, const char *password) {
    const struct core_shared *shared = core->shared;
    int r = secrets_password_verify(shared, found == 0 ? account->hash : shared->accounts->dummy_hash, password);
    return r == 0 && found != 0 ? E_PASSWORD_WRONG : r;
}

static int audit_account(struct core *core, const struct actor *by, const char *account, const char *after) {
    char object[AUDIT_OBJECT_MAX];
    (void)snprintf(object, sizeof(object), "account %s", account);
    return audit_add(core, by, &(struct audit_change){.object = object, .after = after});
}

/* Leaves a row about something that happened, in a transaction of its own. A full storage is no error: it must not
 * keep anybody from signing in and making room. */
static int audit_event(struct core *core, const struct actor *by, const char *account, const char *after) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r == E_NOSPC ? 0 : r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = audit_account(core, by, account, after);
    if (r == 0) {
        r = store_commit(txn);
    }
    return r == E_NOSPC ? 0 : r;
}

/* Takes the tries back and leaves the audit row of a sign-in, in one transaction. */
static int note_success(struct core *core, const struct actor *by, const char *account, bool is_sign_in) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r == E_NOSPC ? 0 : r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = throttle_success(core, account, by->peer);
    if (r == 0 && is_sign_in) {
        r = audit_account(core, by, account, "{\"result\":\"success\"}");
    }
    if (r == 0) {
        r = store_commit(txn);
    }
    return r == E_NOSPC ? 0 : r;
}

/* Opens the session. The account is read again behind it: a change that was committed meanwhile is seen here, and
 * one that comes later ends the session by itself. */
static int open_session(struct core *core, const struct account *account, struct accounts_sign_in *ret_sign_in) {
    struct actor *view = &ret_sign_in->account;
    *view = (struct actor){.userid = account->userid,
                           .level = account->level,
                           .must_change = account->must_change,
                           .valid_from = account->valid_from,
                           .valid_to = account->valid_to};
    (void)snprintf(view->account, sizeof(view->account), "%s", account->name);
    (void)snprintf(view->name, sizeof(view->name), "%s", account->shown_name);
    int r = sessions_open(core->shared->sessions, view, ret_sign_in->token, &view->session);
    if (r < 0) {
        return r;
    }
    _cleanup_(account_wipep) struct account again;
    r = load_account(core, account->name, &again);
    if (r == E_NOTFOUND || (r == 0 && !is_unchanged(account, &again))) {
        r = E_PASSWORD_WRONG;
    }
    if (r < 0) {
        sessions_close(core->shared->sessions, view->session);
    }
    return r;
}

int accounts_sign_in(struct core *core, const struct actor *by, const char *name, const char *password,
                     struct accounts_sign_in *ret_sign_in, unsigned *ret_wait_s) {
    int r = throttle_try(core, name, by->peer, ret_wait_s);
    if (r < 0) {
        return r;
    }
    _cleanup_(account_wipep) struct account account;
    int found = load_account(core, name, &account);
    if (found < 0 && found != E_NOTFOUND) {
        return found;
    }
    struct actor named = *by;
    if (found == 0) {
        memcpy(named.account, account.name, sizeof(named.account));
    }
    r = accounts_verify(core, found, &account, password);
    if (r == 0) {
        r = open_session(core, &account, ret_sign_in);
    }
    if (r == 0) {
        r = note_success(core, &named, account.name, /* is_sign_in= */ true);
        if (r < 0) {
            sessions_close(core->shared->sessions, ret_sign_in->account.session);
        }
    } else if (r == E_PASSWORD_WRONG) {
        /* A name that nobody has is not written down: it may be a password in the wrong field. */
        int noted = audit_event(core, &named, found == 0 ? account.name : "?", "{\"result\":\"refused\"}");
        r = noted < 0 ? noted : r;
    }
    return r;
}

int accounts_recognise(struct core *core, const char *token, size_t len, struct actor *actor) {
    int r = sessions_check(core->shared->sessions, token, len, actor);
    bool has_days = r == 0 && (actor->valid_from != 0 || actor->valid_to != 0);
    if (has_days && !validity_holds(actor->valid_from, actor->valid_to, clock_today(core))) {
        sessions_end_account(core->shared->sessions, actor->userid, 0);
        r = E_SESSION_ENDED;
    }
    return r;
}

void accounts_end_user(struct core *core, uint32_t userid) {
    sessions_end_account(core->shared->sessions, userid, /* keep= */ 0);
}

void accounts_set_days(struct core *core, uint32_t userid, uint32_t from, uint32_t to) {
    sessions_set_days(core->shared->sessions, userid, from, to);
}

void accounts_end_level(struct core *core, unsigned level) {
    sessions_end_level(core->shared->sessions, level);
}

int accounts_sign_out(struct core *core, const struct actor *by) {
    sessions_close(core->shared->sessions, by->session);
    return audit_event(core, by, by->account, NULL);
}

/* The level of a user today. E_SESSION_ENDED: the user is gone, or this is no day of the user's validity. */
static int level_today(struct core *core, uint32_t userid, uint8_t *ret_level) {
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, ARENA_MAX);
    struct user user;
    int r = store_users_get(core->store, userid, &arena, &user);
    if (r < 0) {
        return r == E_NOTFOUND ? E_SESSION_ENDED : r;
    }
    *ret_level = user.level;
    return validity_holds(user.valid_from, user.valid_to, clock_today(core)) ? 0 : E_SESSION_ENDED;
}

int accounts_vouch(struct core *core, uint32_t userid, unsigned level) {
    if (userid == 0) {
        return 0;
    }
    uint8_t now = 0;
    int r = level_today(core, userid, &now);
    return r == 0 && now < level ? E_SESSION_ENDED : r;
}

static int check_key(struct core *core, const struct actor *by) {
    struct store_rest_key key;
    int r = store_rest_key_get(core->store, by->key_id, &key);
    if (r == E_NOTFOUND || (r == 0 && key.level != by->level)) {
        return E_SESSION_ENDED;
    }
    return r < 0 ? r : accounts_vouch(core, key.maker, key.level);
}

int accounts_check_actor(struct core *core, const struct actor *by) {
    if (by->userid == 0) {
        return 0;
    }
    if (by->userid == ACTOR_USERID_KEY) {
        return check_key(core, by);
    }
    uint8_t now = 0;
    int r = level_today(core, by->userid, &now);
    return r == 0 && now != by->level ? E_SESSION_ENDED : r;
}

int accounts_hash_password(struct core *core, const char *password, char ret_text[CRYPTO_PASSWORD_MAX]) {
    uint8_t salt[CRYPTO_SALT_LEN];
    int r = core_random(core, salt, sizeof(salt));
    return r < 0 ? r : secrets_password_hash(core->shared, salt, password, ret_text);
}

void accounts_pin_key(const struct core *core, const char *digits, uint8_t ret_key[CRYPTO_HASH_LEN]) {
    secrets_hash(core->shared, SECRETS_PIN, digits, strlen(digits), ret_key);
}

/* What a password is replaced by. */
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

/* Commits the new password with its audit row, unless the account was changed since the old one was verified. */
static int save_password(struct core *core, const struct actor *by, const struct account *verified,
                         const struct new_password *password) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    _cleanup_(account_wipep) struct account now;
    r = load_account(core, by->account, &now);
    if (r == E_NOTFOUND || (r == 0 && !is_unchanged(verified, &now))) {
        r = E_SESSION_ENDED;
    }
    if (r == 0) {
        r = write_password(core, verified, password);
    }
    if (r == 0) {
        r = audit_account(core, by, by->account,
                          password->is_passphrase ? "{\"passphrase\":\"set\"}" : "{\"password\":\"changed\"}");
    }
    return r < 0 ? r : store_commit(txn);
}

/* E_PASSWORD_EXISTS, counted, if another user has this PIN. Admin's password is none of the keypad's PINs. */
static int check_pin_free(struct core *core, const struct actor *by, const uint8_t key[CRYPTO_HASH_LEN],
                          unsigned *ret_wait_s) {
    if (by->userid == 0) {
        return 0;
    }
    int r = throttle_pin_check(core, by->account, ret_wait_s);
    if (r < 0) {
        return r;
    }
    uint32_t owner = 0;
    r = store_users_by_pin(core->store, key, &owner);
    if (r < 0) {
        return r == E_NOTFOUND ? 0 : r;
    }
    if (owner == by->userid) {
        return 0;
    }
    r = throttle_pin_taken(core, by->account);
    return r < 0 ? r : E_PASSWORD_EXISTS;
}

/* Verifies the old password with all that belongs to a try. */
static int verify_old(struct core *core, const struct actor *by, const char *old_password, struct account *ret_account,
                      unsigned *ret_wait_s) {
    int r = throttle_try(core, by->account, by->peer, ret_wait_s);
    if (r < 0) {
        return r;
    }
    r = load_account(core, by->account, ret_account);
    if (r < 0) {
        return r == E_NOTFOUND ? E_SESSION_ENDED : r;
    }
    r = accounts_verify(core, 0, ret_account, old_password);
    if (r == E_PASSWORD_WRONG) {
        int noted = audit_event(core, by, by->account, "{\"result\":\"refused\"}");
        return noted < 0 ? noted : r;
    }
    return r < 0 ? r : note_success(core, by, by->account, /* is_sign_in= */ false);
}

/* What follows from a password that was committed. */
static int after_change(struct core *core, const struct actor *by) {
    sessions_end_account(core->shared->sessions, by->userid, by->session);
    sessions_password_changed(core->shared->sessions, by->session);
    if (by->userid != 0) {
        return 0;
    }
    hooks_show(core); /* it shows the initial password no more */
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
        accounts_pin_key(core, new_password, password.stored.pin_key);
        r = check_pin_free(core, by, password.stored.pin_key, ret_wait_s);
    }
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
