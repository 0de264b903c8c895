/* Detached signatures: CMS SignedData (RFC 5652), DER, by one signer, over SHA-256, judged against roots that are
 * handed in. One reader serves both libraries of TLS: it stands on pki/der.h and on what pki/x509_chain.c checks of a
 * certificate; the library verifies the bare signatures. (wolfSSL has a reader of PKCS #7 of its own, but it knows no
 * chain beyond one certificate, no purpose and no time that is handed in.) Any bytes may come in; any thread. */
#ifndef POSTERN_CMS_H
#define POSTERN_CMS_H

#include <stddef.h>
#include <stdint.h>

#include "pki/x509.h"
#include "util/err.h"

#define CMS_MAX 16384 /* bytes of a signature with its certificates */
#define CMS_ROOTS_MAX 2 /* a root, and the one that follows it */
#define CMS_CHAIN_MAX 5 /* certificates from the signer to the root, both counted */

struct cms_signer {
    char subject[X509_NAME_MAX]; /* "CN=Release 2027, O=Example"; of the certificate that signed */
    char root[X509_NAME_MAX]; /* of the root that stands behind it */
    struct x509_period valid; /* when all certificates of the chain are valid */
    uint8_t sha256[X509_SHA256_LEN]; /* of the certificate that signed */
};

/* Whether `content` was signed by somebody whom a root stands behind. `roots_pem` is one or two certificates that may
 * sign others; `now_s` is the time of judgement, seconds since 1970 UTC. Keys of the chain are P-256, P-384 or RSA of
 * 3072 to 4096 bits; the signature itself is ECDSA with P-256 or RSA (PKCS #1 v1.5), with SHA-256, over the content or
 * over signed attributes. (One can be shown as the other: the content must be none that could be the DER of a set.)
 * Signer and authorities stand in the SignedData, in any order.
 *
 * Judged in this order: E_FORMAT: it is no such SignedData, or a certificate in it cannot be read. E_BUNDLE_SIGNATURE:
 * the content is not what was signed, which is also said later. E_BUNDLE_SIGNER_UNKNOWN: no chain to a root, or one
 * that is broken: an authority that may not sign, a key too weak, a restriction that is not known here.
 * E_BUNDLE_SIGNER_PURPOSE: the signer's certificate is not for signing software (codeSigning, RFC 5280 §4.2.1.12).
 * E_BUNDLE_SIGNER_EXPIRED: a certificate of the chain has ended or has not begun. E_CERTIFICATE_INVALID: the roots
 * cannot be read. E_NOMEM. *ret_signer is set with 0, and with E_BUNDLE_SIGNER_EXPIRED, for the log. */
_must_check_ int cms_verify(const uint8_t *cms, size_t cms_len, const void *content, size_t content_len,
                            const char *roots_pem, int64_t now_s, struct cms_signer *ret_signer);

#endif
