/* The head of a bundle: any bytes as a file with its signature, as a signature alone, and as a description alone,
 * which a bundle has only where it was signed. What is judged good has texts that are clean and sizes that fit; a part
 * of a file is judged as the whole is, or not yet. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_bundle_root.h"
#include "fuzz_check.h"
#include "update/bundle.h"
#include "update/description.h"
#include "util/crypto.h"
#include "util/text.h"

#define NOW INT64_C(1800000000)

static void check_line(const char *text, size_t size) {
    size_t len = strnlen(text, size);
    FUZZ_CHECK(len < size);
    FUZZ_CHECK(text_is_clean(text, len));
}

static void check_facts(const struct bundle_facts *facts) {
    check_line(facts->version, sizeof(facts->version));
    check_line(facts->summary, sizeof(facts->summary));
    check_line(facts->brand, sizeof(facts->brand));
    check_line(facts->build_id, sizeof(facts->build_id));
    check_line(facts->boards, sizeof(facts->boards));
    FUZZ_CHECK(strnlen(facts->notes, sizeof(facts->notes)) < sizeof(facts->notes));
    FUZZ_CHECK(facts->counter > 0 && facts->schema > 0 && facts->built_s > 0);
}

static int judge(const uint8_t *data, size_t size, uint64_t whole_size, struct bundle_facts *facts) {
    uint8_t *head = malloc(size > 0 ? size : 1);
    FUZZ_CHECK(head != NULL);
    if (size > 0) {
        memcpy(head, data, size);
    }
    struct bundle_terms terms = {.roots_pem = FUZZ_BUNDLE_ROOT,
                                 .board = "laptop",
                                 .devices = {"/a", "/b"},
                                 .now_s = NOW,
                                 .whole_size = whole_size};
    int r = bundle_judge(head, size, &terms, facts);
    free(head);
    return r;
}

static void check_follow(const struct bundle_facts *facts, const uint8_t *data, size_t size) {
    struct bundle_follower follower;
    size_t half = size / 2;
    bundle_follow_begin(&follower, facts);
    if (bundle_follow(&follower, data, half) == 0 && bundle_follow(&follower, data + half, size - half) == 0) {
        FUZZ_CHECK(bundle_followed(&follower));
    }
}

static void check_file(const uint8_t *data, size_t size) {
    static struct bundle_facts facts, of_part;
    int r = judge(data, size, size, &facts);
    FUZZ_CHECK(r <= 0);
    if (r == 0 || r == E_BUNDLE_BOARD) {
        check_facts(&facts);
        check_line(facts.signer.subject, sizeof(facts.signer.subject));
        FUZZ_CHECK(facts.signer.valid.from_s <= NOW && facts.signer.valid.until_s >= NOW);
        FUZZ_CHECK(facts.image_at <= BUNDLE_HEAD_MAX && facts.image_at + facts.image_size < size);
        check_follow(&facts, data, size);
    }
    int part = judge(data, size / 3, size, &of_part);
    FUZZ_CHECK(part == BUNDLE_MORE || part == r);
}

static void check_description(const uint8_t *data, size_t size) {
    static struct bundle_facts facts;
    struct description_image image;
    const struct bundle_terms terms = {.board = "laptop", .devices = {"/a", "/b"}};
    int r = description_read((const char *)data, size, &terms, &facts, &image);
    FUZZ_CHECK(r == 0 || r == E_UPLOAD_FORMAT || r == E_BUNDLE_NEWER || r == E_BUNDLE_BOARD);
    if (r == 0 || r == E_BUNDLE_BOARD) {
        check_facts(&facts);
        check_line(image.file, sizeof(image.file));
        FUZZ_CHECK(image.size > 0 && image.size <= BUNDLE_IMAGE_MAX);
    }
}

static void check_signature(const uint8_t *data, size_t size) {
    struct cms_signer signer;
    int r = cms_verify(data, size, FUZZ_BUNDLE_CONTENT, strlen(FUZZ_BUNDLE_CONTENT), FUZZ_BUNDLE_ROOT, NOW, &signer);
    if (r == 0) {
        check_line(signer.subject, sizeof(signer.subject));
        FUZZ_CHECK(signer.valid.from_s <= NOW && signer.valid.until_s >= NOW);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FUZZ_CHECK(crypto_start() == 0);
    check_file(data, size);
    check_signature(data, size);
    check_description(data, size);
    return 0;
}
