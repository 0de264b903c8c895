/* The shared state behind network.h, wifi.h and links.h; nobody else includes it. */
#ifndef POSTERN_CORE_NETWORK_IMPL_H
#define POSTERN_CORE_NETWORK_IMPL_H

#include <pthread.h>

#include "core/network/links.h"
#include "core/network/network.h"
#include "core/network/wifi.h"
#include "setting_values.h"

/* Where the Wi-Fi machine is. */
enum wifi_stage {
    STAGE_OFF,
    STAGE_JOINING, /* the radio searches, authenticates, associates */
    STAGE_ADDRESS,
    STAGE_REACHING,
    STAGE_CONNECTED,
    STAGE_OWN, /* own access point, as it is set */
    STAGE_FALLBACK, /* own access point, after a failure */
    STAGE_BROKEN /* the radio does not answer */
};

/* What the machine saw when it last looked; when something differs it looks again. */
struct wifi_seen {
    enum hal_wifi_phase phase;
    enum lease_state lease;
    unsigned stations;
};

/* What was in force before the attempts to join that are under way; forgotten, and wiped, once one succeeds or the
 * settings change otherwise. */
struct wifi_before {
    bool is_kept;
    uint32_t revision; /* of the settings that are tried */
    struct setting_wirless values; /* it has secrets */
};

struct wifi {
    enum wifi_stage stage;
    int64_t due_ms; /* end of the stage's patience, or the next attempt; monotonic clock, INT64_MAX never */
    bool is_seen; /* it has looked since the stage began */
    struct wifi_seen seen;
    bool is_lost; /* it had been connected: the attempt under way is one to come back */
    char ssid[HAL_SSID_MAX + 1];
    enum wifi_failure failure;
    char failed_ssid[HAL_SSID_MAX + 1];
    char made_key[WIFI_AP_KEY_LEN + 1]; /* made at the first need, kept until the end of the process */
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
    pthread_mutex_t mutex; /* guards all of it; taken after the display's, never the other way round */
    char https[NETWORK_ADDRESS_MAX]; /* network_set_https(); constant once the loop runs */
    uint16_t http_port, https_port;
    struct network_internet internet;
    uint32_t shown[HAL_INTERFACES]; /* addresses that the display knows of */
    struct hal_net_way tried_way; /* that the attempts are about */
    bool is_trying; /* attempts are under way */
    bool gateway_done, names_done;
    int64_t due_ms; /* of the next attempts; monotonic clock */
    struct wifi wifi;
    struct links_one links[LINKS_COUNT];
};

#endif
