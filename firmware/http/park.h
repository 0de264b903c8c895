/* Keeps connections that wait for their next request outside Mongoose's list. Mongoose checks every connection of its
 * list in every loop turn; parked connections cost nothing until the kernel reports input for them. Private to
 * http/. */
#ifndef POSTERN_HTTP_PARK_H
#define POSTERN_HTTP_PARK_H

#include "http/conn_impl.h"

#define PARK_AFTER_MS 2000 /* idle time after which a connection is parked */

/* Starts parking. E_SYSTEM, E_NOMEM. */
_must_check_ int park_open(struct http_server *server);

/* Removes an idle connection from Mongoose's list. */
void park_in(struct http_conn *conn);

/* Puts a parked connection back, so that it can be read or closed. Does nothing if it is not parked. */
void park_out(struct http_conn *conn);

/* Puts all parked connections back. */
void park_out_all(struct http_server *server);

/* Puts all parked connections back and stops parking, in the next loop turn. */
void park_close(struct http_server *server);

#endif
