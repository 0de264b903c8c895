/* The sockets under Mongoose's connections: listening, and the addresses of both ends. These come from the system,
 * because Mongoose stores them differently in each version. */
#ifndef POSTERN_NET_SOCKET_H
#define POSTERN_NET_SOCKET_H

#include <mongoose.h>
#include <stddef.h>

#include "net/address.h"
#include "util/err.h"

struct net_loop;

/* Listens on "127.0.0.1:8080" or "[::1]:8080"; port 0 selects a free one. Writes the address in use. `handler` gets the
 * events of the listener and of its connections, with `data` as their fn_data, owned by the caller. E_INVAL: invalid
 * address; E_BUSY: it is in use; otherwise E_SYSTEM. */
_must_check_ int net_listen(struct net_loop *loop, const char *address, mg_event_handler_t handler, void *data,
                            char ret_address[NET_ADDRESS_MAX]);

/* Returns the descriptor of a connection. */
int net_descriptor(const struct mg_connection *mg);

/* Writes the hosts of a connection's two ends as text without brackets; "" when the socket is no longer connected. */
void net_own_host(const struct mg_connection *mg, char *ret_text, size_t size);
void net_peer_host(const struct mg_connection *mg, char *ret_text, size_t size);

#endif
