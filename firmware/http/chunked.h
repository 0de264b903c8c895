/* The chunked transfer coding of a request body (RFC 9112 §7.1), decoded in place as it is received. Chunk extensions
 * and trailer fields are skipped. Pure; accepts any bytes. */
#ifndef POSTERN_HTTP_CHUNKED_H
#define POSTERN_HTTP_CHUNKED_H

#include <stdbool.h>
#include <stddef.h>

#define HTTP_CHUNK_LINE_MAX 256 /* bytes of a chunk size line */
#define HTTP_CHUNK_TRAILER_MAX 2048 /* bytes of all trailer fields together */

struct http_chunked {
    int state; /* of chunked.c; 0 at the start */
    size_t left; /* bytes of the chunk not yet received */
    size_t line; /* bytes of the line, or of the trailer, so far */
    size_t digits; /* of the size so far */
    size_t length; /* bytes of the body so far */
};

enum http_chunked_result { HTTP_CHUNKED_MORE, HTTP_CHUNKED_DONE, HTTP_CHUNKED_BAD, HTTP_CHUNKED_TOO_LONG };

/* Decodes the `len` received bytes at `data` in place; afterwards `data` starts with *ret_body bytes of the body.
 * Returns DONE when the body is complete: *ret_taken bytes were consumed and the rest belongs to the next request. MORE
 * when all bytes were consumed. BAD when it is not a chunked body. TOO_LONG when the body would exceed `max`. */
enum http_chunked_result http_chunked_take(struct http_chunked *chunked, char *data, size_t len, size_t max,
                                           size_t *ret_taken, size_t *ret_body);

#endif
