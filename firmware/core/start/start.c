#include "core/start/start.h"

#include <stdlib.h>

#include "core/accounts/accounts.h"
#include "core/accounts/rest_keys.h"
#include "core/accounts/sessions.h"
#include "core/accounts/throttle.h"
#include "core/base/about.h"
#include "core/base/core.h"
#include "core/base/hooks.h"
#include "core/base/identity.h"
#include "core/base/secrets.h"
#include "core/devices/bluetooth.h"
#include "core/devices/display.h"
#include "core/devices/matching.h"
#include "core/devices/slips.h"
#include "core/network/certificate.h"
#include "core/network/network.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "setting_hooks.h"
#include "store/accounts/account.h"
#include "store/erase.h"

/* What the settings engine, which knows no page, has done by the rooms above it. */
static const struct settings_hooks settings_hooks = {
    .effects = setting_effects,
    .checks = setting_checks,
    .cuts = network_cuts,
    .reach = network_reach,
};

/* Reads the identity or makes it at the first start. */
static int load_identity(const struct core_shared *shared, struct store *store, struct identity *ret_identity) {
    const char *dir = store_home_dir(shared->home);
    int r = identity_read(dir, ret_identity);
    if (r != E_NOTFOUND) {
        return r;
    }
    /* Accounts that an identity which is gone has peppered: a new one would lock everybody out without a word. */
    _cleanup_(store_account_wipep) struct store_account account;
    r = store_account_get(store, ACCOUNTS_ADMIN, &account);
    if (r != E_NOTFOUND) {
        return r < 0 ? r : E_CORRUPT;
    }
    /* A terminal that erased everything is still the same terminal: the mark has kept its serial. */
    char serial[ERASE_NOTE_MAX];
    r = erase_pending(shared->home, serial);
    if (r < 0 && r != E_NOTFOUND) {
        return r;
    }
    return identity_make(dir, shared->hal, r == 0 ? serial : NULL, ret_identity);
}

static int start_base(struct core_shared *shared, const struct about_facts *facts, struct store *store) {
    struct identity identity;
    int r = crypto_start();
    if (r == 0) {
        r = load_identity(shared, store, &identity);
    }
    if (r == 0) {
        r = about_new(shared->hal, facts, identity.serial, &shared->about);
    }
    if (r == 0) {
        r = secrets_new(&identity, &shared->secrets);
    }
    crypto_wipe(&identity, sizeof(identity));
    return r < 0 ? r : hooks_new(display_upkeep, &shared->hooks);
}

static int start_accounts(struct core_shared *shared, struct store *store) {
    int r = accounts_new(shared->hal, &shared->accounts);
    if (r == 0) {
        r = sessions_new(shared->hal, &shared->sessions);
    }
    if (r == 0) {
        r = rest_keys_new(&shared->rest_keys);
    }
    return r < 0 ? r : throttle_new(shared->hal, store, &shared->throttle);
}

static int start_devices(struct core_shared *shared) {
    int r = bluetooth_new(&shared->bluetooth);
    if (r == 0) {
        r = display_new(&shared->display);
    }
    if (r == 0) {
        r = matching_new(&shared->matching);
    }
    return r < 0 ? r : slips_new(&shared->slips);
}

static int start_rooms(struct core_shared *shared, const struct about_facts *facts, struct store *store) {
    int r = start_base(shared, facts, store);
    if (r == 0) {
        r = settings_new(&settings_hooks, &shared->settings);
    }
    if (r == 0) {
        r = clock_new(shared->hal, facts->built_s, &shared->clock);
    }
    if (r == 0) {
        r = start_accounts(shared, store);
    }
    if (r == 0) {
        r = network_new(&shared->network);
    }
    if (r == 0) {
        r = certificate_start(shared, store);
    }
    if (r == 0) {
        r = accounts_first_start(shared, store);
    }
    if (r == 0) {
        r = start_devices(shared);
    }
    if (r == 0) {
        r = settings_start(shared, store);
    }
    if (r < 0) {
        return r;
    }
    r = display_refresh(shared, store);
    return r == E_OFFLINE ? 0 : r;
}

int start_new(struct hal *hal, const struct about_facts *facts, struct store_home *home, struct store *store,
              struct core_shared **ret_shared) {
    struct core_shared *shared = calloc(1, sizeof(*shared));
    if (shared == NULL) {
        return E_NOMEM;
    }
    shared->hal = hal;
    shared->home = home;
    int r = start_rooms(shared, facts, store);
    if (r < 0) {
        start_free(shared);
        return r;
    }
    *ret_shared = shared;
    return 0;
}

void start_free(struct core_shared *shared) {
    if (shared == NULL) {
        return;
    }
    slips_free(shared->slips);
    matching_free(shared->matching);
    display_free(shared->display);
    bluetooth_free(shared->bluetooth);
    certificate_stop(shared);
    network_free(shared->network);
    throttle_free(shared->throttle);
    rest_keys_free(shared->rest_keys);
    sessions_free(shared->sessions);
    accounts_free(shared->accounts);
    clock_free(shared->clock);
    settings_free(shared->settings);
    hooks_free(shared->hooks);
    secrets_free(shared->secrets);
    about_free(shared->about);
    free(shared);
}

int start_thread(struct core_shared *shared, struct store *store, struct core **ret_core) {
    struct core *core = calloc(1, sizeof(*core));
    if (core == NULL) {
        (void)store_free(store);
        return E_NOMEM;
    }
    core->shared = shared;
    core->store = store;
    (void)settings_get(core);
    *ret_core = core;
    return 0;
}

void start_thread_end(struct core *core) {
    if (core == NULL) {
        return;
    }
    settings_unref(core->settings);
    (void)store_free(core->store);
    free(core);
}
