#include "net/tls.h"

#include <stdlib.h>

#include "core/base/core.h"
#include "core/network/certificate.h"
#include "net/tls_hooks.h"
#include "util/crypto.h"
#include "util/log.h"

#define RECORD_MAX 16384 /* bytes of a record, RFC 8446 §5.1 */

struct tls {
    const struct core_shared *shared;
    struct tls_context *context;
    uint64_t generation; /* of its certificate */
    unsigned steps; /* left in this turn */
};

/* Makes a context from the current certificate. If that fails, keeps the previous one. */
static int tls_refresh(struct tls *tls) {
    struct buf chain = {0}, key = {0};
    struct tls_context *context = NULL;
    uint64_t generation = 0;
    int r = certificate_pem(tls->shared, &chain, &key, &generation);
    if (r == 0) {
        r = tls_context_new(chain.data, key.data, &context);
    }
    if (r == 0) {
        tls_context_free(tls->context);
        tls->context = context;
    }
    if (r == 0 || r == E_CERTIFICATE_INVALID) {
        tls->generation = generation; /* a rejected certificate is not retried for each connection */
    }
    if (key.data != NULL) {
        crypto_wipe(key.data, key.cap);
    }
    buf_done(&key);
    buf_done(&chain);
    return r;
}

int tls_new(const struct core_shared *shared, struct tls **ret_tls) {
    struct tls *tls = calloc(1, sizeof(*tls));
    if (tls == NULL) {
        return E_NOMEM;
    }
    tls->shared = shared;
    tls->steps = TLS_STEPS_A_TURN;
    int r = tls_refresh(tls);
    if (r < 0) {
        free(tls);
        return r;
    }
    *ret_tls = tls;
    return 0;
}

struct tls *tls_free(struct tls *tls) {
    if (tls != NULL) {
        tls_context_free(tls->context);
        free(tls);
    }
    return NULL;
}

void tls_turn(struct tls *tls) {
    tls->steps = TLS_STEPS_A_TURN;
}

int tls_accept(struct tls *tls, struct mg_connection *mg) {
    if (certificate_generation(tls->shared) != tls->generation) {
        int r = tls_refresh(tls);
        if (r < 0) {
            log_error("http", "the new certificate cannot be used; the one before stays", log_errno(r));
        } else {
            log_info("http", "certificate taken anew");
        }
    }
    struct tls_conn *conn = calloc(1, sizeof(*conn));
    if (conn == NULL || tls_session_new(tls->context, mg, &conn->session) < 0) {
        free(conn);
        return E_NOMEM;
    }
    conn->steps = &tls->steps;
    tls_hooks_attach(mg, conn);
    return 0;
}

bool tls_is_open(const struct mg_connection *mg) {
    const struct tls_conn *conn = mg->tls;
    return conn->open;
}

void tls_drain(struct mg_connection *mg) {
    struct tls_conn *conn = mg->tls;
    struct mg_iobuf *recv = &mg->recv;
    while (conn->open && (mg->rtls.len > 0 || tls_session_pending(conn->session) > 0) && recv->len < MG_MAX_RECV_SIZE) {
        if (recv->size == recv->len && mg_iobuf_resize(recv, recv->size + MG_IO_SIZE) == 0) {
            mg->is_closing = 1;
            return;
        }
        long n = tls_session_read(conn->session, recv->buf + recv->len, recv->size - recv->len);
        if (n == TLS_WAIT) {
            return;
        }
        if (n < 0) {
            mg->is_draining = 1; /* what was received before is still answered if that is possible at once */
            return;
        }
        recv->len += (size_t)n;
    }
}

long tls_write(struct mg_connection *mg, const void *data, size_t len) {
    const struct tls_conn *conn = mg->tls;
    return tls_session_write(conn->session, data, len < RECORD_MAX ? len : RECORD_MAX);
}

void tls_close_notify(struct mg_connection *mg) {
    const struct tls_conn *conn = mg->tls;
    if (conn->open) {
        tls_session_close_notify(conn->session);
    }
}

bool tls_rest(struct mg_connection *mg) {
    const struct tls_conn *conn = mg->tls;
    if (!conn->open || mg->rtls.len > 0 || mg->send.len > 0 || tls_session_pending(conn->session) > 0) {
        return false;
    }
    mg_iobuf_free(&mg->rtls);
    mg_iobuf_free(&mg->send);
    return true;
}
