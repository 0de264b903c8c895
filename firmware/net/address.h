/* Addresses to listen on, as text: "127.0.0.1:8080", "[::1]:8080". Pure. */
#ifndef POSTERN_NET_ADDRESS_H
#define POSTERN_NET_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NET_ADDRESS_MAX 64 /* bytes of an "address:port", with the NUL */

struct sockaddr_storage;

/* Returns whether it is an IPv4 address, or an IPv6 address in brackets, with a port from 0 to 65535. Names are
 * invalid. */
bool net_address_is_valid(const char *address);

/* Returns the port of a valid address. */
unsigned net_address_port(const char *address);

/* Writes the host of a socket's address as text without brackets; "" for other address families. */
void net_address_host(const struct sockaddr_storage *address, char *ret_text, size_t size);

/* Returns a number for the source of a host's address: equal for equal addresses, and for all IPv6 addresses of one
 * /64, since a client with one of them has all. The highest bit is set. */
uint64_t net_address_source(const char *host);

#endif
