/* The seam between the walker (http/), the generated contract and the handlers (api/<group>.c).
 *
 * A handler is an ordinary function over decoded structs; its prototype is generated from spec/<group>.json:
 *     int api_adduser(struct api_ctx *ctx, const struct adduser_req *req, struct adduser_reply *reply);
 * It returns 0 or a code of the catalogue (enum catalogue_code, generated from spec/errors.json). It holds no parsing,
 * no permission check and no JSON. This layer knows neither sockets nor SQL. */
#ifndef POSTERN_API_H
#define POSTERN_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"
#include "values.h"

struct core;         /* core/base/core.h: rules and storage of one thread */
struct actor; /* core/base/actor.h: who asks */

/* What a handler may know of its request. Lives until the reply is encoded. */
struct api_ctx {
    struct core *core;                 /* the core of the thread that runs the handler */
    const struct actor *actor;         /* who asks, from where, by which call; never NULL */
    bool secure;                       /* the request came over TLS */
    const void *body;                  /* of a call that takes no JSON: of any content */
    size_t body_len;                   /* in bytes, more than 0 */
    struct arena *arena;               /* memory that lives as long as the reply; freed by the walker */
    const char *error_field;           /* out: field a refusal is about; static text or in the arena, NULL if none */
    int error;                         /* out: the E_* of a refusal, for the log; 0 if none */
    unsigned retry_after_s;            /* out: with CAT_THROTTLED or CAT_BUSY, else 0 */
    bool wait;                         /* out: the envelope's code is "wait": it goes on, ask again */
    bool reboot;                       /* out: the envelope has "reboot": the terminal restarts now */
};

/* OPEN: to anybody, but who has a session is recognised, and the handler decides. SUPER: a super session. */
enum api_access {
    API_ACCESS_NONE,
    API_ACCESS_SESSION,
    API_ACCESS_READ,
    API_ACCESS_WRITE,
    API_ACCESS_OPEN,
    API_ACCESS_SUPER
};
enum api_method { API_GET, API_POST };
/* Where a handler runs. STREAM runs on the loop, and its reply begins an event stream (http/stream.h). SLOW is a worker too, but never the last free one, so that a password hash keeps no write
 * waiting. */
enum api_thread { API_ON_LOOP, API_ON_WORKER, API_ON_WORKER_SLOW, API_STREAM };

/* A reply that is a file (in the contract `"reply": "file"`): made piece by piece while it is sent, as fast as the client
 * takes it. The handler fills it; all but `state` is static, of ctx->arena, or of the state, which live until the end. */
struct api_file {
    const char *type; /* media type */
    const char *name; /* that it is saved under: letters, digits, `-` and `.` */
    void *state;

    /* Appends the next piece, some 64 kB, on a worker with that worker's core. Returns 1: there is more (the piece may be
     * empty: it is asked again); 0: that was the last; E_*: the file cannot be finished, and the client sees it cut off. */
    int (*next)(struct core *core, void *state, struct buf *out);

    void (*end)(void *state); /* frees the state; on any thread */
};

/* What a body is: JSON; a picture, image/jpeg or image/png; bytes, application/byte-stream. */
enum api_takes { API_TAKES_JSON, API_TAKES_PICTURE, API_TAKES_OCTETS };

struct api_field; /* decode table row, generated; see decode.h */

/* One row a call, generated, sorted by path. */
struct api_route {
    const char *path; /* "/goform/adduser" */
    const char *name; /* "adduser" */
    enum api_method method;
    enum api_access access;
    int group; /* enum function_group of READ and WRITE, else -1 */
    bool or_super; /* a super session does as well as that right, and needs no password typed lately */
    bool fresh; /* asks for a password typed in the last five minutes; no REST key may call it */
    bool first_password; /* open while the initial password is still to be replaced */
    bool audit; /* it leaves a row in the audit log */
    enum audit_importance importance; /* of that row */
    enum api_thread thread;
    size_t max_body; /* bytes; 0 for GET */
    bool json_string; /* the body may also be the text of its object as one JSON string */
    bool in_query; /* the request travels in the query: of every GET, and of a POST that says so */
    size_t req_size, reply_size;
    const struct api_field *fields; /* of the request */
    size_t field_count;
    enum api_takes takes; /* what the body is; where it is no JSON, the request is in the query */
    bool is_file; /* the reply is a struct api_file */
    int (*handle)(struct api_ctx *ctx, const void *req, void *reply);
    void (*encode)(struct buf *out, const void *reply); /* the object of "data" */
};

/* The generated table and its size. */
extern const struct api_route api_routes[];
extern const size_t api_route_count;

/* Exact look-up by path (bisection). NULL if there is no such call. */
const struct api_route *api_route_find(const char *path, size_t len);

#endif
