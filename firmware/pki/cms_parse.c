/* Parser of SignedData (RFC 5652 §3, §5). */
#include "pki/cms_impl.h"
#include "pki/x509_oids.h"

#define OID_SIGNED_DATA "\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02" /* §5.1 */
#define OID_DATA "\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01"        /* §4 */
#define OID_SHA256 "\x60\x86\x48\x01\x65\x03\x04\x02\x01"      /* RFC 5754 §2.2 */

#define IS_OID(oid, octets) der_is((oid), (octets), sizeof(octets) - 1)

static struct der oid_of(const char *octets, size_t len) {
    return (struct der){(const uint8_t *)octets, len};
}

/* Reads the signature algorithm. RSA is identified by the key only; the hash is that of the SignerInfo. */
static bool take_algorithm(struct der *signer, struct der *ret_oid) {
    struct der algorithm, oid;
    if (!der_take(signer, DER_SEQUENCE, &algorithm) || !der_take(&algorithm, DER_OID, &oid)) {
        return false;
    }
    *ret_oid = IS_OID(oid, OID_RSA) ? oid_of(OID_RSA_SHA256, sizeof(OID_RSA_SHA256) - 1) : oid;
    return IS_OID(*ret_oid, OID_RSA_SHA256) || IS_OID(oid, OID_ECDSA_SHA256);
}

/* SignerInfo, §5.3. The signer is identified by issuer and serial number. */
static bool split_signer(struct der signer, struct cms_parts *ret_parts) {
    struct der part, name, oid;
    if (!der_take(&signer, DER_INTEGER, &part) || !der_take(&signer, DER_SEQUENCE, &name) ||
        !der_take(&name, DER_SEQUENCE, &ret_parts->issuer) || !der_take(&name, DER_INTEGER, &ret_parts->serial) ||
        name.len > 0 || !der_take(&signer, DER_SEQUENCE, &part) || !der_take(&part, DER_OID, &oid) ||
        !IS_OID(oid, OID_SHA256)) {
        return false;
    }
    if (der_take(&signer, DER_CONTEXT(0), &ret_parts->attributes) && ret_parts->attributes.len == 0) {
        return false;
    }
    return take_algorithm(&signer, &ret_parts->algorithm) && der_take(&signer, DER_OCTETS, &ret_parts->signature);
}

/* SignedData, §5.1, with detached content. */
static bool split_data(struct der data, struct cms_parts *ret_parts) {
    struct der part, content, oid, signers, signer;
    if (!der_take(&data, DER_INTEGER, &part) || !der_take(&data, DER_SET, &part) ||
        !der_take(&data, DER_SEQUENCE, &content) || !der_take(&content, DER_OID, &oid) || !IS_OID(oid, OID_DATA) ||
        content.len > 0 || !der_take(&data, DER_CONTEXT(0), &ret_parts->certificates)) {
        return false;
    }
    (void)der_take(&data, DER_CONTEXT(1), &part); /* revocation lists: a terminal cannot keep them up to date */
    return der_take(&data, DER_SET, &signers) && data.len == 0 && der_take(&signers, DER_SEQUENCE, &signer) &&
           signers.len == 0 && split_signer(signer, ret_parts);
}

int cms_parse(const uint8_t *cms, size_t len, struct cms_parts *ret_parts) {
    struct der all = {cms, len}, info, oid, outer, data;
    if (len > CMS_MAX || !der_take(&all, DER_SEQUENCE, &info) || all.len > 0 || !der_take(&info, DER_OID, &oid) ||
        !IS_OID(oid, OID_SIGNED_DATA) || !der_take(&info, DER_CONTEXT(0), &outer) || info.len > 0 ||
        !der_take(&outer, DER_SEQUENCE, &data) || outer.len > 0) {
        return E_FORMAT;
    }
    *ret_parts = (struct cms_parts){.attributes = {NULL, 0}};
    return split_data(data, ret_parts) ? 0 : E_FORMAT;
}
