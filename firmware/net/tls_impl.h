/* The TLS library interface of net/tls: tls_wolfssl.c or tls_openssl.c, selected by the build (POSTERN_TLS). Sessions
 * keep a reference to their context, so it may be freed before them. */
#ifndef POSTERN_NET_TLS_IMPL_H
#define POSTERN_NET_TLS_IMPL_H

#include <stdbool.h>
#include <stddef.h>

#include "util/err.h"

struct tls_context;
struct tls_session;

/* Results of the functions below other than a number of bytes. */
enum { TLS_WAIT = 0, TLS_LOST = -1 };

/* Creates a server context: TLS 1.2 and 1.3, suites with forward secrecy and authenticated encryption, tickets, no
 * renegotiation, no compression, no early data. Texts are PEM. E_CERTIFICATE_INVALID, E_NOMEM. */
_must_check_ int tls_context_new(const char *chain_pem, const char *key_pem, struct tls_context **ret_context);
void tls_context_free(struct tls_context *context); /* accepts NULL */

/* Creates a session that transfers its bytes through `peer`. E_NOMEM. */
_must_check_ int tls_session_new(struct tls_context *context, void *peer, struct tls_session **ret_session);
void tls_session_free(struct tls_session *session); /* accepts NULL */

/* Continues the handshake. 1: done; TLS_WAIT; TLS_LOST. */
int tls_session_handshake(struct tls_session *session);

/* Reads decrypted bytes: returns their number, TLS_WAIT, or TLS_LOST (also after the client's close_notify). */
long tls_session_read(struct tls_session *session, void *buf, size_t len);

/* Encrypts up to 16 KiB: returns the number of bytes accepted, or TLS_LOST. */
long tls_session_write(struct tls_session *session, const void *buf, size_t len);

/* Returns the number of decrypted bytes ready to read. */
size_t tls_session_pending(const struct tls_session *session);

void tls_session_close_notify(struct tls_session *session);

/* From tls_hooks.c, for the libraries: reads up to `len` bytes received from `peer` (0: none now); sends it `len`
 * bytes, all of which are accepted, or the connection is lost (false). */
size_t tls_peer_take(void *peer, void *buf, size_t len);
bool tls_peer_give(void *peer, const void *data, size_t len);

#endif
