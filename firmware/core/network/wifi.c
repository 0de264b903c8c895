#include "core/network/wifi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/core.h"
#include "core/base/hooks.h"
#include "core/network/wifi_impl.h"
#include "core/settings/provisional.h"
#include "core/settings/settings.h"
#include "hal/hal.h"
#include "setting_hooks.h"
#include "util/crypto.h"
#include "util/err.h"

static enum wifi_phase phase_of(const struct wifi *wifi, enum hal_wifi_phase radio) {
    switch (wifi->stage) {
        case STAGE_OFF: return WIFI_PHASE_IDLE;
        case STAGE_JOINING:
            return radio == HAL_WIFI_AUTHENTICATING                            ? WIFI_PHASE_AUTHENTICATING
                   : radio == HAL_WIFI_ASSOCIATING || radio == HAL_WIFI_JOINED ? WIFI_PHASE_ASSOCIATING
                                                                               : WIFI_PHASE_SEARCHING;
        case STAGE_ADDRESS: return WIFI_PHASE_OBTAINING_ADDRESS;
        case STAGE_REACHING: return WIFI_PHASE_REACHING;
        case STAGE_CONNECTED: return WIFI_PHASE_CONNECTED;
        case STAGE_OWN:
        case STAGE_FALLBACK: return WIFI_PHASE_ACCESS_POINT;
        case STAGE_BROKEN: return WIFI_PHASE_FAILED;
    }
    return WIFI_PHASE_IDLE;
}

void wifi_read(struct core *core, struct wifi_state *ret_state) {
    const struct hal_wifi *hal = &core->shared->hal->wifi;
    const struct setting_wirless *set = &settings_get(core)->values.wirless;
    struct network *network = core->shared->network;
    const struct wifi *wifi = &network->wifi;
    struct hal_wifi_state radio;
    hal->read(hal->ctx, &radio);
    *ret_state = (struct wifi_state){.signal = radio.signal, .ap_stations = radio.stations};
    pthread_mutex_lock(&network->mutex);
    ret_state->phase = phase_of(wifi, radio.phase);
    ret_state->failure = wifi->failure;
    memcpy(ret_state->ssid, wifi->ssid, sizeof(ret_state->ssid));
    memcpy(ret_state->failed_ssid, wifi->failed_ssid, sizeof(ret_state->failed_ssid));
    pthread_mutex_unlock(&network->mutex);
    wifi_machine_name(core, set, ret_state->ap_ssid);
}

static bool is_open(const struct wifi *wifi) {
    return wifi->stage == STAGE_OWN || wifi->stage == STAGE_FALLBACK;
}

/* Returns whether it is connected to a network or joining one. */
static bool is_client(const struct wifi *wifi) {
    return wifi->stage == STAGE_JOINING || wifi->stage == STAGE_ADDRESS || wifi->stage == STAGE_REACHING ||
           wifi->stage == STAGE_CONNECTED;
}

bool wifi_access_point(struct core_shared *shared, char ret_ssid[HAL_SSID_MAX + 1], char ret_key[WIFI_AP_KEY_LEN + 1]) {
    struct network *network = shared->network;
    const struct wifi *wifi = &network->wifi;
    pthread_mutex_lock(&network->mutex);
    bool open = is_open(wifi);
    memcpy(ret_ssid, wifi->ap_ssid, sizeof(wifi->ap_ssid));
    memcpy(ret_key, wifi->made_key, sizeof(wifi->made_key));
    if (!wifi->uses_made_key) {
        ret_key[0] = '\0';
    }
    pthread_mutex_unlock(&network->mutex);
    return open;
}

static bool joins_differently(const struct setting_wirless *a, const struct setting_wirless *b) {
    return strcmp(a->ssid, b->ssid) != 0 || a->hidden != b->hidden || a->security != b->security ||
           a->encryption != b->encryption || strcmp(a->key, b->key) != 0 || a->eap != b->eap || a->inner != b->inner ||
           strcmp(a->identity, b->identity) != 0 || strcmp(a->password, b->password) != 0 || strcmp(a->ca, b->ca) != 0;
}

static bool opens_differently(const struct setting_wirless *a, const struct setting_wirless *b) {
    return a->ap_name_mode != b->ap_name_mode || strcmp(a->ap_name, b->ap_name) != 0 ||
           strcmp(a->ap_key, b->ap_key) != 0;
}

/* Returns whether the radio must start again. Settings of another mode do not matter now. */
static bool wifi_differs(const struct setting_wirless *a, const struct setting_wirless *b) {
    return a->mode != b->mode || (b->mode == WIFI_MODE_CLIENT && joins_differently(a, b)) ||
           (b->mode == WIFI_MODE_ACCESS_POINT && opens_differently(a, b));
}

bool wifi_cuts(struct core *core, const struct setting_wirless *before, const struct setting_wirless *after) {
    struct network *network = core->shared->network;
    pthread_mutex_lock(&network->mutex);
    bool open = is_open(&network->wifi);
    /* Also while joining: a choice that replaces one that was just undone leaves the same network. */
    bool connected = is_client(&network->wifi);
    pthread_mutex_unlock(&network->mutex);
    if (open && after->mode == WIFI_MODE_CLIENT) {
        return !wifi_differs(before, after) && opens_differently(before, after);
    }
    return (open || connected) && wifi_differs(before, after);
}

static int wifi_begin(struct core *core, const struct setting_wirless *set) {
    struct network *network = core->shared->network;
    pthread_mutex_lock(&network->mutex);
    int r = wifi_machine_begin(core, set, "settings");
    pthread_mutex_unlock(&network->mutex);
    hooks_show(core);
    return r;
}

/* Changes name or key of the access point that a failure opened. */
static int wifi_reopen(struct core *core, const struct setting_wirless *set) {
    struct network *network = core->shared->network;
    pthread_mutex_lock(&network->mutex);
    bool open = network->wifi.stage == STAGE_FALLBACK;
    int r = open ? wifi_machine_reopen(core, set) : 0;
    pthread_mutex_unlock(&network->mutex);
    if (open) {
        hooks_show(core);
    }
    return r;
}

/* Stores the settings that the choice of a network replaces. A choice after a failed one keeps those from before that.
 * An undone save has a lower revision: it replaces nothing. */
static void before_keep(struct wifi *wifi, const struct settings *before, const struct settings *after) {
    uint32_t was = before->revision[SETTING_PAGE_WIRLESS];
    uint32_t now = after->revision[SETTING_PAGE_WIRLESS];
    if (after->values.wirless.mode != WIFI_MODE_CLIENT || now < was) {
        wifi_before_forget(wifi);
        return;
    }
    if (!wifi->before.is_kept || wifi->before.revision != was) {
        wifi->before.values = before->values.wirless;
    }
    wifi->before.is_kept = true;
    wifi->before.revision = now;
}

static void before_follow(struct core *core, const struct settings *before, const struct settings *after,
                          bool differs) {
    struct network *network = core->shared->network;
    pthread_mutex_lock(&network->mutex);
    if (before == NULL || !differs) {
        wifi_before_forget(&network->wifi);
    } else {
        before_keep(&network->wifi, before, after);
    }
    pthread_mutex_unlock(&network->mutex);
}

int effect_wifi(struct core *core, const struct settings *before, const struct settings *after) {
    const struct setting_wirless *set = &after->values.wirless;
    bool differs = before == NULL || wifi_differs(&before->values.wirless, set);
    before_follow(core, before, after, differs);
    if (!differs) {
        return opens_differently(&before->values.wirless, set) ? wifi_reopen(core, set) : 0;
    }
    int r = wifi_begin(core, set);
    /* At start nothing can be undone: the state machine keeps retrying the radio. */
    if (r < 0 && r != E_NOT_FITTED && before == NULL) {
        pthread_mutex_lock(&core->shared->network->mutex);
        wifi_machine_break(core);
        pthread_mutex_unlock(&core->shared->network->mutex);
    }
    return r;
}

int wifi_rejoin(struct core *core) {
    struct network *network = core->shared->network;
    pthread_mutex_lock(&network->mutex);
    const struct setting_wirless *set = &settings_get(core)->values.wirless;
    bool client = set->mode == WIFI_MODE_CLIENT;
    int r = client ? wifi_machine_begin(core, set, "rejoin") : 0;
    pthread_mutex_unlock(&network->mutex);
    if (client) {
        hooks_show(core);
    }
    return r;
}

/* Returns whether a chosen network is being joined, or its radio retried; reads the settings from before it. */
static bool before_take(struct core *core, struct setting_wirless *ret_values, uint32_t *ret_revision) {
    struct network *network = core->shared->network;
    pthread_mutex_lock(&network->mutex);
    const struct wifi *wifi = &network->wifi;
    bool is_under_way =
        wifi->before.is_kept && wifi->stage != STAGE_CONNECTED && (is_client(wifi) || wifi->stage == STAGE_BROKEN);
    if (is_under_way) {
        *ret_values = wifi->before.values;
        *ret_revision = wifi->before.revision;
    }
    pthread_mutex_unlock(&network->mutex);
    return is_under_way;
}

/* Restoring failed: keeps them, for the settings still being tried. */
static void before_put(struct core *core, const struct setting_wirless *values, uint32_t revision) {
    struct network *network = core->shared->network;
    pthread_mutex_lock(&network->mutex);
    network->wifi.before = (struct wifi_before){.is_kept = true, .revision = revision, .values = *values};
    pthread_mutex_unlock(&network->mutex);
}

/* Restored settings replace nothing, although a save restored them: they cannot be cancelled in turn. */
static void before_drop(struct core *core, uint32_t revision) {
    struct network *network = core->shared->network;
    pthread_mutex_lock(&network->mutex);
    if (network->wifi.before.revision == revision) {
        wifi_before_forget(&network->wifi);
    }
    pthread_mutex_unlock(&network->mutex);
}

int wifi_cancel(struct core *core, const struct actor *by, bool *ret_cancelled) {
    struct provisional waiting;
    struct setting_wirless values;
    struct settings_result result;
    /* Nobody is connected through a radio that is joining. */
    struct settings_change change = {.page = SETTING_PAGE_WIRLESS,
                                     .values = &values,
                                     .given = SETTINGS_ALL,
                                     .has_revision = true,
                                     .cuts_nobody = true};
    *ret_cancelled = false;
    provisional_read(core, &waiting);
    if (waiting.step != PROVISIONAL_NONE && waiting.page == SETTING_PAGE_WIRLESS) {
        int r = provisional_revert(core, by);
        *ret_cancelled = r == 0;
        return r == E_CONFIRM_UNKNOWN ? 0 : r;
    }
    if (!before_take(core, &values, &change.revision)) {
        return 0;
    }
    int r = settings_save(core, by, &change, &result);
    if (r == 0) {
        before_drop(core, result.revision);
    } else if (r != E_CHANGED_MEANWHILE) {
        before_put(core, &values, change.revision); /* the next attempt finds them */
    }
    crypto_wipe(&values, sizeof(values));
    *ret_cancelled = r == 0;
    return r == E_CHANGED_MEANWHILE ? 0 : r;
}

int64_t wifi_due_ms(struct core *core) {
    struct network *network = core->shared->network;
    pthread_mutex_lock(&network->mutex);
    int64_t due_ms = wifi_machine_due(core);
    pthread_mutex_unlock(&network->mutex);
    return due_ms;
}

void wifi_upkeep(struct core *core) {
    struct network *network = core->shared->network;
    pthread_mutex_lock(&network->mutex);
    /* Not earlier: replaced settings would be joined instead of the new ones. */
    bool is_other = wifi_machine_look(core, &settings_get(core)->values.wirless);
    pthread_mutex_unlock(&network->mutex);
    if (is_other) {
        hooks_show(core);
    }
}

/* Merges networks of one name: the strongest, with all bands it was found on. */
static size_t wifi_merge(struct hal_wifi_network *networks, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        while (at < kept && strcmp(networks[at].ssid, networks[i].ssid) != 0) {
            at++;
        }
        if (at == kept) {
            networks[kept++] = networks[i];
            continue;
        }
        enum wifi_band band = networks[at].band == networks[i].band ? networks[at].band : WIFI_BAND_BOTH;
        if (networks[i].signal > networks[at].signal) {
            networks[at] = networks[i];
        }
        networks[at].band = band;
    }
    return kept;
}

static int by_signal(const void *a, const void *b) {
    const struct hal_wifi_network *one = a;
    const struct hal_wifi_network *other = b;
    return one->signal != other->signal ? other->signal - one->signal : strcmp(one->ssid, other->ssid);
}

/* Polls the search in progress, or starts one. The caller holds the mutex. */
static void search_on(struct core *core, struct wifi *wifi) {
    const struct hal_wifi *hal = &core->shared->hal->wifi;
    struct hal_wifi_network networks[HAL_WIFI_NETWORKS_MAX];
    size_t count = 0;
    int r = hal->search(hal->ctx, HAL_WIFI_NETWORKS_MAX, networks, &count);
    wifi->list.searching = r == E_BUSY;
    wifi->search_failed = r < 0 && r != E_BUSY;
    if (r == E_BUSY) {
        return;
    }
    wifi->searched_ms = core_mono_ms(core);
    wifi->list.searched_s = core_utc_ms(core) / 1000;
    if (r < 0) {
        wifi->list.count = 0;
        return;
    }
    wifi->list.count = wifi_merge(networks, count);
    qsort(networks, wifi->list.count, sizeof(networks[0]), by_signal);
    memcpy(wifi->list.networks, networks, sizeof(networks));
}

int wifi_search(struct core *core, bool again, struct wifi_list *ret_list) {
    struct network *network = core->shared->network;
    struct wifi *wifi = &network->wifi;
    pthread_mutex_lock(&network->mutex);
    bool is_old = wifi->list.searched_s == 0 || core_mono_ms(core) - wifi->searched_ms > WIFI_SEARCH_AGE_MS;
    if (wifi->list.searching || again || is_old) {
        search_on(core, wifi);
    }
    int r = wifi->search_failed ? E_IO : 0;
    *ret_list = wifi->list;
    pthread_mutex_unlock(&network->mutex);
    return r;
}
