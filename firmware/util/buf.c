#include "util/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define BUF_FIRST 256 /* bytes of the first allocation: a small reply fits */

void buf_init(struct buf *buf) {
    *buf = (struct buf){0};
}

void buf_done(struct buf *buf) {
    free(buf->data);
    buf_init(buf);
}

void buf_clear(struct buf *buf) {
    buf->len = 0;
    buf->failed = false;
}

char *buf_reserve(struct buf *buf, size_t more) {
    if (buf->failed) {
        return NULL;
    }
    if (more <= buf->cap - buf->len && buf->data != NULL) {
        return buf->data + buf->len;
    }
    if (more > BUF_MAX - buf->len) {
        buf->failed = true;
        return NULL;
    }
    size_t cap = buf->cap > 0 ? buf->cap : BUF_FIRST;
    while (cap < buf->len + more) {
        cap *= 2;
    }
    char *data = realloc(buf->data, cap);
    if (data == NULL) {
        buf->failed = true;
        return NULL;
    }
    buf->data = data;
    buf->cap = cap;
    return data + buf->len;
}

void buf_append(struct buf *buf, const void *data, size_t len) {
    if (len == 0) {
        return;
    }
    char *at = buf_reserve(buf, len);
    if (at != NULL) {
        memcpy(at, data, len);
        buf->len += len;
    }
}

void buf_append_text(struct buf *buf, const char *text) {
    buf_append(buf, text, strlen(text));
}

void buf_append_char(struct buf *buf, char c) {
    buf_append(buf, &c, 1);
}

void buf_printf(struct buf *buf, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len < 0) {
        buf->failed = true;
        return;
    }
    char *at = buf_reserve(buf, (size_t)len + 1);
    if (at == NULL) {
        return;
    }
    va_start(args, format);
    (void)vsnprintf(at, (size_t)len + 1, format, args);
    va_end(args);
    buf->len += (size_t)len;
}

const char *buf_text(struct buf *buf) {
    char *at = buf_reserve(buf, 1);
    if (at == NULL) {
        return "";
    }
    *at = '\0';
    return buf->data;
}
