#include "net/tls_hooks.h"

#include <stdlib.h>
#include <string.h>

#include "net/tls_impl.h"

/* 7.22 has one more hook than mongoose.h of 7.14 declares. */
void mg_tls_flush(struct mg_connection *mg);

/* After MG_EV_ACCEPT 7.22 takes a connection without is_tls_hs for one without TLS, so it is set here. The first
 * received bytes clear it, see mg_tls_handshake(). */
void tls_hooks_attach(struct mg_connection *mg, struct tls_conn *conn) {
    mg->tls = conn;
    mg->is_tls = 1;
    mg->is_tls_hs = 1;
}

size_t tls_peer_take(void *peer, void *buf, size_t len) {
    struct mg_iobuf *raw = &((struct mg_connection *)peer)->rtls;
    size_t n = len < raw->len ? len : raw->len;
    if (n > 0) {
        memcpy(buf, raw->buf, n);
        (void)mg_iobuf_del(raw, 0, n);
    }
    return n;
}

bool tls_peer_give(void *peer, const void *data, size_t len) {
    struct mg_connection *mg = peer;
    if (mg->send.len == 0 && len > 0) {
        long n = mg_io_send(mg, data, len);
        if (n < 0 && n != MG_IO_WAIT) { /* MG_IO_ERR; a reset connection has its own value in 7.14 */
            return false;
        }
        size_t sent = n < 0 ? 0 : (size_t)n;
        data = (const char *)data + sent;
        len -= sent;
    }
    return len == 0 || mg_send(mg, data, len);
}

/* Performs one step of the handshake if there is input and a step left. 1: done; TLS_WAIT; TLS_LOST. */
static int tls_step(struct mg_connection *mg, struct tls_conn *conn) {
    if (mg->rtls.len == 0 || *conn->steps == 0) {
        return TLS_WAIT;
    }
    --*conn->steps;
    int r = tls_session_handshake(conn->session);
    if (r == 1) {
        conn->open = true;
        mg_call(mg, MG_EV_TLS_HS, NULL);
    }
    return r;
}

/* --- Called by Mongoose
 * ------------------------------------------------------------------------------------------------ */

void mg_tls_init(struct mg_connection *mg, const struct mg_tls_opts *opts) {
    (void)opts;
    mg_error(mg, "connections are made TLS by tls_accept()");
}

void mg_tls_free(struct mg_connection *mg) {
    struct tls_conn *conn = mg->tls;
    if (conn != NULL) {
        tls_session_free(conn->session);
        free(conn);
        mg->tls = NULL;
    }
}

/* The content of `send` is already encrypted. */
long mg_tls_send(struct mg_connection *mg, const void *buf, size_t len) {
    return mg_io_send(mg, buf, len);
}

/* Called once, with the first bytes; from then on the handshake is part of mg_tls_recv(). With is_tls_hs set, Mongoose
 * would never send handshake data that a full socket did not accept. 7.14 calls mg_tls_recv() next, 7.22 only in the
 * next turn: so the first step is done here. */
void mg_tls_handshake(struct mg_connection *mg) {
    mg->is_tls_hs = 0;
    if (tls_step(mg, mg->tls) == TLS_LOST) {
        mg->is_closing = 1;
    }
}

long mg_tls_recv(struct mg_connection *mg, void *buf, size_t len) {
    struct tls_conn *conn = mg->tls;
    int r = conn->open ? 1 : tls_step(mg, conn);
    long n = r == 1 ? tls_session_read(conn->session, buf, len) : r;
    if (n > 0) {
        return n;
    }
    return n == TLS_WAIT ? MG_IO_WAIT : MG_IO_ERR;
}

size_t mg_tls_pending(struct mg_connection *mg) {
    const struct tls_conn *conn = mg->tls;
    return conn != NULL && conn->open ? tls_session_pending(conn->session) : 0;
}

/* The library never buffers output. */
void mg_tls_flush(struct mg_connection *mg) {
    (void)mg;
}

void mg_tls_ctx_init(struct mg_mgr *mgr) {
    (void)mgr;
}

void mg_tls_ctx_free(struct mg_mgr *mgr) {
    (void)mgr;
}
