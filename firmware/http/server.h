/* The HTTP server: listeners, connections, their limits and time-outs, on the loop (net/loop.h) and its thread; what may
 * take long goes to the workers. One of these a process.
 *
 * Bounds: HTTP_CONNECTIONS_MAX connections, HTTP_SECURE_MAX of them over TLS (one more ends the one that has been idle
 * longest), 8 KiB of head, the call's own limit for a body, 64 KiB received and not yet answered for each connection
 * (MG_MAX_RECV_SIZE; more ends it), and the times below on the terminal's monotonic clock, of which a jump of more than five
 * seconds counts as five. */
#ifndef POSTERN_HTTP_SERVER_H
#define POSTERN_HTTP_SERVER_H

#include <stdbool.h>
#include <stddef.h>

#include "net/address.h"
#include "util/err.h"

struct core;
struct http_server;
struct net_loop;
struct workers;

#define HTTP_CONNECTIONS_MAX 1024
#define HTTP_SECURE_MAX 256 /* of them over TLS: each takes up to 63 kB, ADR 0015 */

#define HTTP_HANDSHAKE_MS 10000 /* from accepting a TLS connection to the end of its handshake */
#define HTTP_IDLE_MS 60000 /* a connection without a request */
#define HTTP_SECURE_IDLE_MS 20000 /* the same over TLS: it is dear to keep and cheap to resume */
#define HTTP_HEAD_MS 10000 /* from the first byte of a head to its last */
#define HTTP_BODY_MS 20000 /* from the end of the head to the end of the body */
#define HTTP_STALL_MS 30000 /* a reply of which the client takes nothing */
#define HTTP_SEND_MS 300000 /* a whole reply */
#define HTTP_LINGER_MS 2000 /* a client that goes on sending after the connection's last reply */
#define HTTP_DRAIN_MS 2000 /* at the end: a client that has not taken its reply yet */

/* Makes a server without listeners. `core` is the loop's own; it and the loop outlive the server. E_NOMEM, E_SYSTEM. */
_must_check_ int http_server_new(struct net_loop *loop, struct core *core, struct http_server **ret_server);

/* Closes everything it has on the loop, in one more turn of it. No worker may hold a job of it. Takes NULL. Returns
 * NULL. */
struct http_server *http_server_free(struct http_server *server);

/* Names the workers that take the calls which may not run on the loop; what they finish is collected by whoever is
 * woken. Before the first turn of the loop. */
void http_server_set_workers(struct http_server *server, struct workers *workers);

/* Connections it may hold, 1 to HTTP_CONNECTIONS_MAX; for a process with few descriptors. */
void http_server_set_limit(struct http_server *server, unsigned limit);

/* In recovery (core/base/about.h): why the terminal does not start, a word that stands in a field of the page's head. The
 * text is borrowed. */
void http_server_set_recovery(struct http_server *server, const char *reason);

/* Listens on "127.0.0.1:8080" or "[::1]:8080"; port 0 takes a free one. Writes the address in use. E_INVAL when the
 * text is none, E_BUSY when the address is taken, E_SYSTEM for all else. */
_must_check_ int http_server_listen(struct http_server *server, const char *address, char ret_address[NET_ADDRESS_MAX]);

/* The same over TLS, with the terminal's certificate (core/network/certificate.h). E_NOTSUP when there is none to use.
 * */
_must_check_ int http_server_listen_tls(struct http_server *server, const char *address,
                                        char ret_address[NET_ADDRESS_MAX]);

/* Ends the listener with this address, as http_server_listen() or http_server_listen_tls() wrote it. Its connections
 * end too: those without a request at once, the others behind the answer they wait for. Nothing happens when there is
 * none. */
void http_server_unlisten(struct http_server *server, const char *address);

/* Moves the time of all connections on and ends what has taken too long. After every turn of the loop. */
void http_server_look(struct http_server *server);

/* Takes no new connections and no new requests from now on; drops those that are not whole. */
void http_server_drain(struct http_server *server);

/* After http_server_drain(): true while a worker has a job, or a client takes its reply (not for ever). */
bool http_server_busy(const struct http_server *server);

#endif
