/* One connection: its state machine. Private to http/. */
#ifndef POSTERN_HTTP_CONN_H
#define POSTERN_HTTP_CONN_H

#include <mongoose.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http/chunked.h"
#include "http/server.h"
#include "http/walker.h"
#include "http/workers.h"
#include "util/buf.h"

#define HTTP_SOURCE_ROWS 256 /* of the table of sources, see places.h */
#define DOWNLOADS_MAX 12 /* at a time, see downloads.h */

struct tls;

struct http_server {
    struct net_loop *loop;
    struct mg_mgr *mgr; /* the loop's */
    struct core *core;
    struct workers *workers;
    struct workers *commands; /* for calls of API_ON_COMMAND alone */
    struct mg_connection *park; /* place of the parked connections, see park.h */
    struct http_conn *parked;   /* head of the list */
    struct http_stream *streams; /* head of the list, of stream.c */
    struct http_task *downloads[DOWNLOADS_MAX]; /* of downloads.c; NULL: a free slot */
    struct http_conn *places; /* head of the list of all connections, of places.c, as what follows */
    struct http_source *sources[HTTP_SOURCE_ROWS]; /* by their keys */
    unsigned connections; /* accepted and not closed */
    unsigned handshakes;  /* of them in their handshake */
    unsigned secure;      /* and over TLS behind it */
    unsigned limit;       /* maximum of `connections` */
    int64_t mono_ms;      /* the terminal's monotonic clock at the last loop turn */
    int64_t now_ms;       /* time of the connections: that clock without its jumps */
    int64_t swept_ms;     /* last check of the time-outs */
    int64_t drained_ms;   /* start of draining */
    bool draining;
    unsigned listeners; /* created so far */
    struct tls *tls;    /* NULL before the first listener of TLS */
    unsigned https_port; /* of the first one */
    const char *recovery; /* reason of the recovery mode; "" outside of it */
};

/* A listening address. Owned by Mongoose's listener and freed with it. */
struct http_listener {
    struct http_server *server;
    unsigned number; /* of its connections: http_conn.listener; never used twice */
    bool secure;     /* TLS */
    char address[NET_ADDRESS_MAX];
};

enum conn_state {
    CONN_HEAD,    /* waiting for a request, or for the rest of its head */
    CONN_BODY,    /* receiving the body of `task` */
    CONN_RUNNING, /* a worker runs `task` */
    CONN_SENDING, /* sending the reply */
    CONN_STREAM,  /* event stream with nothing left to send */
    CONN_LINGER   /* the last reply is sent; input is dropped until the client closes */
};

/* A call and, when a worker runs it, its job. `conn` is NULL after the connection has closed. */
struct http_task {
    struct workers_job job; /* first member, so that a pointer to it points to the task */
    struct walker_call call;
    struct http_reply reply;
    struct http_reply_head head; /* head fields that the connection sets */
    int code;                    /* of walker_run() */
    int64_t resume;              /* of an event stream: see stream_admit() */
    struct http_task **download; /* its slot in http_server.downloads; NULL: none needed */
    struct http_conn *conn;      /* used only on the loop */
};

struct http_conn {
    struct http_server *server;
    struct mg_connection *mg;
    struct http_conn *next, *previous; /* while it is parked */
    bool parked;
    struct http_conn *later, *earlier; /* of places.c, as `source` */
    struct http_source *source; /* where it comes from; NULL: it has no place */
    bool secure;       /* TLS */
    bool handshaking;  /* its handshake is not done */
    bool has_session;  /* its last admitted call was one of an account */
    unsigned listener; /* number of the listener that accepted it */
    enum conn_state state;
    bool in_head;      /* a part of a head was received */
    bool close_after;  /* close after the current reply */
    int64_t since_ms;  /* accepted, or last reply finished; the longest idle one is closed first */
    int64_t begun_ms;  /* start of the reply */
    int64_t deadline_ms;
    size_t at;      /* consumed bytes of mg->recv */
    size_t scanned; /* of the bytes after `at`, for http_head_length() */
    size_t skip;    /* remaining bytes of a refused body to drop */
    size_t length;  /* of the body, or of the received part of a chunked one */
    bool is_chunked;
    struct http_chunked chunked;
    struct http_task *task; /* task whose body is received, that runs, or whose file is sent */
    struct http_stream *stream; /* of stream.c; NULL: no event stream */
    const char *out; /* rest of the reply: constant, or part of `owned` */
    size_t out_len;
    const char *tail; /* constant bytes after `out` */
    size_t tail_len;
    struct buf owned;
};

/* Returns the time base of since_ms and the other times, as of this loop turn. */
static inline int64_t conn_now(const struct http_conn *conn) {
    return conn->server->now_ms;
}

/* Returns how long the connection may wait for a request, in milliseconds. */
static inline int64_t conn_idle_ms(const struct http_conn *conn) {
    return conn->secure ? HTTP_SECURE_IDLE_MS : HTTP_IDLE_MS;
}

/* Returns the state of an accepted connection; NULL without memory. */
struct http_conn *conn_new(struct http_server *server, struct mg_connection *mg);

/* The connection has closed: frees its state. A running job stays with its worker. */
void conn_closed(struct http_conn *conn);

/* Bytes were received. */
void conn_read(struct http_conn *conn);

/* Bytes were sent. */
void conn_written(struct http_conn *conn);

/* The handshake of TLS is done. */
void conn_opened(struct http_conn *conn);

/* Its deadline has passed. */
void conn_expired(struct http_conn *conn);

/* Returns true while it waits for a request and has received no part of one. */
bool conn_is_idle(const struct http_conn *conn);

/* Returns the head fields common to all replies to the current request. */
struct http_reply_head conn_reply_head(const struct http_conn *conn, bool head_only);

/* Drops the body of a refused request, or marks the connection to be closed. Call it before making the reply, whose
 * head may need "close". */
void conn_drop_body(struct http_conn *conn, const struct http_request *request);

/* Refuses a request that is not a call with a line of text, and a call with an envelope. */
void conn_send_status(struct http_conn *conn, int status, const char *allow, bool head_only);
void conn_send_refusal(struct http_conn *conn, const struct walker_refusal *refusal, bool head_only);

/* Returns the HSTS field for its replies, with its line end, or NULL. conn_page.c */
const char *conn_hsts_field(const struct http_conn *conn);

/* Returns true if requests without TLS are only redirected. conn_page.c */
bool conn_is_https_only(const struct http_conn *conn);

/* Answers such a request: a page is redirected to HTTPS, a call is refused. conn_page.c */
void conn_begin_redirect(struct http_conn *conn, const struct http_request *request);

/* Answers a request that is not a call. conn_page.c */
void conn_begin_page(struct http_conn *conn, const struct http_request *request);

/* A chunk of a file was sent: starts making the next one. conn.c */
void conn_go_on(struct http_conn *conn);

/* Sends constant bytes, or a reply, and continues with the next request when they are sent. conn_io.c */
void conn_send(struct http_conn *conn, const char *data, size_t len);
void conn_send_reply(struct http_conn *conn, struct http_reply *reply);

/* Sends the bytes of `owned`, then constant ones. conn_io.c */
void conn_send_both(struct http_conn *conn, const char *tail, size_t tail_len);

/* Sends a few bytes before a reply; returns false if the connection cannot accept them now. conn_io.c */
bool conn_put(struct http_conn *conn, const char *data, size_t len);

/* Continues sending; returns true when the reply is sent and the connection waits for a request again. conn_io.c */
bool conn_flush(struct http_conn *conn);

/* Removes the consumed bytes from mg->recv. conn_io.c */
void conn_compact(struct http_conn *conn);

#endif
