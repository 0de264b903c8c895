#include "made_bundle.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "pki/der.h"
#include "pki/pem.h"
#include "pki/x509_library.h"
#include "pki/x509_oids.h"
#include "unity.h"
#include "util/crypto.h"

#define OID(octets) (octets), sizeof(octets) - 1
#define OID_DATA "\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01"
#define OID_SIGNED "\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"
#define OID_TYPE "\x2a\x86\x48\x86\xf7\x0d\x01\x09\x03"
#define OID_DIGEST "\x2a\x86\x48\x86\xf7\x0d\x01\x09\x04"
#define OID_SHA256 "\x60\x86\x48\x01\x65\x03\x04\x02\x01"
#define OID_STRANGE "\x2a\x03\x04"
#define OID_SUBJECT_KEY "\x55\x1d\x0e"

/* The following functions prepend an element to `out`, so its parts are in reverse order. */

static void put_algorithm(struct der_out *out, const char *oid, size_t len) {
    size_t end = out->start;
    der_put_element(out, DER_OID, oid, len);
    der_wrap(out, DER_SEQUENCE, end);
}

static void put_name(struct der_out *out, const char *name) {
    size_t end = out->start;
    der_put_element(out, DER_UTF8, name, strlen(name));
    der_put_element(out, DER_OID, OID(OID_COMMON_NAME));
    der_wrap(out, DER_SEQUENCE, end);
    der_wrap(out, DER_SET, end);
    der_wrap(out, DER_SEQUENCE, end);
}

static void put_time(struct der_out *out, int64_t at_s) {
    char text[32];
    time_t at = (time_t)at_s;
    struct tm parts;
    TEST_ASSERT_NOT_NULL(gmtime_r(&at, &parts));
    der_put_element(out, DER_TIME, text, strftime(text, sizeof(text), "%Y%m%d%H%M%SZ", &parts));
}

static void put_key(struct der_out *out, const struct x509_key *key) {
    size_t end = out->start;
    der_put(out, key->public, sizeof(key->public));
    der_put(out, "", 1);
    der_wrap(out, DER_BITS, end);
    size_t algorithm = out->start;
    der_put_element(out, DER_OID, OID(OID_P256));
    der_put_element(out, DER_OID, OID(OID_EC));
    der_wrap(out, DER_SEQUENCE, algorithm);
    der_wrap(out, DER_SEQUENCE, end);
}

/* Wraps what was put since `end` as the value of an extension. */
static void put_extension(struct der_out *out, size_t end, const char *oid, size_t len, bool critical) {
    der_wrap(out, DER_OCTETS, end);
    if (critical) {
        der_put_element(out, DER_BOOLEAN, "\xff", 1);
    }
    der_put_element(out, DER_OID, oid, len);
    der_wrap(out, DER_SEQUENCE, end);
}

static void put_extensions(struct der_out *out, const struct made_terms *terms) {
    size_t all = out->start, end = all;
    if (terms->strange) {
        der_put_element(out, DER_OCTETS, "x", 1);
        put_extension(out, end, OID(OID_STRANGE), true);
    }
    end = out->start;
    der_put_element(out, DER_OCTETS, "key", 3);
    put_extension(out, end, OID(OID_SUBJECT_KEY), false);
    end = out->start;
    if (!terms->authority && !terms->no_purpose) {
        der_put_element(out, DER_OID, terms->other_purpose ? OID_SERVER : OID_CODE_SIGNING, sizeof(OID_SERVER) - 1);
        der_wrap(out, DER_SEQUENCE, end);
        put_extension(out, end, OID(OID_EXTENDED_USAGE), false);
    }
    end = out->start;
    uint8_t bit = terms->authority ? 0x04 : 0x80, other = terms->authority ? 0x80 : 0x04;
    uint8_t usage[2] = {0, terms->no_signing ? other : bit};
    der_put_element(out, DER_BITS, usage, sizeof(usage));
    put_extension(out, end, OID(OID_KEY_USAGE), true);
    end = out->start;
    if (terms->authority && !terms->no_basic) {
        if (!terms->any_path) {
            der_put_element(out, DER_INTEGER, "", 1);
        }
        der_put_element(out, DER_BOOLEAN, "\xff", 1);
        der_wrap(out, DER_SEQUENCE, end);
        put_extension(out, end, OID(OID_BASIC), true);
    }
    der_wrap(out, DER_SEQUENCE, all);
    der_wrap(out, DER_CONTEXT(3), all);
}

/* The two numbers of ECDSA as DER. */
static void put_ecdsa(struct der_out *out, const struct x509_key *key, const void *octets, size_t len) {
    uint8_t hash[CRYPTO_SHA256_LEN], numbers[64];
    size_t end = out->start;
    crypto_sha256(octets, len, hash);
    TEST_ASSERT_EQUAL(0, x509_library_sign(key, hash, numbers));
    der_put_unsigned(out, numbers + 32, 32);
    der_put_unsigned(out, numbers, 32);
    der_wrap(out, DER_SEQUENCE, end);
}

static void move_out(const struct der_out *out, uint8_t *ret_octets, size_t size, size_t *ret_len) {
    TEST_ASSERT_FALSE(out->lost);
    *ret_len = out->size - out->start;
    TEST_ASSERT_TRUE(*ret_len <= size);
    memcpy(ret_octets, out->octets + out->start, *ret_len);
}

void made_certificate(const struct made_terms *terms, const struct made_certificate *issuer,
                      struct made_certificate *ret_certificate) {
    struct made_certificate *made = ret_certificate;
    uint8_t room[1200], body[1000];
    size_t body_len = 0;
    struct der_out out;
    *made = (struct made_certificate){.serial = terms->serial > 0 ? terms->serial : 1};
    (void)snprintf(made->name, sizeof(made->name), "%s", terms->name == NULL ? "signer" : terms->name);
    TEST_ASSERT_EQUAL(0, x509_key_make(&made->key));
    issuer = issuer == NULL ? made : issuer;
    der_out_init(&out, room, sizeof(room));
    size_t end = out.start;
    put_extensions(&out, terms);
    put_key(&out, &made->key);
    put_name(&out, made->name);
    size_t validity = out.start;
    put_time(&out, terms->until_s != 0 ? terms->until_s : MADE_NOW + MADE_YEAR);
    put_time(&out, terms->from_s != 0 ? terms->from_s : MADE_NOW - MADE_YEAR);
    der_wrap(&out, DER_SEQUENCE, validity);
    put_name(&out, issuer->name);
    put_algorithm(&out, OID(OID_ECDSA_SHA256));
    der_put_unsigned(&out, &made->serial, 1);
    size_t version = out.start;
    der_put_element(&out, DER_INTEGER, "\x02", 1);
    der_wrap(&out, DER_CONTEXT(0), version);
    der_wrap(&out, DER_SEQUENCE, end);
    move_out(&out, body, sizeof(body), &body_len);
    der_out_init(&out, room, sizeof(room));
    end = out.start;
    put_ecdsa(&out, &issuer->key, body, body_len);
    der_put(&out, "", 1);
    der_wrap(&out, DER_BITS, end);
    put_algorithm(&out, OID(OID_ECDSA_SHA256));
    der_put(&out, body, body_len);
    der_wrap(&out, DER_SEQUENCE, end);
    move_out(&out, made->octets, sizeof(made->octets), &made->len);
}

void made_pem(const struct made_certificate *certificate, char *text, size_t size) {
    size_t len = strlen(text);
    TEST_ASSERT_EQUAL(0, pem_write("CERTIFICATE", certificate->octets, certificate->len, text + len, size - len));
}

static void put_attribute(struct der_out *out, const char *oid, size_t len, unsigned tag, const void *value,
                          size_t value_len) {
    size_t end = out->start;
    der_put_element(out, tag, value, value_len);
    der_wrap(out, DER_SET, end);
    der_put_element(out, DER_OID, oid, len);
    der_wrap(out, DER_SEQUENCE, end);
}

/* Writes the contents of the set. */
static void put_attributes(struct der_out *out, const void *content, size_t len, const struct made_signing *signing) {
    uint8_t hash[CRYPTO_SHA256_LEN];
    crypto_sha256(signing->digest_of == NULL ? content : signing->digest_of,
                  signing->digest_of == NULL ? len : strlen(signing->digest_of), hash);
    for (unsigned i = 0; i < (signing->digest_twice ? 2U : 1U); i++) {
        put_attribute(out, OID(OID_DIGEST), DER_OCTETS, hash, sizeof(hash));
    }
    if (!signing->no_type) {
        put_attribute(out, OID(OID_TYPE), DER_OID, OID(OID_DATA));
    }
}

static void put_signer(struct der_out *out, const void *content, size_t len, const struct made_signing *signing) {
    const struct made_certificate *signer = signing->certificates[0];
    uint8_t room[2000], attributes[2000];
    size_t attributes_len = 0, end = out->start;
    struct der_out set;
    der_out_init(&set, room, sizeof(room));
    if (signing->attributes) {
        put_attributes(&set, content, len, signing);
        move_out(&set, attributes, sizeof(attributes), &attributes_len);
        der_wrap(&set, DER_SET, set.size);
        put_ecdsa(out, &signer->key, set.octets + set.start, set.size - set.start);
    } else {
        put_ecdsa(out, &signer->key, content, len);
    }
    der_wrap(out, DER_OCTETS, end);
    put_algorithm(out, OID(OID_ECDSA_SHA256));
    if (signing->attributes) {
        der_put_element(out, DER_CONTEXT(0), attributes, attributes_len);
    }
    put_algorithm(out, OID(OID_SHA256));
    size_t name = out->start;
    der_put_unsigned(out, &signer->serial, 1);
    /* The issuer is in the certificate, after version, serial number and algorithm. */
    struct der whole = {signer->octets, signer->len}, all, body, part;
    const uint8_t *issuer = NULL;
    TEST_ASSERT_TRUE(der_take(&whole, DER_SEQUENCE, &all) && der_take(&all, DER_SEQUENCE, &body) &&
                     der_take(&body, DER_CONTEXT(0), &part) && der_take(&body, DER_INTEGER, &part) &&
                     der_take(&body, DER_SEQUENCE, &part));
    issuer = body.at;
    TEST_ASSERT_TRUE(der_take(&body, DER_SEQUENCE, &part));
    der_put(out, issuer, (size_t)(body.at - issuer));
    der_wrap(out, DER_SEQUENCE, name);
    der_put_element(out, DER_INTEGER, "\x01", 1);
    der_wrap(out, DER_SEQUENCE, end);
}

static void put_certificates(struct der_out *out, const struct made_signing *signing) {
    size_t count = 0, end = out->start;
    while (signing->certificates[count] != NULL) {
        count++;
    }
    for (size_t i = 0; i < count; i++) {
        const struct made_certificate *one = signing->certificates[signing->reversed ? i : count - 1 - i];
        der_put(out, one->octets, one->len);
    }
    der_wrap(out, DER_CONTEXT(0), end);
}

size_t made_signature(const void *content, size_t len, const struct made_signing *signing,
                      uint8_t ret_octets[MADE_SIGNATURE_MAX]) {
    static uint8_t room[MADE_SIGNATURE_MAX];
    struct der_out out;
    der_out_init(&out, room, sizeof(room));
    size_t all = out.start;
    for (unsigned i = 0; i < (signing->two_signers ? 2U : 1U); i++) {
        put_signer(&out, content, len, signing);
    }
    der_wrap(&out, DER_SET, all);
    if (!signing->no_certificates) {
        put_certificates(&out, signing);
    }
    size_t inner = out.start;
    if (signing->inside) {
        der_put_element(&out, DER_OCTETS, content, len);
        der_wrap(&out, DER_CONTEXT(0), inner);
    }
    der_put_element(&out, DER_OID, OID(OID_DATA));
    der_wrap(&out, DER_SEQUENCE, inner);
    size_t hashes = out.start;
    put_algorithm(&out, OID(OID_SHA256));
    der_wrap(&out, DER_SET, hashes);
    der_put_element(&out, DER_INTEGER, "\x01", 1);
    der_wrap(&out, DER_SEQUENCE, all);
    der_wrap(&out, DER_CONTEXT(0), all);
    der_put_element(&out, DER_OID, OID(OID_SIGNED));
    der_wrap(&out, DER_SEQUENCE, all);
    size_t made = 0;
    move_out(&out, ret_octets, MADE_SIGNATURE_MAX, &made);
    return made;
}

static void archive_add(struct made_archive *archive, const void *octets, size_t len) {
    TEST_ASSERT_TRUE(archive->len + len + 512 < sizeof(archive->octets));
    memcpy(archive->octets + archive->len, octets, len);
    archive->len += len;
}

static void archive_fill(struct made_archive *archive, size_t multiple) {
    while (archive->len % multiple != 0) {
        archive_add(archive, "", 1);
    }
}

void made_entry(struct made_archive *archive, const char *name, const void *contents, size_t len) {
    char header[128];
    uint32_t sum = 0;
    for (size_t i = 0; i < len; i++) {
        sum += ((const uint8_t *)contents)[i];
    }
    int header_len = snprintf(header, sizeof(header), "070702%08X%08X%08X%08X%08X%08X%08zx%08X%08X%08X%08X%08zX%08x",
                              1U, 0100600U, 0U, 0U, 1U, 0x6955b900U, len, 0U, 0U, 0U, 0U, strlen(name) + 1, sum);
    TEST_ASSERT_EQUAL(110, header_len);
    archive_add(archive, header, 110);
    archive_add(archive, name, strlen(name) + 1);
    archive_fill(archive, 4);
    archive_add(archive, contents, len);
    archive_fill(archive, 4);
}

void made_end(struct made_archive *archive, bool filled) {
    made_entry(archive, "TRAILER!!!", "", 0);
    archive_fill(archive, filled ? 512 : 4);
}
