/* Interfaces, addresses and the default route through rtnetlink(7). Each call is one exchange with the kernel, which
 * answers at once. Changes need CAP_NET_ADMIN, else E_NOT_ALLOWED. */
#ifndef POSTERN_HAL_LINUX_NETLINK_H
#define POSTERN_HAL_LINUX_NETLINK_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/net.h"
#include "util/err.h"

struct linux_link {
    int index; /* above 0 */
    uint8_t mac[HAL_MAC_LEN]; /* zero if it has none of this length */
    bool is_raised; /* administratively up */
    bool has_carrier; /* cable connected, and the other side is up */
    uint32_t speed; /* in Mbit/s; 0: down, or unknown */
};

/* Opens a socket for the calls below. E_SYSTEM. */
_must_check_ int linux_netlink_open(int *ret_fd);

/* Opens a socket that becomes readable when an interface appears, disappears or changes; linux_netlink_drain() discards
 * the messages. */
_must_check_ int linux_netlink_watch(int *ret_fd);
void linux_netlink_drain(int fd);

/* Reads an interface by its name. E_OFFLINE: it does not exist, and *ret_link has index 0. */
int linux_netlink_link(int fd, const char *name, struct linux_link *ret_link);

/* Brings it up. E_NOT_ALLOWED, E_OFFLINE. */
_must_check_ int linux_netlink_raise(int fd, int index);

/* Removes all its IPv4 addresses, and thus all routes through it. E_NOT_ALLOWED, E_OFFLINE. */
_must_check_ int linux_netlink_flush(int fd, int index);

/* Adds an address. E_NOT_ALLOWED, E_OFFLINE. */
_must_check_ int linux_netlink_address(int fd, int index, uint32_t address, uint32_t mask);

/* Replaces the default route; 0: removes it. E_NOT_ALLOWED, E_OFFLINE. */
_must_check_ int linux_netlink_gateway(int fd, int index, uint32_t gateway);

#endif
