/* Addresses to listen on, as text: "127.0.0.1:8080", "[::1]:8080". Pure. */
#ifndef POSTERN_NET_ADDRESS_H
#define POSTERN_NET_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

#define NET_ADDRESS_MAX 64 /* bytes of an "address:port", with the NUL */

struct sockaddr_storage;

/* True for an IPv4 address, or an IPv6 address in brackets, and a port from 0 to 65535. Names are none. */
bool net_address_is_valid(const char *address);

/* The port of a valid one. */
unsigned net_address_port(const char *address);

/* The host of a socket's address as text without brackets; "" when the family is neither of them. */
void net_address_host(const struct sockaddr_storage *address, char *ret_text, size_t size);

#endif
