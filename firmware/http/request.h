/* Parser of the head of an HTTP/1.1 request. Strict wherever tolerance would let two parties disagree on the end of a
 * request (RFC 9112 §11.2). Pure: no socket, no memory of its own; accepts any bytes. */
#ifndef POSTERN_HTTP_REQUEST_H
#define POSTERN_HTTP_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#define HTTP_HEAD_MAX 8192 /* bytes of a head with its empty line; longer ones are answered 431 */
#define HTTP_FIELDS_MAX 64 /* header fields of a request */

/* Part of the head; not NUL-terminated. `at` is NULL when the field is absent. */
struct http_text {
    const char *at;
    size_t len;
};

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_POST, HTTP_OTHER };

/* Texts point into the head and are valid as long as it. A repeated host, authorization, content-length,
 * transfer-encoding, content-type, token, browser, language or last-event-id makes the request invalid; of other
 * repeated fields the first counts. */
struct http_request {
    enum http_method method;
    struct http_text path;  /* starts with '/', as sent: not percent-decoded */
    struct http_text query; /* without the '?' */
    bool keep_alive;        /* whether the client expects the connection to stay open */
    bool expect_continue;   /* waits for "100 Continue" before it sends the body */
    bool expect_unknown;    /* has an unknown expectation: 417 */
    bool chunked;
    size_t length; /* of the body; 0 without a content-length or when chunked */
    struct http_text content_type;
    struct http_text accept;
    struct http_text accept_encoding;
    struct http_text if_none_match;
    struct http_text host;
    struct http_text authorization;
    struct http_text token;
    struct http_text browser;
    struct http_text language;
    struct http_text last_event_id;
};

/* Returns the bytes of the head including its final empty line, or 0 if it is incomplete. *scanned is how far earlier
 * calls on the same bytes have searched; start with 0. */
size_t http_head_length(const char *data, size_t len, size_t *scanned);

/* Parses a head of `len` bytes, as returned by http_head_length(). Returns 0, or the HTTP status to refuse it with:
 * 400, 431 (too many fields), 501 (transfer coding other than chunked), 505. */
int http_request_parse(const char *head, size_t len, struct http_request *ret_request)
    __attribute__((warn_unused_result));

/* Returns true if `text` equals `lower`, ignoring the case of ASCII letters; `lower` is in lower case. */
bool http_text_is(struct http_text text, const char *lower);

#endif
