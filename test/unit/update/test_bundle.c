/* Bundles: checks of the head alone, their order, and checks while the image passes. */
#include "update/bundle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "made_bundle.h"
#include "unity.h"
#include "util/text.h"

#define FORM                                                                                                           \
    "{\"software\": {\"version\": \"1.2.0\", \"description\": \"A good one\", \"hardware-compatibility\": %s,"         \
    " \"postern\": {\"format\": 1, \"brand\": \"postern\", \"buildId\": \"0123abcd\", \"counter\": 3, \"schema\": 31," \
    " \"built\": 1767225600, \"notes\": \"Doors open sooner.\\nAnd close.\"},"                                         \
    " \"stable\": {\"a\": {\"images\": [%s]}, \"b\": {\"images\": [%s]}}}}"
#define IMAGE                                                                                           \
    "{\"filename\": \"slot.img\", \"type\": \"raw\", \"device\": \"%s\", \"installed-directly\": true," \
    " \"sha256\": \"%s\", \"size\": %zu}"

static struct made_certificate root, signer;
static struct bundle_facts facts;
static struct bundle_terms terms;
static struct made_archive archive;
static char roots[2048], description[4096], image[1000];
static uint8_t signature[MADE_SIGNATURE_MAX];

/* Describes a bundle with an image of this size. */
static void describe(const char *boards, size_t size) {
    uint8_t hash[CRYPTO_SHA256_LEN];
    char hex[2 * CRYPTO_SHA256_LEN + 1], a[512], b[512];
    crypto_sha256(image, size, hash);
    text_hex(hash, sizeof(hash), hex);
    (void)snprintf(a, sizeof(a), IMAGE, "/dev/slot-a", hex, size);
    (void)snprintf(b, sizeof(b), IMAGE, "/dev/slot-b", hex, size);
    (void)snprintf(description, sizeof(description), FORM, boards, a, b);
}

static size_t sign(const struct made_certificate *by) {
    const struct made_certificate *certificates[] = {by, NULL};
    return made_signature(description, strlen(description), &(struct made_signing){.certificates = certificates},
                          signature);
}

/* Makes the described bundle. */
static void pack(size_t size, bool filled) {
    archive.len = 0;
    made_entry(&archive, "sw-description", description, strlen(description));
    made_entry(&archive, "sw-description.sig", signature, sign(&signer));
    made_entry(&archive, "slot.img", image, size);
    made_end(&archive, filled);
    terms.whole_size = archive.len;
}

void setUp(void) {
    TEST_ASSERT_EQUAL(0, crypto_start());
    made_certificate(&(struct made_terms){.name = "root", .authority = true}, NULL, &root);
    made_certificate(&(struct made_terms){.name = "signer"}, &root, &signer);
    roots[0] = '\0';
    made_pem(&root, roots, sizeof(roots));
    terms = (struct bundle_terms){
        .roots_pem = roots, .board = "laptop", .devices = {"/dev/slot-a", "/dev/slot-b"}, .now_s = MADE_NOW};
    memset(&facts, 0, sizeof(facts));
    for (size_t i = 0; i < sizeof(image); i++) {
        image[i] = (char)(i * 7);
    }
    describe("[\"qemu-arm64\", \"laptop\"]", 1000);
    pack(1000, true);
}

void tearDown(void) {
}

/* Checks the first bytes, in memory of exactly that size. */
static int judge(size_t len) {
    uint8_t *head = malloc(len > 0 ? len : 1);
    TEST_ASSERT_NOT_NULL(head);
    memcpy(head, archive.octets, len);
    int r = bundle_judge(head, len, &terms, &facts);
    free(head);
    return r;
}

static int judge_all(void) {
    return judge(archive.len);
}

void test_a_good_one(void) {
    uint8_t hash[CRYPTO_SHA256_LEN];
    TEST_ASSERT_EQUAL(0, judge_all());
    TEST_ASSERT_EQUAL_STRING("1.2.0", facts.version);
    TEST_ASSERT_EQUAL_STRING("A good one", facts.summary);
    TEST_ASSERT_EQUAL_STRING("Doors open sooner.\nAnd close.", facts.notes);
    TEST_ASSERT_EQUAL_STRING("postern", facts.brand);
    TEST_ASSERT_EQUAL_STRING("0123abcd", facts.build_id);
    TEST_ASSERT_EQUAL_STRING("qemu-arm64, laptop", facts.boards);
    TEST_ASSERT_EQUAL_UINT32(3, facts.counter);
    TEST_ASSERT_EQUAL_UINT32(31, facts.schema);
    TEST_ASSERT_EQUAL_INT64(1767225600, facts.built_s);
    TEST_ASSERT_EQUAL_STRING("CN=signer", facts.signer.subject);
    TEST_ASSERT_EQUAL_UINT64(1000, facts.image_size);
    TEST_ASSERT_EQUAL_UINT64(archive.len, facts.whole_size);
    TEST_ASSERT_EQUAL_MEMORY(image, archive.octets + facts.image_at, 1000);
    crypto_sha256(image, 1000, hash);
    TEST_ASSERT_EQUAL_MEMORY(hash, facts.image_sha256, sizeof(hash));
}

/* The head is checked as soon as it is complete, not before; the image need not be there. */
void test_octet_by_octet(void) {
    TEST_ASSERT_EQUAL(0, judge_all());
    size_t head = (size_t)facts.image_at;
    for (size_t len = 0; len < head; len++) {
        TEST_ASSERT_EQUAL(BUNDLE_MORE, judge(len));
    }
    TEST_ASSERT_EQUAL(0, judge(head));
    TEST_ASSERT_EQUAL(0, judge(head + 1));
}

/* A file that ends before its head never gets more data. */
void test_a_file_that_ends_early(void) {
    for (size_t len = 0; len < 2000; len += 37) {
        terms.whole_size = len;
        TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, judge(len));
    }
}

/* At the end of the archive, or of its last block. */
void test_where_the_file_ends(void) {
    for (size_t image_size = 950; image_size < 956; image_size++) {
        describe("[\"laptop\"]", image_size);
        pack(image_size, false);
        uint64_t end = archive.len;
        for (uint64_t size = end - 600; size < end + 600; size++) {
            terms.whole_size = size;
            bool whole = size == end || size == (end + 511) / 512 * 512;
            TEST_ASSERT_EQUAL(whole ? 0 : E_UPLOAD_FORMAT, judge_all());
        }
    }
}

void test_other_files(void) {
    static const char *const texts[] = {"<!doctype html>", "070701", "07070", "PK\003\004", "\0\0\0\0\0\0\0\0"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        memset(archive.octets, 0, 200);
        memcpy(archive.octets, texts[i], strlen(texts[i]));
        terms.whole_size = 200;
        TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, judge(200));
    }
    memset(archive.octets, 0, 200);
    memcpy(archive.octets, "07070", 5);
    TEST_ASSERT_EQUAL(BUNDLE_MORE, judge(5));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, judge(6));
}

static void pack_entries(const char *first, const char *second, const char *third) {
    size_t signed_len = sign(&signer);
    archive.len = 0;
    made_entry(&archive, first, description, strlen(description));
    made_entry(&archive, second, signature, signed_len);
    made_entry(&archive, third, image, 1000);
    made_end(&archive, true);
    terms.whole_size = archive.len;
}

void test_other_entries(void) {
    pack_entries("sw-description", "sw-description.sig", "slot.img");
    TEST_ASSERT_EQUAL(0, judge_all());
    pack_entries("sw-description ", "sw-description.sig", "slot.img");
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, judge_all());
    pack_entries("sw-description", "slot.img", "sw-description.sig");
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, judge_all());
    pack_entries("sw-description", "sw-description.sig", "slot.img2");
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, judge_all());
    pack_entries("sw-description", "sw-description.sig",
                 "a-name-that-is-longer-than-63-octets-so-that-no-room-is-for-it!!");
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, judge_all());
    pack(1000, true);
    made_entry(&archive, "another", image, 10);
    terms.whole_size = archive.len;
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, judge_all());
}

/* Every byte other than contents: a header, a name, padding. */
void test_damaged_headers(void) {
    size_t end = 110 + sizeof("sw-description") + 3;
    for (size_t i = 0; i < end; i++) {
        uint8_t kept = archive.octets[i];
        archive.octets[i] = 'x';
        int r = judge_all();
        TEST_ASSERT_TRUE(r == E_UPLOAD_FORMAT || kept == 'x');
        archive.octets[i] = kept;
    }
    TEST_ASSERT_EQUAL(0, judge_all());
}

/* Padding after contents, and after a name. */
void test_what_fills_up(void) {
    while (strlen(description) % 4 != 1) {
        description[strlen(description) + 1] = '\0';
        description[strlen(description)] = ' ';
    }
    pack(1000, true);
    size_t end = 110 + 18 + strlen(description);
    TEST_ASSERT_EQUAL(0, judge_all());
    for (size_t i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL_HEX8(0, archive.octets[end + i]);
        archive.octets[end + i] = 1;
        TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, judge_all());
        archive.octets[end + i] = 0;
    }
}

void test_sums(void) {
    archive.octets[110 + 18 + 50]++;
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, judge_all());
    archive.octets[110 + 18 + 51]--; /* the same sum, other bytes */
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNATURE, judge_all());
}

void test_limits_of_the_head(void) {
    static char text[BUNDLE_DESCRIPTION_MAX + 1];
    size_t len = strlen(description);
    memset(text, ' ', sizeof(text));
    memcpy(text, description, len);
    for (size_t more = 0; more < 2; more++) {
        const struct made_certificate *certificates[] = {&signer, NULL};
        size_t size = BUNDLE_DESCRIPTION_MAX + more;
        size_t signed_len = made_signature(text, size, &(struct made_signing){.certificates = certificates}, signature);
        archive.len = 0;
        made_entry(&archive, "sw-description", text, size);
        made_entry(&archive, "sw-description.sig", signature, signed_len);
        made_entry(&archive, "slot.img", image, 1000);
        made_end(&archive, true);
        terms.whole_size = archive.len;
        TEST_ASSERT_EQUAL(more == 0 ? 0 : E_UPLOAD_FORMAT, judge_all());
    }
    for (size_t size = CMS_MAX; size < CMS_MAX + 2; size++) {
        archive.len = 0;
        made_entry(&archive, "sw-description", description, len);
        memset(signature, 0, size);
        made_entry(&archive, "sw-description.sig", signature, size);
        made_entry(&archive, "slot.img", image, 1000);
        made_end(&archive, true);
        terms.whole_size = archive.len;
        /* The larger one is rejected by its header alone. */
        TEST_ASSERT_EQUAL(size == CMS_MAX ? BUNDLE_MORE : E_UPLOAD_FORMAT, judge(len + 500));
        TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, judge_all());
    }
}

/* Signature, description, board: in this order. */
void test_who_signed(void) {
    struct made_certificate other;
    static const struct {
        struct made_terms terms;
        int err;
    } cases[] = {{{.until_s = MADE_NOW - 1}, E_BUNDLE_SIGNER_EXPIRED},
                 {{.other_purpose = true}, E_BUNDLE_SIGNER_PURPOSE},
                 {{.strange = true}, E_BUNDLE_SIGNER_UNKNOWN}};
    struct made_certificate good = signer;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        made_certificate(&cases[i].terms, &root, &signer);
        describe("[\"other\"]", 1000);
        pack(1000, true);
        memset(&facts, 0, sizeof(facts));
        TEST_ASSERT_EQUAL(cases[i].err, judge_all());
        TEST_ASSERT_EQUAL_STRING("", facts.version);
    }
    made_certificate(&(struct made_terms){.name = "root", .authority = true}, NULL, &other);
    made_certificate(&(struct made_terms){.name = "signer"}, &other, &signer);
    pack(1000, true);
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_UNKNOWN, judge_all());
    signer = good;
    pack(1000, true);
    TEST_ASSERT_EQUAL(E_BUNDLE_BOARD, judge_all());
    roots[0] = '\0';
    TEST_ASSERT_EQUAL(E_CERTIFICATE_INVALID, judge_all());
}

void test_another_board(void) {
    terms.board = "other";
    TEST_ASSERT_EQUAL(E_BUNDLE_BOARD, judge_all());
    TEST_ASSERT_EQUAL_STRING("qemu-arm64, laptop", facts.boards);
    TEST_ASSERT_EQUAL_STRING("1.2.0", facts.version);
    terms.board = "lap";
    TEST_ASSERT_EQUAL(E_BUNDLE_BOARD, judge_all());
}

/* The description is for another image than the one after it. */
void test_an_image_of_another_size(void) {
    describe("[\"laptop\"]", 999);
    pack(1000, true);
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, judge_all());
    pack(999, true);
    TEST_ASSERT_EQUAL(0, judge_all());
}

/* --- While it passes ---------------------------------------------------------------------------------------------- */

/* Passes the archive in pieces, and returns how many bytes were accepted. */
static int follow(size_t piece, size_t *ret_passed) {
    struct bundle_follower follower;
    bundle_follow_begin(&follower, &facts);
    for (size_t at = 0; at < archive.len; at += piece) {
        size_t len = archive.len - at < piece ? archive.len - at : piece;
        TEST_ASSERT_FALSE(bundle_followed(&follower));
        int r = bundle_follow(&follower, archive.octets + at, len);
        if (r < 0) {
            return r;
        }
        *ret_passed = at + len;
    }
    return bundle_followed(&follower) ? 0 : E_EOF;
}

void test_a_good_one_passes_in_any_pieces(void) {
    size_t passed = 0;
    for (unsigned filled = 0; filled < 2; filled++) {
        for (size_t size = 996; size < 1000; size++) {
            describe("[\"laptop\"]", size);
            pack(size, filled == 1);
            TEST_ASSERT_EQUAL(0, judge_all());
            for (size_t piece = 1; piece < 700; piece += 13) {
                TEST_ASSERT_EQUAL(0, follow(piece, &passed));
            }
            TEST_ASSERT_EQUAL(0, follow(archive.len, &passed));
        }
    }
}

/* For every wrong byte of the image: its last byte is not accepted. */
void test_a_damaged_image(void) {
    TEST_ASSERT_EQUAL(0, judge_all());
    size_t from = (size_t)facts.image_at, end = from + 1000;
    for (size_t i = from; i < end; i += 111) {
        size_t passed = 0;
        archive.octets[i] ^= 0x10;
        TEST_ASSERT_EQUAL(E_BUNDLE_DAMAGED, follow(100, &passed));
        TEST_ASSERT_TRUE(passed < end);
        archive.octets[i] ^= 0x10;
    }
    size_t passed = 0;
    TEST_ASSERT_EQUAL(0, follow(100, &passed));
}

/* The sum stays the same when two bytes change; the hash does not. */
void test_a_damage_that_the_sum_does_not_see(void) {
    size_t passed = 0;
    TEST_ASSERT_EQUAL(0, judge_all());
    archive.octets[facts.image_at + 10]++;
    archive.octets[facts.image_at + 11]--;
    TEST_ASSERT_EQUAL(E_BUNDLE_DAMAGED, follow(100, &passed));
}

/* The sum of the archive is not signed, but SWUpdate checks it. */
void test_a_sum_of_the_image_that_is_wrong(void) {
    size_t passed = 0;
    TEST_ASSERT_EQUAL(0, judge_all());
    facts.image_sum++;
    TEST_ASSERT_EQUAL(E_BUNDLE_DAMAGED, follow(100, &passed));
}

/* Every byte after the image is checked. */
void test_what_is_behind_the_image(void) {
    describe("[\"laptop\"]", 998);
    pack(998, true);
    TEST_ASSERT_EQUAL(0, judge_all());
    unsigned open = 0;
    for (size_t i = (size_t)facts.image_at + 998; i < archive.len; i++) {
        size_t passed = 0;
        archive.octets[i] ^= 1;
        int r = follow(64, &passed);
        TEST_ASSERT_TRUE(r == 0 || r == E_BUNDLE_DAMAGED);
        open += r == 0 ? 1 : 0;
        archive.octets[i] ^= 1;
    }
    /* Unused numbers of the last header; not the sizes of contents and name. */
    TEST_ASSERT_EQUAL(11 * 8, open);
}

void test_more_than_was_said(void) {
    struct bundle_follower follower;
    TEST_ASSERT_EQUAL(0, judge_all());
    bundle_follow_begin(&follower, &facts);
    TEST_ASSERT_EQUAL(0, bundle_follow(&follower, archive.octets, archive.len));
    TEST_ASSERT_TRUE(bundle_followed(&follower));
    TEST_ASSERT_EQUAL(E_BUNDLE_DAMAGED, bundle_follow(&follower, "", 1));
    bundle_follow_begin(&follower, &facts);
    TEST_ASSERT_EQUAL(E_BUNDLE_DAMAGED, bundle_follow(&follower, archive.octets, archive.len + 1));
}
