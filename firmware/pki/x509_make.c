/* Certificates and signing requests made by the device. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "pki/der.h"
#include "pki/pem.h"
#include "pki/x509.h"
#include "pki/x509_library.h"
#include "pki/x509_oids.h"
#include "util/crypto.h"

#define COMMON_NAME_MAX 64  /* characters; the upper bound of X.520 */
#define KEY_DER_MAX 192 /* bytes of a generated key, DER */
#define TIME_END INT64_C(253402300800)   /* the year 10000 */
#define UTC_TIME_END INT64_C(2524608000) /* 2050-01-01: the end of UTCTime */

static const struct {
    struct der oid;
    const char *label;
} labels[] = {
#define OID(octets) {(const uint8_t *)(octets), sizeof(octets) - 1}
    {OID(OID_COMMON_NAME), "CN"},  {OID(OID_ORGANIZATION), "O"}, {OID("\x55\x04\x0b"), "OU"},
    {OID("\x55\x04\x07"), "L"},    {OID("\x55\x04\x08"), "ST"},  {OID("\x55\x04\x06"), "C"},
    {OID(OID_P256), "P-256"},      {OID(OID_P384), "P-384"},     {OID(OID_P521), "P-521"},
    {OID(OID_ED25519), "Ed25519"},
#undef OID
};

const char *x509_oid_label(struct der oid) {
    for (size_t i = 0; i < sizeof(labels) / sizeof(labels[0]); i++) {
        if (der_is(oid, labels[i].oid.at, labels[i].oid.len)) {
            return labels[i].label;
        }
    }
    return NULL;
}

#define PUT_OID(out, oid) der_put_element((out), DER_OID, (oid), sizeof(oid) - 1)

/* The following functions prepend an element to `out`, so its parts are in reverse order. */

static void put_bits(struct der_out *out, size_t end) {
    der_put(out, "", 1); /* no unused bits */
    der_wrap(out, DER_BITS, end);
}

static void put_public_key(struct der_out *out, const struct x509_key *key) {
    size_t end = out->start;
    der_put(out, key->public, sizeof(key->public));
    put_bits(out, end);
    size_t algorithm = out->start;
    PUT_OID(out, OID_P256);
    PUT_OID(out, OID_EC);
    der_wrap(out, DER_SEQUENCE, algorithm);
    der_wrap(out, DER_SEQUENCE, end);
}

static void put_algorithm(struct der_out *out) {
    size_t end = out->start;
    PUT_OID(out, OID_ECDSA_SHA256);
    der_wrap(out, DER_SEQUENCE, end);
}

static void put_name_part(struct der_out *out, const char *oid, const char *text) {
    size_t end = out->start;
    der_put_element(out, DER_UTF8, text, strlen(text));
    der_put_element(out, DER_OID, oid, 3);
    der_wrap(out, DER_SEQUENCE, end);
    der_wrap(out, DER_SET, end);
}

static void put_name(struct der_out *out, const struct x509_subject *subject) {
    size_t end = out->start;
    put_name_part(out, OID_COMMON_NAME, subject->common_name);
    if (subject->organization != NULL && subject->organization[0] != '\0') {
        put_name_part(out, OID_ORGANIZATION, subject->organization);
    }
    der_wrap(out, DER_SEQUENCE, end);
}

static void put_alternative(struct der_out *out, const char *name) {
    uint8_t address[sizeof(struct in6_addr)];
    if (inet_pton(AF_INET, name, address) == 1) {
        der_put_element(out, DER_CONTEXT_PRIMITIVE(7), address, sizeof(struct in_addr));
    } else if (inet_pton(AF_INET6, name, address) == 1) {
        der_put_element(out, DER_CONTEXT_PRIMITIVE(7), address, sizeof(struct in6_addr));
    } else {
        der_put_element(out, DER_CONTEXT_PRIMITIVE(2), name, strlen(name));
    }
}

static void end_extension(struct der_out *out, const char *oid, bool critical, size_t end) {
    der_wrap(out, DER_OCTETS, end);
    if (critical) {
        der_put_element(out, DER_BOOLEAN, "\xff", 1);
    }
    der_put_element(out, DER_OID, oid, 3);
    der_wrap(out, DER_SEQUENCE, end);
}

/* Writes the extensions: not an authority, for signatures of a TLS server, with the names. */
static void put_extensions(struct der_out *out, const struct x509_subject *subject) {
    size_t all = out->start, end = all;
    for (size_t i = subject->name_count; i > 0; i--) {
        put_alternative(out, subject->names[i - 1]);
    }
    put_alternative(out, subject->common_name);
    der_wrap(out, DER_SEQUENCE, end);
    end_extension(out, OID_ALTERNATIVES, false, end);
    end = out->start;
    PUT_OID(out, OID_SERVER);
    der_wrap(out, DER_SEQUENCE, end);
    end_extension(out, OID_EXTENDED_USAGE, false, end);
    end = out->start;
    der_put_element(out, DER_BITS, "\x07\x80", 2); /* digitalSignature */
    end_extension(out, OID_KEY_USAGE, true, end);
    end = out->start;
    der_put_element(out, DER_SEQUENCE, "", 0); /* cA FALSE, which is the default */
    end_extension(out, OID_BASIC, true, end);
    der_wrap(out, DER_SEQUENCE, all);
}

/* Signs the element at the start of `out` and wraps both. */
static int x509_sign(struct der_out *out, const struct x509_key *key, const char *label, char ret_pem[X509_PEM_MAX]) {
    uint8_t hash[X509_SHA256_LEN], numbers[64], whole[X509_CERTIFICATE_MAX];
    struct der_out signed_out;
    if (out->lost) {
        return E_INVAL;
    }
    crypto_sha256(out->octets + out->start, out->size - out->start, hash);
    int r = x509_library_sign(key, hash, numbers);
    if (r < 0) {
        return r;
    }
    der_out_init(&signed_out, whole, sizeof(whole));
    size_t end = signed_out.start;
    der_put_unsigned(&signed_out, numbers + 32, 32);
    der_put_unsigned(&signed_out, numbers, 32);
    der_wrap(&signed_out, DER_SEQUENCE, end);
    put_bits(&signed_out, end);
    put_algorithm(&signed_out);
    der_put(&signed_out, out->octets + out->start, out->size - out->start);
    der_wrap(&signed_out, DER_SEQUENCE, end);
    if (signed_out.lost) {
        return E_INVAL;
    }
    r = pem_write(label, whole + signed_out.start, sizeof(whole) - signed_out.start, ret_pem, X509_PEM_MAX);
    return r < 0 ? E_INVAL : 0;
}

static bool is_subject(const struct x509_subject *subject) {
    return strlen(subject->common_name) <= (size_t)COMMON_NAME_MAX * 4 && subject->name_count <= X509_ALTERNATIVES_MAX;
}

/* RFC 5280 §4.1.2.5: two-digit years before 2050, then four digits. */
static void put_time(struct der_out *out, int64_t time_s) {
    time_t seconds = (time_t)time_s;
    struct tm parts;
    char text[24];
    if (time_s < 0 || time_s >= TIME_END || gmtime_r(&seconds, &parts) == NULL) {
        out->lost = true;
        return;
    }
    (void)snprintf(text, sizeof(text), "%04u%02u%02u%02u%02u%02uZ", (unsigned)parts.tm_year + 1900U,
                   (unsigned)parts.tm_mon + 1U, (unsigned)parts.tm_mday, (unsigned)parts.tm_hour,
                   (unsigned)parts.tm_min, (unsigned)parts.tm_sec);
    bool is_short = time_s < UTC_TIME_END;
    der_put_element(out, is_short ? DER_UTC_TIME : DER_TIME, text + (is_short ? 2 : 0),
                    strlen(text) - (is_short ? 2 : 0));
}

int x509_self_sign(const struct x509_key *key, const struct x509_subject *subject, int64_t not_before_s,
                   int64_t not_after_s, const uint8_t serial[X509_SERIAL_LEN], char ret_pem[X509_PEM_MAX]) {
    uint8_t octets[X509_CERTIFICATE_MAX], positive[X509_SERIAL_LEN];
    struct der_out out;
    if (!is_subject(subject)) {
        return E_INVAL;
    }
    memcpy(positive, serial, sizeof(positive));
    positive[0] = (uint8_t)((positive[0] & 0x3f) | 0x40); /* fixed length, never zero or negative */
    der_out_init(&out, octets, sizeof(octets));
    size_t end = out.start;
    put_extensions(&out, subject);
    der_wrap(&out, DER_CONTEXT(3), end);
    put_public_key(&out, key);
    put_name(&out, subject);
    size_t validity = out.start;
    put_time(&out, not_after_s);
    put_time(&out, not_before_s);
    der_wrap(&out, DER_SEQUENCE, validity);
    put_name(&out, subject);
    put_algorithm(&out);
    der_put_unsigned(&out, positive, sizeof(positive));
    size_t version = out.start;
    der_put_element(&out, DER_INTEGER, "\x02", 1); /* version 3 */
    der_wrap(&out, DER_CONTEXT(0), version);
    der_wrap(&out, DER_SEQUENCE, end);
    return x509_sign(&out, key, "CERTIFICATE", ret_pem);
}

int x509_request(const struct x509_key *key, const struct x509_subject *subject, char ret_pem[X509_PEM_MAX]) {
    uint8_t octets[X509_CERTIFICATE_MAX];
    struct der_out out;
    if (!is_subject(subject)) {
        return E_INVAL;
    }
    der_out_init(&out, octets, sizeof(octets));
    size_t end = out.start;
    put_extensions(&out, subject);
    der_wrap(&out, DER_SET, end);
    PUT_OID(&out, OID_REQUEST);
    der_wrap(&out, DER_SEQUENCE, end);
    der_wrap(&out, DER_CONTEXT(0), end);
    put_public_key(&out, key);
    put_name(&out, subject);
    der_put_element(&out, DER_INTEGER, "\0", 1); /* version 1 */
    der_wrap(&out, DER_SEQUENCE, end);
    return x509_sign(&out, key, "CERTIFICATE REQUEST", ret_pem);
}

void x509_key_pem(const struct x509_key *key, char ret_pem[X509_KEY_PEM_MAX]) {
    uint8_t octets[KEY_DER_MAX];
    struct der_out out;
    der_out_init(&out, octets, sizeof(octets));
    size_t end = out.start;
    der_put(&out, key->public, sizeof(key->public));
    put_bits(&out, end);
    der_wrap(&out, DER_CONTEXT(1), end);
    der_put_element(&out, DER_OCTETS, key->secret, sizeof(key->secret));
    der_put_element(&out, DER_INTEGER, "\x01", 1);
    der_wrap(&out, DER_SEQUENCE, end); /* ECPrivateKey, RFC 5915 */
    der_wrap(&out, DER_OCTETS, end);
    size_t algorithm = out.start;
    PUT_OID(&out, OID_P256);
    PUT_OID(&out, OID_EC);
    der_wrap(&out, DER_SEQUENCE, algorithm);
    der_put_element(&out, DER_INTEGER, "\0", 1);
    der_wrap(&out, DER_SEQUENCE, end); /* PrivateKeyInfo, RFC 5208 */
    ret_pem[0] = '\0';
    int r = pem_write("PRIVATE KEY", octets + out.start, sizeof(octets) - out.start, ret_pem, X509_KEY_PEM_MAX);
    (void)r; /* it always fits */
    crypto_wipe(octets, sizeof(octets));
}

int x509_key_read(const char *pem, struct x509_key *ret_key) {
    uint8_t octets[KEY_DER_MAX];
    size_t len = 0;
    int r = pem_next(&pem, "PRIVATE KEY", octets, sizeof(octets), &len);
    struct der all = {octets, len}, info, key, part, secret, public;
    if (r == 0 && der_take(&all, DER_SEQUENCE, &info) && der_take(&info, DER_INTEGER, &part) &&
        der_take(&info, DER_SEQUENCE, &part) && der_take(&info, DER_OCTETS, &part) &&
        der_take(&part, DER_SEQUENCE, &key) && der_take(&key, DER_INTEGER, &part) &&
        der_take(&key, DER_OCTETS, &secret) && secret.len == sizeof(ret_key->secret) &&
        der_take(&key, DER_CONTEXT(1), &part) && der_take(&part, DER_BITS, &public) &&
        public.len == sizeof(ret_key->public) + 1) {
        memcpy(ret_key->secret, secret.at, secret.len);
        memcpy(ret_key->public, public.at + 1, sizeof(ret_key->public));
    } else {
        r = E_CERTIFICATE_KEY;
    }
    crypto_wipe(octets, sizeof(octets));
    return r;
}
