/* The network as the terminal sees it: interfaces, the way out, what was tried on it, and where the console is reached.
 * The state is shared by all threads and guards itself. Knows no sockets: devices are hal/net.h and hal/wifi.h. */
#ifndef POSTERN_CORE_NETWORK_H
#define POSTERN_CORE_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/net.h"
#include "util/err.h"
#include "values.h"

struct core;
struct core_shared;
struct hal;
struct network;
struct settings;

#define NETWORK_ADDRESS_MAX 64 /* bytes of an "address:port", with the NUL */
#define NETWORK_URL_MAX 256 /* bytes of an address of the console, with the NUL */
#define NETWORK_TRY_EVERY_MS 60000 /* between two looks at gateway and name service */
#define NETWORK_LOOK_MS 200 /* between two looks at an attempt under way */

/* What was tried. Names: a time server of the settings is looked up; unknown while there is none, because a terminal
 * asks for no name that nobody gave it. Time: how it stands with the time from the network. */
struct network_internet {
    enum probe_state gateway, names, time;
    enum wan_mode wan; /* interface in use */
    uint32_t dns; /* name server in use; 0 while there is none */
    int64_t tried_s; /* when the last attempt ended, in seconds since 1970 UTC; 0 never */
};

/* Makes and frees the state; for core/start. E_NOMEM. */
_must_check_ int network_new(struct network **ret_network);
void network_free(struct network *network);

/* An interface as it is now, and what was tried. Any thread, quick. */
void network_interface(struct core *core, enum wan_mode interface, struct hal_net_state *ret_state);
void network_internet(struct core *core, struct network_internet *ret_internet);

/* The address and port TLS listens on, "" while it does not; set once, before the loop starts. The text lives as long
 * as the state. */
void network_set_https(struct core_shared *shared, const char *address);
const char *network_https(const struct core *core);

/* The addresses at which TLS is served now, as text: that of its listener unless it is any, and those of the interfaces
 * as they are reached from beside. */
#define NETWORK_SERVED_MAX (HAL_INTERFACES + 1)
struct network_served {
    char addresses[NETWORK_SERVED_MAX][NETWORK_ADDRESS_MAX];
    size_t count; /* 0 also while TLS does not listen */
};
void network_served(const struct core_shared *shared, struct network_served *ret_served);

/* Names the ports on which the console is served, 0 for none; for app/reach.c. */
void network_serve(struct core_shared *shared, uint16_t http_port, uint16_t https_port);

/* Address under which the machine reaches an interface's address (hal/net.h), 0 while it has none. */
uint32_t network_reachable(const struct core_shared *shared, enum wan_mode interface);

/* Looks a name up. E_BUSY: it is under way, ask again; E_NOTFOUND: there is no such name; E_TIMEOUT, E_OFFLINE:
 * hal/net.h. */
_must_check_ int network_resolve(const struct core *core, const char *host, uint32_t *ret_address);

/* Where the console will be reached once the settings in force have taken effect: "https://192.0.2.7:8443", of the
 * interface that leads out, or else of the other one. Returns 0; E_NOTFOUND when that cannot be known yet (DHCP has
 * not answered), or when the console is not served at all. */
_must_check_ int network_reach(struct core *core, char ret_url[NETWORK_URL_MAX]);

/* Where the console is reached now, in the same form. Returns false, and writes "", while it is reached nowhere. */
bool network_console(const struct core_shared *shared, char ret_url[NETWORK_URL_MAX]);

/* True if going from `before` to `after`, which is not in force yet, can cut off for good somebody who is connected
 * to the terminal, so that the change has to be confirmed from the new address: another address, another way out,
 * leaving the network that Wi-Fi is connected to, or another access point. Not from the own access point to a
 * network: if that fails, the access point comes back by itself. */
bool network_cuts(struct core *core, const struct settings *before, const struct settings *after);

/* For app/upkeep: when gateway and name service are to be tried, or the display is to say another address; and doing
 * it, on a worker. */
int64_t network_due_ms(struct core *core);
void network_upkeep(struct core *core);

#endif
