/* Wi-Fi: joins the network of the settings in steps, and falls back to the own access point when that fails. The access
 * point never opens without a key: one is made when none is set, and shown on the display. The state is shared by all
 * threads and guards itself. */
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
#define WIFI_RADIO_MS 60000 /* between two attempts to wake a radio that does not answer */
#define WIFI_SEARCH_AGE_MS 10000 /* age of a search after which it is made again */
#define WIFI_AP_KEY_LEN 12 /* characters of a key that is made: 60 bits */
#define WIFI_AP_ADDRESS UINT32_C(0xC0A80401) /* 192.168.4.1, of the own access point */
#define WIFI_AP_MASK UINT32_C(0xFFFFFF00)

struct wifi_state {
    enum wifi_phase phase;
    char ssid[HAL_SSID_MAX + 1]; /* network it is about; "" when it is about none */
    int signal; /* in dBm; 0 while it is not joined */
    enum wifi_failure failure; /* of the last attempt; none once one succeeded */
    char failed_ssid[HAL_SSID_MAX + 1];
    char ap_ssid[HAL_SSID_MAX + 1]; /* name of the own access point, open or not */
    unsigned ap_stations;
};

void wifi_read(struct core *core, struct wifi_state *ret_state);

/* True if going from one to the other cuts off for good who is connected through the radio now (network_cuts()). */
bool wifi_cuts(struct core *core, const struct setting_wirless *before, const struct setting_wirless *after);

/* Begins to join the network of the settings again, whatever went before; nothing when the mode is not client. Returns 0
 * or E_OFFLINE. */
_must_check_ int wifi_rejoin(struct core *core);

/* Ends the attempt to join that is under way, and puts back what was in force before it and the failed ones that led to
 * it; a choice that waits to be confirmed is undone (provisional.h). Audited as `by`'s. For a worker. `ret_cancelled` is
 * false when nothing was under way, or nothing was chosen: settings that were in force before are joined as they are.
 * Returns 0 or what settings_save() and provisional_revert() answer. */
_must_check_ int wifi_cancel(struct core *core, const struct actor *by, bool *ret_cancelled);

/* What the display shows of the access point. Returns false while it is not open. `ret_key` is the key while it is
 * one that was made, else "": a key that somebody chose is not for everybody at the door. */
bool wifi_access_point(struct core_shared *shared, char ret_ssid[HAL_SSID_MAX + 1], char ret_key[WIFI_AP_KEY_LEN + 1]);

/* The networks of the last search, one a name, strongest first. */
struct wifi_list {
    struct hal_wifi_network networks[HAL_WIFI_NETWORKS_MAX];
    size_t count;
    int64_t searched_s; /* when that search ended, in seconds since 1970 UTC; 0 never */
    bool searching; /* another one is under way */
};

/* Reads the list, and begins a search when it is older than WIFI_SEARCH_AGE_MS or `again` is asked for and none is
 * under way. Returns 0, or E_IO when the last search failed or cannot begin. */
_must_check_ int wifi_search(struct core *core, bool again, struct wifi_list *ret_list);

/* For app/upkeep: when the connection is to be looked at, and looking at it, on a worker. */
int64_t wifi_due_ms(struct core *core);
void wifi_upkeep(struct core *core);

#endif
