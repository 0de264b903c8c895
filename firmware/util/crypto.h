/* Cryptography on libsodium, limited to what the firmware needs. Pure functions: the caller passes random bytes from
 * hal_entropy. Call crypto_start() once before any other. All functions may be called from any thread. */
#ifndef POSTERN_UTIL_CRYPTO_H
#define POSTERN_UTIL_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

#define CRYPTO_KEY_LEN 32 /* bytes of a secret key */
#define CRYPTO_HASH_LEN 32 /* bytes of a keyed hash */
#define CRYPTO_SHA256_LEN 32
#define CRYPTO_SALT_LEN 16 /* bytes of salt in a password hash */
#define CRYPTO_NONCE_LEN 24 /* bytes of nonce in sealed data */
#define CRYPTO_SEAL_EXTRA 40 /* overhead of sealed data in bytes */
#define CRYPTO_PASSWORD_MAX 160 /* bytes of a password hash as text, with the NUL */
#define CRYPTO_PASSWORD_MEMORY_KIB 19456
#define CRYPTO_PASSWORD_PASSES 2

/* Bytes of the base64url text of `n` bytes, without padding, with the NUL. */
#define CRYPTO_BASE64URL_LEN(n) (((n) * 4 + 2) / 3 + 1)

struct crypto_key {
    uint8_t octets[CRYPTO_KEY_LEN];
};

/* Initializes the library. Returns 0 or E_INTERNAL. May be called more than once. */
_must_check_ int crypto_start(void);

/* Derives the key for one purpose from a device key. `purpose` is a short constant text; different ones give
 * independent keys. */
void crypto_derive(const struct crypto_key *device, const char *purpose, struct crypto_key *ret_key);

/* Computes a keyed hash (BLAKE2b) of `len` bytes. Reveals nothing about the data without the key. */
void crypto_keyed_hash(const struct crypto_key *key, const void *data, size_t len, uint8_t ret_hash[CRYPTO_HASH_LEN]);

/* Computes SHA-256, for interoperable hashes: certificates. */
void crypto_sha256(const void *data, size_t len, uint8_t ret_hash[CRYPTO_HASH_LEN]);

/* Incremental SHA-256. May be copied like any struct; nothing to free. */
struct crypto_sha256 {
    uint64_t state[16]; /* internal to the library */
};

void crypto_sha256_begin(struct crypto_sha256 *hash);
void crypto_sha256_add(struct crypto_sha256 *hash, const void *data, size_t len);

/* Finishes the hash; then only crypto_sha256_begin() is allowed. */
void crypto_sha256_end(struct crypto_sha256 *hash, uint8_t ret_hash[CRYPTO_SHA256_LEN]);

/* Hashes a password for storage: argon2id over HMAC-SHA256(pepper, password); takes about 30 ms and 19 MiB, so never
 * call it on the loop. `salt` is fresh random bytes. Writes "$argon2id-hmac$v=19$m=…,t=…,p=1$salt$hash". Returns 0 or
 * E_NOMEM. */
_must_check_ int crypto_password_hash(const struct crypto_key *pepper, const uint8_t salt[CRYPTO_SALT_LEN],
                                      const char *password, char ret_text[CRYPTO_PASSWORD_MAX]);

/* Compares a password with a stored hash, at the hash's own cost. Returns 0 if it matches, E_PASSWORD_WRONG if not,
 * E_CORRUPT if `text` is not our format or demands more than 64 MiB or 8 passes, E_NOMEM. */
_must_check_ int crypto_password_verify(const struct crypto_key *pepper, const char *text, const char *password);

/* Writes a hash of the same format and cost that no password matches, from fresh random bytes: verified when there is
 * no account, so that the answer takes as long. */
void crypto_password_dummy(const uint8_t random[CRYPTO_SALT_LEN + CRYPTO_HASH_LEN], char ret_text[CRYPTO_PASSWORD_MAX]);

/* Plain argon2id with one lane and a 32-byte tag, for the two functions above and its published test vectors.
 * `memory_kib` 8 to 65536, `passes` 1 to 8. Returns 0, E_INVAL or E_NOMEM. */
_must_check_ int crypto_argon2id(const void *password, size_t len, const uint8_t salt[CRYPTO_SALT_LEN],
                                 uint32_t memory_kib, uint32_t passes, uint8_t ret_tag[CRYPTO_HASH_LEN]);

/* Seals `len` bytes: only the key can decrypt them, and any change is detected. `nonce` is fresh random bytes. Writes
 * len + CRYPTO_SEAL_EXTRA bytes to `ret_sealed`. */
void crypto_seal(const struct crypto_key *key, const uint8_t nonce[CRYPTO_NONCE_LEN], const void *plain, size_t len,
                 uint8_t *ret_sealed);

/* Decrypts the output of crypto_seal(); `len` is the sealed length. Writes len - CRYPTO_SEAL_EXTRA bytes to
 * `ret_plain`. Returns 0, or E_CORRUPT if it is too short, was changed, or was sealed with another key. */
_must_check_ int crypto_open(const struct crypto_key *key, const uint8_t *sealed, size_t len, void *ret_plain);

/* Returns whether both `len` bytes are equal, in constant time. */
bool crypto_equal(const void *a, const void *b, size_t len);

/* Overwrites a secret; the compiler cannot optimize it away. */
void crypto_wipe(void *secret, size_t len);

/* Overwrites `len` bytes of the stack below the caller, to remove secrets that returned functions, such as a library's,
 * left there. */
void crypto_wipe_stack(size_t len);

/* Writes base64url text without padding; `ret_text` has CRYPTO_BASE64URL_LEN(len) bytes. */
void crypto_base64url(const void *data, size_t len, char *ret_text);

/* Decodes such a text of `text_len` characters into exactly `len` bytes. Returns 0, or E_FORMAT for anything but the
 * canonical text of `len` bytes. */
_must_check_ int crypto_base64url_read(const char *text, size_t text_len, void *ret_data, size_t len);

#endif
