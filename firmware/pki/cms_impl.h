/* Inside pki/cms*.c only: the parts of a SignedData, and the search for a chain. */
#ifndef POSTERN_CMS_IMPL_H
#define POSTERN_CMS_IMPL_H

#include "pki/cms.h"
#include "pki/der.h"
#include "pki/x509_impl.h"

/* They point into the bytes that were read. */
struct cms_parts {
    struct der certificates; /* one behind the other */
    struct der issuer;       /* of the signer's certificate */
    struct der serial;
    struct der attributes;   /* contents of the set that was signed; empty when the content itself was */
    struct der algorithm;    /* OID of an algorithm that x509_check_signed() takes, with SHA-256 */
    struct der signature;
};

/* E_FORMAT. */
_must_check_ int cms_parse(const uint8_t *cms, size_t len, struct cms_parts *ret_parts);

/* Certificates that were read. */
struct cms_links {
    struct x509_link at[X509_CHAIN_MAX];
    size_t count;
};

/* Whether a key is strong enough for this. */
bool cms_is_strong(const struct x509_info *info);

/* Goes from the signer to a root, by authorities among the others. E_BUNDLE_SIGNER_UNKNOWN: there is no way;
 * E_NOMEM. */
_must_check_ int cms_find_root(const struct x509_link *signer, const struct cms_links *others,
                               const struct cms_links *roots, const struct x509_link **ret_root,
                               struct x509_period *ret_valid);

/* Whether a certificate is for signing software. E_BUNDLE_SIGNER_PURPOSE. */
_must_check_ int cms_check_purpose(const struct x509_link *signer);

#endif
