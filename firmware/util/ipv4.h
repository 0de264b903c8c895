/* IPv4 addresses as numbers in host order (192.168.1.2 is 0xC0A80102) and as text. Pure. */
#ifndef POSTERN_IPV4_H
#define POSTERN_IPV4_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"

#define IPV4_TEXT_MAX 16 /* bytes of "255.255.255.255", with the NUL */

/* Parses "192.168.1.2": four decimal parts from 0 to 255 without leading zeros (RFC 6943 section 3.1.1: other forms are
 * ambiguous). Returns 0 or E_FORMAT. */
_must_check_ int ipv4_parse(const char *text, uint32_t *ret_address);

/* Formats an address; 0 as "" if `zero_is_empty`. */
void ipv4_format(uint32_t address, bool zero_is_empty, char ret_text[IPV4_TEXT_MAX]);

/* Returns whether a mask has 1 to 30 leading one bits: its subnet has room for hosts besides the two reserved
 * addresses. */
bool ipv4_mask_is_valid(uint32_t mask);

/* Returns whether a device can have the address in any network: not in 0/8, 127/8 or 224/3 (RFC 6890). */
bool ipv4_is_unicast(uint32_t address);

/* Returns whether it is a host's address in a network of this mask: unicast, and neither the network nor the broadcast
 * address. */
bool ipv4_is_host(uint32_t address, uint32_t mask);

#endif
