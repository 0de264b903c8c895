/* Certificates, signatures and bundles for tests, valid and invalid ones. Keys are generated in each run; nothing is
 * stored. */
#ifndef POSTERN_TEST_MADE_BUNDLE_H
#define POSTERN_TEST_MADE_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pki/x509.h"

#define MADE_NOW 1790000000 /* time at which the objects below are valid by default */
#define MADE_YEAR 31536000
#define MADE_SIGNATURE_MAX 20000
#define MADE_BUNDLE_MAX 100000

/* Content of a certificate. All zeros: that of a signer named "signer", valid for a year before and after MADE_NOW. */
struct made_terms {
    const char *name; /* CN */
    int64_t from_s, until_s;
    bool authority;
    bool any_path; /* an authority that may sign authorities */
    bool no_basic; /* an authority without basicConstraints */
    bool other_purpose; /* a signer for servers */
    bool no_purpose; /* without extKeyUsage */
    bool no_signing; /* keyUsage without digitalSignature, or keyCertSign */
    bool strange; /* with an unknown critical extension */
    uint8_t serial;
};

struct made_certificate {
    struct x509_key key;
    char name[64];
    uint8_t serial;
    uint8_t octets[1200];
    size_t len;
};

/* NULL as issuer: self-signed. */
void made_certificate(const struct made_terms *terms, const struct made_certificate *issuer,
                      struct made_certificate *ret_certificate);

/* Appends it to a PEM text. */
void made_pem(const struct made_certificate *certificate, char *text, size_t size);

/* How a signature is made. All zeros except `certificates`: like the tool, without attributes. */
struct made_signing {
    const struct made_certificate *const *certificates; /* the signer's first; NULL-terminated */
    bool attributes;
    const char *digest_of; /* attributes with the hash of this instead */
    bool digest_twice; /* the attribute occurs twice */
    bool no_type; /* attributes without the content type */
    bool inside; /* the content is included */
    bool two_signers;
    bool no_certificates;
    bool reversed; /* the signer's certificate is last */
};

/* Returns its length. */
size_t made_signature(const void *content, size_t len, const struct made_signing *signing,
                      uint8_t ret_octets[MADE_SIGNATURE_MAX]);

/* An archive being built. */
struct made_archive {
    uint8_t octets[MADE_BUNDLE_MAX];
    size_t len;
};

void made_entry(struct made_archive *archive, const char *name, const void *contents, size_t len);

/* Adds the last entry, padded to a block or not. */
void made_end(struct made_archive *archive, bool filled);

#endif
