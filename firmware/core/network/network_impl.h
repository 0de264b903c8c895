/* The shared state behind network.h, wifi.h and links.h; not included elsewhere. */
#ifndef POSTERN_CORE_NETWORK_IMPL_H
#define POSTERN_CORE_NETWORK_IMPL_H

#include <pthread.h>

#include "core/network/links.h"
#include "core/network/network.h"
#include "core/network/wifi.h"
#include "setting_values.h"

/* State of the Wi-Fi state machine. */
enum wifi_stage {
    STAGE_OFF,
    STAGE_JOINING, /* the radio searches, authenticates, associates */
    STAGE_ADDRESS,
    STAGE_REACHING,
    STAGE_CONNECTED,
    STAGE_OWN, /* own access point, as configured */
    STAGE_FALLBACK, /* own access point, after a failure */
    STAGE_BROKEN /* the radio does not respond */
};

/* What the state machine last saw; a difference triggers the next step. */
struct wifi_seen {
    enum hal_wifi_phase phase;
    enum lease_state lease;
    unsigned stations;
};

/* The settings before the current attempts to join; wiped once one succeeds or the settings change otherwise. */
struct wifi_before {
    bool is_kept;
    uint32_t revision; /* of the settings being tried */
    struct setting_wirless values; /* it has secrets */
};

struct wifi {
    enum wifi_stage stage;
    int64_t due_ms; /* timeout of the stage, or next attempt; monotonic clock, INT64_MAX: never */
    bool is_seen; /* a step was made since the stage began */
    struct wifi_seen seen;
    bool is_lost; /* it had been connected: the current attempt is a reconnection */
    char ssid[HAL_SSID_MAX + 1];
    enum wifi_failure failure;
    char failed_ssid[HAL_SSID_MAX + 1];
    char made_key[WIFI_AP_KEY_LEN + 1]; /* generated when first needed, kept until the end of the process */
    bool uses_made_key;
    char ap_ssid[HAL_SSID_MAX + 1];
    struct wifi_list list;
    int64_t searched_ms; /* end of the last search, monotonic clock */
    struct wifi_before before;
    bool search_failed;
};

struct links_one {
    enum link_state state;
    int64_t since_s;
    int64_t due_ms; /* monotonic clock */
    bool named; /* `address` is that of the name */
    uint32_t address;
};

struct network {
    pthread_mutex_t mutex; /* guards everything; locked after the display's mutex, never before it */
    char https[NETWORK_ADDRESS_MAX]; /* network_set_https(); constant once the loop runs */
    uint16_t http_port, https_port;
    struct network_internet internet;
    uint32_t shown[HAL_INTERFACES]; /* addresses known to the display */
    struct hal_net_way tried_way; /* route that the tests are about */
    bool is_trying; /* tests are in progress */
    bool gateway_done, names_done;
    int64_t due_ms; /* of the next tests; monotonic clock */
    struct wifi wifi;
    struct links_one links[LINKS_COUNT];
};

#endif
