#include "core/start/start.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/accounts/accounts.h"
#include "core/accounts/rest_keys.h"
#include "core/accounts/sessions.h"
#include "core/accounts/throttle.h"
#include "core/backup/backup.h"
#include "core/backup/copies.h"
#include "core/base/about.h"
#include "core/base/core.h"
#include "core/base/factory.h"
#include "core/base/hooks.h"
#include "core/base/identity.h"
#include "core/base/origin.h"
#include "core/base/rights.h"
#include "core/base/secrets.h"
#include "core/bulk/bulk.h"
#include "core/devices/bluetooth.h"
#include "core/devices/display.h"
#include "core/devices/matching.h"
#include "core/devices/modules.h"
#include "core/devices/slips.h"
#include "core/door/door.h"
#include "core/engineer/engineer.h"
#include "core/engineer/production.h"
#include "core/events/alarms.h"
#include "core/events/left_out.h"
#include "core/events/log.h"
#include "core/machine/storage.h"
#include "core/network/certificate.h"
#include "core/network/network.h"
#include "core/records/record_photos.h"
#include "core/rules/rules.h"
#include "core/settings/settings.h"
#include "core/start/start_impl.h"
#include "core/start/trial.h"
#include "core/time/clock.h"
#include "core/time/clock_rules.h"
#include "core/upgrade/upgrade.h"
#include "core/users/credentials.h"
#include "core/users/enrol.h"
#include "core/users/refold.h"
#include "setting_hooks.h"
#include "store/accounts/account.h"
#include "store/erase.h"

static int ask_back(struct core *core, enum setting_page page, const struct settings *before,
                    const struct settings *after, const char **ret_field) {
    return page == SETTING_PAGE_IDENTIFY_PARAM ? credentials_check_mode(core, before, after, ret_field) : 0;
}

/* Requires write permission to all its groups, a fresh password, and no REST key. */
static int check_also(struct core *core, const struct actor *by, const struct setting_row *row) {
    const struct rights_table *rights = &settings_get(core)->rights;
    for (int group = 0; group < FUNCTION_GROUP_COUNT; group++) {
        if ((row->also_write >> group & 1U) != 0 && !rights_may(rights, by, group, RIGHT_WRITE)) {
            return E_FORBIDDEN;
        }
    }
    return accounts_check_fresh(by);
}

/* Functions of the rooms above for the settings engine, which knows no page. */
static const struct settings_hooks settings_hooks = {
    .effects = setting_effects,
    .checks = setting_checks,
    .cuts = network_cuts,
    .may = check_also,
    .question = ask_back,
    .also = clock_rules_save,
    .reach = network_reach,
};

/* Loads the factory data. In recovery mode it is read from the terminal's own state; if unreadable, there is no
 * engineer. */
static int load_factory(struct core_shared *shared, const struct about_facts *facts) {
    const char *dir = store_home_dir(shared->home);
    int r = factory_new(facts->recovery_dir != NULL ? facts->recovery_dir : dir, &shared->factory);
    return r < 0 && r != E_NOMEM && facts->recovery_dir != NULL ? factory_new(dir, &shared->factory) : r;
}

/* In recovery mode: reads the serial of the terminal; "" if unreadable. */
static void recovered_serial(const struct about_facts *facts, char ret_serial[ABOUT_SERIAL_MAX]) {
    struct identity identity;
    bool is_known = facts->recovery_dir != NULL && identity_read(facts->recovery_dir, &identity) == 0;
    (void)snprintf(ret_serial, ABOUT_SERIAL_MAX, "%s", is_known ? identity.serial : "");
    crypto_wipe(&identity, sizeof(identity));
}

/* Reads the identity or creates it at the first start. */
static int load_identity(const struct core_shared *shared, const struct about_facts *facts, struct store *store,
                         struct identity *ret_identity) {
    const char *dir = store_home_dir(shared->home);
    int r = identity_read(dir, ret_identity);
    if (r != E_NOTFOUND) {
        return r;
    }
    /* Accounts whose identity is missing: a new one would silently lock everyone out. */
    _cleanup_(store_account_wipep) struct store_account account;
    r = store_account_get(store, ACCOUNTS_ADMIN, &account);
    if (r != E_NOTFOUND) {
        return r < 0 ? r : err_here(E_CORRUPT);
    }
    /* After a factory reset it is still the same terminal: the mark contains its serial. */
    char serial[ERASE_NOTE_MAX], given[ABOUT_SERIAL_MAX];
    r = erase_pending(shared->home, serial);
    if (r < 0 && r != E_NOTFOUND) {
        return r;
    }
    recovered_serial(facts, given);
    if (given[0] == '\0') {
        factory_serial(shared, given);
    }
    const char *known = r == 0 ? serial : given[0] != '\0' ? given : NULL;
    return identity_make(dir, shared->hal, known, ret_identity);
}

static int start_base(struct core_shared *shared, const struct about_facts *facts, struct store *store) {
    struct identity identity;
    int r = crypto_start();
    if (r == 0) {
        r = load_factory(shared, facts);
    }
    if (r == 0) {
        r = load_identity(shared, facts, store, &identity);
    }
    if (r == 0) {
        r = about_new(shared->hal, facts, identity.serial, &shared->about);
    }
    if (r == 0) {
        r = secrets_new(&identity, &shared->secrets);
    }
    if (r == 0) {
        r = origin_new(store_home_dir(shared->home), shared->hal, &shared->origin);
    }
    crypto_wipe(&identity, sizeof(identity));
    return r < 0 ? r : hooks_new(display_upkeep, trial_start, &shared->hooks);
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

int start_stored(struct core_shared *shared, struct store *store) {
    int r = log_new(store, &shared->event_log);
    if (r == 0) {
        r = alarms_new(store, &shared->alarms);
    }
    if (r == 0) {
        r = start_accounts(shared, store);
    }
    if (r == 0) {
        r = rules_new(store, &shared->rules);
    }
    if (r == 0) {
        r = network_new(&shared->network);
    }
    if (r == 0) {
        r = certificate_start(shared, store);
    }
    return r < 0 ? r : accounts_first_start(shared, store);
}

static int start_modules(struct core_shared *shared, struct store *store) {
    int r = credentials_new(&shared->credentials);
    if (r == 0) {
        r = enrol_new(&shared->enrol);
    }
    if (r == 0) {
        r = bulk_new(shared, store, &shared->bulk);
    }
    return r < 0 ? r : modules_new(shared, store, &shared->modules);
}

static int start_devices(struct core_shared *shared) {
    int r = storage_new(&shared->storage);
    if (r == 0) {
        r = bluetooth_new(&shared->bluetooth);
    }
    if (r == 0) {
        r = display_new(&shared->display);
    }
    if (r == 0) {
        r = matching_new(&shared->matching);
    }
    return r < 0 ? r : slips_new(&shared->slips);
}

static void record_left_out(struct core_shared *shared, struct store *store) {
    struct core core = {.shared = shared, .store = store};
    left_out_record(&core);
    settings_unref(core.settings);
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
        r = refold_new(shared, store, &shared->refold);
    }
    if (r == 0) {
        r = start_stored(shared, store);
    }
    if (r == 0) {
        r = record_photos_new(store, &shared->record_photos);
    }
    if (r == 0) {
        r = start_devices(shared);
    }
    if (r == 0) {
        r = start_modules(shared, store);
    }
    if (r == 0) {
        r = door_new(store, &shared->door);
    }
    if (r == 0) {
        r = backup_new(shared->home, &shared->backup);
    }
    if (r == 0) {
        r = copies_new(shared, store, &shared->copies);
    }
    if (r == 0) {
        r = upgrade_new(shared, facts->system_dir, &shared->upgrade);
    }
    if (r == 0) {
        r = engineer_new(&shared->engineer);
    }
    if (r == 0) {
        r = production_new(&shared->production);
    }
    if (r == 0) {
        r = settings_start(shared, store);
    }
    if (r < 0) {
        return r;
    }
    record_left_out(shared, store);
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
    production_free(shared->production);
    engineer_free(shared->engineer);
    upgrade_free(shared->upgrade);
    copies_free(shared->copies);
    backup_free(shared->backup);
    door_free(shared->door);
    modules_free(shared->modules);
    bulk_free(shared->bulk);
    enrol_free(shared->enrol);
    refold_free(shared->refold);
    credentials_free(shared->credentials);
    slips_free(shared->slips);
    matching_free(shared->matching);
    display_free(shared->display);
    bluetooth_free(shared->bluetooth);
    certificate_stop(shared);
    network_free(shared->network);
    rules_free(shared->rules);
    throttle_free(shared->throttle);
    rest_keys_free(shared->rest_keys);
    storage_free(shared->storage);
    sessions_free(shared->sessions);
    accounts_free(shared->accounts);
    record_photos_free(shared->record_photos);
    alarms_free(shared->alarms);
    log_free(shared->event_log);
    clock_free(shared->clock);
    settings_free(shared->settings);
    hooks_free(shared->hooks);
    origin_free(shared->origin);
    secrets_free(shared->secrets);
    about_free(shared->about);
    factory_free(shared->factory);
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
    rules_unref(core->rules);
    (void)store_free(core->store);
    free(core);
}
