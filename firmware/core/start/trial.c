#include "core/start/trial.h"

#include <stdlib.h>

#include "core/backup/copies.h"
#include "core/base/about.h"
#include "core/base/core.h"
#include "core/base/identity.h"
#include "core/base/secrets.h"
#include "core/door/door.h"
#include "core/rules/rules.h"
#include "core/settings/settings.h"
#include "core/start/start.h"
#include "core/start/start_impl.h"
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

/* In the same order as core/start. */
static int trial_rooms(struct core_shared *trial, struct store *store) {
    int r = start_stored(trial, store);
    if (r == 0) {
        r = door_new(store, &trial->door);
    }
    if (r == 0) {
        r = copies_new(trial, store, &trial->copies);
    }
    return r < 0 ? r : settings_start(trial, store);
}

/* Reads what the console requests first. */
static int trial_read(struct core_shared *trial, struct store *store) {
    struct core core = {.shared = trial, .store = store};
    struct store_users_counts counts;
    int r = users_counts(&core, &counts);
    rules_unref(core.rules);
    settings_unref(core.settings);
    return r;
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
    start_free(trial);
    return r;
}
