/* What util/x509 needs a library for: x509_wolfssl.c or x509_openssl.c, chosen by the build (POSTERN_TLS). */
#ifndef POSTERN_X509_LIBRARY_H
#define POSTERN_X509_LIBRARY_H

#include "util/x509.h"

/* x509_check_pair() of texts that x509_read() could read. `public` is the key of the first certificate: the point, or
 * RSAPublicKey as DER. */
_must_check_ int x509_library_check_pair(const char *chain_pem, const char *key_pem, const uint8_t *public,
                                         size_t public_len);

/* Makes a key from the library's own random generator, which the kernel seeds. */
_must_check_ int x509_library_make(struct x509_key *ret_key);

/* Signs a SHA-256 hash: the two numbers of ECDSA, 32 octets each, most significant first. */
_must_check_ int x509_library_sign(const struct x509_key *key, const uint8_t hash[X509_SHA256_LEN],
                                   uint8_t ret_numbers[64]);

#endif
