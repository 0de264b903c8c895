/* Known object identifiers of certificates, as DER contents. */
#ifndef POSTERN_X509_OIDS_H
#define POSTERN_X509_OIDS_H

#include "pki/der.h"

#define OID_EC "\x2a\x86\x48\xce\x3d\x02\x01"                  /* ecPublicKey, RFC 5480 */
#define OID_P256 "\x2a\x86\x48\xce\x3d\x03\x01\x07"            /* secp256r1 */
#define OID_P384 "\x2b\x81\x04\x00\x22"                        /* secp384r1 */
#define OID_P521 "\x2b\x81\x04\x00\x23"                        /* secp521r1 */
#define OID_RSA "\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01"         /* rsaEncryption, RFC 8017 */
#define OID_ED25519 "\x2b\x65\x70"                             /* RFC 8410 */
#define OID_ECDSA_SHA256 "\x2a\x86\x48\xce\x3d\x04\x03\x02"    /* ecdsa-with-SHA256, RFC 5758 */
#define OID_ECDSA_SHA384 "\x2a\x86\x48\xce\x3d\x04\x03\x03"
#define OID_ECDSA_SHA512 "\x2a\x86\x48\xce\x3d\x04\x03\x04"
#define OID_RSA_SHA256 "\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0b" /* sha256WithRSAEncryption, RFC 8017 */
#define OID_RSA_SHA384 "\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0c"
#define OID_RSA_SHA512 "\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0d"
#define OID_COMMON_NAME "\x55\x04\x03"                         /* X.520 */
#define OID_ORGANIZATION "\x55\x04\x0a"                        /* X.520 */
#define OID_ALTERNATIVES "\x55\x1d\x11"                        /* subjectAltName, RFC 5280 §4.2.1.6 */
#define OID_BASIC "\x55\x1d\x13"                               /* basicConstraints, §4.2.1.9 */
#define OID_KEY_USAGE "\x55\x1d\x0f"                           /* keyUsage, §4.2.1.3 */
#define OID_EXTENDED_USAGE "\x55\x1d\x25"                      /* extKeyUsage, §4.2.1.12 */
#define OID_SERVER "\x2b\x06\x01\x05\x05\x07\x03\x01"          /* serverAuth */
#define OID_CODE_SIGNING "\x2b\x06\x01\x05\x05\x07\x03\x03"    /* codeSigning */
#define OID_REQUEST "\x2a\x86\x48\x86\xf7\x0d\x01\x09\x0e"     /* extensionRequest, RFC 2985 §5.4.2 */

/* Returns the usual abbreviation in names and keys, "CN" or "P-256"; NULL: none. */
const char *x509_oid_label(struct der oid);

#endif
