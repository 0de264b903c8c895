/* A place beside Mongoose's list for connections that wait for their next request. Mongoose looks at every connection
 * of its list in every turn of the loop; those parked here cost nothing until the kernel says that something has come
 * for them. Private to http/. */
#ifndef POSTERN_HTTP_PARK_H
#define POSTERN_HTTP_PARK_H

#include "http/conn_impl.h"

#define PARK_AFTER_MS 2000 /* idle time after which a connection is parked */

/* Makes the place. E_SYSTEM, E_NOMEM. */
_must_check_ int park_open(struct http_server *server);

/* Takes an idle connection out of Mongoose's list. */
void park_in(struct http_conn *conn);

/* Puts a parked one back, so that it can be read or closed. Nothing happens to one that is not parked. */
void park_out(struct http_conn *conn);

/* Puts all back. */
void park_out_all(struct http_server *server);

/* Puts all back and gives up the place, in the next turn of the loop. */
void park_close(struct http_server *server);

#endif
