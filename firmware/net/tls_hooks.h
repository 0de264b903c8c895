/* The side of net/tls.c that Mongoose sees: its hooks for custom libraries (MG_TLS_CUSTOM), and the way of encrypted
 * bytes between its buffers and the library. Works with Mongoose 7.14 and 7.22 alike: what they do differently is said
 * where it matters, and no version is asked for. Private to net/. */
#ifndef POSTERN_NET_TLS_HOOKS_H
#define POSTERN_NET_TLS_HOOKS_H

#include <mongoose.h>
#include <stdbool.h>

#include "net/tls_impl.h"

/* What a connection has as mg->tls. */
struct tls_conn {
    struct tls_session *session;
    unsigned *steps; /* of all handshakes, left in this turn of the loop */
    bool open; /* the handshake is done */
};

/* Makes a connection one of TLS, while its MG_EV_ACCEPT is handled. It owns `conn`, from calloc(), from now on. */
void tls_hooks_attach(struct mg_connection *mg, struct tls_conn *conn);

#endif
