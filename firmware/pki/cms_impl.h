/* Inside pki/cms*.c only: parsing a SignedData, and searching a chain. */
#ifndef POSTERN_CMS_IMPL_H
#define POSTERN_CMS_IMPL_H

#include "pki/cms.h"
#include "pki/der.h"
#include "pki/x509_impl.h"

/* The parts point into the parsed bytes. */
struct cms_parts {
    struct der certificates; /* concatenated */
    struct der issuer;       /* of the signer's certificate */
    struct der serial;
    struct der attributes; /* contents of the signed set; empty if the content itself was signed */
    struct der algorithm; /* OID of an algorithm that x509_check_signed() accepts, with SHA-256 */
    struct der signature;
};

/* Parses a SignedData. E_FORMAT. */
_must_check_ int cms_parse(const uint8_t *cms, size_t len, struct cms_parts *ret_parts);

/* Parsed certificates. */
struct cms_links {
    struct x509_link at[X509_CHAIN_MAX];
    size_t count;
};

/* Returns whether a key is strong enough for signing software. */
bool cms_is_strong(const struct x509_info *info);

/* Finds a chain from the signer to a root, through authorities among the others. E_BUNDLE_SIGNER_UNKNOWN: none;
 * E_NOMEM. */
_must_check_ int cms_find_root(const struct x509_link *signer, const struct cms_links *others,
                               const struct cms_links *roots, const struct x509_link **ret_root,
                               struct x509_period *ret_valid);

/* Checks that a certificate is for signing software. E_BUNDLE_SIGNER_PURPOSE. */
_must_check_ int cms_check_purpose(const struct x509_link *signer);

#endif
