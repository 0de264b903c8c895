/* DER (ITU-T X.690), as far as certificates need it: a reader that never leaves its bytes, and a writer that works
 * backwards, so that lengths are known when they are written. Pure. */
#ifndef POSTERN_DER_H
#define POSTERN_DER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum der_tag {
    DER_BOOLEAN = 0x01,
    DER_INTEGER = 0x02,
    DER_BITS = 0x03,
    DER_OCTETS = 0x04,
    DER_OID = 0x06,
    DER_UTF8 = 0x0c,
    DER_PRINTABLE = 0x13,
    DER_TELETEX = 0x14,
    DER_IA5 = 0x16,
    DER_UTC_TIME = 0x17,
    DER_TIME = 0x18,
    DER_BMP = 0x1e,
    DER_SEQUENCE = 0x30,
    DER_SET = 0x31,
};

/* Context-specific tag: [n] constructed (an explicit tag), [n] primitive. */
#define DER_CONTEXT(n) (0xa0 | (n))
#define DER_CONTEXT_PRIMITIVE(n) (0x80 | (n))

/* Remaining bytes to read. */
struct der {
    const uint8_t *at;
    size_t len;
};

/* Reads the next element: its tag and its contents. False: there is none, or it is incomplete or not DER. */
bool der_next(struct der *der, unsigned *ret_tag, struct der *ret_body);

/* Reads the next element if it has this tag; otherwise consumes nothing and returns false. */
bool der_take(struct der *der, unsigned tag, struct der *ret_body);

/* Returns whether the contents are these bytes. */
bool der_is(struct der body, const void *octets, size_t len);

/* Filled from the end of `octets`; the output is at octets + start, size - start bytes. */
struct der_out {
    uint8_t *octets;
    size_t size;
    size_t start;
    bool lost; /* it did not fit */
};

void der_out_init(struct der_out *out, uint8_t *octets, size_t size);

/* Prepends bytes. */
void der_put(struct der_out *out, const void *octets, size_t len);

/* Wraps everything put since then in an element; `end` is the value of `start` at that time. */
void der_wrap(struct der_out *out, unsigned tag, size_t end);

/* Prepends an element with these contents. */
void der_put_element(struct der_out *out, unsigned tag, const void *octets, size_t len);

/* Prepends a non-negative number from `len` bytes, most significant first. */
void der_put_unsigned(struct der_out *out, const uint8_t *octets, size_t len);

#endif
