/* Wi-Fi: joins the configured network in steps, and falls back to the terminal's own access point on failure. The
 * access point never opens without a key: if none is set, one is generated and shown on the display. The state is
 * shared by all threads and guards itself. */
#ifndef POSTERN_CORE_WIFI_H
#define POSTERN_CORE_WIFI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/wifi.h"
#include "util/err.h"
#include "values.h"

struct actor;
struct core;
struct core_shared;
struct setting_wirless;

#define WIFI_JOIN_MS 30000 /* longest time until it is associated */
#define WIFI_ADDRESS_MS 20000 /* longest time until it has an address */
#define WIFI_RETRY_MS 300000 /* from a failure to the next attempt, while nobody uses the access point */
#define WIFI_RADIO_MS 60000 /* retry interval for a radio that does not respond */
#define WIFI_SEARCH_AGE_MS 10000 /* age of a search after which it is repeated */
#define WIFI_AP_KEY_LEN 12 /* characters of a generated key: 60 bits */
#define WIFI_AP_ADDRESS UINT32_C(0xC0A80401) /* 192.168.4.1, of the own access point */
#define WIFI_AP_MASK UINT32_C(0xFFFFFF00)

struct wifi_state {
    enum wifi_phase phase;
    char ssid[HAL_SSID_MAX + 1]; /* network of the phase; "": none */
    int signal; /* in dBm; 0 while not joined */
    enum wifi_failure failure; /* of the last attempt; none after a success */
    char failed_ssid[HAL_SSID_MAX + 1];
    char ap_ssid[HAL_SSID_MAX + 1]; /* name of the own access point, open or not */
    unsigned ap_stations;
};

void wifi_read(struct core *core, struct wifi_state *ret_state);

/* Returns whether the change permanently disconnects clients that are connected through the radio (network_cuts()). */
bool wifi_cuts(struct core *core, const struct setting_wirless *before, const struct setting_wirless *after);

/* Starts to join the configured network again, whatever happened before; does nothing unless the mode is client.
 * Returns 0 or E_OFFLINE. */
_must_check_ int wifi_rejoin(struct core *core);

/* Cancels the current attempt to join, and restores the settings before it and before the failed ones that led to it;
 * undoes a change that waits for confirmation (provisional.h). Audited as `by`'s. For a worker. `ret_cancelled` is
 * false if no attempt was in progress, or no network was chosen: earlier settings are joined as they are. Returns 0 or
 * the errors of settings_save() and provisional_revert(). */
_must_check_ int wifi_cancel(struct core *core, const struct actor *by, bool *ret_cancelled);

/* Reads what the display shows of the access point. Returns false while it is closed. `ret_key` is the key if it was
 * generated, else "": a key chosen by an administrator is not for everyone at the door. */
bool wifi_access_point(struct core_shared *shared, char ret_ssid[HAL_SSID_MAX + 1], char ret_key[WIFI_AP_KEY_LEN + 1]);

/* The networks of the last search, one per name, strongest first. */
struct wifi_list {
    struct hal_wifi_network networks[HAL_WIFI_NETWORKS_MAX];
    size_t count;
    int64_t searched_s; /* end of that search, in seconds since 1970 UTC; 0: never */
    bool searching; /* another one is in progress */
};

/* Reads the list, and starts a search if it is older than WIFI_SEARCH_AGE_MS or `again` is set and none is in progress.
 * Returns 0, or E_IO when the last search failed or cannot start. */
_must_check_ int wifi_search(struct core *core, bool again, struct wifi_list *ret_list);

/* For app/upkeep: when to check the connection, and checking it, on a worker. */
int64_t wifi_due_ms(struct core *core);
void wifi_upkeep(struct core *core);

#endif
