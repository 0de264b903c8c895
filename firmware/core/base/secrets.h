/* Keys derived from the device's identity, one per purpose. They never leave this part: callers state the purpose. */
#ifndef POSTERN_CORE_SECRETS_H
#define POSTERN_CORE_SECRETS_H

#include <stddef.h>
#include <stdint.h>

#include "util/crypto.h"
#include "util/err.h"

struct core_shared;
struct identity;
struct secrets;

/* Purposes of keyed hashes. */
enum secrets_purpose {
    SECRETS_PIN, /* PINs, for uniqueness and for the keypad */
    SECRETS_THROTTLE, /* unknown account names */
    SECRETS_CONFIRM, /* codes that confirm a settings change */
    SECRETS_REST, /* REST keys */
    SECRETS_BROWSER, /* tokens of trusted browsers */
    SECRETS_INIT_CARD, /* number of the initial administrator's card */
    SECRETS_PURPOSES
};

/* For core/start: derives the keys. E_NOMEM. */
_must_check_ int secrets_new(const struct identity *identity, struct secrets **ret_secrets);
void secrets_free(struct secrets *secrets); /* wipes them; accepts NULL */

/* Keyed hash of `len` bytes: the same for the same purpose and content on this terminal only. */
void secrets_hash(const struct core_shared *shared, enum secrets_purpose purpose, const void *data, size_t len,
                  uint8_t ret_hash[CRYPTO_HASH_LEN]);

/* crypto_password_hash() and crypto_password_verify() with the pepper of this terminal. */
_must_check_ int secrets_password_hash(const struct core_shared *shared, const uint8_t salt[CRYPTO_SALT_LEN],
                                       const char *password, char ret_text[CRYPTO_PASSWORD_MAX]);
_must_check_ int secrets_password_verify(const struct core_shared *shared, const char *text, const char *password);

/* crypto_seal() and crypto_open() for data that must be decrypted later. */
void secrets_seal(const struct core_shared *shared, const uint8_t nonce[CRYPTO_NONCE_LEN], const void *plain,
                  size_t len, uint8_t *ret_sealed);
_must_check_ int secrets_open(const struct core_shared *shared, const uint8_t *sealed, size_t len, void *ret_plain);

#endif
