/* Inside pki/x509*.c only: the parts of a certificate in its bytes. */
#ifndef POSTERN_X509_IMPL_H
#define POSTERN_X509_IMPL_H

#include "pki/der.h"
#include "pki/x509.h"

/* Contents of the elements; "whole" ones include tag and length. They point into the certificate's bytes. */
struct x509_parts {
    struct der body; /* TBSCertificate, whole: what is signed */
    struct der inner_algorithm; /* of the signature, inside the signed part */
    struct der algorithm; /* the same, outside */
    struct der signature; /* its first byte is the number of unused bits */
    struct der serial;
    struct der issuer;
    struct der subject;
    struct der validity;
    struct der key; /* SubjectPublicKeyInfo, whole */
    struct der extensions; /* empty if there are none */
};

/* One certificate of a chain. */
struct x509_link {
    struct x509_parts parts;
    struct x509_info info;
};

/* Parses one certificate, DER. E_CERTIFICATE_INVALID. */
_must_check_ int x509_parse(const uint8_t *octets, size_t len, struct x509_parts *ret_parts,
                            struct x509_info *ret_info);

/* Finds an extension and returns the bytes of its value. E_NOTFOUND: there is none; E_CERTIFICATE_INVALID: invalid
 * list. */
_must_check_ int x509_extension(struct der extensions, const void *oid, size_t oid_len, struct der *ret_value);

/* Returns whether two elements have the same bytes. */
bool x509_is_same(struct der one, struct der other);

/* Returns whether subject and issuer are the same. */
bool x509_is_self_issued(const struct x509_link *link);

/* Verifies that the key of `signer`, which must be usable for TLS, signed `text`: `oid` is the algorithm, ECDSA or RSA
 * (PKCS #1 v1.5) with SHA-256, -384 or -512. E_CERTIFICATE_SIGNATURE; E_CERTIFICATE_INVALID: another algorithm.
 * E_NOMEM. */
_must_check_ int x509_check_signed(struct der text, struct der oid, struct der value, const struct x509_link *signer);

/* Verifies that `signer` signed the certificate. Errors as above. */
_must_check_ int x509_check_signature(const struct x509_link *link, const struct x509_link *signer);

/* Checks that a certificate may sign others, with `below` authorities between it and the first of the chain.
 * E_CERTIFICATE_AUTHORITY: it may not; E_CERTIFICATE_INVALID. */
_must_check_ int x509_check_authority(const struct x509_link *signer, unsigned below);

#endif
