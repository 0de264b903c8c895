/* The networks around the simulated radio, and the result of joining one. The caller holds the mutex. */
#ifndef POSTERN_HAL_SIM_SIM_WIFI_WORLD_H
#define POSTERN_HAL_SIM_SIM_WIFI_WORLD_H

#include <cjson/cJSON.h>

#include "hal/wifi.h"

#define SIM_WIFI_TEXT_MAX 65 /* bytes of a key, identity or password, with the NUL */

/* The cipher of an access point. */
enum sim_wifi_cipher { SIM_WIFI_CCMP, SIM_WIFI_GCMP, SIM_WIFI_TKIP };

/* An access point. Several may have the same name. */
struct sim_wifi_network {
    struct hal_wifi_network seen;
    bool hidden;
    enum sim_wifi_cipher cipher;
    char key[SIM_WIFI_TEXT_MAX]; /* of networks with a key */
    char identity[SIM_WIFI_TEXT_MAX], password[SIM_WIFI_TEXT_MAX]; /* of networks with 802.1X */
};

struct sim_wifi_world {
    struct sim_wifi_network networks[HAL_WIFI_NETWORKS_MAX];
    size_t count;
};

/* The radio's data for joining a network. */
struct sim_wifi_target {
    char ssid[HAL_SSID_MAX + 1];
    bool hidden;
    enum wifi_security security;
    enum wifi_encryption encryption;
    bool shows_certificate; /* 802.1X with TLS: no password */
    char key[SIM_WIFI_TEXT_MAX], identity[SIM_WIFI_TEXT_MAX], password[SIM_WIFI_TEXT_MAX];
};

/* Sets up a street with an office, its guests, a warehouse and a neighbour. */
void sim_wifi_world_fill(struct sim_wifi_world *world);

/* Returns the strongest access point with the target's name and security; NULL: none in range. A hidden one is found
 * only if the target is marked as hidden. */
const struct sim_wifi_network *sim_wifi_world_find(const struct sim_wifi_world *world,
                                                   const struct sim_wifi_target *target);

/* Returns whether the network accepts the target's credentials. */
enum hal_wifi_failure sim_wifi_world_admit(const struct sim_wifi_network *network,
                                           const struct sim_wifi_target *target);

/* {"ssid":S,"signal":-60,"security":"wpa2","key":K,"band":"band5","hidden":false,"cipher":"ccmp","identity":I,"password":P}:
 * adds the network, or changes the given members of the first one with this name. Returns NULL or an error text. */
const char *sim_wifi_world_put(struct sim_wifi_world *world, const cJSON *network);

/* Removes all networks of a name. */
void sim_wifi_world_remove(struct sim_wifi_world *world, const char *ssid);

/* Returns all networks as a new array, including their keys and passwords, which the bench may know. */
cJSON *sim_wifi_world_show(const struct sim_wifi_world *world);

#endif
