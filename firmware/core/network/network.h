/* The network of the terminal: interfaces, default route, reachability tests, and the addresses of the console. The
 * state is shared by all threads and guards itself. Uses no sockets: the devices are hal/net.h and hal/wifi.h. */
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
#define NETWORK_URL_MAX 256 /* bytes of a URL of the console, with the NUL */
#define NETWORK_TRY_EVERY_MS 60000 /* interval of testing gateway and name service */
#define NETWORK_LOOK_MS 200 /* polling interval of a test in progress */

/* Test results. Names: resolves a configured time server; unknown without one, because a terminal only resolves
 * configured names. Time: state of the network time. */
struct network_internet {
    enum probe_state gateway, names, time;
    enum wan_mode wan; /* interface in use */
    uint32_t dns; /* name server in use; 0: none */
    int64_t tried_s; /* end of the last test, in seconds since 1970 UTC; 0: never */
};

/* Creates and frees the state; for core/start. E_NOMEM. */
_must_check_ int network_new(struct network **ret_network);
void network_free(struct network *network);

/* Read the current state of an interface, and the test results. Any thread, quick. */
void network_interface(struct core *core, enum wan_mode interface, struct hal_net_state *ret_state);
void network_internet(struct core *core, struct network_internet *ret_internet);

/* The address and port of TLS, "": not listening; set once, before the loop starts. The text is valid as long as the
 * state. */
void network_set_https(struct core_shared *shared, const char *address);
const char *network_https(const struct core *core);

/* The addresses at which TLS is currently served, as text: that of its listener unless it is a wildcard, and those of
 * the interfaces as reachable from nearby. */
#define NETWORK_SERVED_MAX (HAL_INTERFACES + 1)
struct network_served {
    char addresses[NETWORK_SERVED_MAX][NETWORK_ADDRESS_MAX];
    size_t count; /* also 0 while TLS does not listen */
};
void network_served(const struct core_shared *shared, struct network_served *ret_served);

/* Sets the ports of the console, 0: none; for app/reach.c. */
void network_serve(struct core_shared *shared, uint16_t http_port, uint16_t https_port);

/* Returns the address under which the machine reaches an interface's address (hal/net.h), 0: none. */
uint32_t network_reachable(const struct core_shared *shared, enum wan_mode interface);

/* Resolves a name. E_BUSY: in progress, call again; E_NOTFOUND: no such name; E_TIMEOUT, E_OFFLINE: hal/net.h. */
_must_check_ int network_resolve(const struct core *core, const char *host, uint32_t *ret_address);

/* Returns the URL of the console once the current settings have taken effect: "https://192.0.2.7:8443", of the
 * interface with the default route, or else of the other one. Returns 0; E_NOTFOUND when that is not known yet (no DHCP
 * answer), or when the console is not served at all. */
_must_check_ int network_reach(struct core *core, char ret_url[NETWORK_URL_MAX]);

/* Returns the current URL of the console, in the same form. Returns false, and writes "", if there is none. */
bool network_console(const struct core_shared *shared, char ret_url[NETWORK_URL_MAX]);

/* Returns whether changing from `before` to `after`, which is not active yet, can permanently disconnect clients of the
 * terminal, so that the change must be confirmed from the new address: another address, another default route, leaving
 * the connected Wi-Fi network, or another access point. Not from the terminal's access point to a network: if that
 * fails, the access point comes back by itself. */
bool network_cuts(struct core *core, const struct settings *before, const struct settings *after);

/* For app/upkeep: when to test gateway and name service, or to update the address on the display; and doing it, on a
 * worker. */
int64_t network_due_ms(struct core *core);
void network_upkeep(struct core *core);

#endif
