/* The Wi-Fi radio: search, join a network, access point. Ops may be called from any thread, copy their arguments and
 * return at once: long operations continue in the background and are read later. hal/net.h handles addresses. */
#ifndef POSTERN_HAL_WIFI_H
#define POSTERN_HAL_WIFI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "values.h"

#define HAL_SSID_MAX 32 /* bytes of an SSID (IEEE 802.11-2020 9.4.2.2) */
#define HAL_WIFI_NETWORKS_MAX 64 /* networks found by a search */

enum hal_wifi_phase {
    HAL_WIFI_OFF,
    HAL_WIFI_SEARCHING, /* for the network to join */
    HAL_WIFI_AUTHENTICATING,
    HAL_WIFI_ASSOCIATING,
    HAL_WIFI_JOINED,
    HAL_WIFI_ACCESS_POINT,
    HAL_WIFI_FAILED /* failed to join, or disconnected; does not retry by itself */
};

enum hal_wifi_failure {
    HAL_WIFI_NO_FAILURE,
    HAL_WIFI_NOT_FOUND, /* no such network in range */
    HAL_WIFI_WRONG_KEY,
    HAL_WIFI_REFUSED, /* the access point rejects this station */
    HAL_WIFI_EAP_REFUSED, /* the 802.1X server rejects the identity or the password */
    HAL_WIFI_CERTIFICATE, /* the certificate of the 802.1X server is not from the CA */
    HAL_WIFI_LOST, /* joined, then disconnected */
    HAL_WIFI_RADIO, /* the radio failed */
    HAL_WIFI_ENCRYPTION /* the network uses a cipher that is not allowed */
};

/* One access point in range. */
struct hal_wifi_network {
    char ssid[HAL_SSID_MAX + 1]; /* never "": hidden networks are left out */
    int signal; /* in dBm, -100 to -1 */
    enum wifi_security security;
    enum wifi_band band; /* 2.4 or 5 GHz */
};

/* How to join a network. Borrowed texts; "" if the security type does not use them. */
struct hal_wifi_join {
    const char *ssid;
    bool hidden; /* it does not broadcast its SSID: probe for it */
    enum wifi_security security;
    enum wifi_encryption encryption; /* not with an open network */
    const char *key; /* 8 to 63 characters, or 64 hexadecimal digits (IEEE 802.11-2020 J.4) */
    enum eap_method eap; /* with TLS the terminal's own certificate is presented */
    enum eap_inner inner;
    const char *identity;
    const char *password;
    const char *ca; /* PEM; "": the server is not verified */
};

struct hal_wifi_state {
    enum hal_wifi_phase phase;
    enum hal_wifi_failure failure; /* with phase HAL_WIFI_FAILED */
    int signal; /* of the network, in dBm; 0 while it is not joined */
    unsigned stations; /* at the own access point */
};

struct hal_wifi {
    void *ctx; /* of the backend; passed to every op */

    /* Leaves the current network or access point and starts to join a network. Returns 0, or E_OFFLINE when the radio
     * is missing or does not respond. */
    int (*join)(void *ctx, const struct hal_wifi_join *join);

    /* Opens an access point with WPA2. Returns 0; E_INVAL: the key does not have 8 to 63 characters (an open access
     * point is not possible); E_OFFLINE. */
    int (*open)(void *ctx, const char *ssid, const char *key);

    /* Switches the radio off. Returns 0, or E_OFFLINE. */
    int (*off)(void *ctx);

    /* Reads the state of the radio. Cannot fail: one that does not respond has failed. */
    void (*read)(void *ctx, struct hal_wifi_state *ret_state);

    /* Searches networks; also while off, joined or an access point. Call repeatedly until the result is not E_BUSY; the
     * first call starts the search. 0 with at most `max` networks; E_IO when the search failed; E_OFFLINE. Takes at
     * most HAL_SEARCH_MS. */
    int (*search)(void *ctx, size_t max, struct hal_wifi_network *ret_networks, size_t *ret_count);
};

#define HAL_SEARCH_MS 10000 /* longest time until a result */

#endif
