/* Detached signatures: CMS SignedData (RFC 5652), DER, one signer, SHA-256, verified against given roots. One parser
 * serves both TLS libraries: it uses pki/der.h and the certificate checks of pki/x509_chain.c; the library only
 * verifies the raw signatures. (wolfSSL has a PKCS #7 parser, but without chains of more than one certificate, key
 * purpose or given time.) Accepts any bytes; any thread. */
#ifndef POSTERN_CMS_H
#define POSTERN_CMS_H

#include <stddef.h>
#include <stdint.h>

#include "pki/x509.h"
#include "util/err.h"

#define CMS_MAX 16384 /* bytes of a signature with its certificates */
#define CMS_ROOTS_MAX 2 /* a root and its successor */
#define CMS_CHAIN_MAX 5 /* certificates from the signer to the root, inclusive */

struct cms_signer {
    char subject[X509_NAME_MAX]; /* "CN=Release 2027, O=Example"; of the signing certificate */
    char root[X509_NAME_MAX]; /* subject of the root */
    struct x509_period valid; /* when all certificates of the chain are valid */
    uint8_t sha256[X509_SHA256_LEN]; /* of the signing certificate */
};

/* Verifies that `content` was signed by a certificate with a chain to a root. `roots_pem` is one or two certificates
 * that may sign others; `now_s` is the time of verification, seconds since 1970 UTC. Keys of the chain are P-256, P-384
 * or RSA of 3072 to 4096 bits; the signature itself is ECDSA with P-256 or RSA (PKCS #1 v1.5), with SHA-256, over the
 * content or over signed attributes. (One can be presented as the other: the content must not be a possible DER set.)
 * Certificates of signer and authorities are in the SignedData, in any order.
 *
 * Checked in this order: E_FORMAT: not such a SignedData, or an invalid certificate in it. E_BUNDLE_SIGNATURE: the
 * content is not what was signed; this may also be found later. E_BUNDLE_SIGNER_UNKNOWN: no chain to a root, or a
 * broken one: an authority that may not sign, a key too weak, an unknown restriction. E_BUNDLE_SIGNER_PURPOSE: the
 * signer's certificate is not for signing software (codeSigning, RFC 5280 §4.2.1.12). E_BUNDLE_SIGNER_EXPIRED: a
 * certificate of the chain is expired or not yet valid. E_CERTIFICATE_INVALID: invalid roots. E_NOMEM. *ret_signer is
 * set with 0, and with E_BUNDLE_SIGNER_EXPIRED, for the log. */
_must_check_ int cms_verify(const uint8_t *cms, size_t cms_len, const void *content, size_t content_len,
                            const char *roots_pem, int64_t now_s, struct cms_signer *ret_signer);

#endif
