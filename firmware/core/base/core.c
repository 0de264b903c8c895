#include "core/base/core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/network/certificate.h"
#include "core/time/clock.h"
#include "core/devices/display.h"
#include "core/base/identity.h"
#include "core/devices/matching.h"
#include "core/network/network.h"
#include "core/accounts/rest_keys.h"
#include "core/accounts/sessions.h"
#include "core/settings/settings.h"
#include "core/accounts/throttle.h"
#include "hal/hal.h"
#include "store/accounts/account.h"
#include "store/erase.h"
#include "util/err.h"

int64_t core_utc_ms(const struct core *core) {
    const struct hal_clock *clock = &core->shared->hal->clock;
    return clock->utc_ms(clock->ctx);
}

int64_t core_mono_ms(const struct core *core) {
    const struct hal_clock *clock = &core->shared->hal->clock;
    return clock->mono_ms(clock->ctx);
}

int core_random(const struct core *core, void *buf, size_t len) {
    const struct hal_entropy *entropy = &core->shared->hal->entropy;
    return entropy->fill(entropy->ctx, buf, len);
}

/* Reads the identity or makes it at the first start. */
static int load_identity(const struct core_shared *shared, const char *state_dir, struct store *store,
                         struct identity *ret_identity) {
    int r = identity_read(state_dir, ret_identity);
    if (r != E_NOTFOUND) {
        return r;
    }
    /* Accounts that an identity which is gone has peppered: a new one would lock everybody out without a word. */
    struct store_account account;
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
    return identity_make(state_dir, shared->hal, r == 0 ? serial : NULL, ret_identity);
}

static int derive_secrets(struct core_shared *shared, const char *state_dir, struct store *store) {
    struct identity identity;
    int r = load_identity(shared, state_dir, store, &identity);
    if (r == 0) {
        memcpy(shared->serial, identity.serial, sizeof shared->serial);
        shared->secrets.pepper = identity.pepper;
        crypto_derive(&identity.pepper, "pin", &shared->secrets.pin);
        crypto_derive(&identity.device, "seal", &shared->secrets.seal);
        crypto_derive(&identity.device, "throttle", &shared->secrets.throttle);
        crypto_derive(&identity.device, "confirm", &shared->secrets.confirm);
        crypto_derive(&identity.device, "rest", &shared->secrets.rest);
    }
    crypto_wipe(&identity, sizeof identity);
    return r;
}

static int make_dummy(struct core_shared *shared) {
    uint8_t random[CRYPTO_SALT_LEN + CRYPTO_HASH_LEN];
    int r = shared->hal->entropy.fill(shared->hal->entropy.ctx, random, sizeof random);
    if (r == 0) {
        crypto_password_dummy(random, shared->dummy_hash);
    }
    return r;
}

static int start(struct core_shared *shared, const char *state_dir, struct store *store) {
    int r = crypto_start();
    if (r == 0) {
        r = derive_secrets(shared, state_dir, store);
    }
    if (r == 0) {
        r = make_dummy(shared);
    }
    if (r == 0) {
        r = sessions_new(shared->hal, &shared->sessions);
    }
    if (r == 0) {
        r = matching_new(&shared->matching);
    }
    if (r == 0) {
        r = clock_new(shared->hal, shared->about.built_s, &shared->clock);
    }
    if (r == 0) {
        r = network_new(&shared->network);
    }
    if (r == 0) {
        r = certificate_start(shared, store);
    }
    if (r == 0) {
        r = rest_keys_start(shared);
    }
    if (r == 0) {
        r = throttle_new(shared->hal, store, &shared->throttle);
    }
    if (r == 0) {
        r = accounts_first_start(shared, store);
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

int core_shared_new(struct hal *hal, const struct core_about *about, struct store_home *home, struct store *store,
                    struct core_shared **ret_shared) {
    struct core_shared *shared = calloc(1, sizeof *shared);
    if (!shared) {
        return E_NOMEM;
    }
    shared->hal = hal;
    shared->home = home;
    shared->about = *about;
    shared->storage = *store_home_status(home);
    shared->started_ms = hal->clock.mono_ms(hal->clock.ctx);
    pthread_mutex_init(&shared->settings_mutex, NULL);
    pthread_mutex_init(&shared->save_mutex, NULL);
    pthread_mutex_init(&shared->provisional_mutex, NULL);
    pthread_mutex_init(&shared->display_mutex, NULL);
    int r = start(shared, store_home_dir(home), store);
    if (r < 0) {
        core_shared_free(shared);
        return r;
    }
    *ret_shared = shared;
    return 0;
}

void core_shared_free(struct core_shared *shared) {
    if (!shared) {
        return;
    }
    sessions_free(shared->sessions);
    throttle_free(shared->throttle);
    certificate_stop(shared);
    rest_keys_stop(shared);
    clock_free(shared->clock);
    matching_free(shared->matching);
    network_free(shared->network);
    settings_unref(shared->settings);
    pthread_mutex_destroy(&shared->settings_mutex);
    pthread_mutex_destroy(&shared->save_mutex);
    pthread_mutex_destroy(&shared->provisional_mutex);
    pthread_mutex_destroy(&shared->display_mutex);
    crypto_wipe(shared, sizeof *shared);
    free(shared);
}

int core_new(struct core_shared *shared, struct store *store, struct core **ret_core) {
    struct core *core = calloc(1, sizeof *core);
    if (!core) {
        (void)store_free(store);
        return E_NOMEM;
    }
    core->shared = shared;
    core->store = store;
    (void)settings_get(core);
    *ret_core = core;
    return 0;
}

void core_free(struct core *core) {
    if (!core) {
        return;
    }
    settings_unref(core->settings);
    (void)store_free(core->store);
    free(core);
}

void core_local(struct core *core, struct local_time *ret_local) {
    struct local_rule rule = clock_rule(settings_get(core));
    *ret_local = local_of(&rule, core_utc_ms(core) / 1000);
}

uint32_t core_today(struct core *core) {
    struct local_time now;
    core_local(core, &now);
    return local_day(&now);
}
