/* Mongoose's hooks for custom TLS libraries (MG_TLS_CUSTOM), and the transfer of encrypted bytes between its buffers
 * and the library. Works with Mongoose 7.14 and 7.22 alike: differences are noted where they matter, without version
 * checks. Private to net/. */
#ifndef POSTERN_NET_TLS_HOOKS_H
#define POSTERN_NET_TLS_HOOKS_H

#include <mongoose.h>
#include <stdbool.h>

#include "net/tls_impl.h"

/* Content of mg->tls. */
struct tls_conn {
    struct tls_session *session;
    unsigned *steps; /* remaining steps of all handshakes in this turn of the loop */
    bool open; /* the handshake is done */
};

/* Starts TLS on a connection, while its MG_EV_ACCEPT is handled. Takes ownership of `conn`, from calloc(). */
void tls_hooks_attach(struct mg_connection *mg, struct tls_conn *conn);

#endif
