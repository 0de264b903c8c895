/* Functions of pki/x509 that need a library, besides x509_key_make(): x509_wolfssl.c or x509_openssl.c, selected by the
 * build (POSTERN_TLS). */
#ifndef POSTERN_X509_LIBRARY_H
#define POSTERN_X509_LIBRARY_H

#include "pki/der.h"
#include "pki/x509.h"

enum x509_hash { X509_HASH_SHA256, X509_HASH_SHA384, X509_HASH_SHA512 };

/* x509_check_pair() for texts that x509_read() accepts. `public` is the key of the first certificate: the point, or
 * RSAPublicKey as DER. */
_must_check_ int x509_library_check_pair(const char *chain_pem, const char *key_pem, const uint8_t *public,
                                         size_t public_len);

/* Signs a SHA-256 hash: writes the two ECDSA numbers, 32 bytes each, most significant first. */
_must_check_ int x509_library_sign(const struct x509_key *key, const uint8_t hash[X509_SHA256_LEN],
                                   uint8_t ret_numbers[64]);

/* Verifies a certificate signature over `text`: RSA with PKCS #1 v1.5, or ECDSA as DER. `key` is a whole
 * SubjectPublicKeyInfo with can_serve of x509_read(), RSA or EC according to `is_rsa`. E_CERTIFICATE_SIGNATURE;
 * E_NOMEM. */
_must_check_ int x509_library_verify(struct der key, bool is_rsa, enum x509_hash hash, struct der text,
                                     struct der signature);

#endif
