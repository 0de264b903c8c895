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

#define DOWNLOADS_MAX 12 /* at a time, see downloads.h */

struct tls;

struct http_server {
    struct net_loop *loop;
    struct mg_mgr *mgr; /* the loop's */
    struct core *core;
    struct workers *workers;
    struct mg_connection *park; /* place of the parked connections, see park.h */
    struct http_conn *parked;   /* the first of them */
    struct http_stream *streams; /* the first of stream.c */
    struct http_task *downloads[DOWNLOADS_MAX]; /* of downloads.c; NULL: a free place */
    unsigned connections; /* accepted and not closed */
    unsigned secure;      /* of them over TLS */
    unsigned limit;       /* of them */
    int64_t mono_ms;      /* the terminal's monotonic clock at the last turn of the loop */
    int64_t now_ms;       /* time of the connections: that clock without its jumps */
    int64_t swept_ms;     /* last look at the time-outs */
    int64_t drained_ms;   /* when it began to */
    bool draining;
    unsigned listeners; /* made up to now */
    struct tls *tls;    /* NULL before the first listener of TLS */
    unsigned https_port; /* of the first one */
    const char *recovery; /* why this is the recovery; "" where it is none */
};

/* Where connections come in. Belongs to Mongoose's listener and goes with it. */
struct http_listener {
    struct http_server *server;
    unsigned number; /* of its connections: http_conn.listener; never used twice */
    bool secure;     /* TLS */
    char address[NET_ADDRESS_MAX];
};

enum conn_state {
    CONN_HEAD,    /* waits for a request, or for the rest of its head */
    CONN_BODY,    /* takes the body of `task` */
    CONN_RUNNING, /* a worker has `task` */
    CONN_SENDING, /* the client takes the reply */
    CONN_STREAM,  /* all of an event stream up to now has gone */
    CONN_LINGER   /* the last reply is sent; what still comes in is dropped until the client closes */
};

/* A call and, when a worker runs it, its job. The connection may go meanwhile: then `conn` is NULL. */
struct http_task {
    struct workers_job job; /* first: a pointer to it is one to the task */
    struct walker_call call;
    struct http_reply reply;
    struct http_reply_head head; /* what the connection says about the reply */
    int code;                    /* of walker_run() */
    int64_t resume;              /* of an event stream: see stream_admit() */
    struct http_task **download; /* its place in http_server.downloads; NULL: it needs none */
    struct http_conn *conn;      /* of the loop alone */
};

struct http_conn {
    struct http_server *server;
    struct mg_connection *mg;
    struct http_conn *next, *previous; /* while it is parked */
    bool parked;
    bool secure;       /* TLS */
    unsigned listener; /* number of the one it came in at */
    enum conn_state state;
    bool in_head;      /* bytes of a head have come in */
    bool close_after;  /* the reply under way is the last */
    int64_t since_ms;  /* accepted, or last reply finished: the longest idle goes first */
    int64_t begun_ms;  /* start of the reply */
    int64_t deadline_ms;
    size_t at;      /* bytes of mg->recv that are used up */
    size_t scanned; /* of the bytes behind `at`, for http_head_length() */
    size_t skip;    /* bytes of a refused body that are still to be dropped */
    size_t length;  /* of the body, or of what has come of a chunked one */
    bool is_chunked;
    struct http_chunked chunked;
    struct http_task *task; /* whose body is taken, which runs, or whose file is sent */
    struct http_stream *stream; /* of stream.c; NULL: it follows nothing */
    const char *out; /* rest of the reply: constant, or part of `owned` */
    size_t out_len;
    const char *tail; /* constant bytes behind `out` */
    size_t tail_len;
    struct buf owned;
};

/* Time that since_ms and its like are measured with; as of this turn of the loop. */
static inline int64_t conn_now(const struct http_conn *conn) {
    return conn->server->now_ms;
}

/* How long it may wait for a request. */
static inline int64_t conn_idle_ms(const struct http_conn *conn) {
    return conn->secure ? HTTP_SECURE_IDLE_MS : HTTP_IDLE_MS;
}

/* Makes the state of an accepted connection; NULL without memory. */
struct http_conn *conn_new(struct http_server *server, struct mg_connection *mg);

/* The connection is gone: frees its state. A job under way stays with its worker. */
void conn_closed(struct http_conn *conn);

/* Bytes have come in. */
void conn_read(struct http_conn *conn);

/* Bytes have gone out. */
void conn_written(struct http_conn *conn);

/* The handshake of TLS is done. */
void conn_opened(struct http_conn *conn);

/* Its time is up. */
void conn_expired(struct http_conn *conn);

/* True while it waits for a request and nothing of one has come. */
bool conn_is_idle(const struct http_conn *conn);

/* What every reply of this connection's current request has in common. */
struct http_reply_head conn_reply_head(const struct http_conn *conn, bool head_only);

/* Decides what becomes of a body that nobody will read. Before the reply is made, whose head may have to say "close".
 * */
void conn_drop_body(struct http_conn *conn, const struct http_request *request);

/* Refuses what is no call, with a line of text; and a call. */
void conn_send_status(struct http_conn *conn, int status, const char *allow, bool head_only);
void conn_send_refusal(struct http_conn *conn, const struct walker_refusal *refusal, bool head_only);

/* The field of HSTS that belongs into its replies, with its line end, or NULL. conn_page.c */
const char *conn_hsts_field(const struct http_conn *conn);

/* True where requests without TLS are only told where to go. conn_page.c */
bool conn_is_https_only(const struct http_conn *conn);

/* Answers such a request: a page is sent to TLS, a call is refused. conn_page.c */
void conn_begin_redirect(struct http_conn *conn, const struct http_request *request);

/* Answers a request that is no call. conn_page.c */
void conn_begin_page(struct http_conn *conn, const struct http_request *request);

/* The piece of a file that was under way is gone: has the next one made. conn.c */
void conn_go_on(struct http_conn *conn);

/* Sends constant bytes, or the reply that was made, and goes on with the next request when they are gone. conn_io.c */
void conn_send(struct http_conn *conn, const char *data, size_t len);
void conn_send_reply(struct http_conn *conn, struct http_reply *reply);

/* Sends the bytes of `owned`, then constant ones. conn_io.c */
void conn_send_both(struct http_conn *conn, const char *tail, size_t tail_len);

/* Sends a few bytes in front of a reply; false when the connection does not take them at this moment. conn_io.c */
bool conn_put(struct http_conn *conn, const char *data, size_t len);

/* Goes on with sending; true when the reply is gone and the connection waits for a request again. conn_io.c */
bool conn_flush(struct http_conn *conn);

/* Forgets the bytes of mg->recv that are used up. conn_io.c */
void conn_compact(struct http_conn *conn);

#endif
