/* Chain from a signer to a root (RFC 5280 §6.1, as far as possible without a network). */
#include <string.h>

#include "pki/cms_impl.h"
#include "pki/x509_oids.h"

#define RSA_BITS_MIN 3072      /* 128 bits of strength, as P-256 has */
#define DIGITAL_SIGNATURE 0x80 /* bit 0 of keyUsage, in its first byte */

bool cms_is_strong(const struct x509_info *info) {
    return info->can_serve && (info->rsa_bits == 0 || info->rsa_bits >= RSA_BITS_MIN);
}

static bool is_known_extension(struct der oid) {
    return der_is(oid, OID_BASIC, sizeof(OID_BASIC) - 1) || der_is(oid, OID_KEY_USAGE, sizeof(OID_KEY_USAGE) - 1) ||
           der_is(oid, OID_EXTENDED_USAGE, sizeof(OID_EXTENDED_USAGE) - 1) ||
           der_is(oid, OID_ALTERNATIVES, sizeof(OID_ALTERNATIVES) - 1);
}

/* Returns whether the certificate has no restriction that is not checked here. */
static bool is_understood(const struct x509_link *link) {
    struct der extensions = link->parts.extensions, list, extension, oid, critical;
    if (extensions.len > 0 && !der_take(&extensions, DER_SEQUENCE, &list)) {
        return false;
    }
    while (link->parts.extensions.len > 0 && list.len > 0) {
        if (!der_take(&list, DER_SEQUENCE, &extension) || !der_take(&extension, DER_OID, &oid)) {
            return false;
        }
        if (der_take(&extension, DER_BOOLEAN, &critical) && !is_known_extension(oid)) {
            return false;
        }
    }
    return true;
}

static void narrow_valid(struct x509_period *valid, const struct x509_info *info) {
    valid->from_s = info->not_before_s > valid->from_s ? info->not_before_s : valid->from_s;
    valid->until_s = info->not_after_s < valid->until_s ? info->not_after_s : valid->until_s;
}

/* Finds the certificate whose key signed `link`; this also distinguishes two of the same name, a root and its
 * successor. E_NOTFOUND. */
static int find_issuer(const struct x509_link *link, unsigned below, const struct cms_links *among,
                       const struct x509_link **ret_issuer) {
    for (size_t i = 0; i < among->count; i++) {
        const struct x509_link *issuer = &among->at[i];
        if (!x509_is_same(link->parts.issuer, issuer->parts.subject) || !cms_is_strong(&issuer->info) ||
            !is_understood(issuer)) {
            continue;
        }
        int r = x509_check_authority(issuer, below);
        r = r < 0 ? r : x509_check_signature(link, issuer);
        if (r == 0 || r == E_NOMEM) {
            *ret_issuer = issuer;
            return r;
        }
    }
    return E_NOTFOUND;
}

int cms_find_root(const struct x509_link *signer, const struct cms_links *others, const struct cms_links *roots,
                  const struct x509_link **ret_root, struct x509_period *ret_valid) {
    const struct x509_link *link = signer;
    struct x509_period valid = {.from_s = INT64_MIN, .until_s = INT64_MAX};
    unsigned below = 0;
    if (!is_understood(signer)) {
        return E_BUNDLE_SIGNER_UNKNOWN;
    }
    for (unsigned count = 1; count < CMS_CHAIN_MAX; count++) {
        const struct x509_link *issuer = NULL;
        narrow_valid(&valid, &link->info);
        int r = find_issuer(link, below, roots, &issuer);
        if (r == 0) {
            narrow_valid(&valid, &issuer->info);
            *ret_root = issuer;
            *ret_valid = valid;
            return 0;
        }
        r = r == E_NOTFOUND ? find_issuer(link, below, others, &issuer) : r;
        if (r < 0) {
            return r == E_NOTFOUND ? E_BUNDLE_SIGNER_UNKNOWN : r;
        }
        below += x509_is_self_issued(issuer) ? 0 : 1;
        link = issuer;
    }
    return E_BUNDLE_SIGNER_UNKNOWN;
}

int cms_check_purpose(const struct x509_link *signer) {
    struct der value, usage, purposes, purpose;
    int r = x509_extension(signer->parts.extensions, OID_KEY_USAGE, sizeof(OID_KEY_USAGE) - 1, &value);
    if (r == 0 && (!der_take(&value, DER_BITS, &usage) || usage.len < 2 || (usage.at[1] & DIGITAL_SIGNATURE) == 0)) {
        return E_BUNDLE_SIGNER_PURPOSE;
    }
    r = x509_extension(signer->parts.extensions, OID_EXTENDED_USAGE, sizeof(OID_EXTENDED_USAGE) - 1, &value);
    if (r < 0 || !der_take(&value, DER_SEQUENCE, &purposes)) {
        return E_BUNDLE_SIGNER_PURPOSE;
    }
    while (der_take(&purposes, DER_OID, &purpose)) {
        if (der_is(purpose, OID_CODE_SIGNING, sizeof(OID_CODE_SIGNING) - 1)) {
            return 0;
        }
    }
    return E_BUNDLE_SIGNER_PURPOSE;
}
