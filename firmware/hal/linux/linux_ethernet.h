/* The interface of the cable: how it gets its address, and what it has. A machine of steps in time. Under the mutex of the
 * network; steps belong to the network's thread alone, which has the child of DHCP. */
#ifndef POSTERN_HAL_LINUX_ETHERNET_H
#define POSTERN_HAL_LINUX_ETHERNET_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "hal/linux/linux_arp.h"
#include "hal/linux/linux_board.h"
#include "hal/linux/linux_dhcp.h"
#include "hal/linux/linux_netlink.h"
#include "hal/net.h"

#define LINUX_ETHERNET_FDS 3 /* that are waited for */

struct linux_ethernet {
    const struct linux_board *board;
    int netlink_fd;
    struct linux_link link; /* index 0: there is none of this name */
    bool is_configured;
    bool begins; /* with what is configured, at the next step */
    struct hal_net_config config;
    enum lease_state lease;
    struct linux_lease now; /* in use; address 0: none */
    int64_t until_ms; /* end of the lease; INT64_MAX without one. Monotonic, as are those below */
    int64_t due_ms; /* of the next step by the clock; INT64_MAX: none */
    struct linux_dhcp dhcp;
    int arp_fd; /* while the address is tried; else -1 */
    unsigned probes; /* sent */
};

/* `board` has an Ethernet interface, and outlives it. */
void linux_ethernet_init(struct linux_ethernet *ethernet, const struct linux_board *board, int netlink_fd);

/* Drops the address and begins again at the next step. E_NOT_ALLOWED, E_OFFLINE: then all is as before. Any thread. */
_must_check_ int linux_ethernet_configure(struct linux_ethernet *ethernet, const struct hal_net_config *config);

/* Does what is due. `has_news`: the link may be another than it was. Returns whether something is different now. */
bool linux_ethernet_step(struct linux_ethernet *ethernet, bool has_news, int64_t now_ms);

/* When it wants the next step at the latest; INT64_MAX: never. */
int64_t linux_ethernet_due(const struct linux_ethernet *ethernet);

/* What it waits for besides: LINUX_ETHERNET_FDS entries, -1 where there is nothing. */
void linux_ethernet_fds(const struct linux_ethernet *ethernet, struct pollfd *ret_fds);

/* Writes how it is. `utc_ms` and `now_ms` are one moment on both clocks. */
void linux_ethernet_read(const struct linux_ethernet *ethernet, int64_t utc_ms, int64_t now_ms,
                         struct hal_net_state *ret_state);

/* Who asks for addresses on it. */
struct linux_arp_asker linux_ethernet_asker(const struct linux_ethernet *ethernet);

/* Ends the child; the address stays. */
void linux_ethernet_end(struct linux_ethernet *ethernet);

#endif
