/* See crypto.h. Password hashes use our own format, similar to PHC: "argon2id-hmac" says that the input of argon2id is
 * HMAC-SHA256(pepper, password), so nobody takes it for a hash that another program could verify. */
#include "util/crypto.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

#include "util/err.h"

#define PASSWORD_PREFIX "$argon2id-hmac$v=19$"
#define BASE64_VARIANT sodium_base64_VARIANT_ORIGINAL_NO_PADDING
#define MEMORY_MIN_KIB 8
#define MEMORY_MAX_KIB 65536
#define PASSES_MAX 8

static_assert(CRYPTO_KEY_LEN == crypto_generichash_KEYBYTES, "keyed hash");
static_assert(CRYPTO_KEY_LEN == crypto_kdf_KEYBYTES, "derivation");
static_assert(CRYPTO_KEY_LEN == crypto_auth_hmacsha256_KEYBYTES, "pepper");
static_assert(CRYPTO_KEY_LEN == crypto_secretbox_KEYBYTES, "seal");
static_assert(CRYPTO_HASH_LEN == crypto_generichash_BYTES, "keyed hash");
static_assert(CRYPTO_SALT_LEN == crypto_pwhash_SALTBYTES, "salt");
static_assert(CRYPTO_NONCE_LEN == crypto_secretbox_NONCEBYTES, "nonce");
static_assert(CRYPTO_SEAL_EXTRA == crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES, "seal");

/* A parsed password hash. */
struct password_parts {
    uint32_t memory_kib;
    uint32_t passes;
    uint8_t salt[CRYPTO_SALT_LEN];
    uint8_t tag[CRYPTO_HASH_LEN];
};

int crypto_start(void) {
    return sodium_init() < 0 ? E_INTERNAL : 0;
}

void crypto_derive(const struct crypto_key *device, const char *purpose, struct crypto_key *ret_key) {
    crypto_generichash(ret_key->octets, sizeof(ret_key->octets), (const unsigned char *)purpose, strlen(purpose),
                       device->octets, sizeof(device->octets));
}

void crypto_keyed_hash(const struct crypto_key *key, const void *data, size_t len, uint8_t ret_hash[CRYPTO_HASH_LEN]) {
    crypto_generichash(ret_hash, CRYPTO_HASH_LEN, data, len, key->octets, sizeof(key->octets));
}

int crypto_argon2id(const void *password, size_t len, const uint8_t salt[CRYPTO_SALT_LEN], uint32_t memory_kib,
                    uint32_t passes, uint8_t ret_tag[CRYPTO_HASH_LEN]) {
    if (memory_kib < MEMORY_MIN_KIB || memory_kib > MEMORY_MAX_KIB || passes < 1 || passes > PASSES_MAX) {
        return E_INVAL;
    }
    if (crypto_pwhash(ret_tag, CRYPTO_HASH_LEN, password, len, salt, passes, (size_t)memory_kib * 1024,
                      crypto_pwhash_ALG_ARGON2ID13) != 0) {
        return E_NOMEM;
    }
    return 0;
}

/* Computes argon2id over the peppered password. */
static int password_tag(const struct crypto_key *pepper, const char *password, const struct password_parts *parts,
                        uint8_t ret_tag[CRYPTO_HASH_LEN]) {
    uint8_t peppered[crypto_auth_hmacsha256_BYTES];
    crypto_auth_hmacsha256(peppered, (const unsigned char *)password, strlen(password), pepper->octets);
    int r = crypto_argon2id(peppered, sizeof(peppered), parts->salt, parts->memory_kib, parts->passes, ret_tag);
    crypto_wipe(peppered, sizeof(peppered));
    return r;
}

static void password_write(const struct password_parts *parts, char ret_text[CRYPTO_PASSWORD_MAX]) {
    char salt[sodium_base64_ENCODED_LEN(CRYPTO_SALT_LEN, BASE64_VARIANT)];
    char tag[sodium_base64_ENCODED_LEN(CRYPTO_HASH_LEN, BASE64_VARIANT)];
    sodium_bin2base64(salt, sizeof(salt), parts->salt, sizeof(parts->salt), BASE64_VARIANT);
    sodium_bin2base64(tag, sizeof(tag), parts->tag, sizeof(parts->tag), BASE64_VARIANT);
    (void)snprintf(ret_text, CRYPTO_PASSWORD_MAX, PASSWORD_PREFIX "m=%" PRIu32 ",t=%" PRIu32 ",p=1$%s$%s",
                   parts->memory_kib, parts->passes, salt, tag);
    crypto_wipe(tag, sizeof(tag));
}

void crypto_password_dummy(const uint8_t random[CRYPTO_SALT_LEN + CRYPTO_HASH_LEN],
                           char ret_text[CRYPTO_PASSWORD_MAX]) {
    struct password_parts parts = {.memory_kib = CRYPTO_PASSWORD_MEMORY_KIB, .passes = CRYPTO_PASSWORD_PASSES};
    memcpy(parts.salt, random, sizeof(parts.salt));
    memcpy(parts.tag, random + CRYPTO_SALT_LEN, sizeof(parts.tag));
    password_write(&parts, ret_text);
}

void crypto_sha256(const void *data, size_t len, uint8_t ret_hash[CRYPTO_HASH_LEN]) {
    (void)crypto_hash_sha256(ret_hash, data, len);
}

/* The library's state is stored in ours. */
static crypto_hash_sha256_state *sha256_state(struct crypto_sha256 *hash) {
    static_assert(sizeof(crypto_hash_sha256_state) <= sizeof(hash->state), "room for the state");
    static_assert(alignof(crypto_hash_sha256_state) <= alignof(struct crypto_sha256), "its place");
    return (crypto_hash_sha256_state *)hash->state;
}

void crypto_sha256_begin(struct crypto_sha256 *hash) {
    (void)crypto_hash_sha256_init(sha256_state(hash));
}

void crypto_sha256_add(struct crypto_sha256 *hash, const void *data, size_t len) {
    (void)crypto_hash_sha256_update(sha256_state(hash), data, len);
}

void crypto_sha256_end(struct crypto_sha256 *hash, uint8_t ret_hash[CRYPTO_SHA256_LEN]) {
    (void)crypto_hash_sha256_final(sha256_state(hash), ret_hash);
}

int crypto_password_hash(const struct crypto_key *pepper, const uint8_t salt[CRYPTO_SALT_LEN], const char *password,
                         char ret_text[CRYPTO_PASSWORD_MAX]) {
    struct password_parts parts = {.memory_kib = CRYPTO_PASSWORD_MEMORY_KIB, .passes = CRYPTO_PASSWORD_PASSES};
    memcpy(parts.salt, salt, sizeof(parts.salt));
    int r = password_tag(pepper, password, &parts, parts.tag);
    if (r < 0) {
        return r;
    }

    password_write(&parts, ret_text);
    crypto_wipe(&parts, sizeof(parts));
    return 0;
}

/* Parses `name` followed by a decimal number of at most six digits and advances the position. */
static bool read_number(const char **at, const char *name, uint32_t *ret_value) {
    size_t len = strlen(name);
    if (strncmp(*at, name, len) != 0) {
        return false;
    }
    const char *p = *at + len;
    const char *start = p;
    uint32_t value = 0;
    while (*p >= '0' && *p <= '9' && p - start < 6) {
        value = value * 10 + (uint32_t)(*p++ - '0');
    }
    *ret_value = value;
    *at = p;
    return p > start;
}

/* Parses `$` and the base64 text of exactly `len` bytes and advances the position. */
static bool read_octets(const char **at, uint8_t *ret_octets, size_t len) {
    if (**at != '$') {
        return false;
    }
    const char *start = *at + 1;
    size_t got = 0;
    if (sodium_base642bin(ret_octets, len, start, strcspn(start, "$"), NULL, &got, at, BASE64_VARIANT) != 0) {
        return false;
    }
    return got == len && *at == start + strcspn(start, "$");
}

static bool password_parse(const char *text, struct password_parts *ret_parts) {
    const char *at = text;
    if (strncmp(at, PASSWORD_PREFIX, strlen(PASSWORD_PREFIX)) != 0) {
        return false;
    }
    at += strlen(PASSWORD_PREFIX);
    uint32_t lanes = 0;
    return read_number(&at, "m=", &ret_parts->memory_kib) && read_number(&at, ",t=", &ret_parts->passes) &&
           read_number(&at, ",p=", &lanes) && lanes == 1 &&
           read_octets(&at, ret_parts->salt, sizeof(ret_parts->salt)) &&
           read_octets(&at, ret_parts->tag, sizeof(ret_parts->tag)) && *at == '\0';
}

int crypto_password_verify(const struct crypto_key *pepper, const char *text, const char *password) {
    struct password_parts parts = {0};
    if (!password_parse(text, &parts)) {
        return err_here(E_CORRUPT);
    }
    uint8_t tag[CRYPTO_HASH_LEN];
    int r = password_tag(pepper, password, &parts, tag);
    if (r == E_INVAL) {
        r = err_here(E_CORRUPT);
    } else if (r == 0 && !crypto_equal(tag, parts.tag, sizeof(tag))) {
        r = E_PASSWORD_WRONG;
    }
    crypto_wipe(tag, sizeof(tag));
    crypto_wipe(&parts, sizeof(parts));
    return r;
}

void crypto_wipe_stack(size_t len) {
    sodium_stackzero(len);
}

/* libsodium handles the first 32 bytes in a block on its stack, which it does not wipe. */
#define STACK_OF_SECRETBOX 2048

void crypto_seal(const struct crypto_key *key, const uint8_t nonce[CRYPTO_NONCE_LEN], const void *plain, size_t len,
                 uint8_t *ret_sealed) {
    memcpy(ret_sealed, nonce, CRYPTO_NONCE_LEN);
    crypto_secretbox_easy(ret_sealed + CRYPTO_NONCE_LEN, plain, len, nonce, key->octets);
    crypto_wipe_stack(STACK_OF_SECRETBOX);
}

int crypto_open(const struct crypto_key *key, const uint8_t *sealed, size_t len, void *ret_plain) {
    if (len < CRYPTO_SEAL_EXTRA) {
        return err_here(E_CORRUPT);
    }
    int opened =
        crypto_secretbox_open_easy(ret_plain, sealed + CRYPTO_NONCE_LEN, len - CRYPTO_NONCE_LEN, sealed, key->octets);
    crypto_wipe_stack(STACK_OF_SECRETBOX);
    return opened == 0 ? 0 : err_here(E_CORRUPT);
}

bool crypto_equal(const void *a, const void *b, size_t len) {
    return sodium_memcmp(a, b, len) == 0;
}

void crypto_wipe(void *secret, size_t len) {
    sodium_memzero(secret, len);
}

void crypto_base64url(const void *data, size_t len, char *ret_text) {
    sodium_bin2base64(ret_text, CRYPTO_BASE64URL_LEN(len), data, len, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

int crypto_base64url_read(const char *text, size_t text_len, void *ret_data, size_t len) {
    if (text_len != CRYPTO_BASE64URL_LEN(len) - 1) {
        return E_FORMAT;
    }
    size_t got = 0;
    const char *end = NULL;
    if (sodium_base642bin(ret_data, len, text, text_len, NULL, &got, &end, sodium_base64_VARIANT_URLSAFE_NO_PADDING) !=
        0) {
        return E_FORMAT;
    }
    return got == len && end == text + text_len ? 0 : E_FORMAT;
}
