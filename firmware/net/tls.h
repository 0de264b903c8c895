/* TLS 1.2 and 1.3 over Mongoose's hook for custom libraries (MG_TLS_CUSTOM). One context with certificate and key is shared by
 * all connections and is replaced when core/certificate has another one; connections under way keep theirs. Private to
 * net/ and http/, on the loop. Private keys never pass through Mongoose.
 *
 * Bytes that the socket does not take wait encrypted in the connection's `send`; the library itself never waits to write.
 * So whoever has plain bytes sends them only while `send` is empty. ADR 0015. */
#ifndef POSTERN_NET_TLS_H
#define POSTERN_NET_TLS_H

#include <mongoose.h>
#include <stdbool.h>
#include <stddef.h>

#include "util/err.h"

struct core_shared;
struct tls;

/* Steps of handshakes in one turn of the loop; the rest waits for the next, so that two hundred clients at once hold up
 * nobody's request for long. A full handshake takes two steps, of which one has the signature. */
#define TLS_STEPS_A_TURN 8

/* Makes the context from the certificate in use. E_CERTIFICATE_INVALID: the library does not take it; E_NOMEM,
 * E_INTERNAL. */
_must_check_ int tls_new(const struct core_shared *shared, struct tls **ret_tls);

/* Frees it, after all its connections. Takes NULL. Returns NULL. */
struct tls *tls_free(struct tls *tls);

/* Starts a turn of the loop: handshakes may go on. */
void tls_turn(struct tls *tls);

/* Makes an accepted connection one of TLS, with the newest certificate. MG_EV_TLS_HS says when its handshake is done.
 * E_NOMEM. */
_must_check_ int tls_accept(struct tls *tls, struct mg_connection *mg);

/* True once the handshake is done. */
bool tls_is_open(const struct mg_connection *mg);

/* Decrypts all that has come into `recv`, up to MG_MAX_RECV_SIZE. */
void tls_drain(struct mg_connection *mg);

/* Encrypts and sends up to a record's worth. `send` has to be empty. Returns how many bytes were taken, at least 1; -1
 * when the connection is lost. */
long tls_write(struct mg_connection *mg, const void *data, size_t len);

/* Says that nothing more is sent. */
void tls_close_notify(struct mg_connection *mg);

/* Gives back the buffers of a connection that waits; false when bytes are in them. */
bool tls_rest(struct mg_connection *mg);

#endif
