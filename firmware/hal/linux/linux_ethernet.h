/* The Ethernet interface: how it gets its address, and its state. A timed state machine. Requires the mutex of the
 * network; only the network's thread may call steps, as it owns the DHCP child. */
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

#define LINUX_ETHERNET_FDS 3 /* descriptors to poll */

struct linux_ethernet {
    const struct linux_board *board;
    int netlink_fd;
    struct linux_link link; /* index 0: no interface of this name */
    bool is_configured;
    bool begins; /* starts with the configuration at the next step */
    struct hal_net_config config;
    enum lease_state lease;
    struct linux_lease now; /* in use; address 0: none */
    int64_t until_ms; /* end of the lease; INT64_MAX without one. Monotonic, as below */
    int64_t due_ms; /* time of the next step; INT64_MAX: none */
    struct linux_dhcp dhcp;
    int arp_fd; /* while the address is probed; else -1 */
    unsigned probes; /* number sent */
};

/* `board` has an Ethernet interface and must outlive it. */
void linux_ethernet_init(struct linux_ethernet *ethernet, const struct linux_board *board, int netlink_fd);

/* Drops the address and starts again at the next step. E_NOT_ALLOWED, E_OFFLINE: then nothing changes. Any thread. */
_must_check_ int linux_ethernet_configure(struct linux_ethernet *ethernet, const struct hal_net_config *config);

/* Performs the steps that are due. `has_news`: the link may have changed. Returns whether anything changed. */
bool linux_ethernet_step(struct linux_ethernet *ethernet, bool has_news, int64_t now_ms);

/* Returns the time of the next step; INT64_MAX: never. */
int64_t linux_ethernet_due(const struct linux_ethernet *ethernet);

/* Writes the LINUX_ETHERNET_FDS descriptors to poll; -1 for unused ones. */
void linux_ethernet_fds(const struct linux_ethernet *ethernet, struct pollfd *ret_fds);

/* Reads the state. `utc_ms` and `now_ms` are the same moment on both clocks. */
void linux_ethernet_read(const struct linux_ethernet *ethernet, int64_t utc_ms, int64_t now_ms,
                         struct hal_net_state *ret_state);

/* Returns the ARP sender for this interface. */
struct linux_arp_asker linux_ethernet_asker(const struct linux_ethernet *ethernet);

/* Ends the child; the address stays. */
void linux_ethernet_end(struct linux_ethernet *ethernet);

#endif
