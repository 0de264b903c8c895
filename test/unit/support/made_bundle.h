/* Certificates, signatures and bundles for tests, good ones and such as somebody got wrong. Keys are made again in each
 * run; nothing is kept. */
#ifndef POSTERN_TEST_MADE_BUNDLE_H
#define POSTERN_TEST_MADE_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pki/x509.h"

#define MADE_NOW 1790000000 /* when what is made below is valid, if nothing else is said */
#define MADE_YEAR 31536000
#define MADE_SIGNATURE_MAX 20000
#define MADE_BUNDLE_MAX 100000

/* What is in a certificate. All zeros: a signer's, called "signer", valid for a year before and after MADE_NOW. */
struct made_terms {
    const char *name; /* CN */
    int64_t from_s, until_s;
    bool authority;
    bool any_path; /* an authority below which others may be */
    bool no_basic; /* an authority that does not say so */
    bool other_purpose; /* a signer for servers */
    bool no_purpose; /* without extKeyUsage */
    bool no_signing; /* keyUsage without digitalSignature, or keyCertSign */
    bool strange; /* with a critical extension that nobody knows */
    uint8_t serial;
};

struct made_certificate {
    struct x509_key key;
    char name[64];
    uint8_t serial;
    uint8_t octets[1200];
    size_t len;
};

/* NULL as issuer: signed with its own key. */
void made_certificate(const struct made_terms *terms, const struct made_certificate *issuer,
                      struct made_certificate *ret_certificate);

/* Adds it behind a text of PEM. */
void made_pem(const struct made_certificate *certificate, char *text, size_t size);

/* How a signature is made. All zeros but `certificates`: as the tool makes it, without attributes. */
struct made_signing {
    const struct made_certificate *const *certificates; /* the signer's first; NULL behind the last */
    bool attributes;
    const char *digest_of; /* attributes that name the hash of this instead */
    bool digest_twice; /* the attribute stands twice */
    bool no_type; /* attributes without the type of the content */
    bool inside; /* the content stands in it too */
    bool two_signers;
    bool no_certificates;
    bool reversed; /* the signer's certificate is the last one */
};

/* Gives its length. */
size_t made_signature(const void *content, size_t len, const struct made_signing *signing,
                      uint8_t ret_octets[MADE_SIGNATURE_MAX]);

/* An archive that grows. */
struct made_archive {
    uint8_t octets[MADE_BUNDLE_MAX];
    size_t len;
};

void made_entry(struct made_archive *archive, const char *name, const void *contents, size_t len);

/* The last entry, filled up to a block or not. */
void made_end(struct made_archive *archive, bool filled);

#endif
