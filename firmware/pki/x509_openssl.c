#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <string.h>

#include "pki/x509_library.h"
#include "util/cleanup.h"

CLEANUP_DEFINE(BIO *, BIO_free)
CLEANUP_DEFINE(BIGNUM *, BN_clear_free)
CLEANUP_DEFINE(EVP_PKEY *, EVP_PKEY_free)
CLEANUP_DEFINE(EVP_PKEY_CTX *, EVP_PKEY_CTX_free)
CLEANUP_DEFINE(EVP_MD_CTX *, EVP_MD_CTX_free)
CLEANUP_DEFINE(X509 *, X509_free)
CLEANUP_DEFINE(ECDSA_SIG *, ECDSA_SIG_free)
CLEANUP_DEFINE(SSL_CTX *, SSL_CTX_free)

/* Refuses a passphrase request. */
static int no_passphrase(char *buf, int size, int writing, void *ctx) {
    (void)buf, (void)size, (void)writing, (void)ctx;
    return -1;
}

static EVP_PKEY *read_key(const char *key_pem) {
    _cleanup_(BIO_freep) BIO *text = BIO_new_mem_buf(key_pem, -1);
    return text == NULL ? NULL : PEM_read_bio_PrivateKey(text, NULL, no_passphrase, NULL);
}

/* Loads the whole chain as net/tls_openssl.c does: TLS rejects what its security level forbids (a short key, a broken
 * hash) in any certificate of it, and a terminal must not find that out at start. */
static bool load_chain(SSL_CTX *context, const char *chain_pem) {
    _cleanup_(BIO_freep) BIO *text = BIO_new_mem_buf(chain_pem, -1);
    _cleanup_(X509_freep) X509 *first = text == NULL ? NULL : PEM_read_bio_X509(text, NULL, no_passphrase, NULL);
    X509 *next = NULL;
    bool good = first != NULL && SSL_CTX_use_certificate(context, first) == 1;
    while (good && (next = PEM_read_bio_X509(text, NULL, no_passphrase, NULL)) != NULL) {
        good = SSL_CTX_add0_chain_cert(context, next) == 1; /* takes ownership */
        if (!good) {
            X509_free(next);
        }
    }
    return good && ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE; /* that is the end of the text */
}

int x509_library_check_pair(const char *chain_pem, const char *key_pem, const uint8_t *public, size_t public_len) {
    (void)public, (void)public_len; /* OpenSSL compares them itself */
    _cleanup_(SSL_CTX_freep) SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (context == NULL) {
        return E_NOMEM;
    }
    int r = load_chain(context, chain_pem) ? 0 : E_CERTIFICATE_INVALID;
    if (r == 0) {
        _cleanup_(EVP_PKEY_freep) EVP_PKEY *key = read_key(key_pem);
        r = key != NULL && SSL_CTX_use_PrivateKey(context, key) == 1 && SSL_CTX_check_private_key(context) == 1
                ? 0
                : E_CERTIFICATE_KEY;
    }
    ERR_clear_error();
    return r;
}

int x509_key_make(struct x509_key *ret_key) {
    _cleanup_(EVP_PKEY_freep) EVP_PKEY *key = EVP_EC_gen("P-256");
    _cleanup_(BN_clear_freep) BIGNUM *secret = NULL;
    size_t len = 0;
    return key != NULL && EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &secret) == 1 &&
                   BN_bn2binpad(secret, ret_key->secret, sizeof(ret_key->secret)) == sizeof(ret_key->secret) &&
                   EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, ret_key->public,
                                                   sizeof(ret_key->public), &len) == 1 &&
                   len == sizeof(ret_key->public) && ret_key->public[0] == 4
               ? 0
               : E_INTERNAL;
}

/* Converts our key to the library's form; NULL without memory. */
static EVP_PKEY *import_key(const struct x509_key *key) {
    _cleanup_(EVP_PKEY_CTX_freep) EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    _cleanup_(BN_clear_freep) BIGNUM *secret = BN_bin2bn(key->secret, sizeof(key->secret), NULL);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    OSSL_PARAM *parameters = NULL;
    EVP_PKEY *own = NULL;
    if (context != NULL && secret != NULL && builder != NULL &&
        OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) == 1 &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, secret) == 1 &&
        OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, key->public, sizeof(key->public)) == 1) {
        parameters = OSSL_PARAM_BLD_to_param(builder);
    }
    if (parameters == NULL || EVP_PKEY_fromdata_init(context) != 1 ||
        EVP_PKEY_fromdata(context, &own, EVP_PKEY_KEYPAIR, parameters) != 1) {
        own = NULL;
    }
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    return own;
}

int x509_library_sign(const struct x509_key *key, const uint8_t hash[X509_SHA256_LEN], uint8_t ret_numbers[64]) {
    _cleanup_(EVP_PKEY_freep) EVP_PKEY *own = import_key(key);
    _cleanup_(EVP_PKEY_CTX_freep) EVP_PKEY_CTX *context = own == NULL ? NULL : EVP_PKEY_CTX_new(own, NULL);
    uint8_t octets[80];
    const uint8_t *at = octets;
    size_t len = sizeof(octets);
    if (context == NULL || EVP_PKEY_sign_init(context) != 1 ||
        EVP_PKEY_sign(context, octets, &len, hash, X509_SHA256_LEN) != 1) {
        return E_INTERNAL;
    }
    _cleanup_(ECDSA_SIG_freep) ECDSA_SIG *signature = d2i_ECDSA_SIG(NULL, &at, (long)len);
    return signature != NULL && BN_bn2binpad(ECDSA_SIG_get0_r(signature), ret_numbers, 32) == 32 &&
                   BN_bn2binpad(ECDSA_SIG_get0_s(signature), ret_numbers + 32, 32) == 32
               ? 0
               : E_INTERNAL;
}

int x509_library_verify(struct der key, bool is_rsa, enum x509_hash hash, struct der text, struct der signature) {
    const unsigned char *at = key.at;
    _cleanup_(EVP_PKEY_freep) EVP_PKEY *public = d2i_PUBKEY(NULL, &at, (long)key.len);
    _cleanup_(EVP_MD_CTX_freep) EVP_MD_CTX *context = EVP_MD_CTX_new();
    const EVP_MD *digest = hash == X509_HASH_SHA256   ? EVP_sha256()
                           : hash == X509_HASH_SHA384 ? EVP_sha384()
                                                      : EVP_sha512();
    if (context == NULL) {
        return E_NOMEM;
    }
    bool good = public != NULL && EVP_PKEY_get_base_id(public) == (is_rsa ? EVP_PKEY_RSA : EVP_PKEY_EC) &&
                EVP_DigestVerifyInit(context, NULL, digest, NULL, public) == 1 &&
                EVP_DigestVerify(context, signature.at, signature.len, text.at, text.len) == 1;
    ERR_clear_error();
    return good ? 0 : E_CERTIFICATE_SIGNATURE;
}
