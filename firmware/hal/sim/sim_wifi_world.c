#include "hal/sim/sim_wifi_world.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void sim_wifi_world_fill(struct sim_wifi_world *world) {
    static const struct sim_wifi_network street[] = {
        {.seen = {"Harbour Office", -47, WIFI_SECURITY_WPA2WPA3, WIFI_BAND_BAND5}, .key = "office-2027"},
        {.seen = {"Harbour Office", -58, WIFI_SECURITY_WPA2WPA3, WIFI_BAND_BAND24}, .key = "office-2027"},
        {.seen = {"Harbour Staff", -52, WIFI_SECURITY_EAP, WIFI_BAND_BAND5},
         .identity = "terminal",
         .password = "staff-2027"},
        {.seen = {"Harbour Guests", -61, WIFI_SECURITY_OPEN, WIFI_BAND_BAND24}},
        {.seen = {"Warehouse", -70, WIFI_SECURITY_WPA2, WIFI_BAND_BAND24}, .key = "forklift-7"},
        {.seen = {"مكتب الميناء", -74, WIFI_SECURITY_WPA3, WIFI_BAND_BAND5}, .key = "harbour-ar-1"},
        {.seen = {"Neighbour", -86, WIFI_SECURITY_WPA2, WIFI_BAND_BAND24}, .key = "not-for-us"},
        {.seen = {"Vault", -55, WIFI_SECURITY_WPA3, WIFI_BAND_BAND5}, .hidden = true, .key = "vault-door-9"},
    };
    memcpy(world->networks, street, sizeof(street));
    world->count = sizeof(street) / sizeof(street[0]);
}

/* A station that accepts WPA2 and WPA3 joins either, and a network that supports both accepts either. */
static bool is_match(enum wifi_security network, enum wifi_security station) {
    bool keyed = network != WIFI_SECURITY_OPEN && network != WIFI_SECURITY_EAP;
    return network == station || (keyed && station == WIFI_SECURITY_WPA2WPA3) ||
           (network == WIFI_SECURITY_WPA2WPA3 && (station == WIFI_SECURITY_WPA2 || station == WIFI_SECURITY_WPA3));
}

const struct sim_wifi_network *sim_wifi_world_find(const struct sim_wifi_world *world,
                                                   const struct sim_wifi_target *target) {
    const struct sim_wifi_network *best = NULL;
    for (size_t i = 0; i < world->count; i++) {
        const struct sim_wifi_network *network = &world->networks[i];
        if (strcmp(network->seen.ssid, target->ssid) == 0 && (!network->hidden || target->hidden) &&
            is_match(network->seen.security, target->security) &&
            (best == NULL || network->seen.signal > best->seen.signal)) {
            best = network;
        }
    }
    return best;
}

static bool takes_cipher(enum wifi_encryption encryption, enum sim_wifi_cipher cipher) {
    switch (encryption) {
        case WIFI_ENCRYPTION_AUTO: return cipher != SIM_WIFI_TKIP;
        case WIFI_ENCRYPTION_AES: return cipher == SIM_WIFI_CCMP;
        case WIFI_ENCRYPTION_TKIP_AES: return cipher != SIM_WIFI_GCMP;
    }
    return false;
}

enum hal_wifi_failure sim_wifi_world_admit(const struct sim_wifi_network *network,
                                           const struct sim_wifi_target *target) {
    if (network->seen.security == WIFI_SECURITY_OPEN) {
        return HAL_WIFI_NO_FAILURE;
    }
    if (!takes_cipher(target->encryption, network->cipher)) {
        return HAL_WIFI_ENCRYPTION;
    }
    if (network->seen.security == WIFI_SECURITY_EAP) {
        bool proved = target->shows_certificate || strcmp(network->password, target->password) == 0;
        return proved && strcmp(network->identity, target->identity) == 0 ? HAL_WIFI_NO_FAILURE : HAL_WIFI_EAP_REFUSED;
    }
    return strcmp(network->key, target->key) == 0 ? HAL_WIFI_NO_FAILURE : HAL_WIFI_WRONG_KEY;
}

/* Returns the index of the word; -1: unknown. */
static int word_of(const struct value_words *words, const cJSON *json) {
    return cJSON_IsString(json) ? value_find_word(words, json->valuestring, strlen(json->valuestring)) : -1;
}

static const char *const cipher_words[] = {
    [SIM_WIFI_CCMP] = "ccmp", [SIM_WIFI_GCMP] = "gcmp", [SIM_WIFI_TKIP] = "tkip"};

#define CIPHER_COUNT (sizeof(cipher_words) / sizeof(cipher_words[0]))

/* Reads a cipher if given. Returns false: unknown. */
static bool put_cipher(const cJSON *object, enum sim_wifi_cipher *to) {
    const cJSON *part = cJSON_GetObjectItemCaseSensitive(object, "cipher");
    for (size_t i = 0; i < CIPHER_COUNT && cJSON_IsString(part); i++) {
        if (strcmp(cipher_words[i], part->valuestring) == 0) {
            *to = (enum sim_wifi_cipher)i;
            return true;
        }
    }
    return part == NULL;
}

/* Reads a text if given. Returns false: too long. */
static bool put_text(const cJSON *object, const char *name, char *to, size_t size) {
    const cJSON *part = cJSON_GetObjectItemCaseSensitive(object, name);
    if (part != NULL && (!cJSON_IsString(part) || strlen(part->valuestring) >= size)) {
        return false;
    }
    if (part != NULL) {
        (void)snprintf(to, size, "%s", part->valuestring);
    }
    return true;
}

static const char *wifi_world_change(struct sim_wifi_network *network, const cJSON *object) {
    const cJSON *signal = cJSON_GetObjectItemCaseSensitive(object, "signal");
    const cJSON *security = cJSON_GetObjectItemCaseSensitive(object, "security");
    const cJSON *band = cJSON_GetObjectItemCaseSensitive(object, "band");
    const cJSON *hidden = cJSON_GetObjectItemCaseSensitive(object, "hidden");
    if (signal != NULL && (!cJSON_IsNumber(signal) || signal->valuedouble < -100 || signal->valuedouble > -1 ||
                           signal->valuedouble != floor(signal->valuedouble))) {
        return "signal is a whole number from -100 to -1";
    }
    const int security_word = word_of(&wifi_security_words, security);
    if (security != NULL && security_word < 0) {
        return "security is open, wpa2, wpa2wpa3, wpa3 or eap";
    }
    const int band_word = word_of(&wifi_band_words, band);
    if (band != NULL && (band_word < 0 || band_word == WIFI_BAND_BOTH)) {
        return "band is band24 or band5";
    }
    if (hidden != NULL && !cJSON_IsBool(hidden)) {
        return "hidden is true or false";
    }
    if (!put_cipher(object, &network->cipher)) {
        return "cipher is ccmp, gcmp or tkip";
    }
    if (!put_text(object, "key", network->key, sizeof(network->key)) ||
        !put_text(object, "identity", network->identity, sizeof(network->identity)) ||
        !put_text(object, "password", network->password, sizeof(network->password))) {
        return "key, identity and password are texts of at most 64 octets";
    }
    network->seen.signal = signal != NULL ? signal->valueint : network->seen.signal;
    network->seen.security = security != NULL ? (enum wifi_security)security_word : network->seen.security;
    network->seen.band = band != NULL ? (enum wifi_band)band_word : network->seen.band;
    network->hidden = hidden != NULL ? cJSON_IsTrue(hidden) : network->hidden;
    return NULL;
}

const char *sim_wifi_world_put(struct sim_wifi_world *world, const cJSON *network) {
    const char *ssid = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(network, "ssid"));
    if (ssid == NULL || ssid[0] == '\0' || strlen(ssid) > HAL_SSID_MAX) {
        return "a network has an ssid of 1 to 32 octets";
    }
    size_t at = 0;
    while (at < world->count && strcmp(world->networks[at].seen.ssid, ssid) != 0) {
        at++;
    }
    if (at == HAL_WIFI_NETWORKS_MAX) {
        return "there are 64 networks already";
    }
    struct sim_wifi_network changed = world->networks[at];
    if (at == world->count) {
        changed = (struct sim_wifi_network){.seen = {.signal = -60, .security = WIFI_SECURITY_WPA2}};
        (void)snprintf(changed.seen.ssid, sizeof(changed.seen.ssid), "%s", ssid);
    }
    const char *refusal = wifi_world_change(&changed, network);
    if (refusal == NULL) {
        world->networks[at] = changed;
        world->count += at == world->count ? 1 : 0;
    }
    return refusal;
}

void sim_wifi_world_remove(struct sim_wifi_world *world, const char *ssid) {
    size_t kept = 0;
    for (size_t i = 0; i < world->count; i++) {
        if (strcmp(world->networks[i].seen.ssid, ssid) != 0) {
            world->networks[kept++] = world->networks[i];
        }
    }
    world->count = kept;
}

cJSON *sim_wifi_world_show(const struct sim_wifi_world *world) {
    cJSON *all = cJSON_CreateArray();
    for (size_t i = 0; i < world->count; i++) {
        const struct sim_wifi_network *network = &world->networks[i];
        cJSON *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "ssid", network->seen.ssid);
        cJSON_AddNumberToObject(json, "signal", network->seen.signal);
        cJSON_AddStringToObject(json, "security", wifi_security_text_of(network->seen.security));
        cJSON_AddStringToObject(json, "band", wifi_band_text_of(network->seen.band));
        cJSON_AddBoolToObject(json, "hidden", network->hidden);
        cJSON_AddStringToObject(json, "cipher", cipher_words[network->cipher]);
        cJSON_AddStringToObject(json, "key", network->key);
        cJSON_AddStringToObject(json, "identity", network->identity);
        cJSON_AddStringToObject(json, "password", network->password);
        cJSON_AddItemToArray(all, json);
    }
    return all;
}
