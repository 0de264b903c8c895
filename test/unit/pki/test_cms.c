/* Detached signatures: which are accepted, and why others are rejected. */
#include <stdlib.h>
#include <string.h>

#include "cms_made_elsewhere.h"
#include "made_bundle.h"
#include "pki/cms.h"
#include "pki/pem.h"
#include "unity.h"
#include "util/crypto.h"

static const char content[] = "{\"software\": {}}";

static struct made_certificate root, next_root, between, signer;
static char roots[8192];
static struct cms_signer who;

void setUp(void) {
    TEST_ASSERT_EQUAL(0, crypto_start());
    made_certificate(&(struct made_terms){.name = "root", .authority = true, .any_path = true}, NULL, &root);
    made_certificate(&(struct made_terms){.name = "root", .authority = true, .any_path = true}, NULL, &next_root);
    made_certificate(&(struct made_terms){.name = "between", .authority = true}, &root, &between);
    made_certificate(&(struct made_terms){.name = "signer"}, &root, &signer);
    roots[0] = '\0';
    made_pem(&root, roots, sizeof(roots));
    memset(&who, 0, sizeof(who));
}

void tearDown(void) {
}

/* In memory of exactly this size, so that a sanitizer detects reads beyond. */
static int verify(const uint8_t *octets, size_t len, const char *text, int64_t now_s) {
    uint8_t *cms = malloc(len > 0 ? len : 1);
    char *exact = malloc(strlen(text));
    TEST_ASSERT_TRUE(cms != NULL && exact != NULL);
    memcpy(cms, octets, len);
    memcpy(exact, text, strlen(text));
    int r = cms_verify(cms, len, exact, strlen(text), roots, now_s, &who);
    free(exact);
    free(cms);
    return r;
}

static int judge_with(struct made_signing signing, const struct made_certificate *const *certificates) {
    static uint8_t octets[MADE_SIGNATURE_MAX];
    signing.certificates = certificates;
    size_t len = made_signature(content, strlen(content), &signing, octets);
    return verify(octets, len, content, MADE_NOW);
}

#define JUDGE(signing, ...) judge_with(signing, (const struct made_certificate *const[]){__VA_ARGS__, NULL})
#define PLAIN               \
    (struct made_signing) { \
        .attributes = false \
    }

static int judge_signer(const struct made_terms *terms) {
    struct made_certificate made;
    made_certificate(terms, &root, &made);
    return JUDGE(PLAIN, &made);
}

void test_a_signer_of_the_root(void) {
    TEST_ASSERT_EQUAL(0, JUDGE(PLAIN, &signer));
    TEST_ASSERT_EQUAL_STRING("CN=signer", who.subject);
    TEST_ASSERT_EQUAL_STRING("CN=root", who.root);
    TEST_ASSERT_EQUAL_INT64(MADE_NOW - MADE_YEAR, who.valid.from_s);
    TEST_ASSERT_EQUAL_INT64(MADE_NOW + MADE_YEAR, who.valid.until_s);
    uint8_t hash[CRYPTO_SHA256_LEN];
    crypto_sha256(signer.octets, signer.len, hash);
    TEST_ASSERT_EQUAL_MEMORY(hash, who.sha256, sizeof(hash));
    TEST_ASSERT_EQUAL(0, JUDGE(((struct made_signing){.attributes = true}), &signer));
}

void test_an_authority_between_in_any_order(void) {
    struct made_certificate below;
    made_certificate(&(struct made_terms){.serial = 7}, &between, &below);
    TEST_ASSERT_EQUAL(0, JUDGE(PLAIN, &below, &between));
    TEST_ASSERT_EQUAL(0, JUDGE(((struct made_signing){.reversed = true}), &below, &between));
    TEST_ASSERT_EQUAL(0, JUDGE(PLAIN, &below, &signer, &root, &between));
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_UNKNOWN, JUDGE(PLAIN, &below));
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_UNKNOWN, JUDGE(PLAIN, &below, &root));
}

/* Two roots of the same name are distinguished by what they signed. */
void test_the_root_that_follows(void) {
    struct made_certificate later;
    made_certificate(&(struct made_terms){.name = "later"}, &next_root, &later);
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_UNKNOWN, JUDGE(PLAIN, &later));
    made_pem(&next_root, roots, sizeof(roots));
    TEST_ASSERT_EQUAL(0, JUDGE(PLAIN, &later));
    TEST_ASSERT_EQUAL(0, JUDGE(PLAIN, &signer));
}

void test_roots_that_cannot_be_read(void) {
    made_pem(&next_root, roots, sizeof(roots));
    TEST_ASSERT_EQUAL(0, JUDGE(PLAIN, &signer));
    made_pem(&signer, roots, sizeof(roots));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, JUDGE(PLAIN, &signer));
    roots[0] = '\0';
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, JUDGE(PLAIN, &signer));
    TEST_ASSERT_EQUAL(0, pem_write("CERTIFICATE", (const uint8_t *)"none", 4, roots, sizeof(roots)));
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, JUDGE(PLAIN, &signer));
}

void test_a_stranger(void) {
    struct made_certificate stranger, own;
    made_certificate(&(struct made_terms){.name = "root", .authority = true, .any_path = true}, NULL, &own);
    made_certificate(&(struct made_terms){.name = "signer"}, &own, &stranger);
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_UNKNOWN, JUDGE(PLAIN, &stranger, &own));
    made_certificate(&(struct made_terms){.name = "signer"}, NULL, &stranger);
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_UNKNOWN, JUDGE(PLAIN, &stranger));
    /* A root signs others, not itself as a signer. */
    TEST_ASSERT_EQUAL(0, JUDGE(PLAIN, &signer));
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_PURPOSE, JUDGE(PLAIN, &root));
}

/* Authorities that sign each other lead to no root, and the search ends. */
void test_a_circle(void) {
    struct made_certificate one, other, below;
    made_certificate(&(struct made_terms){.name = "other", .authority = true, .any_path = true}, NULL, &other);
    made_certificate(&(struct made_terms){.name = "one", .authority = true, .any_path = true}, &other, &one);
    struct made_certificate again = other;
    made_certificate(&(struct made_terms){.name = "other", .authority = true, .any_path = true}, &one, &other);
    made_certificate(&(struct made_terms){.name = "below"}, &one, &below);
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_UNKNOWN, JUDGE(PLAIN, &below, &one, &other, &again));
}

/* At most five certificates from the signer to the root. */
void test_a_long_chain(void) {
    struct made_certificate links[4], below;
    for (unsigned i = 0; i < 4; i++) {
        char name[8] = {'c', (char)('0' + i), '\0'};
        made_certificate(&(struct made_terms){.name = name, .authority = true, .any_path = true},
                         i == 0 ? &root : &links[i - 1], &links[i]);
    }
    made_certificate(&(struct made_terms){.name = "below"}, &links[2], &below);
    TEST_ASSERT_EQUAL(0, JUDGE(PLAIN, &below, &links[0], &links[1], &links[2]));
    made_certificate(&(struct made_terms){.name = "below"}, &links[3], &below);
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_UNKNOWN, JUDGE(PLAIN, &below, &links[0], &links[1], &links[2], &links[3]));
}

void test_who_may_not_sign_others(void) {
    struct made_certificate no, below;
    /* A signer is not an authority. */
    made_certificate(&(struct made_terms){.name = "below"}, &signer, &below);
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_UNKNOWN, JUDGE(PLAIN, &below, &signer));
    made_certificate(&(struct made_terms){.name = "no", .authority = true, .no_signing = true}, &root, &no);
    made_certificate(&(struct made_terms){.name = "below"}, &no, &below);
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_UNKNOWN, JUDGE(PLAIN, &below, &no));
    made_certificate(&(struct made_terms){.name = "no", .authority = true, .no_basic = true}, &root, &no);
    made_certificate(&(struct made_terms){.name = "below"}, &no, &below);
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_UNKNOWN, JUDGE(PLAIN, &below, &no));
    /* One that may not sign authorities. */
    made_certificate(&(struct made_terms){.name = "no", .authority = true}, &between, &no);
    made_certificate(&(struct made_terms){.name = "below"}, &no, &below);
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_UNKNOWN, JUDGE(PLAIN, &below, &no, &between));
}

void test_what_a_restriction_means_nobody_knows(void) {
    struct made_certificate strange, below;
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_UNKNOWN, judge_signer(&(struct made_terms){.strange = true}));
    made_certificate(&(struct made_terms){.name = "strange", .authority = true, .strange = true}, &root, &strange);
    made_certificate(&(struct made_terms){.name = "below"}, &strange, &below);
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_UNKNOWN, JUDGE(PLAIN, &below, &strange));
}

void test_the_purpose(void) {
    TEST_ASSERT_EQUAL(0, judge_signer(&(struct made_terms){.name = "signer"}));
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_PURPOSE, judge_signer(&(struct made_terms){.other_purpose = true}));
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_PURPOSE, judge_signer(&(struct made_terms){.no_purpose = true}));
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_PURPOSE, judge_signer(&(struct made_terms){.no_signing = true}));
}

/* Both limits of the validity are included; all certificates count. */
void test_the_time(void) {
    TEST_ASSERT_EQUAL(0, judge_signer(&(struct made_terms){.until_s = MADE_NOW}));
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_EXPIRED, judge_signer(&(struct made_terms){.until_s = MADE_NOW - 1}));
    TEST_ASSERT_EQUAL_STRING("CN=signer", who.subject);
    TEST_ASSERT_EQUAL_INT64(MADE_NOW - 1, who.valid.until_s);
    TEST_ASSERT_EQUAL(0, judge_signer(&(struct made_terms){.from_s = MADE_NOW}));
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_EXPIRED, judge_signer(&(struct made_terms){.from_s = MADE_NOW + 1}));
    struct made_certificate old, below;
    made_certificate(&(struct made_terms){.name = "old", .authority = true, .until_s = MADE_NOW - 1}, &root, &old);
    made_certificate(&(struct made_terms){.name = "below"}, &old, &below);
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_EXPIRED, JUDGE(PLAIN, &below, &old));
    made_certificate(&(struct made_terms){.name = "root", .authority = true, .until_s = MADE_NOW - 1}, NULL, &old);
    made_certificate(&(struct made_terms){.name = "below"}, &old, &below);
    roots[0] = '\0';
    made_pem(&old, roots, sizeof(roots));
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_EXPIRED, JUDGE(PLAIN, &below));
}

void test_other_content(void) {
    static uint8_t octets[MADE_SIGNATURE_MAX];
    const struct made_certificate *certificates[] = {&signer, NULL};
    for (unsigned attributes = 0; attributes < 2; attributes++) {
        struct made_signing signing = {.certificates = certificates, .attributes = attributes == 1};
        size_t len = made_signature(content, strlen(content), &signing, octets);
        TEST_ASSERT_EQUAL(0, verify(octets, len, content, MADE_NOW));
        TEST_ASSERT_EQUAL(E_BUNDLE_SIGNATURE, verify(octets, len, "{\"software\": {} }", MADE_NOW));
        TEST_ASSERT_EQUAL(E_BUNDLE_SIGNATURE, verify(octets, len, "", MADE_NOW));
    }
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNATURE,
                      JUDGE(((struct made_signing){.attributes = true, .digest_of = "other"}), &signer));
}

void test_forms_that_are_not_taken(void) {
    TEST_ASSERT_EQUAL(E_FORMAT, JUDGE(((struct made_signing){.inside = true}), &signer));
    TEST_ASSERT_EQUAL(E_FORMAT, JUDGE(((struct made_signing){.two_signers = true}), &signer));
    TEST_ASSERT_EQUAL(E_FORMAT, JUDGE(((struct made_signing){.no_certificates = true}), &signer));
    TEST_ASSERT_EQUAL(E_FORMAT, JUDGE(((struct made_signing){.attributes = true, .digest_twice = true}), &signer));
    TEST_ASSERT_EQUAL(E_FORMAT, JUDGE(((struct made_signing){.attributes = true, .no_type = true}), &signer));
    TEST_ASSERT_EQUAL(E_FORMAT, verify((const uint8_t *)"", 0, content, MADE_NOW));
    TEST_ASSERT_EQUAL(E_FORMAT, verify((const uint8_t *)content, strlen(content), content, MADE_NOW));
}

/* Eight certificates are accepted, nine are not. */
void test_many_certificates(void) {
    TEST_ASSERT_EQUAL(0, JUDGE(PLAIN, &signer, &root, &root, &root, &root, &root, &root, &root));
    TEST_ASSERT_EQUAL(E_FORMAT, JUDGE(PLAIN, &signer, &root, &root, &root, &root, &root, &root, &root, &root));
}

/* For every changed byte and every truncation: nothing unsigned is accepted, and nothing is read beyond the end. */
void test_damaged_ones(void) {
    static uint8_t octets[MADE_SIGNATURE_MAX];
    const struct made_certificate *certificates[] = {&signer, NULL};
    struct made_signing signing = {.certificates = certificates, .attributes = true};
    size_t len = made_signature(content, strlen(content), &signing, octets);
    for (size_t i = 0; i < len; i++) {
        TEST_ASSERT_EQUAL(E_FORMAT, verify(octets, i, content, MADE_NOW));
    }
    octets[len] = 0;
    TEST_ASSERT_EQUAL(E_FORMAT, verify(octets, len + 1, content, MADE_NOW));
    unsigned taken = 0;
    for (size_t i = 0; i < len; i++) {
        octets[i] ^= 1;
        taken += verify(octets, len, content, MADE_NOW) == 0 ? 1 : 0;
        octets[i] ^= 1;
    }
    /* Two versions, and the list of hashes, which repeats the signer's: these do not matter. */
    TEST_ASSERT_EQUAL(2 + 13, taken);
}

/* Made with openssl: RSA, and keys that are too weak or of another curve. */
void test_what_others_made(void) {
    static const struct {
        const char *what, *pem;
        int err;
    } cases[] = {
        {"P-256 of openssl", ELSEWHERE_P256, 0},
        {"P-256 with attributes", ELSEWHERE_ATTRIBUTES, 0},
        {"RSA 3072", ELSEWHERE_RSA_3072, 0},
        {"RSA 2048", ELSEWHERE_RSA_2048, E_BUNDLE_SIGNER_UNKNOWN},
        {"P-384", ELSEWHERE_P384, E_BUNDLE_SIGNER_UNKNOWN},
        {"SHA-1", ELSEWHERE_SHA1, E_FORMAT},
        {"SHA-384", ELSEWHERE_SHA384, E_FORMAT},
        {"PSS", ELSEWHERE_PSS, E_FORMAT},
        {"named by key", ELSEWHERE_KEY_ID, E_FORMAT},
    };
    (void)snprintf(roots, sizeof(roots), "%s", ELSEWHERE_ROOT);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint8_t octets[4096];
        const char *at = cases[i].pem;
        size_t len = 0;
        TEST_ASSERT_EQUAL(0, pem_next(&at, "CMS", octets, sizeof(octets), &len));
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].err, verify(octets, len, ELSEWHERE_CONTENT, ELSEWHERE_NOW), cases[i].what);
    }
}
