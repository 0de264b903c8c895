/* Inside util/x509*.c only: the parts of a certificate, as they stand in its octets. */
#ifndef POSTERN_X509_IMPL_H
#define POSTERN_X509_IMPL_H

#include "util/der.h"
#include "util/x509.h"

/* Contents of the elements; what is "whole" has its tag and length with it. They point into the certificate's octets. */
struct x509_parts {
    struct der body; /* TBSCertificate, whole: what is signed */
    struct der inner_algorithm; /* of the signature, inside of what is signed */
    struct der algorithm; /* the same once more, outside */
    struct der signature; /* its first octet is the number of unused bits */
    struct der issuer;
    struct der subject;
    struct der validity;
    struct der key; /* SubjectPublicKeyInfo, whole */
    struct der extensions; /* empty when there are none */
};

/* Reads one certificate, DER. E_CERTIFICATE_INVALID. */
_must_check_ int x509_parse(const uint8_t *octets, size_t len, struct x509_parts *ret_parts,
                            struct x509_info *ret_info);

/* Finds an extension: the octets in its value. E_NOTFOUND: there is none; E_CERTIFICATE_INVALID: the list is no list. */
_must_check_ int x509_extension(struct der extensions, const void *oid, size_t oid_len, struct der *ret_value);

#endif
