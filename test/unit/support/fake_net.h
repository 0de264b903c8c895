/* Network devices for tests: their state is set by the test, and they record their calls. */
#ifndef POSTERN_TEST_FAKE_NET_H
#define POSTERN_TEST_FAKE_NET_H

#include "hal/net.h"
#include "hal/wifi.h"

struct fake_net {
    bool offline; /* fallible ops of net.h return E_OFFLINE */
    bool radio_offline; /* those of wifi.h */
    struct hal_net_state states[HAL_INTERFACES]; /* result of read() */
    struct hal_net_config configs[HAL_INTERFACES]; /* last argument of configure() */
    unsigned configured[HAL_INTERFACES];
    struct hal_net_route route;
    struct hal_net_way way; /* result of way() */
    int gateway, name, server; /* results of the tests */
    uint32_t name_address; /* of every name */
    unsigned pings, names, servers; /* tests so far */
    char host[HAL_HOST_MAX]; /* last resolved name */
    enum wan_mode pinged; /* interface of the last gateway test */
    uint32_t server_address;
    uint16_t server_port;

    struct hal_wifi_state radio; /* result of read(); join(), open() and off() set its phase */
    unsigned joins, opens, offs;
    char ssid[HAL_SSID_MAX + 1], key[65], identity[257]; /* of the last join() */
    enum wifi_security security;
    char ap_ssid[HAL_SSID_MAX + 1], ap_key[65]; /* of the last open() */
    int search; /* result of search() */
    const struct hal_wifi_network *found;
    size_t found_count;
};

struct hal;

/* Everything is down, every test is in progress, and the ops are set in `hal`. */
void fake_net_init(struct fake_net *fake, struct hal *hal);

#endif
