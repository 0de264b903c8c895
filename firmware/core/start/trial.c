#include "core/start/trial.h"

#include <stdlib.h>

#include "core/accounts/accounts.h"
#include "core/accounts/rest_keys.h"
#include "core/accounts/sessions.h"
#include "core/accounts/throttle.h"
#include "core/backup/copies.h"
#include "core/base/about.h"
#include "core/base/core.h"
#include "core/base/hooks.h"
#include "core/base/identity.h"
#include "core/base/secrets.h"
#include "core/door/door.h"
#include "core/events/alarms.h"
#include "core/events/log.h"
#include "core/network/certificate.h"
#include "core/network/network.h"
#include "core/rules/rules.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/users/users.h"

static int trial_base(struct core_shared *trial, const struct core_shared *live, const struct identity *identity) {
    int r = about_new(live->hal, about_facts(live), identity->serial, &trial->about);
    if (r == 0) {
        r = secrets_new(identity, &trial->secrets);
    }
    if (r == 0) {
        r = settings_new(NULL, &trial->settings);
    }
    return r < 0 ? r : clock_new(live->hal, about_facts(live)->built_s, &trial->clock);
}

static int trial_events(struct core_shared *trial, struct store *store) {
    int r = log_new(store, &trial->event_log);
    return r < 0 ? r : alarms_new(store, &trial->alarms);
}

static int trial_accounts(struct core_shared *trial, struct store *store) {
    int r = accounts_new(trial->hal, &trial->accounts);
    if (r == 0) {
        r = sessions_new(trial->hal, &trial->sessions);
    }
    if (r == 0) {
        r = rest_keys_new(&trial->rest_keys);
    }
    return r < 0 ? r : throttle_new(trial->hal, store, &trial->throttle);
}

/* In the order of core/start. */
static int trial_rooms(struct core_shared *trial, struct store *store) {
    int r = trial_events(trial, store);
    if (r == 0) {
        r = trial_accounts(trial, store);
    }
    if (r == 0) {
        r = rules_new(store, &trial->rules);
    }
    if (r == 0) {
        r = network_new(&trial->network);
    }
    if (r == 0) {
        r = certificate_start(trial, store);
    }
    if (r == 0) {
        r = accounts_first_start(trial, store);
    }
    if (r == 0) {
        r = door_new(store, &trial->door);
    }
    if (r == 0) {
        r = copies_new(trial, store, &trial->copies);
    }
    return r < 0 ? r : settings_start(trial, store);
}

/* What the console asks for first. */
static int trial_read(struct core_shared *trial, struct store *store) {
    struct core core = {.shared = trial, .store = store};
    struct store_users_counts counts;
    int r = users_counts(&core, &counts);
    rules_unref(core.rules);
    settings_unref(core.settings);
    return r;
}

static void trial_free(struct core_shared *trial) {
    copies_free(trial->copies);
    door_free(trial->door);
    certificate_stop(trial);
    network_free(trial->network);
    rules_free(trial->rules);
    throttle_free(trial->throttle);
    rest_keys_free(trial->rest_keys);
    sessions_free(trial->sessions);
    accounts_free(trial->accounts);
    alarms_free(trial->alarms);
    log_free(trial->event_log);
    clock_free(trial->clock);
    settings_free(trial->settings);
    secrets_free(trial->secrets);
    about_free(trial->about);
    free(trial);
}

int trial_start(const struct core_shared *live, const struct identity *identity, struct store *store) {
    struct core_shared *trial = calloc(1, sizeof(*trial));
    if (trial == NULL) {
        return E_NOMEM;
    }
    trial->hal = live->hal;
    trial->home = live->home;
    int r = trial_base(trial, live, identity);
    if (r == 0) {
        r = trial_rooms(trial, store);
    }
    if (r == 0) {
        r = trial_read(trial, store);
    }
    trial_free(trial);
    return r;
}
