/* ARP over Ethernet (RFC 826): detects whether an address is in use. Sockets need CAP_NET_RAW. */
#ifndef POSTERN_HAL_LINUX_ARP_H
#define POSTERN_HAL_LINUX_ARP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/net.h"
#include "util/err.h"

#define LINUX_ARP_LEN 28 /* bytes of a packet */

/* Sender of ARP packets: the interface and its address. */
struct linux_arp_asker {
    int index; /* of the interface */
    uint8_t mac[HAL_MAC_LEN];
    uint32_t address; /* 0: none yet, sends probes (RFC 5227) */
};

/* Writes an ARP request for `whom`. With whom == asker->address it announces the address. Pure. */
void linux_arp_write(const struct linux_arp_asker *asker, uint32_t whom, uint8_t ret_packet[LINUX_ARP_LEN]);

/* Returns whether a packet says that another host has `whom`, or probes for it at the same time. Pure. */
bool linux_arp_tells(const uint8_t *packet, size_t len, const struct linux_arp_asker *asker, uint32_t whom);

/* Opens a non-blocking socket. E_NOT_ALLOWED, E_OFFLINE. */
_must_check_ int linux_arp_open(const struct linux_arp_asker *asker, int *ret_fd);

/* Broadcasts the request. Ignores send errors, like losses on the wire. */
void linux_arp_ask(int fd, const struct linux_arp_asker *asker, uint32_t whom);

/* Returns whether another host has answered; consumes the received packets. */
bool linux_arp_is_answered(int fd, const struct linux_arp_asker *asker, uint32_t whom);

#endif
