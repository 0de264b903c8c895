#include <wolfssl/options.h>
/* wolfSSL's options first: its other headers depend on them. */
#include <string.h>
#include <wolfssl/ssl.h>
#include <wolfssl/wolfcrypt/asn_public.h>
#include <wolfssl/wolfcrypt/ecc.h>
#include <wolfssl/wolfcrypt/random.h>
#include <wolfssl/wolfcrypt/rsa.h>
#include <wolfssl/wolfcrypt/signature.h>

#include "pki/x509_library.h"
#include "util/crypto.h"

#define P256_LEN 32
#define KEY_MAX 4096     /* bytes of a private key, DER: RSA of 4096 bits has 2.4 kB */
#define STACK_OF_KEYS 16384 /* bytes of the stack that wolfSSL uses for a key, and does not wipe */
#define UNCOMPRESSED 4   /* first byte of a point; RSAPublicKey starts with the tag of a sequence */

/* Call after any use of a private key. wolfSSL reads keys into variables that it does not wipe; and Debian's build
 * caches tables of points it multiplies often, 0.8 MB per point and up to fifteen of them, for each thread until the
 * process ends. The operations here are rare. */
static void forget_key(void) {
#ifdef FP_ECC
    wc_ecc_fp_free();
#endif
    crypto_wipe_stack(STACK_OF_KEYS);
}

/* wolfSSL 5.5 reports that any two keys of one kind match, so the public keys are compared here. */
static bool is_ec_pair(const uint8_t *der, word32 len, const uint8_t *public, size_t public_len) {
    ecc_key key;
    WC_RNG rng;
    uint8_t point[1 + 2 * MAX_ECC_BYTES];
    word32 at = 0, point_len = sizeof(point);
    bool same = false;
    if (wc_InitRng(&rng) != 0) {
        return false;
    }
    if (wc_ecc_init(&key) == 0) {
        same = wc_EccPrivateKeyDecode(der, &at, &key, len) == 0 && wc_ecc_make_pub_ex(&key, NULL, &rng) == 0 &&
               wc_ecc_export_x963(&key, point, &point_len) == 0 && point_len == public_len &&
               memcmp(point, public, public_len) == 0;
        (void)wc_ecc_free(&key);
    }
    (void)wc_FreeRng(&rng);
    return same;
}

static bool is_rsa_pair(const uint8_t *der, word32 len, const uint8_t *public, size_t public_len) {
    RsaKey key;
    uint8_t numbers[X509_PUBLIC_MAX];
    word32 at = 0;
    bool same = false;
    if (wc_InitRsaKey(&key, NULL) == 0) {
        same = wc_RsaPrivateKeyDecode(der, &at, &key, len) == 0 &&
               wc_RsaKeyToPublicDer_ex(&key, numbers, sizeof(numbers), 0) == (int)public_len &&
               memcmp(numbers, public, public_len) == 0;
        (void)wc_FreeRsaKey(&key);
    }
    return same;
}

static bool is_pair(const char *key_pem, const uint8_t *public, size_t public_len) {
    uint8_t der[KEY_MAX];
    int len = wc_KeyPemToDer((const unsigned char *)key_pem, (int)strlen(key_pem), der, sizeof(der), NULL);
    if (len <= 0) {
        return false;
    }
    word32 from = 0;
    if (wc_GetPkcs8TraditionalOffset(der, &from, (word32)len) < 0) {
        from = 0; /* it is already in the traditional form */
    }
    bool same = *public == UNCOMPRESSED ? is_ec_pair(der + from, (word32)len - from, public, public_len)
                                        : is_rsa_pair(der + from, (word32)len - from, public, public_len);
    crypto_wipe(der, sizeof(der));
    return same;
}

int x509_library_check_pair(const char *chain_pem, const char *key_pem, const uint8_t *public, size_t public_len) {
    WOLFSSL_CTX *context = wolfSSL_CTX_new(wolfTLSv1_2_server_method());
    int r = 0;
    if (context == NULL) {
        return E_NOMEM;
    }
    if (wolfSSL_CTX_use_certificate_chain_buffer(context, (const unsigned char *)chain_pem, (long)strlen(chain_pem)) !=
        WOLFSSL_SUCCESS) {
        r = E_CERTIFICATE_INVALID;
    } else if (wolfSSL_CTX_use_PrivateKey_buffer(context, (const unsigned char *)key_pem, (long)strlen(key_pem),
                                                 WOLFSSL_FILETYPE_PEM) != WOLFSSL_SUCCESS ||
               !is_pair(key_pem, public, public_len)) {
        r = E_CERTIFICATE_KEY;
    }
    wolfSSL_CTX_free(context);
    forget_key();
    return r;
}

static int export_key(ecc_key *key, struct x509_key *ret_key) {
    word32 secret = sizeof(ret_key->secret), public = sizeof(ret_key->public);
    return wc_ecc_export_private_only(key, ret_key->secret, &secret) == 0 && secret == sizeof(ret_key->secret) &&
                   wc_ecc_export_x963(key, ret_key->public, &public) == 0 && public == sizeof(ret_key->public)
               ? 0
               : E_INTERNAL;
}

int x509_key_make(struct x509_key *ret_key) {
    WC_RNG rng;
    ecc_key key;
    if (wc_InitRng(&rng) != 0) {
        return E_INTERNAL;
    }
    int r = E_INTERNAL;
    if (wc_ecc_init(&key) == 0) {
        if (wc_ecc_make_key_ex(&rng, P256_LEN, &key, ECC_SECP256R1) == 0) {
            r = export_key(&key, ret_key);
        }
        (void)wc_ecc_free(&key);
    }
    (void)wc_FreeRng(&rng);
    forget_key();
    return r;
}

/* wolfSSL returns the two numbers without leading zeros. */
static void put_number(uint8_t ret_octets[P256_LEN], const uint8_t *number, word32 len) {
    memset(ret_octets, 0, P256_LEN);
    memcpy(ret_octets + P256_LEN - len, number, len);
}

static int sign_with(ecc_key *key, WC_RNG *rng, const uint8_t *hash, uint8_t ret_numbers[2 * P256_LEN]) {
    uint8_t signature[ECC_MAX_SIG_SIZE], first[P256_LEN], second[P256_LEN];
    word32 len = sizeof(signature), first_len = sizeof(first), second_len = sizeof(second);
    if (wc_ecc_sign_hash(hash, X509_SHA256_LEN, signature, &len, rng, key) != 0 ||
        wc_ecc_sig_to_rs(signature, len, first, &first_len, second, &second_len) != 0) {
        return E_INTERNAL;
    }
    put_number(ret_numbers, first, first_len);
    put_number(ret_numbers + P256_LEN, second, second_len);
    return 0;
}

int x509_library_sign(const struct x509_key *key, const uint8_t hash[X509_SHA256_LEN], uint8_t ret_numbers[64]) {
    WC_RNG rng;
    ecc_key own;
    if (wc_InitRng(&rng) != 0) {
        return E_INTERNAL;
    }
    int r = E_INTERNAL;
    if (wc_ecc_init(&own) == 0) {
        if (wc_ecc_import_private_key_ex(key->secret, sizeof(key->secret), key->public, sizeof(key->public), &own,
                                         ECC_SECP256R1) == 0) {
            r = sign_with(&own, &rng, hash, ret_numbers);
        }
        (void)wc_ecc_free(&own);
    }
    (void)wc_FreeRng(&rng);
    forget_key();
    return r;
}

static bool verify_rsa(struct der key, enum wc_HashType hash, struct der text, struct der signature) {
    RsaKey public;
    word32 at = 0;
    bool good = false;
    if (wc_InitRsaKey(&public, NULL) == 0) {
        good = wc_RsaPublicKeyDecode(key.at, &at, &public, (word32)key.len) == 0 &&
               wc_SignatureVerify(hash, WC_SIGNATURE_TYPE_RSA_W_ENC, text.at, (word32)text.len, signature.at,
                                  (word32)signature.len, &public, sizeof(public)) == 0;
        (void)wc_FreeRsaKey(&public);
    }
    return good;
}

static bool verify_ec(struct der key, enum wc_HashType hash, struct der text, struct der signature) {
    ecc_key public;
    word32 at = 0;
    bool good = false;
    if (wc_ecc_init(&public) == 0) {
        good = wc_EccPublicKeyDecode(key.at, &at, &public, (word32)key.len) == 0 && wc_ecc_check_key(&public) == 0 &&
               wc_SignatureVerify(hash, WC_SIGNATURE_TYPE_ECC, text.at, (word32)text.len, signature.at,
                                  (word32)signature.len, &public, sizeof(public)) == 0;
        (void)wc_ecc_free(&public);
    }
    return good;
}

int x509_library_verify(struct der key, bool is_rsa, enum x509_hash hash, struct der text, struct der signature) {
    enum wc_HashType type = hash == X509_HASH_SHA256   ? WC_HASH_TYPE_SHA256
                            : hash == X509_HASH_SHA384 ? WC_HASH_TYPE_SHA384
                                                       : WC_HASH_TYPE_SHA512;
    bool good = is_rsa ? verify_rsa(key, type, text, signature) : verify_ec(key, type, text, signature);
    forget_key(); /* not for secrecy: frees the tables of multiplied points */
    return good ? 0 : E_CERTIFICATE_SIGNATURE;
}
