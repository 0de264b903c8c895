/*
 * In the place of SWUpdate's own verification with wolfSSL, which knows no intermediate certificates, takes a signer
 * that is not for code, and would take the content inside of a signature for the description.
 *
 * A signature holds when it is CMS with SHA-256, without content of its own, over exactly this file; when its signer is
 * for signing code and leads to one of the roots over at most three intermediates; and when all of them are valid now.
 */

#include "sslapi.h"
#include "swupdate.h"
#include "swupdate_verify_private.h"
#include "util.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <wolfssl/wolfcrypt/asn.h>
#include <wolfssl/wolfcrypt/pkcs7.h>
#include <wolfssl/wolfcrypt/sha256.h>

enum { LARGEST_FILE = 1 << 20 };

struct octets {
    unsigned char *data;
    word32 size;
};

/* As they were at the start: PEM, one certificate or two. */
static struct octets roots_pem;

static bool file_read(const char *path, struct octets *ret_file) {
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        ERROR("%s cannot be opened", path);
        return false;
    }
    unsigned char *data = malloc(LARGEST_FILE);
    const size_t size = data == NULL ? 0 : fread(data, 1, LARGEST_FILE, stream);
    const bool whole = data != NULL && size > 0 && size < LARGEST_FILE && ferror(stream) == 0;
    (void)fclose(stream);
    if (!whole) {
        free(data);
        ERROR("%s cannot be read", path);
        return false;
    }
    *ret_file = (struct octets){.data = data, .size = (word32)size};
    return true;
}

/* Whether the roots are certificates, and valid, is asked at each signature: the clock may not be set yet. */
X509_STORE *load_cert_chain(const char *file) {
    struct octets pem;
    if (!file_read(file, &pem)) {
        return NULL;
    }
    free(roots_pem.data);
    roots_pem = pem;
    return X509_STORE_new();
}

static bool certificate_fits(const struct octets *certificate, bool ca) {
    WOLFSSL_X509 *x509 = wolfSSL_X509_d2i(NULL, certificate->data, (int)certificate->size);
    if (x509 == NULL) {
        return false;
    }
    const unsigned int uses = wolfSSL_X509_get_extended_key_usage(x509);
    const bool is_ca = wolfSSL_X509_get_isCA(x509) != 0;
    wolfSSL_X509_free(x509);
    const bool for_code = (uses & XKU_CODE_SIGN) != 0;
    return ca ? is_ca && (for_code || uses == 0) : !is_ca && for_code;
}

static bool certificate_leads(WOLFSSL_CERT_MANAGER *trusted, const struct octets *certificate) {
    return wolfSSL_CertManagerVerifyBuffer(trusted, certificate->data, (long)certificate->size,
                                           WOLFSSL_FILETYPE_ASN1) == WOLFSSL_SUCCESS;
}

/* Makes those of the message's certificates trusted that lead to what is trusted already; tells whether any was new. */
static bool intermediates_trust(WOLFSSL_CERT_MANAGER *trusted, const PKCS7 *message, bool known[MAX_PKCS7_CERTS]) {
    bool any = false;
    for (int i = 0; i < MAX_PKCS7_CERTS; i += 1) {
        const struct octets certificate = {.data = message->cert[i], .size = message->certSz[i]};
        if (known[i] || certificate.data == NULL || certificate.size == 0 || !certificate_fits(&certificate, true) ||
            !certificate_leads(trusted, &certificate)) {
            continue;
        }
        known[i] = wolfSSL_CertManagerLoadCABuffer(trusted, certificate.data, (long)certificate.size,
                                                   WOLFSSL_FILETYPE_ASN1) == WOLFSSL_SUCCESS;
        any = any || known[i];
    }
    return any;
}

static bool signer_trusted(const PKCS7 *message) {
    const struct octets signer = {.data = message->verifyCert, .size = message->verifyCertSz};
    if (signer.data == NULL || !certificate_fits(&signer, false)) {
        ERROR("The signer is not for signing code");
        return false;
    }
    WOLFSSL_CERT_MANAGER *trusted = wolfSSL_CertManagerNew();
    bool good = trusted != NULL && wolfSSL_CertManagerLoadCABuffer(trusted, roots_pem.data, (long)roots_pem.size,
                                                                   WOLFSSL_FILETYPE_PEM) == WOLFSSL_SUCCESS;
    if (!good) {
        ERROR("The roots cannot be used");
    } else {
        bool known[MAX_PKCS7_CERTS] = {false};
        while (intermediates_trust(trusted, message, known)) {
        }
        good = certificate_leads(trusted, &signer);
        if (!good) {
            ERROR("The signer does not lead to a root, or is not valid now");
        }
    }
    if (trusted != NULL) {
        wolfSSL_CertManagerFree(trusted);
    }
    return good;
}

static bool signature_holds(struct octets signature, struct octets content) {
    unsigned char hash[WC_SHA256_DIGEST_SIZE];
    PKCS7 *message = wc_PKCS7_New(NULL, INVALID_DEVID);
    if (message == NULL || wc_PKCS7_InitWithCert(message, NULL, 0) != 0 ||
        wc_Sha256Hash(content.data, content.size, hash) != 0) {
        wc_PKCS7_Free(message);
        return false;
    }
    /* By its hash: given as content, it would give way to content that the message has inside. */
    const int r = wc_PKCS7_VerifySignedData_ex(message, hash, sizeof(hash), signature.data, signature.size, NULL, 0);
    bool good = false;
    if (r != 0 || message->contentSz != 0) {
        ERROR("The signature is of another content (%d)", r);
    } else if (message->hashOID != SHA256h) {
        ERROR("The signature is not made with SHA-256");
    } else {
        good = signer_trusted(message);
    }
    wc_PKCS7_Free(message);
    return good;
}

int swupdate_verify_file(struct swupdate_digest *dgst, const char *sigfile, const char *file, const char *signer_name) {
    (void)dgst;
    (void)signer_name;
    struct octets signature = {.data = NULL};
    struct octets content = {.data = NULL};
    const bool good =
        file_read(sigfile, &signature) && file_read(file, &content) && signature_holds(signature, content);
    free(signature.data);
    free(content.data);
    if (!good) {
        ERROR("Signature verification failed");
        return -EBADMSG;
    }
    TRACE("Verified OK");
    return 0;
}
