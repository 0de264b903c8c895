/* The head of an HTTP/1.1 request: from bytes to what the server wants to know. Strict where laxness lets two parties
 * disagree on where a request ends (RFC 9112 §11.2). Pure: no socket, no memory of its own, any bytes may come in. */
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

/* Texts point into the head and live as long as it. Of a field that came twice: host, authorization, content-length,
 * transfer-encoding, content-type, token, browser, language and last-event-id make the request invalid; of the others the first counts. */
struct http_request {
    enum http_method method;
    struct http_text path;  /* starts with '/', as sent: not percent-decoded */
    struct http_text query; /* without the '?' */
    bool keep_alive;        /* whether the client expects the connection to stay open */
    bool expect_continue;   /* waits for "100 Continue" before it sends the body */
    bool expect_unknown;    /* expects something nobody knows: 417 */
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

/* Bytes up to and with the empty line that ends the head, or 0 if it has not come yet. *scanned says how far an
 * earlier call on the same bytes has looked; start with 0. */
size_t http_head_length(const char *data, size_t len, size_t *scanned);

/* Reads a head of `len` bytes as http_head_length() gave it. Returns 0, or the HTTP status to refuse it with: 400, 431
 * (too many fields), 501 (transfer coding other than chunked), 505. */
int http_request_parse(const char *head, size_t len, struct http_request *ret_request)
    __attribute__((warn_unused_result));

/* True if `text` equals `lower` but for the case of ASCII letters; `lower` is in small letters. */
bool http_text_is(struct http_text text, const char *lower);

#endif
