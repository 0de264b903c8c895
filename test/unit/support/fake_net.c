#include "fake_net.h"

#include <stdio.h>
#include <string.h>

#include "hal/hal.h"
#include "util/err.h"

static int configure(void *ctx, enum wan_mode interface, const struct hal_net_config *config) {
    struct fake_net *fake = ctx;
    if (fake->offline) {
        return E_OFFLINE;
    }
    fake->configs[interface] = *config;
    fake->configured[interface]++;
    return 0;
}

static void read_interface(void *ctx, enum wan_mode interface, struct hal_net_state *ret_state) {
    *ret_state = ((const struct fake_net *)ctx)->states[interface];
}

static int route(void *ctx, const struct hal_net_route *to) {
    struct fake_net *fake = ctx;
    fake->route = *to;
    return fake->offline ? E_OFFLINE : 0;
}

static void read_way(void *ctx, struct hal_net_way *ret_way) {
    *ret_way = ((const struct fake_net *)ctx)->way;
}

static uint32_t reach(void *ctx, uint32_t address) {
    (void)ctx;
    return address;
}

static int resolve(void *ctx, const char *host, uint32_t *ret_address) {
    struct fake_net *fake = ctx;
    fake->names++;
    (void)snprintf(fake->host, sizeof(fake->host), "%s", host);
    *ret_address = fake->name_address;
    return fake->name;
}

static int ping_gateway(void *ctx, enum wan_mode interface) {
    struct fake_net *fake = ctx;
    fake->pinged = interface;
    fake->pings++;
    return fake->gateway;
}

static int try_server(void *ctx, uint32_t address, uint16_t port) {
    struct fake_net *fake = ctx;
    fake->servers++;
    fake->server_address = address;
    fake->server_port = port;
    return fake->server;
}

static int join(void *ctx, const struct hal_wifi_join *how) {
    struct fake_net *fake = ctx;
    if (fake->radio_offline) {
        return E_OFFLINE;
    }
    fake->joins++;
    fake->security = how->security;
    (void)snprintf(fake->ssid, sizeof(fake->ssid), "%s", how->ssid);
    (void)snprintf(fake->key, sizeof(fake->key), "%s", how->key);
    (void)snprintf(fake->identity, sizeof(fake->identity), "%s", how->identity);
    fake->radio.phase = HAL_WIFI_SEARCHING;
    return 0;
}

static int open_own(void *ctx, const char *ssid, const char *key) {
    struct fake_net *fake = ctx;
    if (fake->radio_offline) {
        return E_OFFLINE;
    }
    fake->opens++;
    (void)snprintf(fake->ap_ssid, sizeof(fake->ap_ssid), "%s", ssid);
    (void)snprintf(fake->ap_key, sizeof(fake->ap_key), "%s", key);
    fake->radio.phase = HAL_WIFI_ACCESS_POINT;
    return 0;
}

static int off(void *ctx) {
    struct fake_net *fake = ctx;
    fake->offs++;
    fake->radio.phase = HAL_WIFI_OFF;
    return fake->radio_offline ? E_OFFLINE : 0;
}

static void read_radio(void *ctx, struct hal_wifi_state *ret_state) {
    *ret_state = ((const struct fake_net *)ctx)->radio;
}

static int search(void *ctx, size_t max, struct hal_wifi_network *ret_networks, size_t *ret_count) {
    const struct fake_net *fake = ctx;
    *ret_count = fake->found_count < max ? fake->found_count : max;
    if (fake->search == 0 && *ret_count > 0) {
        memcpy(ret_networks, fake->found, *ret_count * sizeof(*ret_networks));
    }
    return fake->search;
}

void fake_net_init(struct fake_net *fake, struct hal *hal) {
    memset(fake, 0, sizeof(*fake));
    fake->gateway = fake->name = fake->server = fake->search = E_BUSY;
    hal->net = (struct hal_net){.ctx = fake,
                                .configure = configure,
                                .read = read_interface,
                                .route = route,
                                .way = read_way,
                                .reach = reach,
                                .resolve = resolve,
                                .ping_gateway = ping_gateway,
                                .try_server = try_server};
    hal->wifi = (struct hal_wifi){
        .ctx = fake, .join = join, .open = open_own, .off = off, .read = read_radio, .search = search};
}
