/* ARP over Ethernet (RFC 826): whether somebody has an address. Sockets need CAP_NET_RAW. */
#ifndef POSTERN_HAL_LINUX_ARP_H
#define POSTERN_HAL_LINUX_ARP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/net.h"
#include "util/err.h"

#define LINUX_ARP_LEN 28 /* bytes of a packet */

/* Who asks, on which interface. */
struct linux_arp_asker {
    int index; /* of the interface */
    uint8_t mac[HAL_MAC_LEN];
    uint32_t address; /* 0: it has none yet, and probes (RFC 5227) */
};

/* Writes the question for `whom`. With whom == asker->address it is the announcement of an address. Pure. */
void linux_arp_write(const struct linux_arp_asker *asker, uint32_t whom, uint8_t ret_packet[LINUX_ARP_LEN]);

/* True if a packet says that somebody else has `whom`, or probes for it at the same time. Pure. */
bool linux_arp_tells(const uint8_t *packet, size_t len, const struct linux_arp_asker *asker, uint32_t whom);

/* Opens a socket that does not block. E_NOT_ALLOWED, E_OFFLINE. */
_must_check_ int linux_arp_open(const struct linux_arp_asker *asker, int *ret_fd);

/* Asks everybody. What cannot be sent is lost, as on the wire. */
void linux_arp_ask(int fd, const struct linux_arp_asker *asker, uint32_t whom);

/* True if somebody has answered; takes what came. */
bool linux_arp_is_answered(int fd, const struct linux_arp_asker *asker, uint32_t whom);

#endif
