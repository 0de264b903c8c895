/* TLS 1.2 and 1.3 through Mongoose's hook for custom libraries (MG_TLS_CUSTOM). One context with certificate and key is
 * shared by all connections, and replaced when the certificate (core/network/certificate.h) changes; existing
 * connections keep theirs. Private to net/ and http/, on the loop. Private keys never pass through Mongoose.
 *
 * Encrypted bytes that the socket does not accept wait in the connection's `send`; the library itself never waits to
 * write. So send plain bytes only while `send` is empty. ADR 0015. */
#ifndef POSTERN_NET_TLS_H
#define POSTERN_NET_TLS_H

#include <mongoose.h>
#include <stdbool.h>
#include <stddef.h>

#include "util/err.h"

struct core_shared;
struct tls;

/* Handshake steps per turn of the loop; the rest waits for the next turn, so that two hundred simultaneous clients do
 * not delay other requests for long. A full handshake takes two steps, one of which makes the signature. */
#define TLS_STEPS_A_TURN 8

/* Creates the context from the current certificate. E_CERTIFICATE_INVALID: the library rejects it; E_NOMEM,
 * E_INTERNAL. */
_must_check_ int tls_new(const struct core_shared *shared, struct tls **ret_tls);

/* Frees it, after all its connections. Accepts NULL. Returns NULL. */
struct tls *tls_free(struct tls *tls);

/* Starts a turn of the loop: handshakes may continue. */
void tls_turn(struct tls *tls);

/* Starts TLS on an accepted connection, with the newest certificate. MG_EV_TLS_HS reports the end of its handshake.
 * E_NOMEM. */
_must_check_ int tls_accept(struct tls *tls, struct mg_connection *mg);

/* Returns whether the handshake is done. */
bool tls_is_open(const struct mg_connection *mg);

/* Decrypts all available input into `recv`, up to MG_MAX_RECV_SIZE. */
void tls_drain(struct mg_connection *mg);

/* Encrypts and sends at most one record. `send` must be empty. Returns the number of bytes accepted, at least 1; -1
 * when the connection is lost. */
long tls_write(struct mg_connection *mg, const void *data, size_t len);

/* Sends close_notify: nothing more follows. */
void tls_close_notify(struct mg_connection *mg);

/* Frees the buffers of an idle connection; false when they contain data. */
bool tls_rest(struct mg_connection *mg);

#endif
