/* Interfaces, addresses and the default route by rtnetlink(7). Each call is one exchange with the kernel, which answers
 * at once. Changing something needs CAP_NET_ADMIN: E_NOT_ALLOWED without it. */
#ifndef POSTERN_HAL_LINUX_NETLINK_H
#define POSTERN_HAL_LINUX_NETLINK_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/net.h"
#include "util/err.h"

struct linux_link {
    int index; /* above 0 */
    uint8_t mac[HAL_MAC_LEN]; /* zero where it has none of this length */
    bool is_raised; /* switched on */
    bool has_carrier; /* cable in, and the other side answers */
    uint32_t speed; /* in Mbit/s; 0: down, or the driver does not tell */
};

/* A socket for the calls below. E_SYSTEM. */
_must_check_ int linux_netlink_open(int *ret_fd);

/* A socket that becomes readable when an interface comes, goes or changes; linux_netlink_drain() takes what came. */
_must_check_ int linux_netlink_watch(int *ret_fd);
void linux_netlink_drain(int fd);

/* Reads an interface by its name. E_OFFLINE: there is none, and *ret_link has index 0. */
int linux_netlink_link(int fd, const char *name, struct linux_link *ret_link);

/* Switches it on. E_NOT_ALLOWED, E_OFFLINE. */
_must_check_ int linux_netlink_raise(int fd, int index);

/* Takes all IPv4 addresses from it, and with them all routes over it. E_NOT_ALLOWED, E_OFFLINE. */
_must_check_ int linux_netlink_flush(int fd, int index);

/* Gives it an address. E_NOT_ALLOWED, E_OFFLINE. */
_must_check_ int linux_netlink_address(int fd, int index, uint32_t address, uint32_t mask);

/* Makes the gateway the way out, in the place of another one; 0: there is none. E_NOT_ALLOWED, E_OFFLINE. */
_must_check_ int linux_netlink_gateway(int fd, int index, uint32_t gateway);

#endif
