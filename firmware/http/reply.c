#include "http/reply.h"

#include <string.h>

/* Answers of calls are never cached, and are harmless if opened as a page. */
#define FIXED_FIELDS                                                          \
    "Cache-Control: no-store\r\n"                                             \
    "X-Content-Type-Options: nosniff\r\n"                                     \
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n" \
    "Referrer-Policy: no-referrer\r\n"                                        \
    "Cross-Origin-Resource-Policy: same-origin\r\n"

/* A head being composed. Its parts are bounded, so that it always fits; `lost` is set if that were ever wrong. */
struct head {
    char text[HTTP_REPLY_ROOM];
    size_t len;
    bool lost;
};

static void reply_put(struct head *head, const char *text, size_t len) {
    if (len > sizeof(head->text) - head->len) {
        head->lost = true;
        return;
    }
    memcpy(head->text + head->len, text, len);
    head->len += len;
}

static void put_text(struct head *head, const char *text) {
    reply_put(head, text, strlen(text));
}

static void put_number(struct head *head, size_t value) {
    char digits[20];
    size_t at = sizeof(digits);
    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    reply_put(head, digits + at, sizeof(digits) - at);
}

const char *http_status_text(int status) {
    switch (status) {
        case 200: return "OK";
        case 307: return "Temporary Redirect";
        case 400: return "Bad Request";
        case 401: return "Unauthorized";
        case 403: return "Forbidden";
        case 404: return "Not Found";
        case 405: return "Method Not Allowed";
        case 406: return "Not Acceptable";
        case 408: return "Request Timeout";
        case 409: return "Conflict";
        case 413: return "Content Too Large";
        case 415: return "Unsupported Media Type";
        case 417: return "Expectation Failed";
        case 429: return "Too Many Requests";
        case 431: return "Request Header Fields Too Large";
        case 500: return "Internal Server Error";
        case 501: return "Not Implemented";
        case 503: return "Service Unavailable";
        case 505: return "HTTP Version Not Supported";
        default: return "Error";
    }
}

void http_reply_begin(struct http_reply *reply) {
    reply->start = 0;
    buf_init(&reply->buf);
    if (buf_reserve(&reply->buf, HTTP_REPLY_ROOM) != NULL) {
        reply->buf.len = HTTP_REPLY_ROOM;
    }
}

int http_reply_end(struct http_reply *reply, const struct http_reply_head *head) {
    if (buf_failed(&reply->buf) || reply->buf.len < HTTP_REPLY_ROOM) {
        return E_NOMEM;
    }
    struct head text = {.len = 0};
    put_text(&text, "HTTP/1.1 ");
    put_number(&text, (size_t)head->status);
    put_text(&text, " ");
    put_text(&text, http_status_text(head->status));
    put_text(&text, "\r\nContent-Type: ");
    put_text(&text, head->type);
    put_text(&text, "\r\nContent-Length: ");
    put_number(&text, reply->buf.len - HTTP_REPLY_ROOM);
    put_text(&text, "\r\n" FIXED_FIELDS);
    if (head->allow != NULL) {
        put_text(&text, "Allow: ");
        put_text(&text, head->allow);
        put_text(&text, "\r\n");
    }
    if (head->location != NULL) {
        put_text(&text, "Location: ");
        put_text(&text, head->location);
        put_text(&text, "\r\n");
    }
    if (head->extra != NULL) {
        put_text(&text, head->extra);
    }
    if (head->retry_after_s > 0) {
        put_text(&text, "Retry-After: ");
        put_number(&text, head->retry_after_s);
        put_text(&text, "\r\n");
    }
    if (head->close) {
        put_text(&text, "Connection: close\r\n");
    }
    put_text(&text, "\r\n");
    if (text.lost) {
        return E_NOMEM;
    }
    reply->start = HTTP_REPLY_ROOM - text.len;
    memcpy(reply->buf.data + reply->start, text.text, text.len);
    if (head->head_only) {
        reply->buf.len = HTTP_REPLY_ROOM;
    }
    return 0;
}

int http_reply_text(struct http_reply *reply, struct http_reply_head head) {
    head.type = "text/plain; charset=utf-8";
    http_reply_begin(reply);
    buf_append_text(&reply->buf, http_status_text(head.status));
    buf_append_char(&reply->buf, '\n');
    return http_reply_end(reply, &head);
}

void http_reply_stream_head(struct buf *out, const char *extra) {
    buf_append_text(out, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" FIXED_FIELDS);
    if (extra != NULL) {
        buf_append_text(out, extra);
    }
    buf_append_text(out, "Connection: close\r\n\r\n");
}

void http_reply_file_head(struct buf *out, const struct http_reply_head *head, const char *name) {
    buf_append_text(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n" FIXED_FIELDS);
    buf_printf(out, "Content-Type: %s\r\nContent-Disposition: attachment; filename=\"%s\"\r\n", head->type, name);
    buf_append_text(out, head->extra != NULL ? head->extra : "");
    buf_append_text(out, head->close ? "Connection: close\r\n\r\n" : "\r\n");
}
