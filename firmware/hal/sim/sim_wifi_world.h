/* The networks around the simulated radio, and what comes of trying to join one. With the mutex held. */
#ifndef POSTERN_HAL_SIM_SIM_WIFI_WORLD_H
#define POSTERN_HAL_SIM_SIM_WIFI_WORLD_H

#include <cjson/cJSON.h>

#include "hal/wifi.h"

#define SIM_WIFI_TEXT_MAX 65 /* bytes of a key, identity or password, with the NUL */

/* The cipher that an access point uses. */
enum sim_wifi_cipher { SIM_WIFI_CCMP, SIM_WIFI_GCMP, SIM_WIFI_TKIP };

/* An access point. Several may have one name. */
struct sim_wifi_network {
    struct hal_wifi_network seen;
    bool hidden;
    enum sim_wifi_cipher cipher;
    char key[SIM_WIFI_TEXT_MAX]; /* with a key */
    char identity[SIM_WIFI_TEXT_MAX], password[SIM_WIFI_TEXT_MAX]; /* with 802.1X */
};

struct sim_wifi_world {
    struct sim_wifi_network networks[HAL_WIFI_NETWORKS_MAX];
    size_t count;
};

/* What the radio keeps of a network it is to join. */
struct sim_wifi_target {
    char ssid[HAL_SSID_MAX + 1];
    bool hidden;
    enum wifi_security security;
    enum wifi_encryption encryption;
    bool shows_certificate; /* 802.1X with TLS: there is no password */
    char key[SIM_WIFI_TEXT_MAX], identity[SIM_WIFI_TEXT_MAX], password[SIM_WIFI_TEXT_MAX];
};

/* A street with an office, its guests, a warehouse and a neighbour. */
void sim_wifi_world_fill(struct sim_wifi_world *world);

/* The strongest access point that has the target's name and security; NULL when none is in reach. One that hides its
 * name is found by who knows that it does. */
const struct sim_wifi_network *sim_wifi_world_find(const struct sim_wifi_world *world,
                                                   const struct sim_wifi_target *target);

/* Whether the network takes what the target has to show. */
enum hal_wifi_failure sim_wifi_world_admit(const struct sim_wifi_network *network,
                                           const struct sim_wifi_target *target);

/* {"ssid":S,"signal":-60,"security":"wpa2","key":K,"band":"band5","hidden":false,"cipher":"ccmp","identity":I,"password":P}: adds the
 * network, or changes the parts that are given of the first one with this name. Returns NULL or the refusal's text. */
const char *sim_wifi_world_put(struct sim_wifi_world *world, const cJSON *network);

/* Takes all networks of a name away. */
void sim_wifi_world_remove(struct sim_wifi_world *world, const char *ssid);

/* All networks as a new array, with what opens them: who plays the world knows it. */
cJSON *sim_wifi_world_show(const struct sim_wifi_world *world);

#endif
