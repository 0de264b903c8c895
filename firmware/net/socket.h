/* The sockets under Mongoose's connections: where to listen, and who is at both ends. The system is asked for
 * addresses: how Mongoose keeps them differs between its versions. */
#ifndef POSTERN_NET_SOCKET_H
#define POSTERN_NET_SOCKET_H

#include <mongoose.h>
#include <stddef.h>

#include "net/address.h"
#include "util/err.h"

struct net_loop;

/* Listens on "127.0.0.1:8080" or "[::1]:8080"; port 0 takes a free one. Writes the address in use. `handler` gets the
 * events of the listener and of its connections, with `data` as their fn_data, which stays the caller's. E_INVAL when
 * the text is no address, E_BUSY when it is taken, E_SYSTEM for all else. */
_must_check_ int net_listen(struct net_loop *loop, const char *address, mg_event_handler_t handler, void *data,
                            char ret_address[NET_ADDRESS_MAX]);

/* The descriptor under a connection. */
int net_descriptor(const struct mg_connection *mg);

/* The hosts of a connection's two ends as text without brackets; "" when the socket has lost them. */
void net_own_host(const struct mg_connection *mg, char *ret_text, size_t size);
void net_peer_host(const struct mg_connection *mg, char *ret_text, size_t size);

#endif
