#include "pki/der.h"

#include <string.h>

/* Reads a length of up to three bytes after the first, only in its shortest form. */
static bool take_length(struct der *der, size_t *ret_len) {
    if (der->len == 0) {
        return false;
    }
    size_t first = *der->at;
    der->at++, der->len--;
    if (first < 0x80) {
        *ret_len = first;
        return true;
    }
    size_t count = first - 0x80, len = 0;
    if (count == 0 || count > 3 || count > der->len || *der->at == 0) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        len = len << 8 | der->at[i];
    }
    der->at += count, der->len -= count;
    *ret_len = len;
    return len >= 0x80;
}

bool der_next(struct der *der, unsigned *ret_tag, struct der *ret_body) {
    struct der rest = *der;
    size_t len = 0;
    if (rest.len == 0 || (*rest.at & 0x1f) == 0x1f) {
        return false; /* tags of several bytes do not occur in certificates */
    }
    unsigned tag = *rest.at;
    rest.at++, rest.len--;
    if (!take_length(&rest, &len) || len > rest.len) {
        return false;
    }
    *ret_tag = tag;
    *ret_body = (struct der){rest.at, len};
    *der = (struct der){rest.at + len, rest.len - len};
    return true;
}

bool der_take(struct der *der, unsigned tag, struct der *ret_body) {
    struct der rest = *der, body;
    unsigned found = 0;
    if (!der_next(&rest, &found, &body) || found != tag) {
        return false;
    }
    *der = rest;
    *ret_body = body;
    return true;
}

bool der_is(struct der body, const void *octets, size_t len) {
    return body.len == len && memcmp(body.at, octets, len) == 0;
}

void der_out_init(struct der_out *out, uint8_t *octets, size_t size) {
    *out = (struct der_out){.octets = octets, .size = size, .start = size};
}

void der_put(struct der_out *out, const void *octets, size_t len) {
    if (out->lost || len > out->start) {
        out->lost = true;
        return;
    }
    out->start -= len;
    if (len > 0) {
        memcpy(out->octets + out->start, octets, len);
    }
}

static void put_octet(struct der_out *out, size_t value) {
    uint8_t octet = (uint8_t)value;
    der_put(out, &octet, 1);
}

void der_wrap(struct der_out *out, unsigned tag, size_t end) {
    size_t len = end - out->start;
    if (len < 0x80) {
        put_octet(out, len);
    } else {
        size_t count = 0;
        for (size_t rest = len; rest > 0; rest >>= 8, count++) {
            put_octet(out, rest & 0xff);
        }
        put_octet(out, 0x80 | count);
    }
    put_octet(out, tag);
}

void der_put_element(struct der_out *out, unsigned tag, const void *octets, size_t len) {
    size_t end = out->start;
    der_put(out, octets, len);
    der_wrap(out, tag, end);
}

void der_put_unsigned(struct der_out *out, const uint8_t *octets, size_t len) {
    size_t end = out->start;
    while (len > 1 && *octets == 0) {
        octets++, len--;
    }
    der_put(out, octets, len);
    if (len > 0 && *octets >= 0x80) {
        put_octet(out, 0); /* else it would be negative */
    }
    der_wrap(out, DER_INTEGER, end);
}
