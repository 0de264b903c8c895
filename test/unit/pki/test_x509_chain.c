/* Certificate chains: which are valid, and that no damaged one is accepted. */
#include <stdio.h>
#include <string.h>

#include "certificate_chain.h"
#include "certificates.h"
#include "pki/pem.h"
#include "pki/x509.h"
#include "unity.h"

static struct x509_period valid;
static char text[65536];

void setUp(void) {
}

void tearDown(void) {
}

static int check(const char *chain) {
    return x509_check_chain(chain, &valid);
}

void test_chains_that_prove_themselves(void) {
    TEST_ASSERT_EQUAL(0, check(CHAIN_LEAF CHAIN_MIDDLE CHAIN_ROOT));
    TEST_ASSERT_EQUAL(0, check(CHAIN_LEAF CHAIN_MIDDLE));
    TEST_ASSERT_EQUAL(0, check(CHAIN_LEAF_OF_ROOT CHAIN_ROOT));
    TEST_ASSERT_EQUAL(0, check(CHAIN_ROOT));
    TEST_ASSERT_EQUAL(0, check(P384_CERTIFICATE));
    TEST_ASSERT_EQUAL(0, check(RSA_CERTIFICATE));
}

void test_one_that_the_device_makes_proves_itself(void) {
    struct x509_key key;
    char pem[X509_PEM_MAX];
    static const uint8_t serial[X509_SERIAL_LEN] = {1};
    TEST_ASSERT_EQUAL(0, x509_key_make(&key));
    TEST_ASSERT_EQUAL(0, x509_self_sign(&key, &(struct x509_subject){.common_name = "x"}, 0, 86400, serial, pem));
    TEST_ASSERT_EQUAL(0, check(pem));
    TEST_ASSERT_EQUAL_INT64(0, valid.from_s);
    TEST_ASSERT_EQUAL_INT64(86400, valid.until_s);
    TEST_ASSERT_EQUAL(0, x509_self_sign(&key, &(struct x509_subject){.common_name = "x"}, 86400, 0, serial, pem));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, check(pem));
}

/* The whole chain must be valid: the latest start, the earliest end. */
void test_the_period_is_that_of_all(void) {
    struct x509_info leaf, middle;
    TEST_ASSERT_EQUAL(0, x509_read(CHAIN_LEAF_OF_ROOT, &leaf));
    TEST_ASSERT_EQUAL(0, x509_read(CHAIN_ROOT, &middle));
    TEST_ASSERT_TRUE(leaf.not_before_s > middle.not_before_s && leaf.not_after_s > middle.not_after_s);
    TEST_ASSERT_EQUAL(0, check(CHAIN_LEAF_OF_ROOT CHAIN_ROOT));
    TEST_ASSERT_EQUAL_INT64(leaf.not_before_s, valid.from_s);
    TEST_ASSERT_EQUAL_INT64(middle.not_after_s, valid.until_s);
}

void test_an_issuer_that_is_missing_or_out_of_place(void) {
    TEST_ASSERT_EQUAL(E_CERTIFICATE_CHAIN, check(CHAIN_LEAF));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_CHAIN, check(CHAIN_MIDDLE));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_CHAIN, check(CHAIN_LEAF CHAIN_ROOT));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_CHAIN, check(CHAIN_LEAF CHAIN_LEAF));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_CHAIN, check(CHAIN_MIDDLE CHAIN_LEAF));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_CHAIN, check(CHAIN_ROOT CHAIN_MIDDLE CHAIN_LEAF));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_CHAIN, check(CHAIN_LEAF CHAIN_ROOT CHAIN_MIDDLE));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_CHAIN, check(CHAIN_LEAF P384_CERTIFICATE));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_CHAIN, check(RSA_CERTIFICATE P384_CERTIFICATE));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_CHAIN, check(CHAIN_LEAF CHAIN_MIDDLE P384_CERTIFICATE));
}

void test_an_issuer_that_may_not_sign(void) {
    TEST_ASSERT_EQUAL(E_CERTIFICATE_AUTHORITY, check(CHAIN_LEAF CHAIN_MIDDLE_NO_AUTHORITY CHAIN_ROOT));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_AUTHORITY, check(CHAIN_LEAF CHAIN_MIDDLE_NO_USAGE CHAIN_ROOT));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_AUTHORITY, check(P384_CERTIFICATE P384_CERTIFICATE));
    /* Any path length of its own, but none below the middle. */
    TEST_ASSERT_EQUAL(0, check(CHAIN_LEAF_OF_LOW CHAIN_LOW));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_AUTHORITY, check(CHAIN_LEAF_OF_LOW CHAIN_LOW CHAIN_MIDDLE));
}

void test_a_foreign_signature(void) {
    TEST_ASSERT_EQUAL(E_CERTIFICATE_SIGNATURE, check(CHAIN_LEAF CHAIN_MIDDLE_OTHER_KEY CHAIN_ROOT));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_SIGNATURE, check(CHAIN_LEAF CHAIN_MIDDLE_OTHER_KEY));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, check(CHAIN_LEAF_SHA1 CHAIN_MIDDLE)); /* broken hash */
}

void test_as_many_as_there_may_be(void) {
    text[0] = '\0';
    for (size_t i = 0; i < X509_CHAIN_MAX; i++) {
        strcat(text, RSA_CERTIFICATE);
    }
    TEST_ASSERT_EQUAL(0, check(text));
    strcat(text, RSA_CERTIFICATE);
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, check(text));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, check(""));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, check(CHAIN_LEAF "-----BEGIN CERTIFICATE-----\n"));
}

/* Changes a bit of every byte of the first certificate, followed by `behind`. */
static void refuse_each_damage(const char *pem, const char *behind) {
    uint8_t octets[X509_CERTIFICATE_MAX];
    size_t len = 0;
    TEST_ASSERT_EQUAL(0, pem_next(&pem, "CERTIFICATE", octets, sizeof(octets), &len));
    for (size_t i = 0; i < len; i++) {
        octets[i] ^= (uint8_t)(1U << i % 8);
        TEST_ASSERT_EQUAL(0, pem_write("CERTIFICATE", octets, len, text, sizeof(text)));
        strcat(text, behind);
        TEST_ASSERT_NOT_EQUAL(0, check(text));
        octets[i] ^= (uint8_t)(1U << i % 8);
    }
    TEST_ASSERT_EQUAL(0, pem_write("CERTIFICATE", octets, len, text, sizeof(text)));
    strcat(text, behind);
    TEST_ASSERT_EQUAL(0, check(text));
}

void test_no_damaged_leaf_is_taken(void) {
    refuse_each_damage(CHAIN_LEAF, CHAIN_MIDDLE);
    refuse_each_damage(CHAIN_LEAF_OF_ROOT, CHAIN_ROOT);
}

void test_no_damaged_certificate_that_stands_alone_is_taken(void) {
    refuse_each_damage(P384_CERTIFICATE, "");
    refuse_each_damage(RSA_CERTIFICATE, "");
}

/* Between the first and a root every byte counts, too; without the root nothing vouches for the last one. */
void test_no_damaged_authority_is_taken_below_a_root(void) {
    uint8_t octets[X509_CERTIFICATE_MAX];
    char pem[X509_PEM_MAX];
    const char *at = CHAIN_MIDDLE;
    size_t len = 0;
    TEST_ASSERT_EQUAL(0, pem_next(&at, "CERTIFICATE", octets, sizeof(octets), &len));
    for (size_t i = 0; i < len; i++) {
        octets[i] ^= 0x01;
        TEST_ASSERT_EQUAL(0, pem_write("CERTIFICATE", octets, len, pem, sizeof(pem)));
        (void)snprintf(text, sizeof(text), "%s%s%s", CHAIN_LEAF, pem, CHAIN_ROOT);
        TEST_ASSERT_NOT_EQUAL(0, check(text));
        octets[i] ^= 0x01;
    }
}
