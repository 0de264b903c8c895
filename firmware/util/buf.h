/* A growing byte buffer: replies, JSON text, log lines. It knows nothing of what it holds.
 *
 * Errors stick: when memory runs out, or the text would pass BUF_MAX, `failed` is set, the contents stay as they were
 * and every later append does nothing. So a writer appends without looking and the one who sends asks buf_failed()
 * once. */
#ifndef POSTERN_BUF_H
#define POSTERN_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define BUF_MAX ((size_t)64 * 1024 * 1024) /* bytes; no reply comes near, so more is a defect, not a need */

struct buf {
    char *data; /* NULL while nothing was appended; not NUL-terminated, see buf_text() */
    size_t len; /* bytes in use */
    size_t cap; /* bytes allocated */
    bool failed;
};

/* Makes an empty buffer. Allocates nothing. The same as `struct buf b = { 0 };` */
void buf_init(struct buf *buf);

/* Frees the memory and makes the buffer empty again. Safe on an initialised buffer and to call twice. */
void buf_done(struct buf *buf);

/* For `_cleanup_(buf_done)`-like use: declares nothing of its own, is buf_done() under the attribute's signature. */
static inline void buf_donep(struct buf *buf) {
    buf_done(buf);
}

/* Empties the buffer, clears the error and keeps the memory for the next use. */
void buf_clear(struct buf *buf);

/* Makes room for `more` bytes behind `len` and returns where they go, or NULL (error now stuck). The caller writes at
 * most `more` bytes there and then adds what it wrote to `len`. */
char *buf_reserve(struct buf *buf, size_t more);

/* Appends `len` bytes of `data`; `data` may be NULL when `len` is 0. */
void buf_append(struct buf *buf, const void *data, size_t len);

/* Appends a NUL-terminated string without its NUL. */
void buf_append_text(struct buf *buf, const char *text);

/* Appends one byte. */
void buf_append_char(struct buf *buf, char c);

/* Appends formatted text. */
void buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The contents with a NUL behind them that does not count in `len`; "" when the NUL could not be placed. Owned by the
 * buffer and valid until the next append. */
const char *buf_text(struct buf *buf);

/* True once an append was lost. */
static inline bool buf_failed(const struct buf *buf) {
    return buf->failed;
}

#endif
