/* Replies that are made, not constant: answers to calls, and refusals of requests that are none. Head and body end up
 * in one piece of memory, so that a reply is one write. Pure but for memory. */
#ifndef POSTERN_HTTP_REPLY_H
#define POSTERN_HTTP_REPLY_H

#include <stdbool.h>
#include <stddef.h>

#include "util/buf.h"
#include "util/err.h"

#define HTTP_LOCATION_MAX 384 /* bytes of an address to go to, with the NUL */
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
    const char *allow; /* of 405: the methods there are; NULL for none */
    const char *location; /* of 307: where to go; NULL for nowhere */
    const char *extra; /* further fields as they are sent, each with its line end; NULL for none */
    unsigned retry_after_s; /* 0: not said */
    bool close; /* the connection ends after this */
    bool head_only; /* the request was HEAD: the body's length is said, the body is not sent */
};

void http_reply_begin(struct http_reply *reply);

/* Writes the head before the body. E_NOMEM when the body, or the room, was lost to memory. */
_must_check_ int http_reply_end(struct http_reply *reply, const struct http_reply_head *head);

/* The head of a reply that goes on until the connection ends. `extra` as above. */
void http_reply_stream_head(struct buf *out, const char *extra);

/* Appends the head of a file, whose pieces follow as chunks; of `head` it takes type, extra and close. */
void http_reply_file_head(struct buf *out, const struct http_reply_head *head, const char *name);

/* A whole refusal with a line of text as body, for what is no call. `type` of `head` is set here. E_NOMEM. */
_must_check_ int http_reply_text(struct http_reply *reply, struct http_reply_head head);

/* "Not Found" for 404; "Error" for a status that is not in the list. */
const char *http_status_text(int status);

#endif
