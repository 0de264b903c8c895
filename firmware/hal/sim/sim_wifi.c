/* The simulated Wi-Fi radio. Commands:
 *     {"do":"wifi","network":{"ssid":S, …}}   adds or changes a network (sim_wifi_world.h)
 *     {"do":"wifi","remove":S}                takes the networks of this name away
 *     {"do":"wifi","stations":N}              stations at the own access point, 0 to 8
 *     {"do":"wifi","offer":{…}}               what DHCP offers in the networks (sim_net.h) */
#include <stdio.h>
#include <string.h>

#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_net.h"
#include "hal/sim/sim_wifi_world.h"
#include "util/err.h"

#define SEARCH_MS 3000 /* a search over all channels */
#define FIND_MS 2000 /* until the network to join is found */
#define SHAKE_MS 1500 /* authentication with a key, or none */
#define EAP_MS 3000 /* authentication with 802.1X */
#define JOIN_MS 500 /* association */
#define STATIONS_MAX 8
#define SPEED 150 /* Mbit/s */

enum fault { WRONG_KEY, NO_ADDRESS, AP_GONE, EAP_REFUSED, CERTIFICATE, REFUSED, SEARCH_FAILS, OFFLINE };

static const char *const faults[] = {"wrongKey", "noAddress",   "apGone",  "eapRefused", "certificate",
                                     "refused",  "searchFails", "offline", NULL};

static const uint8_t mac[HAL_MAC_LEN] = {0x02, 0x50, 0x53, 0x54, 0x00, 0x02}; /* locally administered */

struct wifi {
    struct sim_wifi_world world;
    enum hal_wifi_phase phase;
    enum hal_wifi_failure failure;
    int64_t at_ms; /* end of the phase, on the monotonic clock, while it joins */
    struct sim_wifi_target target;
    char ap_ssid[HAL_SSID_MAX + 1];
    unsigned stations;
    bool searching;
    int64_t searched_ms; /* when the search ends, on the monotonic clock */
    struct sim_lease lease;
    struct sim_lease_world offer;
};

static void wifi_start(struct sim *sim);

static bool wifi_has(const struct sim *sim, enum fault fault) {
    return sim_has_fault(sim, &sim_wifi, (unsigned)fault);
}

static void set_phase(struct wifi *wifi, enum hal_wifi_phase phase, int64_t now_ms) {
    wifi->phase = phase;
    sim_lease_link(&wifi->lease, phase == HAL_WIFI_JOINED || phase == HAL_WIFI_ACCESS_POINT, now_ms);
}

static void sim_wifi_fail(struct wifi *wifi, enum hal_wifi_failure failure, int64_t now_ms) {
    wifi->failure = failure;
    set_phase(wifi, HAL_WIFI_FAILED, now_ms);
}

/* Returns the network to join; NULL: none in range. */
static const struct sim_wifi_network *target_of(const struct sim *sim, const struct wifi *wifi) {
    return wifi_has(sim, AP_GONE) ? NULL : sim_wifi_world_find(&wifi->world, &wifi->target);
}

static enum hal_wifi_failure wifi_admit(const struct sim *sim, const struct wifi *wifi,
                                        const struct sim_wifi_network *network) {
    bool eap = network->seen.security == WIFI_SECURITY_EAP;
    if (wifi_has(sim, REFUSED)) {
        return HAL_WIFI_REFUSED;
    }
    if (eap && wifi_has(sim, CERTIFICATE)) {
        return HAL_WIFI_CERTIFICATE;
    }
    if (eap && wifi_has(sim, EAP_REFUSED)) {
        return HAL_WIFI_EAP_REFUSED;
    }
    if (!eap && network->seen.security != WIFI_SECURITY_OPEN && wifi_has(sim, WRONG_KEY)) {
        return HAL_WIFI_WRONG_KEY;
    }
    return sim_wifi_world_admit(network, &wifi->target);
}

/* One step of joining: what happens at the end of the current phase. */
static void join_on(const struct sim *sim, struct wifi *wifi) {
    const struct sim_wifi_network *network = target_of(sim, wifi);
    int64_t now_ms = wifi->at_ms;
    if (network == NULL) {
        sim_wifi_fail(wifi, HAL_WIFI_NOT_FOUND, now_ms);
    } else if (wifi->phase == HAL_WIFI_SEARCHING) {
        set_phase(wifi, HAL_WIFI_AUTHENTICATING, now_ms);
        wifi->at_ms += network->seen.security == WIFI_SECURITY_EAP ? EAP_MS : SHAKE_MS;
    } else if (wifi->phase == HAL_WIFI_AUTHENTICATING) {
        enum hal_wifi_failure failure = wifi_admit(sim, wifi, network);
        if (failure != HAL_WIFI_NO_FAILURE) {
            sim_wifi_fail(wifi, failure, now_ms);
            return;
        }
        set_phase(wifi, HAL_WIFI_ASSOCIATING, now_ms);
        wifi->at_ms += JOIN_MS;
    } else {
        set_phase(wifi, HAL_WIFI_JOINED, now_ms);
    }
}

static bool is_joining(const struct wifi *wifi) {
    return wifi->phase == HAL_WIFI_SEARCHING || wifi->phase == HAL_WIFI_AUTHENTICATING ||
           wifi->phase == HAL_WIFI_ASSOCIATING;
}

static int64_t sim_wifi_step(struct sim *sim, int64_t now_ms) {
    struct wifi *wifi = sim_state(sim, &sim_wifi);
    if (wifi_has(sim, OFFLINE) && wifi->phase != HAL_WIFI_OFF && wifi->phase != HAL_WIFI_FAILED) {
        sim_wifi_fail(wifi, HAL_WIFI_RADIO, now_ms);
    }
    while (is_joining(wifi) && now_ms >= wifi->at_ms) {
        join_on(sim, wifi);
    }
    if (wifi->phase == HAL_WIFI_JOINED && target_of(sim, wifi) == NULL) {
        sim_wifi_fail(wifi, HAL_WIFI_LOST, now_ms);
    }
    wifi->offer.silent = wifi_has(sim, NO_ADDRESS);
    int64_t next_ms = sim_lease_step(&wifi->lease, &wifi->offer, now_ms);
    if (is_joining(wifi) && wifi->at_ms < next_ms) {
        next_ms = wifi->at_ms;
    }
    if (wifi->searching && wifi->searched_ms > now_ms && wifi->searched_ms < next_ms) {
        next_ms = wifi->searched_ms;
    }
    return next_ms;
}

int sim_wifi_configure(struct sim *sim, const struct hal_net_config *config) {
    struct wifi *wifi = sim_state(sim, &sim_wifi);
    if (wifi_has(sim, OFFLINE)) {
        return E_OFFLINE;
    }
    sim_lease_configure(&wifi->lease, config, sim_mono_ms(sim));
    sim_changed(sim);
    return 0;
}

void sim_wifi_read(struct sim *sim, struct hal_net_state *ret_state) {
    const struct wifi *wifi = sim_state(sim, &sim_wifi);
    *ret_state = (struct hal_net_state){.link_up = wifi->lease.up, .speed = wifi->lease.up ? SPEED : 0};
    memcpy(ret_state->mac, mac, sizeof(mac));
    sim_lease_read(&wifi->lease, sim_mono_ms(sim), sim_utc_ms(sim), ret_state);
}

static int wifi_join(void *ctx, const struct hal_wifi_join *join) {
    struct sim *sim = sim_enter(ctx);
    struct wifi *wifi = sim_state(sim, &sim_wifi);
    int r = wifi_has(sim, OFFLINE) ? E_OFFLINE : 0;
    if (r == 0) {
        struct sim_wifi_target *target = &wifi->target;
        *target = (struct sim_wifi_target){.hidden = join->hidden,
                                           .security = join->security,
                                           .encryption = join->encryption,
                                           .shows_certificate = join->eap == EAP_METHOD_TLS};
        (void)snprintf(target->ssid, sizeof(target->ssid), "%s", join->ssid);
        (void)snprintf(target->key, sizeof(target->key), "%s", join->key);
        (void)snprintf(target->identity, sizeof(target->identity), "%s", join->identity);
        (void)snprintf(target->password, sizeof(target->password), "%s", join->password);
        int64_t now_ms = sim_mono_ms(sim);
        set_phase(wifi, HAL_WIFI_SEARCHING, now_ms);
        wifi->failure = HAL_WIFI_NO_FAILURE;
        wifi->at_ms = now_ms + FIND_MS;
        sim_changed(sim);
    }
    sim_leave(sim);
    return r;
}

static int wifi_open(void *ctx, const char *ssid, const char *key) {
    struct sim *sim = sim_enter(ctx);
    struct wifi *wifi = sim_state(sim, &sim_wifi);
    size_t len = strlen(key);
    int r = wifi_has(sim, OFFLINE) ? E_OFFLINE : len < 8 || len > 63 ? E_INVAL : 0;
    if (r == 0) {
        (void)snprintf(wifi->ap_ssid, sizeof(wifi->ap_ssid), "%s", ssid);
        wifi->failure = HAL_WIFI_NO_FAILURE;
        set_phase(wifi, HAL_WIFI_ACCESS_POINT, sim_mono_ms(sim));
        sim_changed(sim);
    }
    sim_leave(sim);
    return r;
}

static int wifi_off(void *ctx) {
    struct sim *sim = sim_enter(ctx);
    struct wifi *wifi = sim_state(sim, &sim_wifi);
    int r = wifi_has(sim, OFFLINE) ? E_OFFLINE : 0;
    if (r == 0) {
        wifi->failure = HAL_WIFI_NO_FAILURE;
        set_phase(wifi, HAL_WIFI_OFF, sim_mono_ms(sim));
        sim_changed(sim);
    }
    sim_leave(sim);
    return r;
}

static int signal_of(const struct sim *sim, const struct wifi *wifi) {
    const struct sim_wifi_network *network = wifi->phase == HAL_WIFI_JOINED ? target_of(sim, wifi) : NULL;
    return network != NULL ? network->seen.signal : 0;
}

static void wifi_read(void *ctx, struct hal_wifi_state *ret_state) {
    struct sim *sim = sim_enter(ctx);
    const struct wifi *wifi = sim_state(sim, &sim_wifi);
    *ret_state = (struct hal_wifi_state){.phase = wifi->phase,
                                         .failure = wifi->failure,
                                         .signal = signal_of(sim, wifi),
                                         .stations = wifi->phase == HAL_WIFI_ACCESS_POINT ? wifi->stations : 0};
    sim_leave(sim);
}

/* Copies the networks that are not hidden. */
static size_t sim_wifi_list(const struct sim *sim, const struct wifi *wifi, size_t max,
                            struct hal_wifi_network *ret_networks) {
    size_t count = 0;
    for (size_t i = 0; i < wifi->world.count && count < max && !wifi_has(sim, AP_GONE); i++) {
        if (!wifi->world.networks[i].hidden) {
            ret_networks[count++] = wifi->world.networks[i].seen;
        }
    }
    return count;
}

static int wifi_search(void *ctx, size_t max, struct hal_wifi_network *ret_networks, size_t *ret_count) {
    struct sim *sim = sim_enter(ctx);
    struct wifi *wifi = sim_state(sim, &sim_wifi);
    int64_t now_ms = sim_mono_ms(sim);
    int r = E_BUSY;
    if (wifi_has(sim, OFFLINE)) {
        wifi->searching = false;
        r = E_OFFLINE;
    } else if (!wifi->searching) {
        wifi->searching = true;
        wifi->searched_ms = now_ms + SEARCH_MS;
        sim_changed(sim);
    } else if (now_ms >= wifi->searched_ms) {
        wifi->searching = false;
        *ret_count = sim_wifi_list(sim, wifi, max, ret_networks);
        r = wifi_has(sim, SEARCH_FAILS) ? E_IO : 0;
    }
    sim_leave(sim);
    return r;
}

static const char *wifi_command(struct sim *sim, const cJSON *args) {
    struct wifi *wifi = sim_state(sim, &sim_wifi);
    const cJSON *network = cJSON_GetObjectItemCaseSensitive(args, "network");
    const cJSON *stations = cJSON_GetObjectItemCaseSensitive(args, "stations");
    const cJSON *offer = cJSON_GetObjectItemCaseSensitive(args, "offer");
    const char *removed = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "remove"));
    if (cJSON_IsObject(network)) {
        return sim_wifi_world_put(&wifi->world, network);
    }
    if (cJSON_IsObject(offer)) {
        return sim_net_offer(offer, &wifi->offer);
    }
    if (removed != NULL) {
        sim_wifi_world_remove(&wifi->world, removed);
        return NULL;
    }
    if (!cJSON_IsNumber(stations) || stations->valueint < 0 || stations->valueint > STATIONS_MAX) {
        return "wifi takes a network, remove, stations from 0 to 8, or an offer";
    }
    wifi->stations = (unsigned)stations->valueint;
    return NULL;
}

static cJSON *sim_wifi_state(struct sim *sim) {
    static const char *const phases[] = {
        [HAL_WIFI_OFF] = "off",
        [HAL_WIFI_SEARCHING] = "searching",
        [HAL_WIFI_AUTHENTICATING] = "authenticating",
        [HAL_WIFI_ASSOCIATING] = "associating",
        [HAL_WIFI_JOINED] = "joined",
        [HAL_WIFI_ACCESS_POINT] = "accessPoint",
        [HAL_WIFI_FAILED] = "failed",
    };
    const struct wifi *wifi = sim_state(sim, &sim_wifi);
    struct hal_net_state now;
    sim_wifi_read(sim, &now);
    bool own = wifi->phase == HAL_WIFI_ACCESS_POINT;
    bool off = wifi->phase == HAL_WIFI_OFF;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "phase", phases[wifi->phase]);
    cJSON_AddStringToObject(json, "ssid", own ? wifi->ap_ssid : off ? "" : wifi->target.ssid);
    cJSON_AddNumberToObject(json, "signal", signal_of(sim, wifi));
    cJSON_AddNumberToObject(json, "stations", wifi->stations);
    sim_net_show(json, &now);
    cJSON_AddItemToObject(json, "networks", sim_wifi_world_show(&wifi->world));
    return json;
}

const struct sim_module sim_wifi = {
    .name = "wifi",
    .size = sizeof(struct wifi),
    .faults = faults,
    .start = wifi_start,
    .command = wifi_command,
    .step = sim_wifi_step,
    .state = sim_wifi_state,
};

static void wifi_start(struct sim *sim) {
    struct wifi *wifi = sim_state(sim, &sim_wifi);
    sim_wifi_world_fill(&wifi->world);
    wifi->offer = (struct sim_lease_world){
        .address = 0x0A141E28, .mask = 0xFFFFFF00, .gateway = 0x0A141E01, .dns = {0x0A141E01, 0}};
    sim->hal.wifi = (struct hal_wifi){
        .ctx = sim, .join = wifi_join, .open = wifi_open, .off = wifi_off, .read = wifi_read, .search = wifi_search};
}
