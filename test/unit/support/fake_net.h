/* Network devices for tests: they are what the test says, and remember what they were told. */
#ifndef POSTERN_TEST_FAKE_NET_H
#define POSTERN_TEST_FAKE_NET_H

#include "hal/net.h"
#include "hal/wifi.h"

struct fake_net {
    bool offline; /* ops of net.h that can fail answer E_OFFLINE */
    bool radio_offline; /* those of wifi.h */
    struct hal_net_state states[HAL_INTERFACES]; /* what read() says */
    struct hal_net_config configs[HAL_INTERFACES]; /* what configure() took last */
    unsigned configured[HAL_INTERFACES];
    struct hal_net_route route;
    struct hal_net_way way; /* what way() says */
    int gateway, name, server; /* what the attempts answer */
    uint32_t name_address; /* of every name */
    unsigned pings, names, servers; /* attempts so far */
    char host[HAL_HOST_MAX]; /* name looked up last */
    enum wan_mode pinged; /* whose gateway was tried last */
    uint32_t server_address;
    uint16_t server_port;

    struct hal_wifi_state radio; /* what read() says; join(), open() and off() set its phase */
    unsigned joins, opens, offs;
    char ssid[HAL_SSID_MAX + 1], key[65], identity[257]; /* of the last join() */
    enum wifi_security security;
    char ap_ssid[HAL_SSID_MAX + 1], ap_key[65]; /* of the last open() */
    int search; /* what search() answers */
    const struct hal_wifi_network *found;
    size_t found_count;
};

struct hal;

/* All is down, every attempt is under way, and the ops stand in `hal`. */
void fake_net_init(struct fake_net *fake, struct hal *hal);

#endif
