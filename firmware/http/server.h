/* The HTTP server: listeners, connections, their limits and time-outs, on the loop (net/loop.h) and its thread; slow
 * calls run on the workers. One server for each process.
 *
 * Bounds: HTTP_CONNECTIONS_MAX connections, HTTP_SECURE_MAX of them over TLS (which one more closes is in
 * http/places.h), 8 KiB of head, the call's own limit for a body, 64 KiB received and not yet answered for each
 * connection (MG_MAX_RECV_SIZE; more closes it), and the times below on the terminal's monotonic clock, where a jump of
 * more than five seconds counts as five. */
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
#define HTTP_HANDSHAKES_KEPT 32 /* of those: kept for connections whose handshake is not done */

#define HTTP_HANDSHAKE_MS 10000 /* from accepting a TLS connection to the end of its handshake */
#define HTTP_IDLE_MS 60000 /* a connection without a request */
#define HTTP_SECURE_IDLE_MS 20000 /* the same over TLS: expensive to keep and cheap to resume */
#define HTTP_HEAD_MS 10000 /* from the first byte of a head to its last */
#define HTTP_BODY_MS 20000 /* from the end of the head to the end of the body */
#define HTTP_STALL_MS 30000 /* a reply while the client reads nothing */
#define HTTP_SEND_MS 300000 /* a whole reply */
#define HTTP_LINGER_MS 2000 /* a client that still sends after the connection's last reply */
#define HTTP_DRAIN_MS 2000 /* at shutdown: a client that has not read its reply yet */

/* Creates a server without listeners. `core` is that of the loop; both must outlive the server. E_NOMEM, E_SYSTEM. */
_must_check_ int http_server_new(struct net_loop *loop, struct core *core, struct http_server **ret_server);

/* Closes all its connections and listeners, in one more loop turn. No worker may have one of its jobs. Accepts NULL.
 * Returns NULL. */
struct http_server *http_server_free(struct http_server *server);

/* Sets the workers for the calls that may not run on the loop, and the one for commands alone. The thread that their
 * wake functions wake must collect finished jobs. Call it before the first loop turn. */
void http_server_set_workers(struct http_server *server, struct workers *workers, struct workers *commands);

/* Sets the maximum number of connections, 1 to HTTP_CONNECTIONS_MAX; for a process with few descriptors. */
void http_server_set_limit(struct http_server *server, unsigned limit);

/* Sets the reason of the recovery mode (core/base/about.h), a word for a head field of the page. The text is
 * borrowed. */
void http_server_set_recovery(struct http_server *server, const char *reason);

/* Listens on "127.0.0.1:8080" or "[::1]:8080"; port 0 selects a free one. Writes the address in use. E_INVAL when the
 * address is invalid, E_BUSY when it is in use, E_SYSTEM otherwise. */
_must_check_ int http_server_listen(struct http_server *server, const char *address, char ret_address[NET_ADDRESS_MAX]);

/* The same over TLS, with the terminal's certificate (core/network/certificate.h). E_NOTSUP when there is none to use.
 * */
_must_check_ int http_server_listen_tls(struct http_server *server, const char *address,
                                        char ret_address[NET_ADDRESS_MAX]);

/* Closes the listener with this address, as written by http_server_listen() or http_server_listen_tls(), and its
 * connections: those without a request at once, the others after their reply. Does nothing if there is none. */
void http_server_unlisten(struct http_server *server, const char *address);

/* Advances the time of all connections and closes those that exceed a time limit. Call it after every loop turn. */
void http_server_look(struct http_server *server);

/* Stops accepting connections and requests; drops incomplete requests. */
void http_server_drain(struct http_server *server);

/* After http_server_drain(): returns true while a worker has a job, and for HTTP_DRAIN_MS also while a client has not
 * read its reply, or has not closed its side after it. */
bool http_server_busy(const struct http_server *server);

#endif
