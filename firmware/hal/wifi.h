/* The Wi-Fi radio: searching, joining a network, being an access point. Ops may be called from any thread, copy what
 * they are given and return at once: what takes time goes on by itself and is read later. Addresses are net.h's. */
#ifndef POSTERN_HAL_WIFI_H
#define POSTERN_HAL_WIFI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "values.h"

#define HAL_SSID_MAX 32 /* bytes of a name (IEEE 802.11-2020 9.4.2.2) */
#define HAL_WIFI_NETWORKS_MAX 64 /* networks of a search */

enum hal_wifi_phase {
    HAL_WIFI_OFF,
    HAL_WIFI_SEARCHING, /* for the network to join */
    HAL_WIFI_AUTHENTICATING,
    HAL_WIFI_ASSOCIATING,
    HAL_WIFI_JOINED,
    HAL_WIFI_ACCESS_POINT,
    HAL_WIFI_FAILED /* did not join, or was cut off; it does not try again by itself */
};

enum hal_wifi_failure {
    HAL_WIFI_NO_FAILURE,
    HAL_WIFI_NOT_FOUND, /* no such network in reach */
    HAL_WIFI_WRONG_KEY,
    HAL_WIFI_REFUSED, /* the access point does not take this station */
    HAL_WIFI_EAP_REFUSED, /* the server of 802.1X does not take the identity or the password */
    HAL_WIFI_CERTIFICATE, /* that server's certificate is not from the CA */
    HAL_WIFI_LOST, /* joined, then cut off */
    HAL_WIFI_RADIO, /* the radio failed */
    HAL_WIFI_ENCRYPTION /* the network uses a cipher that the station may not take */
};

/* One access point in reach. */
struct hal_wifi_network {
    char ssid[HAL_SSID_MAX + 1]; /* never "": those that hide their name are left out */
    int signal; /* in dBm, -100 to -1 */
    enum wifi_security security;
    enum wifi_band band; /* 2.4 or 5 GHz */
};

/* How to join a network. Borrowed texts; those that the security does not need are "". */
struct hal_wifi_join {
    const char *ssid;
    bool hidden; /* it does not show its name: ask for it */
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
    void *ctx; /* of the backend; handed to every op */

    /* Begins to join a network, after leaving what the radio does now. Returns 0, or E_OFFLINE when there is no
     * radio or it does not answer. */
    int (*join)(void *ctx, const struct hal_wifi_join *join);

    /* Opens an access point, with WPA2. Returns 0; E_INVAL for a key that does not have 8 to 63 characters: there is
     * none without a key; E_OFFLINE. */
    int (*open)(void *ctx, const char *ssid, const char *key);

    /* Switches the radio off. Returns 0, or E_OFFLINE. */
    int (*off)(void *ctx);

    /* Reads how the radio is. Cannot fail: one that does not answer has failed. */
    void (*read)(void *ctx, struct hal_wifi_state *ret_state);

    /* Searches networks; also while it is off, joined or an access point. Asked again and again until it answers
     * something else than E_BUSY; the first call begins. 0 with at most `max` of what was found; E_IO when the search
     * failed; E_OFFLINE. Takes at most HAL_SEARCH_MS. */
    int (*search)(void *ctx, size_t max, struct hal_wifi_network *ret_networks, size_t *ret_count);
};

#define HAL_SEARCH_MS 10000 /* longest time until an answer */

#endif
