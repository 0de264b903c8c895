#include "http/chunked.h"

#include <string.h>

enum state { SIZE, EXTENSION, SIZE_END, DATA, DATA_CR, DATA_END, TRAILER, TRAILER_LINE, TRAILER_END, LAST_END };

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Handles one byte of the line with the size. */
static enum http_chunked_result take_size(struct http_chunked *chunked, char c, size_t max) {
    int digit = hex_digit(c);
    if (digit >= 0) {
        /* Checked at each digit, so that no number of zeros or digits overflows. */
        chunked->left = chunked->left * 16 + (size_t)digit;
        chunked->digits++;
        return chunked->left > max - chunked->length ? HTTP_CHUNKED_TOO_LONG : HTTP_CHUNKED_MORE;
    }
    if (chunked->digits == 0) {
        return HTTP_CHUNKED_BAD;
    }
    if (c == '\r') {
        chunked->state = SIZE_END;
    } else if (c == ';' || c == ' ' || c == '\t') {
        chunked->state = EXTENSION;
    } else {
        return HTTP_CHUNKED_BAD;
    }
    return HTTP_CHUNKED_MORE;
}

/* Handles one byte of the framing between the data. */
static enum http_chunked_result take_framing(struct http_chunked *chunked, char c, size_t max) {
    size_t line_max = chunked->state >= TRAILER ? HTTP_CHUNK_TRAILER_MAX : HTTP_CHUNK_LINE_MAX;
    if (++chunked->line > line_max) {
        return HTTP_CHUNKED_BAD;
    }
    switch ((enum state)chunked->state) {
        case SIZE: return take_size(chunked, c, max);
        case EXTENSION:
            if (c == '\r') {
                chunked->state = SIZE_END;
            } else if (c == '\n') {
                return HTTP_CHUNKED_BAD;
            }
            return HTTP_CHUNKED_MORE;
        case SIZE_END:
            chunked->state = chunked->left > 0 ? DATA : TRAILER;
            chunked->line = 0;
            return c == '\n' ? HTTP_CHUNKED_MORE : HTTP_CHUNKED_BAD;
        case DATA_CR: chunked->state = DATA_END; return c == '\r' ? HTTP_CHUNKED_MORE : HTTP_CHUNKED_BAD;
        case DATA_END:
            chunked->state = SIZE;
            chunked->line = chunked->digits = 0;
            return c == '\n' ? HTTP_CHUNKED_MORE : HTTP_CHUNKED_BAD;
        case TRAILER: chunked->state = c == '\r' ? LAST_END : TRAILER_LINE; return HTTP_CHUNKED_MORE;
        case TRAILER_LINE:
            if (c == '\r') {
                chunked->state = TRAILER_END;
            } else if (c == '\n') {
                return HTTP_CHUNKED_BAD;
            }
            return HTTP_CHUNKED_MORE;
        case TRAILER_END: chunked->state = TRAILER; return c == '\n' ? HTTP_CHUNKED_MORE : HTTP_CHUNKED_BAD;
        case LAST_END: return c == '\n' ? HTTP_CHUNKED_DONE : HTTP_CHUNKED_BAD;
        case DATA: break; /* handled by http_chunked_take() */
    }
    return HTTP_CHUNKED_BAD;
}

enum http_chunked_result http_chunked_take(struct http_chunked *chunked, char *data, size_t len, size_t max,
                                           size_t *ret_taken, size_t *ret_body) {
    enum http_chunked_result result = HTTP_CHUNKED_MORE;
    size_t at = 0, body = 0;

    while (at < len && result == HTTP_CHUNKED_MORE) {
        if (chunked->state != DATA) {
            result = take_framing(chunked, data[at++], max);
            continue;
        }
        size_t n = len - at < chunked->left ? len - at : chunked->left;
        memmove(data + body, data + at, n);
        at += n, body += n;
        chunked->length += n;
        chunked->left -= n;
        if (chunked->left == 0) {
            chunked->state = DATA_CR;
            chunked->line = 0;
        }
    }
    *ret_taken = at;
    *ret_body = body;
    return result;
}
