/* Addresses to listen on, as text: "127.0.0.1:8080", "[::1]:8080". Pure. */
#ifndef POSTERN_NET_ADDRESS_H
#define POSTERN_NET_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NET_ADDRESS_MAX 64 /* bytes of an "address:port", with the NUL */

struct sockaddr_storage;

/* True for an IPv4 address, or an IPv6 address in brackets, and a port from 0 to 65535. Names are none. */
bool net_address_is_valid(const char *address);

/* The port of a valid one. */
unsigned net_address_port(const char *address);

/* The host of a socket's address as text without brackets; "" when the family is neither of them. */
void net_address_host(const struct sockaddr_storage *address, char *ret_text, size_t size);

/* A number for the source behind a host's address as text: equal for equal addresses, and for all IPv6 addresses of one
 * /64, since who has one of them has all. The highest bit is set. */
uint64_t net_address_source(const char *host);

#endif
