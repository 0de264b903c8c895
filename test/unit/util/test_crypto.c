#include <sodium.h>
#include <string.h>

#include "memory_watch.h"
#include "quick_argon2.h"
#include "unity.h"
#include "util/crypto.h"
#include "util/err.h"

static const struct crypto_key pepper = {"pepper pepper pepper pepper pep"};
static const struct crypto_key other = {"another pepper, another device."};
static const uint8_t salt[CRYPTO_SALT_LEN] = "somesaltsalt1234";
static char text[CRYPTO_PASSWORD_MAX];

void setUp(void) {
    argon2_is_real = true;
    TEST_ASSERT_EQUAL(0, crypto_start());
}

void tearDown(void) {
}

/* protocols.md §7: made with the libargon2 command line. */
void test_argon2id_agrees_with_the_published_vector(void) {
    uint8_t tag[CRYPTO_HASH_LEN];
    char encoded[CRYPTO_BASE64URL_LEN(CRYPTO_HASH_LEN)];
    TEST_ASSERT_EQUAL(0, crypto_argon2id("123456", 6, salt, 19456, 2, tag));
    crypto_base64url(tag, sizeof(tag), encoded);
    TEST_ASSERT_EQUAL_STRING("0eaRx8MApKyhJlB0SiFMeywS_WhuonUki1mzb60M9cI", encoded);
}

void test_argon2id_refuses_parameters_out_of_bounds(void) {
    uint8_t tag[CRYPTO_HASH_LEN];
    TEST_ASSERT_EQUAL(E_INVAL, crypto_argon2id("1", 1, salt, 7, 2, tag));
    TEST_ASSERT_EQUAL(E_INVAL, crypto_argon2id("1", 1, salt, 65537, 2, tag));
    TEST_ASSERT_EQUAL(E_INVAL, crypto_argon2id("1", 1, salt, 8, 0, tag));
    TEST_ASSERT_EQUAL(E_INVAL, crypto_argon2id("1", 1, salt, 8, 9, tag));
}

void test_password_is_verified_with_its_pepper_alone(void) {
    TEST_ASSERT_EQUAL(0, crypto_password_hash(&pepper, salt, "402913", text));
    TEST_ASSERT_EQUAL_STRING_LEN("$argon2id-hmac$v=19$m=19456,t=2,p=1$c29tZXNhbHRzYWx0MTIzNA$", text, 58);
    TEST_ASSERT_EQUAL(0, crypto_password_verify(&pepper, text, "402913"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, crypto_password_verify(&pepper, text, "402914"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, crypto_password_verify(&pepper, text, ""));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, crypto_password_verify(&other, text, "402913"));
}

void test_stored_password_does_not_hold_the_plain_one_and_differs_by_salt(void) {
    char again[CRYPTO_PASSWORD_MAX];
    uint8_t other_salt[CRYPTO_SALT_LEN] = "anothersalt 1234";
    TEST_ASSERT_EQUAL(0, crypto_password_hash(&pepper, salt, "402913", text));
    TEST_ASSERT_EQUAL(0, crypto_password_hash(&pepper, other_salt, "402913", again));
    TEST_ASSERT_NULL(strstr(text, "402913"));
    TEST_ASSERT_NOT_EQUAL(0, strcmp(text, again));
}

void test_damaged_hash_is_told_from_a_wrong_password(void) {
    static const char *const bad[] = {
        "",
        "402913",
        "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzYWx0MTIzNA$0eaRx8MApKyhJlB0SiFMeywS/WhuonUki1mzb60M9cI",
        "$argon2id-hmac$v=19$m=,t=2,p=1$c29tZXNhbHRzYWx0MTIzNA$0eaRx8MApKyhJlB0SiFMeywS/WhuonUki1mzb60M9cI",
        "$argon2id-hmac$v=19$m=65537,t=2,p=1$c29tZXNhbHRzYWx0MTIzNA$0eaRx8MApKyhJlB0SiFMeywS/WhuonUki1mzb60M9cI",
        "$argon2id-hmac$v=19$m=1234567,t=2,p=1$c29tZXNhbHRzYWx0MTIzNA$0eaRx8MApKyhJlB0SiFMeywS/WhuonUki1mzb60M9cI",
        "$argon2id-hmac$v=19$m=19456,t=9,p=1$c29tZXNhbHRzYWx0MTIzNA$0eaRx8MApKyhJlB0SiFMeywS/WhuonUki1mzb60M9cI",
        "$argon2id-hmac$v=19$m=19456,t=2,p=2$c29tZXNhbHRzYWx0MTIzNA$0eaRx8MApKyhJlB0SiFMeywS/WhuonUki1mzb60M9cI",
        "$argon2id-hmac$v=19$m=19456,t=2,p=1$c29tZXNhbHRzYWx0MTIz$0eaRx8MApKyhJlB0SiFMeywS/WhuonUki1mzb60M9cI",
        "$argon2id-hmac$v=19$m=19456,t=2,p=1$c29tZXNhbHRzYWx0MTIzNA$0eaRx8MApKyhJlB0SiFMeywS/WhuonUki1mzb60M9c",
        "$argon2id-hmac$v=19$m=19456,t=2,p=1$c29tZXNhbHRzYWx0MTIzNA$0eaRx8MApKyhJlB0SiFMeywS/WhuonUki1mzb60M9cIA",
        "$argon2id-hmac$v=19$m=19456,t=2,p=1$c29tZXNhbHRzYWx0MTIzNA$0eaRx8MApKyhJlB0SiFMeywS/WhuonUki1mzb60M9c!",
        "$argon2id-hmac$v=19$m=19456,t=2,p=1$c29tZXNhbHRzYWx0MTIzNA$0eaRx8MApKyhJlB0SiFMeywS/WhuonUki1mzb60M9cI$",
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(E_CORRUPT, crypto_password_verify(&pepper, bad[i], "402913"), bad[i]);
    }
}

void test_dummy_costs_the_same_and_is_never_right(void) {
    uint8_t random[CRYPTO_SALT_LEN + CRYPTO_HASH_LEN];
    memset(random, 0x5a, sizeof(random));
    crypto_password_dummy(random, text);
    TEST_ASSERT_EQUAL_STRING_LEN("$argon2id-hmac$v=19$m=19456,t=2,p=1$", text, 36);
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, crypto_password_verify(&pepper, text, "402913"));
}

void test_keyed_hash_depends_on_key_and_data(void) {
    uint8_t a[CRYPTO_HASH_LEN], b[CRYPTO_HASH_LEN];
    crypto_keyed_hash(&pepper, "1234", 4, a);
    crypto_keyed_hash(&pepper, "1234", 4, b);
    TEST_ASSERT_TRUE(crypto_equal(a, b, sizeof(a)));
    crypto_keyed_hash(&pepper, "1235", 4, b);
    TEST_ASSERT_FALSE(crypto_equal(a, b, sizeof(a)));
    crypto_keyed_hash(&other, "1234", 4, b);
    TEST_ASSERT_FALSE(crypto_equal(a, b, sizeof(a)));
}

void test_derived_keys_are_unrelated_by_purpose_and_device(void) {
    struct crypto_key a, b;
    crypto_derive(&pepper, "pin", &a);
    crypto_derive(&pepper, "pin", &b);
    TEST_ASSERT_TRUE(crypto_equal(&a, &b, sizeof(a)));
    crypto_derive(&pepper, "seal", &b);
    TEST_ASSERT_FALSE(crypto_equal(&a, &b, sizeof(a)));
    crypto_derive(&other, "pin", &b);
    TEST_ASSERT_FALSE(crypto_equal(&a, &b, sizeof(a)));
}

void test_sealed_secret_opens_with_its_key_and_notices_any_change(void) {
    static const uint8_t nonce[CRYPTO_NONCE_LEN] = {1, 2, 3};
    uint8_t sealed[6 + CRYPTO_SEAL_EXTRA];
    char plain[6];
    crypto_seal(&pepper, nonce, "402913", 6, sealed);
    TEST_ASSERT_EQUAL(0, crypto_open(&pepper, sealed, sizeof(sealed), plain));
    TEST_ASSERT_EQUAL_MEMORY("402913", plain, 6);
    TEST_ASSERT_EQUAL(E_CORRUPT, crypto_open(&other, sealed, sizeof(sealed), plain));
    TEST_ASSERT_EQUAL(E_CORRUPT, crypto_open(&pepper, sealed, sizeof(sealed) - 1, plain));
    TEST_ASSERT_EQUAL(E_CORRUPT, crypto_open(&pepper, sealed, CRYPTO_SEAL_EXTRA - 1, plain));
    for (size_t i = 0; i < sizeof(sealed); i++) {
        sealed[i] ^= 1;
        TEST_ASSERT_EQUAL(E_CORRUPT, crypto_open(&pepper, sealed, sizeof(sealed), plain));
        sealed[i] ^= 1;
    }
}

void test_base64url_goes_there_and_back(void) {
    uint8_t data[40], back[40];
    char encoded[CRYPTO_BASE64URL_LEN(40)];
    for (size_t len = 0; len <= sizeof(data); len++) {
        memset(data, (int)(0xf0 + len), sizeof(data));
        crypto_base64url(data, len, encoded);
        TEST_ASSERT_EQUAL(CRYPTO_BASE64URL_LEN(len) - 1, strlen(encoded));
        TEST_ASSERT_EQUAL(0, crypto_base64url_read(encoded, strlen(encoded), back, len));
        TEST_ASSERT_TRUE(crypto_equal(data, back, len));
    }
}

void test_base64url_takes_the_canonical_text_alone(void) {
    uint8_t data[2];
    TEST_ASSERT_EQUAL(0, crypto_base64url_read("-_8", 3, data, 2));
    TEST_ASSERT_EQUAL_HEX8(0xfb, data[0]);
    TEST_ASSERT_EQUAL(E_FORMAT, crypto_base64url_read("+/8", 3, data, 2)); /* other alphabet */
    TEST_ASSERT_EQUAL(E_FORMAT, crypto_base64url_read("-_9", 3, data, 2)); /* bits left over */
    TEST_ASSERT_EQUAL(E_FORMAT, crypto_base64url_read("-_8=", 4, data, 2));
    TEST_ASSERT_EQUAL(E_FORMAT, crypto_base64url_read("-_", 2, data, 2));
    TEST_ASSERT_EQUAL(E_FORMAT, crypto_base64url_read("- 8", 3, data, 2));
}

void test_wipe_leaves_zeros(void) {
    char secret[8] = "secret!";
    char zeros[8] = {0};
    crypto_wipe(secret, sizeof(secret));
    TEST_ASSERT_EQUAL_MEMORY(zeros, secret, sizeof(secret));
}

static void hash_one(void) {
    TEST_ASSERT_EQUAL(0, crypto_password_hash(&pepper, salt, "seventeen bottles", text));
}

static void verify_one(void) {
    TEST_ASSERT_EQUAL(0, crypto_password_verify(&pepper, text, "seventeen bottles"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, crypto_password_verify(&pepper, text, "eighteen bottles"));
}

static uint8_t peppered[CRYPTO_HASH_LEN], tag[CRYPTO_HASH_LEN];

static void derive_one(void) {
    TEST_ASSERT_EQUAL(
        0, crypto_argon2id(peppered, sizeof(peppered), salt, CRYPTO_PASSWORD_MEMORY_KIB, CRYPTO_PASSWORD_PASSES, tag));
}

/* Neither the password, nor the peppered one, nor the stored hash, except for what the library itself leaves of
 * that. */
static void assert_leaves_nothing(void (*act)(void)) {
    char tag_text[CRYPTO_BASE64URL_LEN(CRYPTO_HASH_LEN)];
    crypto_auth_hmacsha256(peppered, (const unsigned char *)"seventeen bottles", 17, pepper.octets);
    derive_one();
    (void)sodium_bin2base64(tag_text, sizeof(tag_text), tag, sizeof(tag), sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
    const struct {
        const void *secret;
        size_t len;
        const char *name;
    } secrets[] = {{"seventeen bottles", 17, "password"},
                   {peppered, sizeof(peppered), "peppered password"},
                   {tag, sizeof(tag), "hash"},
                   {tag_text, strlen(tag_text), "hash as text"}};
    for (size_t i = 0; i < sizeof(secrets) / sizeof(secrets[0]); i++) {
        struct memory_found library = memory_watch(derive_one, secrets[i].secret, secrets[i].len);
        struct memory_found found = memory_watch(act, secrets[i].secret, secrets[i].len);
        TEST_ASSERT_EQUAL_MESSAGE(0, found.freed, secrets[i].name);
        TEST_ASSERT_LESS_OR_EQUAL_MESSAGE(library.frames, found.frames, secrets[i].name);
        TEST_ASSERT_LESS_OR_EQUAL_MESSAGE(library.stack, found.stack, secrets[i].name);
    }
}

/* The example of FIPS 180-4, at once and in pieces of each size. */
void test_sha256_in_pieces(void) {
    static const char text[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    static const uint8_t known[] = {0x24, 0x8d, 0x6a, 0x61, 0xd2, 0x06, 0x38, 0xb8, 0xe5, 0xc0, 0x26,
                                    0x93, 0x0c, 0x3e, 0x60, 0x39, 0xa3, 0x3c, 0xe4, 0x59, 0x64, 0xff,
                                    0x21, 0x67, 0xf6, 0xec, 0xed, 0xd4, 0x19, 0xdb, 0x06, 0xc1};
    uint8_t hash[CRYPTO_SHA256_LEN];
    size_t len = strlen(text);
    crypto_sha256(text, len, hash);
    TEST_ASSERT_EQUAL_MEMORY(known, hash, sizeof(hash));
    for (size_t piece = 1; piece <= len; piece++) {
        struct crypto_sha256 state;
        crypto_sha256_begin(&state);
        for (size_t at = 0; at < len; at += piece) {
            crypto_sha256_add(&state, text + at, len - at < piece ? len - at : piece);
        }
        crypto_sha256_end(&state, hash);
        TEST_ASSERT_EQUAL_MEMORY(known, hash, sizeof(hash));
    }
}

void test_a_password_leaves_nothing_behind(void) {
    assert_leaves_nothing(hash_one);
    assert_leaves_nothing(verify_one);
}
