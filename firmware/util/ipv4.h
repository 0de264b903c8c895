/* IPv4 addresses as numbers in host order (192.168.1.2 is 0xC0A80102) and as text. Pure. */
#ifndef POSTERN_IPV4_H
#define POSTERN_IPV4_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"

#define IPV4_TEXT_MAX 16 /* bytes of "255.255.255.255", with the NUL */

/* Reads "192.168.1.2": four decimal parts from 0 to 255 without leading zeros (RFC 6943 section 3.1.1: other forms mean
 * different things to different readers). Returns 0 or E_FORMAT. */
_must_check_ int ipv4_parse(const char *text, uint32_t *ret_address);

/* Writes it as text; 0 as "" when `zero_is_empty`. */
void ipv4_format(uint32_t address, bool zero_is_empty, char ret_text[IPV4_TEXT_MAX]);

/* True for a mask of 1 to 30 leading one bits: a subnet that has room for hosts besides its two reserved addresses. */
bool ipv4_mask_is_valid(uint32_t mask);

/* True for an address that a device can have in whatever network: none of 0/8, 127/8, and 224/3 (RFC 6890). */
bool ipv4_is_unicast(uint32_t address);

/* True for a host's address in a network of this mask: unicast, and neither the network's own nor its broadcast. */
bool ipv4_is_host(uint32_t address, uint32_t mask);

#endif
