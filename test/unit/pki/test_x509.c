/* Certificates: what is parsed, generated, and rejected. */
#include "pki/x509.h"

#include <stdio.h>
#include <string.h>

#include "certificates.h"
#include "memory_watch.h"
#include "pki/pem.h"
#include "unity.h"

#define FROM_S INT64_C(1735689600)    /* 2025-01-01 */
#define TO_S INT64_C(2051222400)      /* 2035-01-01 */
#define LATE_S INT64_C(4102444800)    /* 2100-01-01 */

static struct x509_key key;
static struct x509_info info;
static char pem[X509_PEM_MAX], key_pem[X509_KEY_PEM_MAX];
static const uint8_t serial[X509_SERIAL_LEN] = {0xff, 1, 2};
static const char *const names[] = {"other.example", "192.0.2.7", "2001:db8::7"};
static const struct x509_subject subject = {
    .common_name = "tür.example", .organization = "Ä & Ö", .names = names, .name_count = 3};

void setUp(void) {
    TEST_ASSERT_EQUAL(0, x509_key_make(&key));
    x509_key_pem(&key, key_pem);
}

void tearDown(void) {
}

void test_what_is_made_is_read_back(void) {
    TEST_ASSERT_EQUAL(0, x509_self_sign(&key, &subject, FROM_S, LATE_S, serial, pem));
    TEST_ASSERT_EQUAL(0, x509_read(pem, &info));
    TEST_ASSERT_EQUAL_STRING("O=Ä & Ö, CN=tür.example", info.subject);
    TEST_ASSERT_EQUAL_STRING(info.subject, info.issuer);
    TEST_ASSERT_EQUAL_STRING("tür.example, other.example, 192.0.2.7, 2001:db8::7", info.names);
    TEST_ASSERT_EQUAL_STRING("P-256", info.key);
    TEST_ASSERT_EQUAL_INT64(FROM_S, info.not_before_s);
    TEST_ASSERT_EQUAL_INT64(LATE_S, info.not_after_s);
    TEST_ASSERT_TRUE(info.can_serve);
    TEST_ASSERT_EQUAL(sizeof(key.public), info.public_len);
    TEST_ASSERT_EQUAL_MEMORY(key.public, info.public, sizeof(key.public));
    TEST_ASSERT_EQUAL(0, x509_check_pair(pem, key_pem));
}

void test_certificates_of_others(void) {
    TEST_ASSERT_EQUAL(0, x509_read("text in front\n" P384_CERTIFICATE, &info));
    TEST_ASSERT_EQUAL_STRING("C=DE, L=Köln, O=Ämter & Söhne, OU=Tür, CN=tür.example", info.subject);
    TEST_ASSERT_EQUAL_STRING("one.example, two.example, 192.0.2.7, 2001:db8::7", info.names);
    TEST_ASSERT_EQUAL_STRING("P-384", info.key);
    TEST_ASSERT_EQUAL_INT64(INT64_C(36500) * 86400, info.not_after_s - info.not_before_s);
    TEST_ASSERT_EQUAL(0, x509_read(RSA_CERTIFICATE P384_CERTIFICATE, &info));
    TEST_ASSERT_EQUAL_STRING("RSA 2048", info.key);
    TEST_ASSERT_TRUE(info.can_serve);
}

void test_pairs(void) {
    TEST_ASSERT_EQUAL(0, x509_check_pair(P384_CERTIFICATE, P384_KEY));
    TEST_ASSERT_EQUAL(0, x509_check_pair(RSA_CERTIFICATE P384_CERTIFICATE, RSA_KEY));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_KEY, x509_check_pair(P384_CERTIFICATE RSA_CERTIFICATE, RSA_KEY));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_KEY, x509_check_pair(RSA_CERTIFICATE, P384_KEY));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_KEY, x509_check_pair(P384_CERTIFICATE, key_pem));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_KEY, x509_check_pair(P384_CERTIFICATE, ""));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_KEY, x509_check_pair(P384_CERTIFICATE, P384_CERTIFICATE));
    TEST_ASSERT_EQUAL(0, x509_self_sign(&key, &subject, FROM_S, TO_S, serial, pem));
    struct x509_key other;
    TEST_ASSERT_EQUAL(0, x509_key_make(&other));
    x509_key_pem(&other, key_pem);
    TEST_ASSERT_EQUAL(E_CERTIFICATE_KEY, x509_check_pair(pem, key_pem));
}

/* Reads the number of a P-384 private key from its PEM. */
static void read_number(const char *text, uint8_t ret_number[48]) {
    static const uint8_t before[] = {0x02, 0x01, 0x01, 0x04, 48}; /* version and bytes of ECPrivateKey, RFC 5915 */
    uint8_t der[256];
    size_t len = 0;
    TEST_ASSERT_EQUAL(0, pem_next(&text, "PRIVATE KEY", der, sizeof(der), &len));
    const uint8_t *at = memmem(der, len, before, sizeof(before));
    TEST_ASSERT_NOT_NULL(at);
    memcpy(ret_number, at + sizeof(before), 48);
}

static void check_pair(void) {
    TEST_ASSERT_EQUAL(0, x509_check_pair(P384_CERTIFICATE, P384_KEY));
}

static void write_key(void) {
    x509_key_pem(&key, key_pem);
}

static void make_key(void) {
    TEST_ASSERT_EQUAL(0, x509_key_make(&key));
}

void test_a_private_key_is_not_left_behind(void) {
    uint8_t number[48];
    read_number(P384_KEY, number);
    struct memory_found found = memory_watch(check_pair, number, sizeof(number));
    TEST_ASSERT_EQUAL(0, found.frames + found.stack + found.freed);
    found = memory_watch(write_key, key.secret, sizeof(key.secret));
    TEST_ASSERT_EQUAL(0, found.frames + found.stack + found.freed);
    TEST_ASSERT_EQUAL(0, memory_watch(make_key, key.secret, sizeof(key.secret)).stack);
}

static struct x509_key again;

static void read_key(void) {
    TEST_ASSERT_EQUAL(0, x509_key_read(key_pem, &again));
}

void test_a_key_is_read_back(void) {
    struct memory_found found = memory_watch(read_key, key.secret, sizeof(key.secret));
    TEST_ASSERT_EQUAL(0, found.frames + found.stack + found.freed);
    TEST_ASSERT_EQUAL_MEMORY(&key, &again, sizeof(key));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_KEY, x509_key_read(P384_KEY, &again));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_KEY, x509_key_read(RSA_KEY, &again));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_KEY, x509_key_read("", &again));
}

void test_what_is_no_certificate(void) {
    static char nine[9 * sizeof(P384_CERTIFICATE)];
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, x509_read("", &info));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, x509_read(P384_KEY, &info));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, x509_read("-----BEGIN CERTIFICATE-----\n", &info));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID,
                      x509_read("-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n", &info));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID,
                      x509_read("-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n", &info));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, x509_read(P384_CERTIFICATE "-----BEGIN CERTIFICATE-----\n", &info));
    for (size_t i = 0; i < 9; i++) {
        memcpy(nine + i * (sizeof(P384_CERTIFICATE) - 1), P384_CERTIFICATE, sizeof(P384_CERTIFICATE));
    }
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, x509_read(nine, &info));
    TEST_ASSERT_EQUAL(0, x509_read(nine + sizeof(P384_CERTIFICATE) - 1, &info));
}

/* Truncated or changed at any byte: never reads beyond, and never accepts a certificate longer than its bytes. */
void test_damage_at_every_octet(void) {
    uint8_t octets[X509_CERTIFICATE_MAX], damaged[X509_CERTIFICATE_MAX];
    const char *at = P384_CERTIFICATE;
    size_t len = 0;
    TEST_ASSERT_EQUAL(0, pem_next(&at, "CERTIFICATE", octets, sizeof(octets), &len));
    for (size_t i = 0; i < len; i++) {
        TEST_ASSERT_EQUAL(0, pem_write("CERTIFICATE", octets, i, pem, sizeof(pem)));
        TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, x509_read(pem, &info));
        memcpy(damaged, octets, len);
        damaged[i] ^= 0x80;
        TEST_ASSERT_EQUAL(0, pem_write("CERTIFICATE", damaged, len, pem, sizeof(pem)));
        int r = x509_read(pem, &info);
        TEST_ASSERT_TRUE(r == 0 || r == E_CERTIFICATE_INVALID);
    }
}

void test_requests(void) {
    uint8_t octets[X509_CERTIFICATE_MAX];
    const char *at = pem;
    size_t len = 0;
    TEST_ASSERT_EQUAL(0, x509_request(&key, &subject, pem));
    TEST_ASSERT_EQUAL(0, pem_next(&at, "CERTIFICATE REQUEST", octets, sizeof(octets), &len));
    TEST_ASSERT_GREATER_THAN(200, len);
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, x509_read(pem, &info));
    /* Addresses are stored as iPAddress, [7], never as dNSName. */
    static const uint8_t four[] = {0x87, 4, 192, 0, 2, 7};
    static const uint8_t six[] = {0x87, 16, 0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7};
    TEST_ASSERT_NOT_NULL(memmem(octets, len, four, sizeof(four)));
    TEST_ASSERT_NOT_NULL(memmem(octets, len, six, sizeof(six)));
    TEST_ASSERT_NULL(memmem(octets, len, "192.0.2.7", 9));
    TEST_ASSERT_NULL(memmem(octets, len, "2001:db8", 8));
}

void test_too_many_and_too_long_names(void) {
    static char longest[64 * 4 + 1];
    const char *many[X509_ALTERNATIVES_MAX + 1];
    memset(longest, 'a', sizeof(longest) - 1);
    for (size_t i = 0; i < X509_ALTERNATIVES_MAX + 1; i++) {
        many[i] = longest;
    }
    struct x509_subject large = {
        .common_name = longest, .organization = longest, .names = many, .name_count = X509_ALTERNATIVES_MAX};
    TEST_ASSERT_EQUAL(E_INVAL, x509_self_sign(&key, &large, FROM_S, TO_S, serial, pem));
    large.name_count++;
    TEST_ASSERT_EQUAL(E_INVAL, x509_request(&key, &large, pem));
    TEST_ASSERT_EQUAL(E_INVAL, x509_self_sign(&key, &subject, -1, TO_S, serial, pem));
}
