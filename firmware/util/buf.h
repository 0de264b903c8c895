/* A growing byte buffer: replies, JSON text, log lines.
 *
 * Errors stick: when memory runs out, or the text would exceed BUF_MAX, `failed` is set, the contents stay unchanged
 * and every later append does nothing. So a writer appends without checks, and the sender checks buf_failed() once. */
#ifndef POSTERN_BUF_H
#define POSTERN_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define BUF_MAX ((size_t)64 * 1024 * 1024) /* bytes; far above any reply, so reaching it is a defect */

struct buf {
    char *data; /* NULL while nothing was appended; not NUL-terminated, see buf_text() */
    size_t len; /* bytes in use */
    size_t cap; /* bytes allocated */
    bool failed;
};

/* Initializes an empty buffer. Allocates nothing. Same as `struct buf b = { 0 };` */
void buf_init(struct buf *buf);

/* Frees the memory; the buffer is empty again. Requires an initialized buffer; may be called twice. */
void buf_done(struct buf *buf);

/* For `_cleanup_(buf_donep)`. */
static inline void buf_donep(struct buf *buf) {
    buf_done(buf);
}

/* Empties the buffer, clears the error and keeps the memory for reuse. */
void buf_clear(struct buf *buf);

/* Reserves `more` bytes after `len` and returns a pointer to them, or NULL (the error sticks). The caller writes at
 * most `more` bytes and then adds their number to `len`. */
char *buf_reserve(struct buf *buf, size_t more);

/* Appends `len` bytes of `data`; `data` may be NULL when `len` is 0. */
void buf_append(struct buf *buf, const void *data, size_t len);

/* Appends a NUL-terminated string without its NUL. */
void buf_append_text(struct buf *buf, const char *text);

/* Appends one byte. */
void buf_append_char(struct buf *buf, char c);

/* Appends formatted text. */
void buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns the contents with a NUL after them that does not count in `len`; "" when the NUL could not be placed. Owned
 * by the buffer, valid until the next append. */
const char *buf_text(struct buf *buf);

/* Returns true once an append has failed. */
static inline bool buf_failed(const struct buf *buf) {
    return buf->failed;
}

#endif
