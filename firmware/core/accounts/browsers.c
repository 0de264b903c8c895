#include "core/accounts/browsers.h"

#include <stdio.h>
#include <string.h>

#include "core/accounts/sessions.h"
#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/secrets.h"
#include "store/store.h"
#include "util/crypto.h"

#define SECRET_OCTETS 32

static int64_t now_s(const struct core *core) {
    return core_utc_ms(core) / 1000;
}

static void hash_secret(const struct core *core, const char *secret, uint8_t ret_hash[STORE_BROWSER_HASH_LEN]) {
    secrets_hash(core->shared, SECRETS_BROWSER, secret, BROWSERS_SECRET_LEN, ret_hash);
}

void browsers_recognise(struct core *core, const char *secret, size_t len, struct actor *actor) {
    uint8_t hash[STORE_BROWSER_HASH_LEN];
    struct store_browser found;
    if (secret == NULL || len != BROWSERS_SECRET_LEN) {
        return;
    }
    hash_secret(core, secret, hash);
    bool is_known = store_browser_find(core->store, hash, &found) == 0 && found.used_s >= now_s(core) - BROWSERS_LIFE_S;
    actor->browser = is_known ? found.id : 0;
}

uint32_t browsers_known(struct core *core, const struct actor *by, uint32_t userid) {
    struct store_browser found;
    if (by->browser == 0 || store_browser_get(core->store, by->browser, &found) != 0) {
        return 0;
    }
    return found.userid == userid ? found.id : 0;
}

/* Adds a trusted browser. */
static int browser_add(struct core *core, struct store_browser *browser, char ret_secret[BROWSERS_SECRET_LEN + 1]) {
    uint8_t octets[SECRET_OCTETS], hash[STORE_BROWSER_HASH_LEN];
    if (core_random(core, octets, sizeof(octets)) < 0) {
        return E_IO;
    }
    crypto_base64url(octets, sizeof(octets), ret_secret);
    crypto_wipe(octets, sizeof(octets));
    hash_secret(core, ret_secret, hash);
    return store_browser_add(core->store, browser, hash, BROWSERS_ACCOUNT_MAX, BROWSERS_MAX, &browser->id);
}

int browsers_note(struct core *core, const struct actor *by, uint32_t userid, const char *name, uint32_t *ret_id,
                  char ret_secret[BROWSERS_SECRET_LEN + 1]) {
    struct store_browser browser = {
        .id = browsers_known(core, by, userid), .userid = userid, .made_s = now_s(core), .used_s = now_s(core)};
    (void)snprintf(browser.name, sizeof(browser.name), "%s", name);
    (void)snprintf(browser.peer, sizeof(browser.peer), "%s", by->peer);
    ret_secret[0] = '\0';
    int r = store_browsers_expire(core->store, browser.used_s - BROWSERS_LIFE_S);
    if (r == 0) {
        r = browser.id != 0 ? store_browser_used(core->store, &browser) : browser_add(core, &browser, ret_secret);
    }
    *ret_id = browser.id;
    return r;
}

int browsers_list(struct core *core, const struct actor *by, struct store_browser *ret_browsers, size_t *ret_count) {
    uint32_t whose = by->userid == 0 ? STORE_BROWSERS_OF_ALL : by->userid;
    return store_browsers(core->store, whose, ret_browsers, BROWSERS_MAX, ret_count);
}

/* Deletes it with the audit entry. Inside a transaction. */
static int delete_browser(struct core *core, const struct actor *by, uint32_t id) {
    struct store_browser browser;
    char object[24], before[32];
    int r = store_browser_get(core->store, id, &browser);
    if (r == 0 && by->userid != 0 && browser.userid != by->userid) {
        r = E_NOTFOUND;
    }
    if (r == 0) {
        r = store_browser_delete(core->store, id);
    }
    if (r < 0) {
        return r;
    }
    (void)snprintf(object, sizeof(object), "browser %u", (unsigned)id);
    (void)snprintf(before, sizeof(before), "{\"userid\":%u}", (unsigned)browser.userid);
    return audit_add(core, by, &(struct audit_change){.object = object, .before = before});
}

int browsers_forget(struct core *core, const struct actor *by, uint32_t id) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = delete_browser(core, by, id);
    if (r == 0) {
        r = store_commit(txn);
    }
    if (r == 0) {
        sessions_end_browser(core->shared->sessions, id);
    }
    return r;
}
