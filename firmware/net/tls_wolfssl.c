#include <wolfssl/options.h>
/* wolfSSL's options first: its other headers depend on them. */
#include <malloc.h>
#include <stdint.h>
#include <string.h>
#include <wolfssl/ssl.h>

#include "net/tls_impl.h"
#include "net/zero_pages.h"

/* In order of preference. ChaCha20 first: Debian's wolfSSL has no assembly for AES, and small ARM boards have no AES
 * instructions. */
static const char suites[] = "TLS13-CHACHA20-POLY1305-SHA256:TLS13-AES128-GCM-SHA256:TLS13-AES256-GCM-SHA384:"
                             "ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305:"
                             "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:"
                             "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384";

/* Converts our types to the library's. */
static WOLFSSL_CTX *context_of(struct tls_context *context) {
    return (WOLFSSL_CTX *)context;
}

static WOLFSSL *session_of(const struct tls_session *session) {
    return (WOLFSSL *)(uintptr_t)session;
}

static int on_read(WOLFSSL *ssl, char *buf, int len, void *peer) {
    (void)ssl;
    size_t n = tls_peer_take(peer, buf, (size_t)len);
    return n == 0 ? WOLFSSL_CBIO_ERR_WANT_READ : (int)n;
}

static int on_write(WOLFSSL *ssl, char *data, int len, void *peer) {
    (void)ssl;
    return tls_peer_give(peer, data, (size_t)len) ? len : WOLFSSL_CBIO_ERR_CONN_CLOSE;
}

static int set_up(WOLFSSL_CTX *context, const char *chain_pem, const char *key_pem) {
    int groups[] = {WOLFSSL_ECC_X25519, WOLFSSL_ECC_SECP256R1, WOLFSSL_ECC_SECP384R1};
    wolfSSL_CTX_SetIORecv(context, on_read);
    wolfSSL_CTX_SetIOSend(context, on_write);
    if (wolfSSL_CTX_SetMinVersion(context, WOLFSSL_TLSV1_2) != WOLFSSL_SUCCESS ||
        wolfSSL_CTX_set_cipher_list(context, suites) != WOLFSSL_SUCCESS ||
        wolfSSL_CTX_set_groups(context, groups, sizeof(groups) / sizeof(groups[0])) != WOLFSSL_SUCCESS) {
        return E_INTERNAL;
    }
    /* Clients keep the tickets; a session cache in memory would be unused. */
    (void)wolfSSL_CTX_set_session_cache_mode(context, WOLFSSL_SESS_CACHE_OFF);
    (void)wolfSSL_CTX_set_group_messages(context); /* one write per flight */
    wolfSSL_CTX_set_verify(context, WOLFSSL_VERIFY_NONE, NULL);
    if (wolfSSL_CTX_use_certificate_chain_buffer(context, (const unsigned char *)chain_pem, (long)strlen(chain_pem)) !=
            WOLFSSL_SUCCESS ||
        wolfSSL_CTX_use_PrivateKey_buffer(context, (const unsigned char *)key_pem, (long)strlen(key_pem),
                                          WOLFSSL_FILETYPE_PEM) != WOLFSSL_SUCCESS) {
        return E_CERTIFICATE_INVALID;
    }
    return 0;
}

int tls_context_new(const char *chain_pem, const char *key_pem, struct tls_context **ret_context) {
    WOLFSSL_CTX *context = wolfSSL_CTX_new(wolfTLS_server_method());
    if (context == NULL) {
        return E_NOMEM;
    }
    int r = set_up(context, chain_pem, key_pem);
    if (r < 0) {
        wolfSSL_CTX_free(context);
        return r;
    }
    *ret_context = (struct tls_context *)context;
    return 0;
}

void tls_context_free(struct tls_context *context) {
    wolfSSL_CTX_free(context_of(context));
}

int tls_session_new(struct tls_context *context, void *peer, struct tls_session **ret_session) {
    WOLFSSL *session = wolfSSL_new(context_of(context));
    if (session == NULL) {
        return E_NOMEM;
    }
    wolfSSL_SetIOReadCtx(session, peer);
    wolfSSL_SetIOWriteCtx(session, peer);
    *ret_session = (struct tls_session *)session;
    return 0;
}

void tls_session_free(struct tls_session *session) {
    wolfSSL_free(session_of(session));
}

/* Maps the result of a call that gave no bytes. */
static int tls_wolfssl_reason(WOLFSSL *session, int result) {
    return wolfSSL_get_error(session, result) == WOLFSSL_ERROR_WANT_READ ? TLS_WAIT : TLS_LOST;
}

/* Frees handshake data that Debian's build would keep to the end: 5.5 kB, and 32 kB in the session for client
 * certificates, which are not used. */
static void release_handshake(WOLFSSL *own) {
    wolfSSL_FreeArrays(own);
    WOLFSSL_SESSION *session = wolfSSL_get_session(own);
    zero_pages_release(session, malloc_usable_size(session));
}

int tls_session_handshake(struct tls_session *session) {
    WOLFSSL *own = session_of(session);
    int r = wolfSSL_accept(own);
    if (r != WOLFSSL_SUCCESS) {
        return tls_wolfssl_reason(own, r);
    }
    release_handshake(own);
    return 1;
}

long tls_session_read(struct tls_session *session, void *buf, size_t len) {
    WOLFSSL *own = session_of(session);
    int n = wolfSSL_read(own, buf, (int)len);
    return n > 0 ? n : tls_wolfssl_reason(own, n);
}

long tls_session_write(struct tls_session *session, const void *buf, size_t len) {
    int n = wolfSSL_write(session_of(session), buf, (int)len);
    return n > 0 ? n : TLS_LOST;
}

size_t tls_session_pending(const struct tls_session *session) {
    int n = wolfSSL_pending(session_of(session));
    return n > 0 ? (size_t)n : 0;
}

void tls_session_close_notify(struct tls_session *session) {
    (void)wolfSSL_shutdown(session_of(session));
}
