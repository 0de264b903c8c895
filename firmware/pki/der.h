/* DER (ITU-T X.690), as far as certificates need it: a reader that never leaves its bytes, and a writer that works
 * from the end to the front, so that lengths are known when they are written. Pure. */
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

/* A tag of the context: [n] constructed (an explicit tag), [n] primitive. */
#define DER_CONTEXT(n) (0xa0 | (n))
#define DER_CONTEXT_PRIMITIVE(n) (0x80 | (n))

/* Bytes that are still to be read. */
struct der {
    const uint8_t *at;
    size_t len;
};

/* Takes the next element: its tag and its contents. False when there is none, or it is not whole or not DER. */
bool der_next(struct der *der, unsigned *ret_tag, struct der *ret_body);

/* Takes the next element if it has this tag; else takes nothing and returns false. */
bool der_take(struct der *der, unsigned tag, struct der *ret_body);

/* True when the contents are these bytes. */
bool der_is(struct der body, const void *octets, size_t len);

/* Filled from the end of `octets`; what is written stands at bytes + start, size - start bytes. */
struct der_out {
    uint8_t *octets;
    size_t size;
    size_t start;
    bool lost; /* it did not fit */
};

void der_out_init(struct der_out *out, uint8_t *octets, size_t size);

/* Puts bytes in front of what is there. */
void der_put(struct der_out *out, const void *octets, size_t len);

/* Makes an element of everything behind `end`, which is the value of `start` before its contents were put. */
void der_wrap(struct der_out *out, unsigned tag, size_t end);

/* Puts an element with these contents. */
void der_put_element(struct der_out *out, unsigned tag, const void *octets, size_t len);

/* Puts a number that is not negative, from `len` bytes, most significant first. */
void der_put_unsigned(struct der_out *out, const uint8_t *octets, size_t len);

#endif
