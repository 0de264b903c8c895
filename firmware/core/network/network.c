#include "core/network/network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/core.h"
#include "core/base/hooks.h"
#include "core/network/network_impl.h"
#include "core/network/wifi.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "hal/hal.h"
#include "setting_hooks.h"
#include "util/crypto.h"
#include "util/err.h"
#include "util/ipv4.h"

#define HTTP_PORT 80 /* default port of a URL */
#define HTTPS_PORT 443

/* Parses an address of the settings, which is valid or empty. */
static uint32_t address_of(const char *text) {
    uint32_t address = 0;
    return ipv4_parse(text, &address) < 0 ? 0 : address;
}

int network_new(struct network **ret_network) {
    struct network *network = calloc(1, sizeof(*network));
    if (network == NULL) {
        return E_NOMEM;
    }
    pthread_mutex_init(&network->mutex, NULL);
    network->due_ms = INT64_MAX;
    network->wifi.due_ms = INT64_MAX;
    for (size_t i = 0; i < LINKS_COUNT; i++) {
        network->links[i].due_ms = INT64_MAX;
    }
    *ret_network = network;
    return 0;
}

void network_free(struct network *network) {
    if (network != NULL) {
        pthread_mutex_destroy(&network->mutex);
        crypto_wipe(network, sizeof(*network));
        free(network);
    }
}

void network_interface(struct core *core, enum wan_mode interface, struct hal_net_state *ret_state) {
    const struct hal_net *net = &core->shared->hal->net;
    net->read(net->ctx, interface, ret_state);
}

static enum probe_state time_probe(struct core *core) {
    struct clock_state state;
    clock_read(core, &state);
    switch (state.ntp) {
        case NTP_STATE_OFF:
        case NTP_STATE_NEVER: return PROBE_STATE_UNKNOWN;
        case NTP_STATE_TRYING: return PROBE_STATE_TRYING;
        case NTP_STATE_GOOD:
        case NTP_STATE_UNCONFIRMED: return PROBE_STATE_GOOD; /* the server responds */
        case NTP_STATE_NO_ANSWER:
        case NTP_STATE_BAD_ANSWER:
        case NTP_STATE_TOO_OLD: return PROBE_STATE_FAILED;
    }
    return PROBE_STATE_UNKNOWN;
}

void network_internet(struct core *core, struct network_internet *ret_internet) {
    const struct hal_net *net = &core->shared->hal->net;
    struct network *network = core->shared->network;
    struct hal_net_way way;
    net->way(net->ctx, &way);
    pthread_mutex_lock(&network->mutex);
    *ret_internet = network->internet;
    pthread_mutex_unlock(&network->mutex);
    ret_internet->wan = way.wan;
    ret_internet->dns = way.dns;
    ret_internet->time = time_probe(core);
}

void network_set_https(struct core_shared *shared, const char *address) {
    (void)snprintf(shared->network->https, sizeof(shared->network->https), "%s", address);
}

const char *network_https(const struct core *core) {
    return core->shared->network->https;
}

void network_serve(struct core_shared *shared, uint16_t http_port, uint16_t https_port) {
    struct network *network = shared->network;
    pthread_mutex_lock(&network->mutex);
    network->http_port = http_port;
    network->https_port = https_port;
    pthread_mutex_unlock(&network->mutex);
}

int network_resolve(const struct core *core, const char *host, uint32_t *ret_address) {
    const struct hal_net *net = &core->shared->hal->net;
    return net->resolve(net->ctx, host, ret_address);
}

uint32_t network_reachable(const struct core_shared *shared, enum wan_mode interface) {
    const struct hal_net *net = &shared->hal->net;
    struct hal_net_state state;
    net->read(net->ctx, interface, &state);
    return state.address == 0 ? 0 : net->reach(net->ctx, state.address);
}

/* Extracts the host of "192.0.2.7:443" or "[2001:db8::7]:443"; "" for a wildcard. */
static void host_of(const char *address, char ret_host[NETWORK_ADDRESS_MAX]) {
    bool is_v6 = address[0] == '[';
    const char *end = strrchr(address, ':');
    size_t len = end == NULL ? 0 : (size_t)(end - address) - (is_v6 ? 2 : 0);
    (void)snprintf(ret_host, NETWORK_ADDRESS_MAX, "%.*s", (int)len, address + (is_v6 ? 1 : 0));
    if (strcmp(ret_host, "0.0.0.0") == 0 || strcmp(ret_host, "::") == 0) {
        ret_host[0] = '\0';
    }
}

static void add_served(struct network_served *served, const char *address) {
    for (size_t i = 0; i < served->count; i++) {
        if (strcmp(served->addresses[i], address) == 0) {
            return;
        }
    }
    (void)snprintf(served->addresses[served->count++], NETWORK_ADDRESS_MAX, "%s", address);
}

void network_served(const struct core_shared *shared, struct network_served *ret_served) {
    char host[NETWORK_ADDRESS_MAX];
    *ret_served = (struct network_served){.count = 0};
    if (shared->network->https[0] == '\0') {
        return;
    }
    host_of(shared->network->https, host);
    if (host[0] != '\0') {
        add_served(ret_served, host);
    }
    for (size_t i = 0; i < HAL_INTERFACES; i++) {
        char text[IPV4_TEXT_MAX];
        ipv4_format(network_reachable(shared, (enum wan_mode)i), true, text);
        if (text[0] != '\0') {
            add_served(ret_served, text);
        }
    }
}

/* Returns the address that an interface has, or will have because it is fixed. */
static uint32_t address_to_be(struct core *core, enum wan_mode interface) {
    const struct setting_ethernet *ethernet = &settings_get(core)->values.ethernet;
    const struct hal_net *net = &core->shared->hal->net;
    if (interface == WAN_MODE_ETHERNET && ethernet->mode == ADDRESS_MODE_FIXED) {
        return net->reach(net->ctx, address_of(ethernet->address));
    }
    return network_reachable(core->shared, interface);
}

/* Writes the URL of the console at one of the two addresses. */
static int write_url(const struct core_shared *shared, uint32_t address, uint32_t otherwise,
                     char ret_url[NETWORK_URL_MAX]) {
    struct network *network = shared->network;
    char host[IPV4_TEXT_MAX];
    pthread_mutex_lock(&network->mutex);
    uint16_t http_port = network->http_port;
    uint16_t https_port = network->https_port;
    pthread_mutex_unlock(&network->mutex);
    address = address != 0 ? address : otherwise;
    ret_url[0] = '\0';
    if (address == 0 || (http_port == 0 && https_port == 0)) {
        return E_NOTFOUND;
    }
    ipv4_format(address, false, host);
    bool secure = https_port != 0;
    unsigned port = secure ? https_port : http_port;
    if (port == (secure ? HTTPS_PORT : HTTP_PORT)) { /* the default port is omitted */
        (void)snprintf(ret_url, NETWORK_URL_MAX, "%s://%s", secure ? "https" : "http", host);
    } else {
        (void)snprintf(ret_url, NETWORK_URL_MAX, "%s://%s:%u", secure ? "https" : "http", host, port);
    }
    return 0;
}

int network_reach(struct core *core, char ret_url[NETWORK_URL_MAX]) {
    bool wifi_first = settings_get(core)->values.internet.wan == WAN_MODE_WIFI;
    uint32_t first = address_to_be(core, wifi_first ? WAN_MODE_WIFI : WAN_MODE_ETHERNET);
    uint32_t second = address_to_be(core, wifi_first ? WAN_MODE_ETHERNET : WAN_MODE_WIFI);
    return write_url(core->shared, first, second, ret_url);
}

bool network_console(const struct core_shared *shared, char ret_url[NETWORK_URL_MAX]) {
    uint32_t ethernet = network_reachable(shared, WAN_MODE_ETHERNET);
    return write_url(shared, ethernet, network_reachable(shared, WAN_MODE_WIFI), ret_url) == 0;
}

static bool ethernet_differs(const struct setting_ethernet *a, const struct setting_ethernet *b) {
    if (a->mode != b->mode) {
        return true;
    }
    return a->mode == ADDRESS_MODE_FIXED && (strcmp(a->address, b->address) != 0 || strcmp(a->mask, b->mask) != 0 ||
                                             strcmp(a->gateway, b->gateway) != 0);
}

bool network_cuts(struct core *core, const struct settings *before, const struct settings *after) {
    const struct setting_values *old = &before->values;
    const struct setting_values *now = &after->values;
    return ethernet_differs(&old->ethernet, &now->ethernet) || old->internet.wan != now->internet.wan ||
           wifi_cuts(core, &old->wirless, &now->wirless);
}

/* Schedules tests of gateway and name service soon. The caller holds the mutex. */
static void try_soon(struct core *core) {
    struct network *network = core->shared->network;
    network->due_ms = core_mono_ms(core);
    network->is_trying = false;
    network->internet.gateway = network->internet.names = PROBE_STATE_TRYING;
}

int effect_ethernet(struct core *core, const struct settings *before, const struct settings *after) {
    const struct hal_net *net = &core->shared->hal->net;
    const struct setting_ethernet *set = &after->values.ethernet;
    if (before != NULL && !ethernet_differs(&before->values.ethernet, set)) {
        return 0;
    }
    struct hal_net_config config = {.dhcp = set->mode == ADDRESS_MODE_DHCP};
    if (!config.dhcp) {
        config.address = address_of(set->address);
        config.mask = address_of(set->mask);
        config.gateway = address_of(set->gateway);
    }
    int r = net->configure(net->ctx, WAN_MODE_ETHERNET, &config);
    if (r == 0) {
        pthread_mutex_lock(&core->shared->network->mutex);
        try_soon(core);
        pthread_mutex_unlock(&core->shared->network->mutex);
    }
    return r;
}

int effect_route(struct core *core, const struct settings *before, const struct settings *after) {
    (void)before;
    const struct hal_net *net = &core->shared->hal->net;
    const struct setting_internet *set = &after->values.internet;
    struct hal_net_route route = {
        .wan = set->wan == WAN_MODE_WIFI ? WAN_MODE_WIFI : WAN_MODE_ETHERNET,
        .dns = {address_of(set->dns1), address_of(set->dns2)},
    };
    int r = net->route(net->ctx, &route);
    if (r == 0) {
        pthread_mutex_lock(&core->shared->network->mutex);
        try_soon(core);
        pthread_mutex_unlock(&core->shared->network->mutex);
    }
    return r;
}

static bool is_same_way(const struct hal_net_way *a, const struct hal_net_way *b) {
    return a->wan == b->wan && a->gateway == b->gateway && a->dns == b->dns;
}

/* Returns whether the display shows the current addresses; `set` marks them as shown. The caller holds the mutex. */
static bool is_shown(struct core *core, bool set) {
    struct network *network = core->shared->network;
    bool same = true;
    for (size_t i = 0; i < HAL_INTERFACES; i++) {
        uint32_t address = network_reachable(core->shared, (enum wan_mode)i);
        same = same && address == network->shown[i];
        network->shown[i] = set ? address : network->shown[i];
    }
    return same;
}

int64_t network_due_ms(struct core *core) {
    const struct hal_net *net = &core->shared->hal->net;
    struct network *network = core->shared->network;
    struct hal_net_way way;
    net->way(net->ctx, &way);
    pthread_mutex_lock(&network->mutex);
    int64_t due_ms = is_same_way(&way, &network->tried_way) && is_shown(core, false) ? network->due_ms : 0;
    pthread_mutex_unlock(&network->mutex);
    return due_ms;
}

/* Converts the result of a finished test. */
static enum probe_state probe_of(int r) {
    return r == 0 ? PROBE_STATE_GOOD : PROBE_STATE_FAILED;
}

/* Continues or starts the tests. The caller holds the mutex. */
static void try_on(struct core *core, const struct hal_net_way *way, const char *host) {
    const struct hal_net *net = &core->shared->hal->net;
    struct network *network = core->shared->network;
    struct network_internet *internet = &network->internet;
    uint32_t address = 0;
    if (!network->is_trying) {
        network->is_trying = true;
        network->gateway_done = network->names_done = false;
    }
    if (!network->gateway_done) {
        int r = net->ping_gateway(net->ctx, way->wan);
        network->gateway_done = r != E_BUSY;
        internet->gateway = network->gateway_done ? probe_of(r) : internet->gateway;
    }
    if (!network->names_done) {
        int r = host[0] == '\0' ? 0 : net->resolve(net->ctx, host, &address);
        network->names_done = r != E_BUSY;
        internet->names = !network->names_done ? internet->names
                          : host[0] == '\0'    ? PROBE_STATE_UNKNOWN
                          : r == E_NOTFOUND    ? PROBE_STATE_GOOD /* it responded: there is no such name */
                                               : probe_of(r);
    }
    if (network->gateway_done && network->names_done) {
        network->is_trying = false;
        internet->tried_s = core_utc_ms(core) / 1000;
    }
    network->due_ms = core_mono_ms(core) + (network->is_trying ? NETWORK_LOOK_MS : NETWORK_TRY_EVERY_MS);
}

void network_upkeep(struct core *core) {
    const struct hal_net *net = &core->shared->hal->net;
    struct network *network = core->shared->network;
    const struct setting_date_time_param *time = &settings_get(core)->values.date_time_param;
    const char *host = time->ntp_server1[0] != '\0' ? time->ntp_server1 : time->ntp_server2;
    struct hal_net_way way;
    net->way(net->ctx, &way);
    pthread_mutex_lock(&network->mutex);
    if (!is_same_way(&way, &network->tried_way)) {
        network->tried_way = way;
        try_soon(core);
    }
    if (network->due_ms <= core_mono_ms(core)) {
        try_on(core, &way, host);
    }
    bool shown = is_shown(core, true);
    pthread_mutex_unlock(&network->mutex);
    if (!shown) {
        hooks_show(core);
    }
}
