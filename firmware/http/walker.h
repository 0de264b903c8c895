/* The steps of every call, in this order: exact path → method → length → session → first password → role → media type,
 * all of them on the head, before a body is accepted; then decode → handler → encode. Handlers contain none of these
 * checks. Knows no socket: the connection calls it and gets catalogue codes. */
#ifndef POSTERN_HTTP_WALKER_H
#define POSTERN_HTTP_WALKER_H

#include <stdbool.h>
#include <stddef.h>

#include "api/api.h"
#include "api/decode.h"
#include "core/base/actor.h"
#include "http/reply.h"
#include "http/request.h"
#include "util/arena.h"

struct core;

#define WALKER_ARENA_MAX ((size_t)1024 * 1024) /* bytes that a call may use for its request and reply */

/* A call in progress. Created by walker_admit(), freed by walker_done(). Borrows nothing from the request's bytes. */
struct walker_call {
    const struct api_route *route; /* NULL when there is no such call */
    struct actor actor; /* the caller */
    bool secure; /* over TLS; filled in by the connection */
    enum language language; /* that the request asks for */
    struct arena arena;
    void *request; /* struct of the call, once decoded */
    char *body; /* buffer for a body that is not JSON, or for a chunk of one; NULL: none */
    size_t body_room; /* its size */
    size_t body_size; /* bytes expected in it */
    size_t body_len; /* bytes received; set by the connection */
    size_t whole; /* bytes of the file in one body, which the call gets in chunks; 0: not such a body */
    size_t whole_at; /* offset of the chunk in `body` */
    int error; /* E_* of the failure, for the log; 0: only the code is known */
    struct api_file file; /* the file reply; `next` is not NULL while there is more */
    struct api_decode_error query_error; /* the error in the query of a POST */
};

/* The refusal of a call. */
struct walker_refusal {
    int code; /* enum catalogue_code */
    const char *field; /* field that caused it; "" or NULL for none */
    const char *allow; /* allowed methods, with 405 */
    unsigned retry_after_s; /* 0: no field */
};

/* Returns true if a path is that of a call, even an unknown one: it starts with "/goform/" or is "/goform". */
bool walker_is_call(struct http_text path);

/* Checks the head of a request from `peer`, a source address. The caller is identified by a token, or by a REST key if
 * there is no token. The query of a POST is checked too, and decoded if the call has its request there. Returns 0 when
 * the body may be accepted, otherwise the catalogue code, also in *ret_refusal, whose field may point into *call.
 * `call` is initialized in both cases. On the loop, with the loop's core. */
int walker_admit(struct core *core, const struct http_request *request, const char *peer, struct walker_call *call,
                 struct walker_refusal *ret_refusal);

/* Returns true if the caller of a long call may still continue it: the session or key still exists, and still has the
 * permission. Does not count as use of the session. On the loop. */
bool walker_may_still(struct core *core, const struct api_route *route, const struct actor *by);

/* Decodes the body, or the query of a GET, into call->request; the body of a POST whose request is in the query must
 * be empty. Returns 0 or the code, also in *ret_refusal, whose field then points into *error. */
int walker_decode(struct walker_call *call, const char *text, size_t len, struct api_decode_error *error,
                  struct walker_refusal *ret_refusal);

/* Returns true if the answered chunk of a whole file was not the last one. */
bool walker_has_pieces(const struct walker_call *call);

/* Prepares the call for the next chunk, which is still to be received. Returns 0 or the code, also in *ret_refusal. */
int walker_next_piece(struct walker_call *call, struct walker_refusal *ret_refusal);

/* Runs the handler with the core of this thread and writes the whole reply. `head` has the fields set by the
 * connection: close, head_only. Returns the code that was answered (0 for success), or E_NOMEM when there is no
 * reply. */
int walker_run(struct core *core, struct walker_call *call, struct http_reply_head head, struct http_reply *reply);

/* Writes the next chunk of a file reply into `reply`, which may stay empty; call->file then tells whether there is
 * more. Returns 0, or an error after which the connection must be closed. On a worker. */
_must_check_ int walker_more(struct core *core, struct walker_call *call, struct http_reply *reply);

/* Writes the reply of a refusal. E_NOMEM. */
_must_check_ int walker_refuse(const struct walker_refusal *refusal, struct http_reply_head head,
                               struct http_reply *reply);

/* Wipes and frees the data of the call. */
void walker_done(struct walker_call *call);

#endif
