/* The one way every call takes, in this order: exact path → method → length → session → first password → role →
 * media type, all of it on the head, before a body is taken; then decode → handler → encode. Handlers hold none of it.
 * Knows no socket: it is asked by the connection and answers with codes of the catalogue. */
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

#define WALKER_ARENA_MAX ((size_t)1024 * 1024) /* bytes a call may take for its request and reply */

/* A call on its way. Made by walker_admit(), ended with walker_done(). Borrows nothing from the request's bytes. */
struct walker_call {
    const struct api_route *route; /* NULL when there is no such call */
    struct actor actor; /* who asks */
    bool secure; /* over TLS; filled in by the connection */
    struct arena arena;
    void *request; /* struct of the call, once decoded */
    char *body; /* room for a body that is no JSON, as long as the head said; in the arena */
    size_t body_len; /* bytes of it that have come; written by the connection */
    int error; /* E_* that the call failed with, for the log; 0: only the code is known */
    struct api_file file; /* the reply, while there is more of it: `next` is not NULL */
    struct api_decode_error query_error; /* what was wrong with the query of a POST */
};

/* Why a call was refused. */
struct walker_refusal {
    int code; /* enum catalogue_code */
    const char *field; /* what it is about; "" or NULL for nothing in particular */
    const char *allow; /* methods there are, with 405 */
    unsigned retry_after_s; /* 0: not said */
};

/* True if a path is a call's, there or not: it starts with "/goform/" or is "/goform". */
bool walker_is_call(struct http_text path);

/* Judges the head of a request from `peer`, a source address. Who asks is said by a token, or by a REST key where there
 * is no token. The query of a POST is judged here too, and decoded where the call has its request there. Returns 0 when
 * the body may be taken, else the catalogue's code, also in *ret_refusal, whose field may point into *call. `call` is
 * initialised either way. On the loop, with the loop's core. */
int walker_admit(struct core *core, const struct http_request *request, const char *peer, struct walker_call *call,
                 struct walker_refusal *ret_refusal);

/* Whether who asked may go on with what takes its time, as walker_admit() saw it: the session, or the key, is there, and
 * so is the right. It does not count as use of the session. On the loop. */
bool walker_may_still(struct core *core, const struct api_route *route, const struct actor *by);

/* Decodes the body, or the query of a GET, into call->request; the body of a POST whose request is in the query may hold
 * nothing. Returns 0 or the code, also in *ret_refusal, whose field
 * then points into *error. */
int walker_decode(struct walker_call *call, const char *text, size_t len, struct api_decode_error *error,
                  struct walker_refusal *ret_refusal);

/* Runs the handler with the core of this thread and writes the whole reply. `head` says what is not the call's
 * business: close, head_only. Returns the code that was answered (0 for success), or E_NOMEM when there is no reply. */
int walker_run(struct core *core, struct walker_call *call, struct http_reply_head head, struct http_reply *reply);

/* Writes the next piece of a reply that is a file into `reply`, which may stay empty; afterwards call->file says whether
 * there is more. Returns 0; or an error, and the connection has to end. On a worker. */
_must_check_ int walker_more(struct core *core, struct walker_call *call, struct http_reply *reply);

/* Writes the reply of a refusal. E_NOMEM. */
_must_check_ int walker_refuse(const struct walker_refusal *refusal, struct http_reply_head head,
                               struct http_reply *reply);

/* Wipes and frees what the call holds. */
void walker_done(struct walker_call *call);

#endif
