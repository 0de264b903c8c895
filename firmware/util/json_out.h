/* Writes JSON text into a buffer: numbers, strings and the commas between members; the caller is responsible for the
 * nesting.
 *
 * Input text is UTF-8. Escapes what JSON must escape; an invalid UTF-8 byte becomes U+FFFD, so the result is always
 * valid. Two layers: json_out_* append to a struct buf with its sticky error; json_put_* write to reserved memory and
 * are for the generated encoders. */
#ifndef POSTERN_JSON_OUT_H
#define POSTERN_JSON_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "util/buf.h"

#define JSON_PUT_INT_MAX 20 /* bytes of the longest 64-bit number */

/* Maximum bytes of a string of `len` bytes, with its quotes. */
#define JSON_PUT_STRING_MAX(len) ((size_t)(len) * 6 + 2)

/* Values. The comma after another value of the same array is added automatically. NULL text is "". */
void json_out_string(struct buf *out, const char *text);
void json_out_string_len(struct buf *out, const char *text, size_t len);
void json_out_uint(struct buf *out, uint64_t value);
void json_out_int(struct buf *out, int64_t value);
void json_out_bool(struct buf *out, bool value);
void json_out_null(struct buf *out);

/* Structure: `{`, `}`, `[`, `]`, and a key with its colon; the comma before it is added automatically. */
void json_out_object_begin(struct buf *out);
void json_out_object_end(struct buf *out);
void json_out_array_begin(struct buf *out);
void json_out_array_end(struct buf *out);
void json_out_key(struct buf *out, const char *key);

/* The same in reserved memory: each returns the position after its output. */
char *json_put_string(char *at, const char *text, size_t len);
char *json_put_uint(char *at, uint64_t value);
char *json_put_int(char *at, int64_t value);
char *json_put_date(char *at, uint32_t yyyymmdd);

static inline char *json_put_text(char *at, const char *text, size_t len) {
    memcpy(at, text, len);
    return at + len;
}

static inline char *json_put_bool(char *at, bool value) {
    return value ? json_put_text(at, "true", 4) : json_put_text(at, "false", 5);
}

#endif
