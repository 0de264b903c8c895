#include "core/accounts/accounts.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/accounts/accounts_impl.h"
#include "core/accounts/throttle.h"
#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/factory.h"
#include "core/base/secrets.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/time/validity.h"
#include "hal/hal.h"
#include "store/accounts/account.h"
#include "store/accounts/browser.h"
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

/* Parses the name of an account: "admin", or a user ID as printed. */
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
    bool identifies = false;
    r = store_users_sponsor(core->store, id, &ret_account->sponsor);
    return r < 0 ? r : store_users_password(core->store, id, ret_account->hash, &identifies);
}

int accounts_load(struct core *core, const char *name, struct account *ret_account) {
    memset(ret_account, 0, sizeof(*ret_account));
    if (!parse_name(name, &ret_account->userid)) {
        return E_NOTFOUND;
    }
    (void)snprintf(ret_account->name, sizeof(ret_account->name), "%s", name);
    return ret_account->userid == 0 ? load_admin(core, ret_account) : load_user(core, ret_account->userid, ret_account);
}

bool accounts_is_unchanged(const struct account *a, const struct account *b) {
    return a->userid == b->userid && a->level == b->level && a->must_change == b->must_change &&
           a->valid_from == b->valid_from && a->valid_to == b->valid_to && strcmp(a->hash, b->hash) == 0;
}

int accounts_verify(struct core *core, int found, const struct account *account, const char *password) {
    const struct core_shared *shared = core->shared;
    int r = secrets_password_verify(shared, found == 0 ? account->hash : shared->accounts->dummy_hash, password);
    return r == 0 && found != 0 ? E_PASSWORD_WRONG : r;
}

static void name_account(const char *account, char ret_object[AUDIT_OBJECT_MAX]) {
    (void)snprintf(ret_object, AUDIT_OBJECT_MAX, "account %s", account);
}

int accounts_audit(struct core *core, const struct actor *by, const char *account, const char *after) {
    char object[AUDIT_OBJECT_MAX];
    name_account(account, object);
    return audit_add(core, by, &(struct audit_change){.object = object, .after = after});
}

static int audit_event(struct core *core, const struct actor *by, const char *account, const char *after) {
    char object[AUDIT_OBJECT_MAX];
    name_account(account, object);
    return audit_add_happened(core, by, &(struct audit_change){.object = object, .after = after});
}

int accounts_audit_refusal(struct core *core, const struct actor *by, const char *account) {
    struct actor refused = *by;
    refused.importance = AUDIT_IMPORTANCE_REFUSED;
    return audit_event(core, &refused, account, "{\"result\":\"refused\"}");
}

/* Removes the counted attempts, adds the audit entry of a sign-in and trusts the browser, in one transaction. */
static int note_sign_in(struct core *core, const struct actor *by, const struct account *account, const char *browser,
                        struct accounts_sign_in *sign_in) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r == E_NOSPC ? 0 : r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = throttle_success(core, account->name, by->peer, browsers_known(core, by, account->userid));
    if (r == 0) {
        r = browsers_note(core, by, account->userid, browser, &sign_in->account.browser, sign_in->browser);
    }
    if (r == 0) {
        r = accounts_audit(core, by, account->name, "{\"result\":\"success\"}");
    }
    if (r == 0) {
        r = store_commit(txn);
    }
    if (r < 0) {
        sign_in->account.browser = 0;
        sign_in->browser[0] = '\0';
    }
    return r == E_NOSPC ? 0 : r;
}

/* Opens the session. Reads the account again afterwards: this detects a change committed meanwhile, and a later one
 * ends the session by itself. */
static int open_session(struct core *core, const struct actor *by, const struct account *account,
                        struct accounts_sign_in *ret_sign_in) {
    struct actor *view = &ret_sign_in->account;
    *view = (struct actor){.userid = account->userid,
                           .level = account->level,
                           .must_change = account->must_change,
                           .valid_from = account->valid_from,
                           .valid_to = account->valid_to,
                           .sponsor = account->sponsor};
    (void)snprintf(view->peer, sizeof(view->peer), "%s", by->peer);
    (void)snprintf(view->account, sizeof(view->account), "%s", account->name);
    (void)snprintf(view->name, sizeof(view->name), "%s", account->shown_name);
    int r = sessions_open(core->shared->sessions, view, ret_sign_in->token, &view->session);
    if (r < 0) {
        return r;
    }
    _cleanup_(account_wipep) struct account again;
    r = accounts_load(core, account->name, &again);
    if (r == E_NOTFOUND || (r == 0 && !accounts_is_unchanged(account, &again))) {
        r = E_PASSWORD_WRONG;
    }
    if (r < 0) {
        sessions_close(core->shared->sessions, view->session);
    }
    return r;
}

/* Returns the calling browser, if it is trusted for the account of this name. */
static uint32_t browser_of(struct core *core, const struct actor *by, const char *name) {
    uint32_t userid = 0;
    return parse_name(name, &userid) ? browsers_known(core, by, userid) : 0;
}

int accounts_sign_in(struct core *core, const struct actor *by, const struct accounts_credentials *typed,
                     struct accounts_sign_in *ret_sign_in, unsigned *ret_wait_s) {
    int r = throttle_try(core, typed->name, by->peer, browser_of(core, by, typed->name), ret_wait_s);
    if (r < 0) {
        return r;
    }
    _cleanup_(account_wipep) struct account account;
    int found = accounts_load(core, typed->name, &account);
    if (found < 0 && found != E_NOTFOUND) {
        return found;
    }
    struct actor named = *by;
    if (found == 0) {
        memcpy(named.account, account.name, sizeof(named.account));
    }
    r = accounts_verify(core, found, &account, typed->password);
    if (r == 0) {
        r = open_session(core, by, &account, ret_sign_in);
    }
    if (r == 0) {
        struct sessions *sessions = core->shared->sessions;
        uint64_t session = ret_sign_in->account.session;
        named.userid = account.userid;
        named.sponsor = account.sponsor;
        r = note_sign_in(core, &named, &account, typed->browser, ret_sign_in);
        if (r < 0) {
            sessions_close(sessions, session);
        } else {
            sessions_set_browser(sessions, session, ret_sign_in->account.browser, typed->browser);
        }
    } else if (r == E_PASSWORD_WRONG) {
        /* An unknown name is not recorded: it may be a password in the wrong field. */
        int noted = accounts_audit_refusal(core, &named, found == 0 ? account.name : "?");
        r = noted < 0 ? noted : r;
    }
    return r;
}

int accounts_check_code(struct core *core, const char *name, const char *code, struct actor *ret_account) {
    _cleanup_(account_wipep) struct account account;
    int found = accounts_load(core, name, &account);
    if (found < 0 && found != E_NOTFOUND) {
        return found;
    }
    int r = accounts_verify(core, found, &account, code);
    if (r == 0) {
        *ret_account = (struct actor){.userid = account.userid, .level = account.level, .sponsor = account.sponsor};
        (void)snprintf(ret_account->account, sizeof(ret_account->account), "%s", account.name);
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

bool accounts_anybody(const struct core_shared *shared) {
    return sessions_count(shared->sessions) > 0;
}

bool accounts_is_signed_in(struct core *core, struct actor *by) {
    if (!sessions_is_open(core->shared->sessions, by->session, by)) {
        return false;
    }
    return (by->valid_from == 0 && by->valid_to == 0) ||
           validity_holds(by->valid_from, by->valid_to, clock_today(core));
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

static uint32_t sessions_of(const struct actor *by) {
    return by->userid == 0 ? SESSIONS_ALL : by->userid;
}

size_t accounts_sessions(struct core *core, const struct actor *by, struct sessions_view ret_views[SESSIONS_MAX]) {
    return sessions_list(core->shared->sessions, sessions_of(by), ret_views);
}

int accounts_end_session(struct core *core, const struct actor *by, uint64_t id) {
    char object[AUDIT_OBJECT_MAX];
    int r = sessions_end_one(core->shared->sessions, id, sessions_of(by));
    (void)snprintf(object, sizeof(object), "session %" PRIu64, id);
    return r < 0 ? r : audit_add_happened(core, by, &(struct audit_change){.object = object});
}

int accounts_sign_out(struct core *core, const struct actor *by) {
    sessions_close(core->shared->sessions, by->session);
    return audit_event(core, by, by->account, NULL);
}

/* Reads the level of a user today. E_SESSION_ENDED: the user was deleted, or is not valid today. */
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
    if (by->userid == ACTOR_USERID_ENGINEER) {
        return factory_has_engineer(core->shared) ? 0 : E_SESSION_ENDED;
    }
    if (by->userid == ACTOR_USERID_KEYPAD) {
        return settings_get(core)->values.machine_param.keypad_password[0] != '\0' ? 0 : E_SESSION_ENDED;
    }
    uint8_t now = 0;
    int r = level_today(core, by->userid, &now);
    return r == 0 && now != by->level ? E_SESSION_ENDED : r;
}

int accounts_password_given(struct core *core, uint32_t userid) {
    char account[ACTOR_ACCOUNT_MAX];
    (void)snprintf(account, sizeof(account), "%u", (unsigned)userid);
    int r = store_browsers_end(core->store, userid, /* keep= */ 0);
    return r < 0 ? r : throttle_lift(core, account);
}

int accounts_sponsor(struct core *core, uint32_t userid, uint32_t *ret_sponsor) {
    *ret_sponsor = 0;
    return userid == 0 ? 0 : store_users_sponsor(core->store, userid, ret_sponsor);
}

int accounts_hash_password(struct core *core, const char *password, char ret_text[CRYPTO_PASSWORD_MAX]) {
    uint8_t salt[CRYPTO_SALT_LEN];
    int r = core_random(core, salt, sizeof(salt));
    return r < 0 ? r : secrets_password_hash(core->shared, salt, password, ret_text);
}

void accounts_pin_key(const struct core *core, const char *digits, uint8_t ret_key[CRYPTO_HASH_LEN]) {
    secrets_hash(core->shared, SECRETS_PIN, digits, strlen(digits), ret_key);
}
