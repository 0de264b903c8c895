/* Generated (not constant) replies: answers to calls, and refusals of other requests. Head and body are in one block of
 * memory, so that a reply is one write. Pure except for memory. */
#ifndef POSTERN_HTTP_REPLY_H
#define POSTERN_HTTP_REPLY_H

#include <stdbool.h>
#include <stddef.h>

#include "util/buf.h"
#include "util/err.h"

#define HTTP_LOCATION_MAX 384 /* bytes of a redirect target, with the NUL */
#define HTTP_REPLY_ROOM 1152 /* bytes kept free in front of the body; no head is longer */

/* Between http_reply_begin() and http_reply_end() the body is appended to `buf`. Afterwards the reply is buf.data +
 * start, buf.len - start bytes. Freed with buf_done(&reply.buf). */
struct http_reply {
    struct buf buf;
    size_t start;
};

struct http_reply_head {
    int status; /* HTTP status */
    const char *type; /* media type of the body */
    const char *allow; /* for 405: the allowed methods; NULL for none */
    const char *location; /* for 307: the target; NULL for none */
    const char *extra; /* further fields as they are sent, each with its line end; NULL for none */
    unsigned retry_after_s; /* 0: no field */
    bool close; /* the connection ends after this */
    bool head_only; /* the request was HEAD: the body's length is sent, the body is not */
};

void http_reply_begin(struct http_reply *reply);

/* Writes the head before the body. E_NOMEM when the body or its room could not be allocated. */
_must_check_ int http_reply_end(struct http_reply *reply, const struct http_reply_head *head);

/* Appends the head of a reply that continues until the connection ends. `extra` as above. */
void http_reply_stream_head(struct buf *out, const char *extra);

/* Appends the head of a file, whose content follows in chunks; uses type, extra and close of `head`. */
void http_reply_file_head(struct buf *out, const struct http_reply_head *head, const char *name);

/* Makes a complete refusal with a line of text as body, for a request that is not a call. Sets `type` of `head`.
 * E_NOMEM. */
_must_check_ int http_reply_text(struct http_reply *reply, struct http_reply_head head);

/* Returns "Not Found" for 404, and so on; "Error" for an unknown status. */
const char *http_status_text(int status);

#endif
