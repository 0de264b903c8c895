/* Certificates (RFC 5280) and signing requests (RFC 2986): reads what an administrator uploads, makes what the device
 * needs. Keys made here are P-256. Text is PEM (RFC 7468). pki/x509_library.h wraps what needs a TLS library; parsing
 * does not. Accepts any bytes; any thread. */
#ifndef POSTERN_X509_H
#define POSTERN_X509_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

#define X509_CHAIN_MAX 8          /* certificates of a chain */
#define X509_CERTIFICATE_MAX 4096 /* bytes of one certificate, DER */
#define X509_PEM_MAX 4096 /* bytes of generated PEM, with the NUL */
#define X509_KEY_PEM_MAX 320 /* bytes of a generated key, PEM, with the NUL */
#define X509_NAME_MAX 257         /* bytes of a subject or issuer as text, with the NUL */
#define X509_NAMES_MAX 513        /* bytes of the alternative names as text, with the NUL */
#define X509_SHA256_LEN 32
#define X509_PUBLIC_MAX 640 /* bytes of a public key usable for TLS */
#define X509_SERIAL_LEN 16
#define X509_ALTERNATIVES_MAX 9 /* names of a generated certificate, besides the common name */

struct x509_info {
    char subject[X509_NAME_MAX]; /* "CN=door1.example.com, O=Example"; truncated at a character */
    char issuer[X509_NAME_MAX];
    char names[X509_NAMES_MAX]; /* "door1.example.com, 192.0.2.7"; truncated at a name */
    char key[16];               /* "P-256", "RSA 2048", … */
    int64_t not_before_s;       /* since 1970 UTC */
    int64_t not_after_s;
    uint8_t sha256[X509_SHA256_LEN]; /* of the certificate */
    uint8_t public[X509_PUBLIC_MAX]; /* the point, or RSAPublicKey as DER; only if can_serve */
    size_t public_len;
    unsigned rsa_bits;               /* of the modulus; 0 for other keys */
    bool can_serve; /* browsers accept its key: P-256, P-384, RSA of 2048 to 4096 bits */
};

/* Parses the first certificate of a PEM text and checks the syntax of the others. E_CERTIFICATE_INVALID: there is none,
 * one is invalid, or there are more than X509_CHAIN_MAX. */
_must_check_ int x509_read(const char *pem, struct x509_info *ret_info);

/* When all certificates of a chain are valid, seconds since 1970 UTC. */
struct x509_period {
    int64_t from_s;
    int64_t until_s;
};

/* Checks that the certificates of a PEM text form a chain: the issuer of each is, byte by byte, the subject of the
 * next, which may sign (basicConstraints with its path length, keyUsage) and whose key verifies the signature. The last
 * one may be a root, which must have signed itself, or any authority below it: roots are not sent. So only what it
 * signed vouches for its own bytes. A single certificate must have signed itself: no other signature can be verified, a
 * damaged byte would go unnoticed and lock out all browsers; and most browsers need the issuer's certificate as well.
 * Keys must be usable for TLS; signatures are ECDSA, or RSA with PKCS #1 v1.5, with SHA-256, -384 or -512.
 * E_CERTIFICATE_INVALID: one is invalid or unusable, or there are more than X509_CHAIN_MAX; E_CERTIFICATE_CHAIN: the
 * issuer's certificate is not the next one; E_CERTIFICATE_AUTHORITY: it is, but may not sign; E_CERTIFICATE_SIGNATURE.
 * E_NOMEM. */
_must_check_ int x509_check_chain(const char *chain_pem, struct x509_period *ret_period);

/* Checks that a private key belongs to the first certificate of a chain, and that TLS can use both.
 * E_CERTIFICATE_INVALID: the chain is unusable; E_CERTIFICATE_KEY: the key is invalid, encrypted, or of another
 * certificate. E_NOMEM. */
_must_check_ int x509_check_pair(const char *chain_pem, const char *key_pem);

/* A P-256 key. Secret: wipe it. */
struct x509_key {
    uint8_t secret[32];
    uint8_t public[65]; /* uncompressed point */
};

/* Generates a key with the random generator of the TLS library, which the kernel seeds. E_INTERNAL. */
_must_check_ int x509_key_make(struct x509_key *ret_key);

/* Writes the key as PEM (PKCS #8). */
void x509_key_pem(const struct x509_key *key, char ret_pem[X509_KEY_PEM_MAX]);

/* Parses the output of x509_key_pem(), with the public key of the text. E_CERTIFICATE_KEY: another form of key. The
 * caller wipes it. */
_must_check_ int x509_key_read(const char *pem, struct x509_key *ret_key);

/* Subject of a certificate. Texts are UTF-8; names are host names or addresses. */
struct x509_subject {
    const char *common_name; /* at most 64 characters; is also the first alternative name */
    const char *organization; /* NULL or "": none */
    const char *const *names;
    size_t name_count; /* up to X509_ALTERNATIVES_MAX */
};

/* Makes a self-signed certificate. `serial` is fresh random bytes; times are seconds since 1970 UTC. E_INVAL: too many
 * names, or one too long; E_INTERNAL. */
_must_check_ int x509_self_sign(const struct x509_key *key, const struct x509_subject *subject, int64_t not_before_s,
                                int64_t not_after_s, const uint8_t serial[X509_SERIAL_LEN], char ret_pem[X509_PEM_MAX]);

/* Makes a signing request. Errors as above. */
_must_check_ int x509_request(const struct x509_key *key, const struct x509_subject *subject,
                              char ret_pem[X509_PEM_MAX]);

#endif
