/* Places of connections, and whose connection is closed when there is none left. On the loop. Private to http/.
 *
 * Of the places for TLS, HTTP_HANDSHAKES_KEPT are kept for connections in their handshake. More of these than that may
 * use free places, but close no connection whose handshake is done; so silent strangers neither keep a handshake out
 * nor push a connection out. Who is closed, never one whose call runs: event streams last; before them those of the
 * source with the most connections; of that source those without a session first; of those the one that has been idle
 * longest. Reading and answering count as idle time too, so that a slow client is no safer than a silent one. */
#ifndef POSTERN_HTTP_PLACES_H
#define POSTERN_HTTP_PLACES_H

#include "http/conn_impl.h"

/* A connection was accepted from `host`; conn->secure is set. E_NOMEM: it has no place and is to be closed. */
_must_check_ int places_add(struct http_conn *conn, const char *host);

/* Its handshake is done. */
void places_open(struct http_conn *conn);

/* It has closed. Does nothing for one without a place. */
void places_remove(struct http_conn *conn);

#endif
