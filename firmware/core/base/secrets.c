#include "core/base/secrets.h"

#include <stdlib.h>

#include "core/base/core.h"
#include "core/base/identity.h"

struct secrets {
    struct crypto_key pepper; /* HMAC key under every password hash */
    struct crypto_key seal;
    struct crypto_key hash[SECRETS_PURPOSES];
};

/* Names from which the keys are derived: another name gives another key. */
static const char *const purposes[SECRETS_PURPOSES] = {
    [SECRETS_PIN] = "pin",   [SECRETS_THROTTLE] = "throttle", [SECRETS_CONFIRM] = "confirm",
    [SECRETS_REST] = "rest", [SECRETS_BROWSER] = "browser",   [SECRETS_INIT_CARD] = "initCard",
};

int secrets_new(const struct identity *identity, struct secrets **ret_secrets) {
    struct secrets *secrets = calloc(1, sizeof(*secrets));
    if (secrets == NULL) {
        return E_NOMEM;
    }
    secrets->pepper = identity->pepper;
    crypto_derive(&identity->device, "seal", &secrets->seal);
    for (int i = 0; i < SECRETS_PURPOSES; i++) {
        /* As in the first terminals: another origin gives another key. */
        const struct crypto_key *from = i == SECRETS_PIN ? &identity->pepper : &identity->device;
        crypto_derive(from, purposes[i], &secrets->hash[i]);
    }
    *ret_secrets = secrets;
    return 0;
}

void secrets_free(struct secrets *secrets) {
    if (secrets != NULL) {
        crypto_wipe(secrets, sizeof(*secrets));
        free(secrets);
    }
}

void secrets_hash(const struct core_shared *shared, enum secrets_purpose purpose, const void *data, size_t len,
                  uint8_t ret_hash[CRYPTO_HASH_LEN]) {
    crypto_keyed_hash(&shared->secrets->hash[purpose], data, len, ret_hash);
}

int secrets_password_hash(const struct core_shared *shared, const uint8_t salt[CRYPTO_SALT_LEN], const char *password,
                          char ret_text[CRYPTO_PASSWORD_MAX]) {
    return crypto_password_hash(&shared->secrets->pepper, salt, password, ret_text);
}

int secrets_password_verify(const struct core_shared *shared, const char *text, const char *password) {
    return crypto_password_verify(&shared->secrets->pepper, text, password);
}

void secrets_seal(const struct core_shared *shared, const uint8_t nonce[CRYPTO_NONCE_LEN], const void *plain,
                  size_t len, uint8_t *ret_sealed) {
    crypto_seal(&shared->secrets->seal, nonce, plain, len, ret_sealed);
}

int secrets_open(const struct core_shared *shared, const uint8_t *sealed, size_t len, void *ret_plain) {
    return crypto_open(&shared->secrets->seal, sealed, len, ret_plain);
}
