#include "pki/x509.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pki/der.h"
#include "pki/pem.h"
#include "pki/x509_impl.h"
#include "pki/x509_library.h"
#include "pki/x509_oids.h"
#include "util/cleanup.h"
#include "util/crypto.h"
#include "util/utf8.h"

/* A text of bounded size; further additions are ignored. */
struct text {
    char *at;
    size_t len, size;
    bool full;
};

static void x509_put(struct text *text, const char *octets, size_t len) {
    if (text->full || len >= text->size - text->len) {
        text->full = true;
        return;
    }
    memcpy(text->at + text->len, octets, len);
    text->len += len;
    text->at[text->len] = '\0';
}

static void put_utf8(struct text *text, uint32_t code) {
    char bytes[UTF8_BYTES_MAX];
    /* control characters are no name */
    const size_t len = utf8_put(bytes, utf8_is_control(code) ? '?' : code);
    x509_put(text, bytes, len);
}

/* Writes a string of a name; invalid characters become question marks. */
static void put_string(struct text *text, unsigned tag, struct der value) {
    if (tag == DER_BMP) {
        for (size_t i = 0; i + 1 < value.len; i += 2) {
            uint32_t code = (uint32_t)value.at[i] << 8 | value.at[i + 1];
            put_utf8(text, code >= 0xd800 && code < 0xe000 ? '?' : code);
        }
        return;
    }
    for (size_t i = 0; i < value.len;) {
        uint32_t code = value.at[i];
        size_t octets = 1;
        if (tag != DER_TELETEX) {
            octets = utf8_next((const char *)value.at + i, value.len - i, &code);
        }
        if (octets == 4) {
            x509_put(text, (const char *)value.at + i, octets);
        } else {
            put_utf8(text, octets == 0 ? '?' : code);
        }
        i += octets == 0 ? 1 : octets;
    }
}

/* Writes "CN=…, O=…": the parts with a usual abbreviation, in order. */
static int read_name(struct der name, char *ret_text, size_t size) {
    struct text text = {.at = ret_text, .size = size};
    struct der set;
    ret_text[0] = '\0';
    while (name.len > 0) {
        if (!der_take(&name, DER_SET, &set)) {
            return E_CERTIFICATE_INVALID;
        }
        while (set.len > 0) {
            struct der pair, oid, value;
            unsigned tag = 0;
            if (!der_take(&set, DER_SEQUENCE, &pair) || !der_take(&pair, DER_OID, &oid) ||
                !der_next(&pair, &tag, &value)) {
                return E_CERTIFICATE_INVALID;
            }
            const char *label = x509_oid_label(oid);
            if (label != NULL) {
                x509_put(&text, text.len == 0 ? "" : ", ", text.len == 0 ? 0 : 2);
                x509_put(&text, label, strlen(label));
                x509_put(&text, "=", 1);
                put_string(&text, tag, value);
            }
        }
    }
    return 0;
}

static int read_digits(struct der *text, size_t count, unsigned *ret_value) {
    *ret_value = 0;
    if (text->len < count) {
        return E_CERTIFICATE_INVALID;
    }
    for (size_t i = 0; i < count; i++) {
        if (text->at[i] < '0' || text->at[i] > '9') {
            return E_CERTIFICATE_INVALID;
        }
        *ret_value = *ret_value * 10 + (unsigned)(text->at[i] - '0');
    }
    text->at += count;
    text->len -= count;
    return 0;
}

/* Returns the days since 1970 of a Gregorian date. */
static int64_t days_of(unsigned year, unsigned month, unsigned day) {
    int64_t y = (int64_t)year - (month <= 2 ? 1 : 0), era = y / 400, of_era = y - era * 400;
    int64_t of_year = (153 * ((int64_t)month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* UTCTime "YYMMDDHHMMSSZ" or GeneralizedTime "YYYYMMDDHHMMSSZ" (RFC 5280 §4.1.2.5). */
static int read_time(struct der *validity, int64_t *ret_s) {
    struct der text;
    unsigned tag = 0, part[6];
    if (!der_next(validity, &tag, &text) || (tag != DER_UTC_TIME && tag != DER_TIME)) {
        return E_CERTIFICATE_INVALID;
    }
    for (size_t i = 0; i < 6; i++) {
        if (read_digits(&text, i == 0 && tag == DER_TIME ? 4 : 2, &part[i]) < 0) {
            return E_CERTIFICATE_INVALID;
        }
    }
    if (tag == DER_UTC_TIME) {
        part[0] += part[0] < 50 ? 2000 : 1900;
    }
    if (!der_is(text, "Z", 1) || part[0] < 1900 || part[1] < 1 || part[1] > 12 || part[2] < 1 || part[2] > 31 ||
        part[3] > 23 || part[4] > 59 || part[5] > 60) {
        return E_CERTIFICATE_INVALID;
    }
    *ret_s = ((days_of(part[0], part[1], part[2]) * 24 + part[3]) * 60 + part[4]) * 60 + part[5];
    return 0;
}

static unsigned rsa_bits(struct der key) {
    struct der numbers, modulus;
    if (!der_take(&key, DER_SEQUENCE, &numbers) || !der_take(&numbers, DER_INTEGER, &modulus)) {
        return 0;
    }
    while (modulus.len > 0 && *modulus.at == 0) {
        modulus.at++, modulus.len--;
    }
    unsigned bits = (unsigned)modulus.len * 8;
    for (unsigned top = 0x80; modulus.len > 0 && top > 0 && (*modulus.at & top) == 0; top >>= 1) {
        bits--;
    }
    return bits;
}

/* Reads the kind of the public key, and whether browsers accept it. */
static int read_key(struct der info, struct x509_info *ret_info) {
    struct der algorithm, oid, curve, bits;
    if (!der_take(&info, DER_SEQUENCE, &algorithm) || !der_take(&algorithm, DER_OID, &oid) ||
        !der_take(&info, DER_BITS, &bits) || bits.len < 1 || *bits.at != 0) {
        return E_CERTIFICATE_INVALID;
    }
    bits.at++, bits.len--;
    const char *kind = x509_oid_label(oid);
    if (der_is(oid, OID_EC, sizeof(OID_EC) - 1)) {
        kind = der_take(&algorithm, DER_OID, &curve) ? x509_oid_label(curve) : NULL;
        ret_info->can_serve = kind != NULL && (strcmp(kind, "P-256") == 0 || strcmp(kind, "P-384") == 0);
    } else if (der_is(oid, OID_RSA, sizeof(OID_RSA) - 1)) {
        ret_info->rsa_bits = rsa_bits(bits);
        (void)snprintf(ret_info->key, sizeof(ret_info->key), "RSA %u", ret_info->rsa_bits);
        ret_info->can_serve = ret_info->rsa_bits >= 2048 && ret_info->rsa_bits <= 4096;
        kind = ret_info->key;
    }
    if (bits.len > sizeof(ret_info->public)) {
        ret_info->can_serve = false;
    } else {
        memcpy(ret_info->public, bits.at, bits.len);
        ret_info->public_len = bits.len;
    }
    if (kind == ret_info->key) {
        return 0;
    }
    (void)snprintf(ret_info->key, sizeof(ret_info->key), "%s", kind == NULL ? "?" : kind);
    return 0;
}

/* Reads the alternative names: host names and addresses. */
static void read_alternatives(struct der names, struct x509_info *ret_info) {
    struct text text = {.at = ret_info->names, .size = sizeof(ret_info->names)};
    struct der value;
    unsigned tag = 0;
    while (der_next(&names, &tag, &value)) {
        char address[INET6_ADDRSTRLEN], name[X509_NAME_MAX] = "";
        struct text one = {.at = name, .size = sizeof(name)};
        if (tag == DER_CONTEXT_PRIMITIVE(2)) {
            put_string(&one, DER_IA5, value);
        } else if (tag == DER_CONTEXT_PRIMITIVE(7) && (value.len == 4 || value.len == 16) &&
                   inet_ntop(value.len == 4 ? AF_INET : AF_INET6, value.at, address, sizeof(address)) != NULL) {
            x509_put(&one, address, strlen(address));
        }
        if (one.len == 0 || text.len + one.len + 3 > text.size) {
            continue;
        }
        x509_put(&text, ", ", text.len == 0 ? 0 : 2);
        x509_put(&text, name, one.len);
    }
}

int x509_extension(struct der extensions, const void *oid, size_t oid_len, struct der *ret_value) {
    struct der list, extension, found, critical, value;
    int r = E_NOTFOUND;
    if (extensions.len == 0) {
        return r;
    }
    if (!der_take(&extensions, DER_SEQUENCE, &list)) {
        return E_CERTIFICATE_INVALID;
    }
    while (list.len > 0) {
        if (!der_take(&list, DER_SEQUENCE, &extension) || !der_take(&extension, DER_OID, &found)) {
            return E_CERTIFICATE_INVALID;
        }
        (void)der_take(&extension, DER_BOOLEAN, &critical);
        if (!der_take(&extension, DER_OCTETS, &value)) {
            return E_CERTIFICATE_INVALID;
        }
        if (r == E_NOTFOUND && der_is(found, oid, oid_len)) {
            *ret_value = value;
            r = 0;
        }
    }
    return r;
}

/* Reads the next element, which must have this tag, including tag and length. */
static bool take_whole(struct der *der, unsigned tag, struct der *ret_whole) {
    const uint8_t *start = der->at;
    struct der body;
    if (!der_take(der, tag, &body)) {
        return false;
    }
    *ret_whole = (struct der){start, (size_t)(der->at - start)};
    return true;
}

/* TBSCertificate, RFC 5280 §4.1. */
static bool split_body(struct der body, struct x509_parts *ret_parts) {
    struct der part;
    (void)der_take(&body, DER_CONTEXT(0), &part); /* version; 1 if missing */
    if (!der_take(&body, DER_INTEGER, &ret_parts->serial) ||
        !der_take(&body, DER_SEQUENCE, &ret_parts->inner_algorithm) ||
        !der_take(&body, DER_SEQUENCE, &ret_parts->issuer) || !der_take(&body, DER_SEQUENCE, &ret_parts->validity) ||
        !der_take(&body, DER_SEQUENCE, &ret_parts->subject) || !take_whole(&body, DER_SEQUENCE, &ret_parts->key)) {
        return false;
    }
    (void)der_take(&body, DER_CONTEXT_PRIMITIVE(1), &part);
    (void)der_take(&body, DER_CONTEXT_PRIMITIVE(2), &part);
    (void)der_take(&body, DER_CONTEXT(3), &ret_parts->extensions);
    return true;
}

static bool x509_split(const uint8_t *octets, size_t len, struct x509_parts *ret_parts) {
    struct der all = {octets, len}, certificate, body;
    *ret_parts = (struct x509_parts){.extensions = {NULL, 0}};
    if (!der_take(&all, DER_SEQUENCE, &certificate) || all.len > 0 ||
        !take_whole(&certificate, DER_SEQUENCE, &ret_parts->body) ||
        !der_take(&certificate, DER_SEQUENCE, &ret_parts->algorithm) ||
        !der_take(&certificate, DER_BITS, &ret_parts->signature) || certificate.len > 0) {
        return false;
    }
    struct der whole = ret_parts->body;
    return der_take(&whole, DER_SEQUENCE, &body) && split_body(body, ret_parts);
}

int x509_parse(const uint8_t *octets, size_t len, struct x509_parts *ret_parts, struct x509_info *ret_info) {
    struct der key, value, names;
    *ret_info = (struct x509_info){.can_serve = false};
    if (!x509_split(octets, len, ret_parts)) {
        return E_CERTIFICATE_INVALID;
    }
    crypto_sha256(octets, len, ret_info->sha256);
    struct der whole = ret_parts->key, validity = ret_parts->validity;
    int r = der_take(&whole, DER_SEQUENCE, &key) ? 0 : E_CERTIFICATE_INVALID;
    r = r < 0 ? r : read_name(ret_parts->issuer, ret_info->issuer, sizeof(ret_info->issuer));
    r = r < 0 ? r : read_name(ret_parts->subject, ret_info->subject, sizeof(ret_info->subject));
    r = r < 0 ? r : read_time(&validity, &ret_info->not_before_s);
    r = r < 0 ? r : read_time(&validity, &ret_info->not_after_s);
    r = r < 0 ? r : read_key(key, ret_info);
    if (r < 0) {
        return r;
    }
    r = x509_extension(ret_parts->extensions, OID_ALTERNATIVES, sizeof(OID_ALTERNATIVES) - 1, &value);
    if (r == 0 && der_take(&value, DER_SEQUENCE, &names)) {
        read_alternatives(names, ret_info);
    }
    return r == E_NOTFOUND ? 0 : r;
}

int x509_read(const char *pem, struct x509_info *ret_info) {
    _cleanup_free_ uint8_t *octets = malloc(X509_CERTIFICATE_MAX);
    struct x509_parts parts;
    struct x509_info other;
    unsigned count = 0;
    if (octets == NULL) {
        return E_NOMEM;
    }
    for (const char *at = pem;; count++) {
        size_t len = 0;
        int r = pem_next(&at, "CERTIFICATE", octets, X509_CERTIFICATE_MAX, &len);
        if (r == E_EOF) {
            return count == 0 ? E_CERTIFICATE_INVALID : 0;
        }
        if (r < 0 || count == X509_CHAIN_MAX || x509_parse(octets, len, &parts, count == 0 ? ret_info : &other) < 0) {
            return E_CERTIFICATE_INVALID;
        }
    }
}

int x509_check_pair(const char *chain_pem, const char *key_pem) {
    struct x509_info info;
    int r = x509_read(chain_pem, &info);
    if (r < 0) {
        return r;
    }
    return info.can_serve ? x509_library_check_pair(chain_pem, key_pem, info.public, info.public_len)
                          : E_CERTIFICATE_INVALID;
}
