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
struct actor; /* core/base/actor.h: the caller */

/* Context of a request, for its handler. Valid until the reply is encoded. */
struct api_ctx {
    struct core *core;                 /* the core of the thread that runs the handler */
    const struct actor *actor;         /* the caller, its address and the call; never NULL */
    bool secure;                       /* the request came over TLS */
    unsigned language; /* enum language, of texts for people; the terminal's own if the request names none */
    const void *body; /* body of a call that does not take JSON; any content */
    size_t body_len; /* in bytes, more than 0 */
    struct arena *arena; /* memory valid as long as the reply; freed by the walker */
    const char *error_field; /* out: field that caused the refusal; static or in the arena, NULL if none */
    int error; /* out: the E_* of a refusal, for the log; 0 if none */
    unsigned retry_after_s; /* out: with CAT_THROTTLED or CAT_BUSY, else 0 */
    bool wait; /* out: the envelope's code is "wait": still running, call again */
    bool reboot; /* out: the envelope has "reboot": the terminal restarts now */
};

/* OPEN: no session required; an existing one is recognized, and the handler decides. SUPER: a super session. */
enum api_access {
    API_ACCESS_NONE,
    API_ACCESS_SESSION,
    API_ACCESS_READ,
    API_ACCESS_WRITE,
    API_ACCESS_OPEN,
    API_ACCESS_SUPER
};
enum api_method { API_GET, API_POST };
/* Where a handler runs. STREAM runs on the loop, and its reply starts an event stream (http/stream.h). SLOW and SIGN_IN run
 * on a worker, in lanes of their own (http/queue.h). COMMAND runs on a thread that no other call uses. */
enum api_thread { API_ON_LOOP, API_ON_WORKER, API_ON_WORKER_SLOW, API_ON_WORKER_SIGN_IN, API_ON_COMMAND, API_STREAM };

/* A reply that is a file (in the contract `"reply": "file"`), generated in chunks while it is sent, as fast as the client
 * reads. The handler fills it. All texts are static, in ctx->arena or in the state, and stay valid until end(). */
struct api_file {
    const char *type; /* media type */
    const char *name; /* file name for saving: letters, digits, `-` and `.` */
    void *state;

    /* Appends the next chunk, about 64 kB, on a worker with that worker's core. Returns 1 if there is more (the chunk may
     * be empty), 0 after the last chunk, or E_* if the file cannot be finished: the client then gets it truncated. */
    int (*next)(struct core *core, void *state, struct buf *out);

    void (*end)(void *state); /* frees the state; on any thread */
};

/* Kind of a body: JSON; a picture, image/jpeg, image/png or image/webp; a file, application/octet-stream. */
enum api_takes { API_TAKES_JSON, API_TAKES_PICTURE, API_TAKES_OCTETS };

struct api_field; /* decode table row, generated; see decode.h */

/* One row for each call, generated, sorted by path. */
struct api_route {
    const char *path; /* "/goform/adduser" */
    const char *name; /* "adduser" */
    enum api_method method;
    enum api_access access;
    int group; /* enum function_group of READ and WRITE, else -1 */
    bool or_super; /* a super session is allowed too, without a recently confirmed password */
    bool fresh; /* requires a password confirmed in the last five minutes; not for REST keys */
    bool first_password; /* allowed before the initial password is replaced */
    bool audit; /* writes an audit entry */
    enum audit_importance importance; /* of that entry */
    enum api_thread thread;
    size_t max_body; /* bytes; 0 for GET */
    bool json_string; /* the body may also be the text of its object as one JSON string */
    bool in_query; /* the request is in the query: for every GET, and for a POST that declares it */
    size_t req_size, reply_size;
    const struct api_field *fields; /* of the request */
    size_t field_count;
    uint32_t devices; /* of which the terminal must have one, bits 1U << enum device; 0: it needs none */
    enum api_takes takes; /* kind of the body; if not JSON, the request is in the query */
    size_t whole_max; /* bytes of a file whose pieces it takes, if sent in one body without a query; 0: it takes none */
    const char *whole_query; /* query of each of its pieces, behind "offset" and "total" */
    bool is_file; /* the reply is a struct api_file */
    int (*handle)(struct api_ctx *ctx, const void *req, void *reply);
    void (*encode)(struct buf *out, const void *reply); /* the object of "data" */
};

/* The generated table and its size. */
extern const struct api_route api_routes[];
extern const size_t api_route_count;

/* Returns the call with exactly this path (binary search), or NULL. */
const struct api_route *api_route_find(const char *path, size_t len);

#endif
