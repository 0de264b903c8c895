/* Network interfaces, default route, name service, and reachability tests. Ops may be called from any thread and return
 * at once: long operations continue in the background and are read later. IPv4 addresses are numbers in host order
 * (192.168.1.2 is 0xC0A80102); 0 is none. */
#ifndef POSTERN_HAL_NET_H
#define POSTERN_HAL_NET_H

#include <stdbool.h>
#include <stdint.h>

#include "values.h"

#define HAL_INTERFACES WAN_MODE_COUNT

#define HAL_MAC_LEN 6 /* bytes of a hardware address */
#define HAL_HOST_MAX 254 /* bytes of a host name, with the NUL (RFC 1035 section 2.3.4) */

/* How an interface gets its address. */
struct hal_net_config {
    bool dhcp; /* the members below apply without it */
    uint32_t address, mask, gateway; /* gateway 0: none */
};

struct hal_net_state {
    bool link_up; /* cable in, associated, or own access point */
    uint32_t speed; /* of the link, in Mbit/s; 0 while it is down */
    uint8_t mac[HAL_MAC_LEN];
    enum lease_state lease;
    uint32_t address, mask, gateway; /* in use; 0: none */
    uint32_t dns[2]; /* name servers offered by DHCP */
    int64_t lease_until_s; /* end of the lease, in seconds since 1970 UTC; 0: none */
};

/* The default route. */
struct hal_net_route {
    enum wan_mode wan; /* preferred interface; while it has no address, the other one is used */
    uint32_t dns[2]; /* name servers; 0, 0: those that DHCP offers on that interface */
};

struct hal_net_way {
    enum wan_mode wan; /* interface in use */
    uint32_t gateway; /* in use; 0: none */
    uint32_t dns; /* first name server in use; 0: none */
};

struct hal_net {
    void *ctx; /* of the backend; passed to every op */

    /* Configures an interface and drops its address. Returns 0, E_OFFLINE when it does not respond, or E_NOT_ALLOWED
     * without permission: then nothing changes. */
    int (*configure)(void *ctx, enum wan_mode interface, const struct hal_net_config *config);

    /* Reads the state of an interface. Cannot fail: one that does not respond is down. */
    void (*read)(void *ctx, enum wan_mode interface, struct hal_net_state *ret_state);

    /* Sets the default route. Returns 0, or E_OFFLINE. */
    int (*route)(void *ctx, const struct hal_net_route *route);

    /* Reads the route in use. */
    void (*way)(void *ctx, struct hal_net_way *ret_way);

    /* Address under which a program on this machine, or a browser beside it, reaches the address of an interface: the
     * address itself on a board; 127.B.C.D for A.B.C.D if the network is simulated, so that several terminals and their
     * browsers fit on one machine and nothing leaves it. */
    uint32_t (*reach)(void *ctx, uint32_t address);

    /* Call each of these repeatedly until the result is not E_BUSY. The first call starts the test; the result is
     * returned once, and the next call starts a new test. A test ends by itself within HAL_TRY_MS. */

    /* Resolves a host name. 0 with *ret_address; E_NOTFOUND (no such name); E_TIMEOUT (no name server responds);
     * E_OFFLINE (no route). */
    int (*resolve)(void *ctx, const char *host, uint32_t *ret_address);

    /* Tests whether the gateway of an interface responds. 0, E_TIMEOUT, or E_OFFLINE (no gateway, or no address). */
    int (*ping_gateway)(void *ctx, enum wan_mode interface);

    /* Opens a TCP connection and closes it. 0, E_TIMEOUT (no answer), E_FORBIDDEN (refused), or E_OFFLINE (no
     * route). */
    int (*try_server)(void *ctx, uint32_t address, uint16_t port);
};

#define HAL_TRY_MS 10000 /* longest time until a result */

#endif
