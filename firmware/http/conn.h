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

struct http_server {
    struct mg_mgr mgr;
    struct core *core;
    struct workers *workers;
    int wake_fd;          /* write end of the wake-up pipe */
    struct mg_connection *park; /* place of the parked connections, see park.h */
    struct http_conn *parked;   /* the first of them */
    unsigned connections; /* accepted and not closed */
    unsigned limit;       /* of them */
    int64_t mono_ms;      /* the terminal's monotonic clock at the last turn of the loop */
    int64_t now_ms;       /* time of the connections: that clock without its jumps */
    int64_t swept_ms;     /* last look at the time-outs */
    int64_t drained_ms;   /* when it began to */
    bool draining;
};

enum conn_state {
    CONN_HEAD,    /* waits for a request, or for the rest of its head */
    CONN_BODY,    /* takes the body of `task` */
    CONN_RUNNING, /* a worker has `task` */
    CONN_SENDING, /* the client takes the reply */
    CONN_LINGER   /* the last reply is sent; what still comes in is dropped until the client closes */
};

/* A call and, when a worker runs it, its job. The connection may go meanwhile: then `conn` is NULL. */
struct http_task {
    struct workers_job job; /* first: a pointer to it is one to the task */
    struct walker_call call;
    struct http_reply reply;
    struct http_reply_head head; /* what the connection says about the reply */
    int code;                    /* of walker_run() */
    struct http_conn *conn;      /* of the loop alone */
};

struct http_conn {
    struct http_server *server;
    struct mg_connection *mg;
    struct http_conn *next, *previous; /* while it is parked */
    bool parked;
    enum conn_state state;
    bool in_head;      /* octets of a head have come in */
    bool close_after;  /* the reply under way is the last */
    int64_t since_ms;  /* accepted, or last reply finished: the longest idle goes first */
    int64_t begun_ms;  /* start of the reply */
    int64_t deadline_ms;
    size_t at;      /* octets of mg->recv that are used up */
    size_t scanned; /* of the octets behind `at`, for http_head_length() */
    size_t skip;    /* octets of a refused body that are still to be dropped */
    size_t length;  /* of the body, or of what has come of a chunked one */
    bool is_chunked;
    struct http_chunked chunked;
    struct http_task *task;
    const char *out; /* rest of the reply: constant, or part of `owned` */
    size_t out_len;
    struct buf owned;
};

/* Time that since_ms and its like are measured with; as of this turn of the loop. */
static inline int64_t conn_now(const struct http_conn *conn) {
    return conn->server->now_ms;
}

/* Makes the state of an accepted connection; NULL without memory. */
struct http_conn *conn_new(struct http_server *server, struct mg_connection *mg);

/* The connection is gone: frees its state. A job under way stays with its worker. */
void conn_closed(struct http_conn *conn);

/* Octets have come in. */
void conn_read(struct http_conn *conn);

/* Octets have gone out. */
void conn_written(struct http_conn *conn);

/* Its time is up. */
void conn_expired(struct http_conn *conn);

/* True while it waits for a request and nothing of one has come. */
bool conn_is_idle(const struct http_conn *conn);

/* Sends constant octets, or the reply that was made, and goes on with the next request when they are gone. conn_io.c */
void conn_send(struct http_conn *conn, const char *data, size_t len);
void conn_send_reply(struct http_conn *conn, struct http_reply *reply);

/* Goes on with sending; true when the reply is gone and the connection waits for a request again. conn_io.c */
bool conn_flush(struct http_conn *conn);

/* Forgets the octets of mg->recv that are used up. conn_io.c */
void conn_compact(struct http_conn *conn);

#endif
