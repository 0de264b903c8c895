/* Sending. A reply is written directly from its memory to the socket; only when the socket is full does a small part go
 * into Mongoose's buffer, so that Mongoose waits until the socket is writable. Mongoose's own buffer costs a copy and a
 * byte-wise wipe of all that passes through it. */
#include <string.h>
#include <sys/socket.h>

#include "http/conn_impl.h"
#include "http/stream.h"
#include "net/socket.h"
#include "net/tls.h"
#include "util/crypto.h"

/* Bytes left to Mongoose to wait with. */
#define PIECE 1024

/* Bytes of receive buffer that an idle connection may keep. */
#define IDLE_BUFFER 4096

void conn_compact(struct http_conn *conn) {
    struct mg_iobuf *recv = &conn->mg->recv;
    if (conn->at == 0) {
        return;
    }
    recv->len -= conn->at;
    if (recv->len > 0) {
        memmove(recv->buf, recv->buf + conn->at, recv->len);
        /* The moved bytes may be a body with a password: wipes their old place. */
        crypto_wipe(recv->buf + recv->len, conn->at);
    }
    conn->at = 0;
    if (recv->len == 0 && recv->size > IDLE_BUFFER) {
        mg_iobuf_free(recv);
    }
}

/* The last reply is sent. Closing at once could destroy it: bytes that arrive at a closed socket reset the connection.
 * So this side is shut down, and the client's is waited for. */
static void conn_linger(struct http_conn *conn) {
    conn->state = CONN_LINGER;
    conn->mg->recv.len = 0;
    conn->at = 0;
    conn->deadline_ms = conn_now(conn) + HTTP_LINGER_MS;
    if (conn->secure) {
        tls_close_notify(conn->mg);
    }
    if (shutdown(net_descriptor(conn->mg), SHUT_WR) < 0) {
        conn->mg->is_closing = 1;
    }
}

static void finish_reply(struct http_conn *conn) {
    buf_done(&conn->owned);
    if (conn->mg->send.size > 0) {
        mg_iobuf_free(&conn->mg->send);
    }
    conn->since_ms = conn_now(conn);
    if (conn->task != NULL) {
        conn_go_on(conn);
        return;
    }
    if (stream_goes_on(conn)) {
        return;
    }
    if (conn->close_after) {
        conn_linger(conn);
        return;
    }
    conn->state = CONN_HEAD;
    conn->in_head = false;
    conn->deadline_ms = conn->since_ms + conn_idle_ms(conn);
}

/* Counts bytes as sent, and continues with the constant ones after them. */
static void count_sent(struct http_conn *conn, size_t sent) {
    conn->out += sent;
    conn->out_len -= sent;
    if (conn->out_len == 0 && conn->tail_len > 0) {
        conn->out = conn->tail;
        conn->out_len = conn->tail_len;
        conn->tail_len = 0;
    }
}

/* Writes what the socket accepts; false when the connection is lost. TLS keeps a record that does not fit in `send`. */
static bool conn_give(struct http_conn *conn) {
    struct mg_connection *mg = conn->mg;
    while (conn->out_len > 0 && mg->send.len == 0) {
        size_t asked = conn->out_len;
        long n = conn->secure ? tls_write(mg, conn->out, asked) : mg_io_send(mg, conn->out, asked);
        if (n < 0) {
            return n == MG_IO_WAIT;
        }
        count_sent(conn, (size_t)n);
        if (!conn->secure && (size_t)n < asked) {
            return true; /* a second attempt would give the same result */
        }
    }
    return true;
}

bool conn_put(struct http_conn *conn, const char *data, size_t len) {
    struct mg_connection *mg = conn->mg;
    return mg->send.len == 0 && (conn->secure ? tls_write(mg, data, len) : mg_io_send(mg, data, len)) == (long)len;
}

bool conn_flush(struct http_conn *conn) {
    struct mg_connection *mg = conn->mg;

    if (!conn_give(conn)) {
        mg->is_closing = 1;
        return false;
    }
    if (conn->out_len > 0 && mg->send.len == 0) {
        size_t piece = conn->out_len < PIECE ? conn->out_len : PIECE;
        if (!mg_send(mg, conn->out, piece)) {
            mg->is_closing = 1;
            return false;
        }
        count_sent(conn, piece);
    }
    if (conn->out_len == 0 && mg->send.len == 0) {
        finish_reply(conn);
        return conn->state == CONN_HEAD;
    }
    /* Continues when the client has read something, even a few bytes of Mongoose's buffer. */
    int64_t stalled = conn_now(conn) + HTTP_STALL_MS, last = conn->begun_ms + HTTP_SEND_MS;
    conn->deadline_ms = stalled < last ? stalled : last;
    return false;
}

void conn_send(struct http_conn *conn, const char *data, size_t len) {
    conn->state = CONN_SENDING;
    conn->out = data;
    conn->out_len = len;
    conn->begun_ms = conn_now(conn);
    (void)conn_flush(conn);
}

void conn_send_both(struct http_conn *conn, const char *tail, size_t tail_len) {
    conn->tail = tail;
    conn->tail_len = tail_len;
    conn_send(conn, conn->owned.data, conn->owned.len);
}

void conn_send_reply(struct http_conn *conn, struct http_reply *reply) {
    conn->owned = reply->buf;
    buf_init(&reply->buf);
    conn_send(conn, conn->owned.data + reply->start, conn->owned.len - reply->start);
}
