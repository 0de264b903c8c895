/* The upload of a certificate: any text as chain, and, behind a NUL, any text as its key; and any bytes as the DER of
 * a certificate. What was read is clean text with bounds, and what is taken as a pair or as a chain
 * can be read. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_check.h"
#include "pki/pem.h"
#include "pki/x509.h"
#include "util/crypto.h"
#include "util/text.h"

#define DER_MAX 2048

static void check_text(const char *text, size_t size) {
    size_t len = strnlen(text, size);
    FUZZ_CHECK(len < size);
    FUZZ_CHECK(text_is_clean(text, len));
}

static void check_read(const char *pem) {
    struct x509_info info;
    struct x509_period valid;
    if (x509_check_chain(pem, &valid) == 0) {
        FUZZ_CHECK(valid.from_s > INT64_MIN && valid.until_s < INT64_MAX);
        FUZZ_CHECK(x509_read(pem, &info) == 0 && info.can_serve);
        FUZZ_CHECK(info.not_before_s <= valid.from_s && info.not_after_s >= valid.until_s);
    }
    if (x509_read(pem, &info) == 0) {
        check_text(info.subject, sizeof(info.subject));
        check_text(info.issuer, sizeof(info.issuer));
        check_text(info.names, sizeof(info.names));
        check_text(info.key, sizeof(info.key));
        FUZZ_CHECK(info.public_len <= sizeof(info.public));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 2), pem[X509_PEM_MAX];
    struct x509_info info;
    FUZZ_CHECK(text != NULL && crypto_start() == 0);
    memcpy(text, data, size);
    text[size] = text[size + 1] = '\0';
    check_read(text);
    const char *key = text + strlen(text) + (strlen(text) < size ? 1 : 0);
    if (x509_check_pair(text, key) == 0) {
        FUZZ_CHECK(x509_read(text, &info) == 0 && info.can_serve);
    }
    if (size <= DER_MAX && pem_write("CERTIFICATE", data, size, pem, sizeof(pem)) == 0) {
        check_read(pem);
        int r = x509_check_pair(pem, "");
        FUZZ_CHECK(r < 0);
    }
    free(text);
    return 0;
}
