/* Verifies that the certificates of a chain belong together (RFC 5280 §6.1, as far as possible from the chain
 * alone). */
#include <stdlib.h>
#include <string.h>

#include "pki/pem.h"
#include "pki/x509_impl.h"
#include "pki/x509_library.h"
#include "pki/x509_oids.h"
#include "util/cleanup.h"

#define KEY_CERT_SIGN 0x04 /* bit 5 of keyUsage, in its first byte */

/* A certificate with the bytes that its parts point into. */
struct owned_link {
    uint8_t octets[X509_CERTIFICATE_MAX];
    struct x509_link link;
};

/* Signature algorithms that browsers and both libraries accept. */
static const struct {
    const char *oid;
    size_t len;
    enum x509_hash hash;
    bool is_rsa;
} algorithms[] = {
#define ALGORITHM(oid, hash, is_rsa) {(oid), sizeof(oid) - 1, (hash), (is_rsa)}
    ALGORITHM(OID_ECDSA_SHA256, X509_HASH_SHA256, false), ALGORITHM(OID_ECDSA_SHA384, X509_HASH_SHA384, false),
    ALGORITHM(OID_ECDSA_SHA512, X509_HASH_SHA512, false), ALGORITHM(OID_RSA_SHA256, X509_HASH_SHA256, true),
    ALGORITHM(OID_RSA_SHA384, X509_HASH_SHA384, true),    ALGORITHM(OID_RSA_SHA512, X509_HASH_SHA512, true),
#undef ALGORITHM
};

bool x509_is_same(struct der one, struct der other) {
    return der_is(one, other.at, other.len);
}

bool x509_is_self_issued(const struct x509_link *link) {
    return x509_is_same(link->parts.issuer, link->parts.subject);
}

/* Returns whether an ECDSA value has its canonical form: libraries that parse it leniently would accept a damaged
 * signature. */
static bool is_ecdsa_value(struct der signature) {
    struct der pair, number;
    if (!der_take(&signature, DER_SEQUENCE, &pair) || signature.len > 0) {
        return false;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (!der_take(&pair, DER_INTEGER, &number) || number.len == 0 || *number.at >= 0x80 ||
            (*number.at == 0 && (number.len == 1 || number.at[1] < 0x80))) {
            return false;
        }
    }
    return pair.len == 0;
}

int x509_check_signed(struct der text, struct der oid, struct der value, const struct x509_link *signer) {
    bool is_rsa = strncmp(signer->info.key, "RSA", 3) == 0;
    for (size_t i = 0; i < sizeof(algorithms) / sizeof(*algorithms); i++) {
        if (!der_is(oid, algorithms[i].oid, algorithms[i].len)) {
            continue;
        }
        if (algorithms[i].is_rsa != is_rsa || (!is_rsa && !is_ecdsa_value(value))) {
            return E_CERTIFICATE_SIGNATURE;
        }
        return x509_library_verify(signer->parts.key, is_rsa, algorithms[i].hash, text, value);
    }
    return E_CERTIFICATE_INVALID; /* a broken hash, or an algorithm that browsers do not accept */
}

int x509_check_signature(const struct x509_link *link, const struct x509_link *signer) {
    const struct x509_parts *parts = &link->parts;
    struct der oid, algorithm = parts->algorithm, value = parts->signature;
    if (!x509_is_same(parts->algorithm, parts->inner_algorithm) || !der_take(&algorithm, DER_OID, &oid) ||
        value.len < 2 || *value.at != 0) {
        return E_CERTIFICATE_SIGNATURE;
    }
    value.at++, value.len--;
    return x509_check_signed(parts->body, oid, value, signer);
}

int x509_check_authority(const struct x509_link *signer, unsigned below) {
    struct der value, constraints, usage, flag = {NULL, 0}, number;
    int r = x509_extension(signer->parts.extensions, OID_BASIC, sizeof(OID_BASIC) - 1, &value);
    if (r < 0) {
        return r == E_NOTFOUND ? E_CERTIFICATE_AUTHORITY : r;
    }
    if (!der_take(&value, DER_SEQUENCE, &constraints)) {
        return E_CERTIFICATE_INVALID;
    }
    (void)der_take(&constraints, DER_BOOLEAN, &flag);
    if (flag.len != 1 || *flag.at != 0xff) {
        return E_CERTIFICATE_AUTHORITY;
    }
    if (der_take(&constraints, DER_INTEGER, &number) && number.len == 1 && *number.at < below) {
        return E_CERTIFICATE_AUTHORITY;
    }
    r = x509_extension(signer->parts.extensions, OID_KEY_USAGE, sizeof(OID_KEY_USAGE) - 1, &value);
    if (r < 0) {
        return r == E_NOTFOUND ? 0 : r;
    }
    return der_take(&value, DER_BITS, &usage) && usage.len >= 2 && (usage.at[1] & KEY_CERT_SIGN) != 0
               ? 0
               : E_CERTIFICATE_AUTHORITY;
}

/* Parses the next certificate. E_EOF: there is none. */
static int next_link(const char **at, struct owned_link *ret_link) {
    size_t len = 0;
    int r = pem_next(at, "CERTIFICATE", ret_link->octets, sizeof(ret_link->octets), &len);
    if (r < 0) {
        return r == E_EOF ? r : E_CERTIFICATE_INVALID;
    }
    struct x509_info *info = &ret_link->link.info;
    r = x509_parse(ret_link->octets, len, &ret_link->link.parts, info);
    if (r < 0) {
        return r;
    }
    /* Anyone can forge signatures of a weak key. */
    return info->can_serve && info->not_before_s <= info->not_after_s ? 0 : E_CERTIFICATE_INVALID;
}

static void narrow_period(struct x509_period *period, const struct x509_info *info) {
    if (info->not_before_s > period->from_s) {
        period->from_s = info->not_before_s;
    }
    if (info->not_after_s < period->until_s) {
        period->until_s = info->not_after_s;
    }
}

/* The last certificate of the file: a root must have signed itself; any other must have signed the one before it. */
static int check_last(const struct x509_link *link, unsigned count) {
    if (x509_is_self_issued(link)) {
        return x509_check_signature(link, link);
    }
    return count > 1 ? 0 : E_CERTIFICATE_CHAIN;
}

/* `links` has room for the current certificate and the next one. */
static int walk_chain(const char *at, struct owned_link links[2], struct x509_period *period) {
    struct owned_link *first = &links[0], *second = &links[1];
    unsigned count = 1, below = 0;
    int r = next_link(&at, first);
    if (r < 0) {
        return r == E_EOF ? E_CERTIFICATE_INVALID : r;
    }
    for (;; count++) {
        const struct x509_link *link = &first->link, *signer = &second->link;
        narrow_period(period, &link->info);
        r = next_link(&at, second);
        if (r == E_EOF) {
            return check_last(link, count);
        }
        if (r < 0 || count == X509_CHAIN_MAX) {
            return r < 0 ? r : E_CERTIFICATE_INVALID;
        }
        if (!x509_is_same(link->parts.issuer, signer->parts.subject)) {
            return E_CERTIFICATE_CHAIN;
        }
        below += count > 1 && !x509_is_self_issued(link) ? 1 : 0;
        r = x509_check_authority(signer, below);
        r = r < 0 ? r : x509_check_signature(link, signer);
        if (r < 0) {
            return r;
        }
        struct owned_link *spare = first;
        first = second;
        second = spare;
    }
}

int x509_check_chain(const char *chain_pem, struct x509_period *ret_period) {
    _cleanup_free_ struct owned_link *links = malloc(2 * sizeof(*links));
    if (links == NULL) {
        return E_NOMEM;
    }
    *ret_period = (struct x509_period){.from_s = INT64_MIN, .until_s = INT64_MAX};
    return walk_chain(chain_pem, links, ret_period);
}
