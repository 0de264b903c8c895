#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <stdint.h>
#include <string.h>

#include "net/tls_impl.h"

#define TLS12_SUITES                                             \
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:" \
    "ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305:" \
    "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384"
#define TLS13_SUITES "TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_256_GCM_SHA384"

/* Converts our types to the library's. */
static SSL_CTX *context_of(struct tls_context *context) {
    return (SSL_CTX *)context;
}

static SSL *session_of(const struct tls_session *session) {
    return (SSL *)(uintptr_t)session;
}

static int on_read(BIO *bio, char *buf, int len) {
    BIO_clear_retry_flags(bio);
    size_t n = tls_peer_take(BIO_get_data(bio), buf, (size_t)len);
    if (n == 0) {
        BIO_set_retry_read(bio);
        return -1;
    }
    return (int)n;
}

static int on_write(BIO *bio, const char *data, int len) {
    BIO_clear_retry_flags(bio);
    return tls_peer_give(BIO_get_data(bio), data, (size_t)len) ? len : -1;
}

static long on_control(BIO *bio, int command, long number, void *pointer) {
    (void)bio, (void)number, (void)pointer;
    return command == BIO_CTRL_FLUSH ? 1 : 0;
}

/* BIO that connects to the peer; created once, on the loop, for the lifetime of the process. */
static BIO_METHOD *peer_method(void) {
    static BIO_METHOD *method;
    if (method == NULL) {
        method = BIO_meth_new(BIO_TYPE_SOURCE_SINK, "postern");
        if (method != NULL) {
            (void)BIO_meth_set_read(method, on_read);
            (void)BIO_meth_set_write(method, on_write);
            (void)BIO_meth_set_ctrl(method, on_control);
        }
    }
    return method;
}

/* Refuses a passphrase request. Without this the library would prompt on the TTY. */
static int no_passphrase(char *buf, int size, int writing, void *ctx) {
    (void)buf, (void)size, (void)writing, (void)ctx;
    return -1;
}

/* Uses the first certificate of the text, then its chain. */
static int use_chain(SSL_CTX *context, const char *chain_pem) {
    BIO *text = BIO_new_mem_buf(chain_pem, -1);
    X509 *first = text == NULL ? NULL : PEM_read_bio_X509(text, NULL, no_passphrase, NULL), *next = NULL;
    bool good = first != NULL && SSL_CTX_use_certificate(context, first) == 1;
    while (good && (next = PEM_read_bio_X509(text, NULL, no_passphrase, NULL)) != NULL) {
        good = SSL_CTX_add0_chain_cert(context, next) == 1;
        if (!good) {
            X509_free(next);
        }
    }
    ERR_clear_error(); /* the end of the text counts as an error */
    X509_free(first);
    (void)BIO_free(text);
    return good ? 0 : E_CERTIFICATE_INVALID;
}

static int use_key(SSL_CTX *context, const char *key_pem) {
    BIO *text = BIO_new_mem_buf(key_pem, -1);
    EVP_PKEY *key = text == NULL ? NULL : PEM_read_bio_PrivateKey(text, NULL, no_passphrase, NULL);
    bool good = key != NULL && SSL_CTX_use_PrivateKey(context, key) == 1 && SSL_CTX_check_private_key(context) == 1;
    EVP_PKEY_free(key);
    (void)BIO_free(text);
    return good ? 0 : E_CERTIFICATE_INVALID;
}

static int set_up(SSL_CTX *context, const char *chain_pem, const char *key_pem) {
    if (SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_cipher_list(context, TLS12_SUITES) != 1 || SSL_CTX_set_ciphersuites(context, TLS13_SUITES) != 1 ||
        SSL_CTX_set1_groups_list(context, "X25519:P-256:P-384") != 1 || SSL_CTX_set_num_tickets(context, 1) != 1) {
        return E_INTERNAL;
    }
    /* Clients keep the tickets; a session cache in memory would be unused. */
    (void)SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    (void)SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE);
    (void)SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                           SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
    int r = use_chain(context, chain_pem);
    return r < 0 ? r : use_key(context, key_pem);
}

int tls_context_new(const char *chain_pem, const char *key_pem, struct tls_context **ret_context) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (context == NULL || peer_method() == NULL) {
        SSL_CTX_free(context);
        return E_NOMEM;
    }
    int r = set_up(context, chain_pem, key_pem);
    ERR_clear_error();
    if (r < 0) {
        SSL_CTX_free(context);
        return r;
    }
    *ret_context = (struct tls_context *)context;
    return 0;
}

void tls_context_free(struct tls_context *context) {
    SSL_CTX_free(context_of(context));
}

int tls_session_new(struct tls_context *context, void *peer, struct tls_session **ret_session) {
    SSL *session = SSL_new(context_of(context));
    BIO *bio = BIO_new(peer_method());
    if (session == NULL || bio == NULL) {
        SSL_free(session);
        (void)BIO_free(bio);
        return E_NOMEM;
    }
    BIO_set_data(bio, peer);
    BIO_set_init(bio, 1);
    SSL_set_bio(session, bio, bio);
    SSL_set_accept_state(session);
    *ret_session = (struct tls_session *)session;
    return 0;
}

void tls_session_free(struct tls_session *session) {
    SSL_free(session_of(session));
}

/* Maps the result of a call that gave no bytes. Clears errors, so that they do not affect the next connection. */
static int tls_reason(const SSL *session, int result) {
    int error = SSL_get_error(session, result);
    ERR_clear_error();
    return error == SSL_ERROR_WANT_READ ? TLS_WAIT : TLS_LOST;
}

int tls_session_handshake(struct tls_session *session) {
    SSL *own = session_of(session);
    int r = SSL_do_handshake(own);
    return r == 1 ? 1 : tls_reason(own, r);
}

long tls_session_read(struct tls_session *session, void *buf, size_t len) {
    SSL *own = session_of(session);
    int n = SSL_read(own, buf, (int)len);
    return n > 0 ? n : tls_reason(own, n);
}

long tls_session_write(struct tls_session *session, const void *buf, size_t len) {
    SSL *own = session_of(session);
    int n = SSL_write(own, buf, (int)len);
    if (n <= 0) {
        ERR_clear_error();
    }
    return n > 0 ? n : TLS_LOST;
}

size_t tls_session_pending(const struct tls_session *session) {
    int n = SSL_pending(session_of(session));
    return n > 0 ? (size_t)n : 0;
}

void tls_session_close_notify(struct tls_session *session) {
    (void)SSL_shutdown(session_of(session));
    ERR_clear_error();
}
