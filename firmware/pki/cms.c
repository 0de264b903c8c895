#include "pki/cms.h"

#include <stdlib.h>
#include <string.h>

#include "pki/cms_impl.h"
#include "pki/pem.h"
#include "util/cleanup.h"
#include "util/crypto.h"

#define OID_CONTENT_TYPE "\x2a\x86\x48\x86\xf7\x0d\x01\x09\x03" /* RFC 5652 §11.1 */
#define OID_DIGEST "\x2a\x86\x48\x86\xf7\x0d\x01\x09\x04"       /* messageDigest, §11.2 */
#define OID_DATA "\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01"

/* State of verifying a signature. */
struct judgement {
    struct cms_parts parts;
    struct cms_links others; /* the certificates of the SignedData */
    struct cms_links roots;
    uint8_t root_octets[CMS_ROOTS_MAX + 1][X509_CERTIFICATE_MAX]; /* one more, to detect too many */
    uint8_t attributes[CMS_MAX + 4]; /* as signed */
};

static int judgement_roots(struct judgement *judgement, const char *at) {
    struct cms_links *roots = &judgement->roots;
    for (;; roots->count++) {
        uint8_t *octets = judgement->root_octets[roots->count];
        struct x509_link *root = &roots->at[roots->count];
        size_t len = 0;
        int r = pem_next(&at, "CERTIFICATE", octets, X509_CERTIFICATE_MAX, &len);
        if (r == E_EOF && roots->count > 0) {
            return 0;
        }
        if (r < 0 || roots->count == CMS_ROOTS_MAX || x509_parse(octets, len, &root->parts, &root->info) < 0) {
            return E_CERTIFICATE_INVALID;
        }
    }
}

static int judgement_others(struct judgement *judgement) {
    struct der rest = judgement->parts.certificates, body;
    struct cms_links *others = &judgement->others;
    for (; rest.len > 0; others->count++) {
        const uint8_t *start = rest.at;
        if (others->count == X509_CHAIN_MAX || !der_take(&rest, DER_SEQUENCE, &body)) {
            return E_FORMAT;
        }
        struct x509_link *link = &others->at[others->count];
        if (x509_parse(start, (size_t)(rest.at - start), &link->parts, &link->info) < 0) {
            return E_FORMAT;
        }
    }
    return 0;
}

static const struct x509_link *judgement_signer(const struct judgement *judgement) {
    for (size_t i = 0; i < judgement->others.count; i++) {
        const struct x509_parts *parts = &judgement->others.at[i].parts;
        if (x509_is_same(parts->issuer, judgement->parts.issuer) &&
            x509_is_same(parts->serial, judgement->parts.serial)) {
            return &judgement->others.at[i];
        }
    }
    return NULL;
}

/* Returns the value of an attribute that occurs once with one value. */
static bool attribute_value(struct der attributes, const char *oid, size_t oid_len, unsigned tag,
                            struct der *ret_value) {
    struct der attribute, type, values;
    unsigned found = 0;
    while (attributes.len > 0) {
        if (!der_take(&attributes, DER_SEQUENCE, &attribute) || !der_take(&attribute, DER_OID, &type)) {
            return false;
        }
        if (!der_is(type, oid, oid_len)) {
            continue;
        }
        if (!der_take(&attribute, DER_SET, &values) || !der_take(&values, tag, ret_value) || values.len > 0) {
            return false;
        }
        found++;
    }
    return found == 1;
}

/* Checks that the attributes name this content (§5.4, §11). */
static int check_digest(struct der attributes, struct der content) {
    struct der type, digest;
    uint8_t hash[CRYPTO_SHA256_LEN];
    if (!attribute_value(attributes, OID_CONTENT_TYPE, sizeof(OID_CONTENT_TYPE) - 1, DER_OID, &type) ||
        !attribute_value(attributes, OID_DIGEST, sizeof(OID_DIGEST) - 1, DER_OCTETS, &digest) ||
        !der_is(type, OID_DATA, sizeof(OID_DATA) - 1)) {
        return E_FORMAT;
    }
    crypto_sha256(content.at, content.len, hash);
    return der_is(digest, hash, sizeof(hash)) ? 0 : E_BUNDLE_SIGNATURE;
}

/* Returns the signed bytes: the content, or attributes with its hash. These are signed as a set, but have another tag
 * in the SignerInfo. */
static int signed_octets(struct judgement *judgement, struct der content, struct der *ret_octets) {
    struct der attributes = judgement->parts.attributes;
    struct der_out out;
    *ret_octets = content;
    if (attributes.len == 0) {
        return 0;
    }
    der_out_init(&out, judgement->attributes, sizeof(judgement->attributes));
    der_put_element(&out, DER_SET, attributes.at, attributes.len);
    *ret_octets = (struct der){out.octets + out.start, out.size - out.start};
    return out.lost ? E_FORMAT : check_digest(attributes, content);
}

static int check_signer(const struct cms_parts *parts, const struct x509_link *signer, struct der octets) {
    if (signer == NULL || !cms_is_strong(&signer->info) || strcmp(signer->info.key, "P-384") == 0) {
        return E_BUNDLE_SIGNER_UNKNOWN;
    }
    int r = x509_check_signed(octets, parts->algorithm, parts->signature, signer);
    return r == 0 || r == E_NOMEM ? r : E_BUNDLE_SIGNATURE;
}

static int judgement_chain(const struct judgement *judgement, const struct x509_link *signer, int64_t now_s,
                           struct cms_signer *ret_signer) {
    const struct x509_link *root = NULL;
    struct x509_period valid;
    int r = cms_find_root(signer, &judgement->others, &judgement->roots, &root, &valid);
    r = r < 0 ? r : cms_check_purpose(signer);
    if (r < 0) {
        return r;
    }
    *ret_signer = (struct cms_signer){.valid = valid};
    memcpy(ret_signer->subject, signer->info.subject, sizeof(ret_signer->subject));
    memcpy(ret_signer->root, root->info.subject, sizeof(ret_signer->root));
    memcpy(ret_signer->sha256, signer->info.sha256, sizeof(ret_signer->sha256));
    return now_s >= valid.from_s && now_s <= valid.until_s ? 0 : E_BUNDLE_SIGNER_EXPIRED;
}

int cms_verify(const uint8_t *cms, size_t cms_len, const void *content, size_t content_len, const char *roots_pem,
               int64_t now_s, struct cms_signer *ret_signer) {
    _cleanup_free_ struct judgement *judgement = calloc(1, sizeof(*judgement));
    if (judgement == NULL) {
        return E_NOMEM;
    }
    struct der octets;
    int r = judgement_roots(judgement, roots_pem);
    r = r < 0 ? r : cms_parse(cms, cms_len, &judgement->parts);
    r = r < 0 ? r : judgement_others(judgement);
    r = r < 0 ? r : signed_octets(judgement, (struct der){content, content_len}, &octets);
    if (r < 0) {
        return r;
    }
    const struct x509_link *signer = judgement_signer(judgement);
    r = check_signer(&judgement->parts, signer, octets);
    return r < 0 ? r : judgement_chain(judgement, signer, now_s, ret_signer);
}
