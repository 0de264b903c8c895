/* A bundle: the file that brings a new system (docs/bundle-format.md). Its head is a description and the signature over
 * it; behind it comes the one image that is written into a slot. All that can be said of a bundle before a slot is
 * touched is said here, of the head alone; the image is watched while it passes. Reads no slot and knows no SWUpdate,
 * which judges all of it again. Any bytes may come in; never reads beyond them; no state of its own: any thread. */
#ifndef POSTERN_UPDATE_BUNDLE_H
#define POSTERN_UPDATE_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pki/cms.h"
#include "update/slots.h"
#include "util/crypto.h"
#include "util/err.h"

#define BUNDLE_HEAD_MAX 65536 /* bytes before the first one of the image */
#define BUNDLE_DESCRIPTION_MAX 32768
#define BUNDLE_IMAGE_MAX (UINT64_C(1) << 30) /* bytes of an image: no slot is as large */
#define BUNDLE_VERSION_MAX 33 /* bytes of texts, with the NUL */
#define BUNDLE_BOARD_MAX 33
#define BUNDLE_BRAND_MAX 33
#define BUNDLE_BUILD_ID_MAX 65
#define BUNDLE_SUMMARY_MAX 257
#define BUNDLE_NOTES_MAX 8001 /* 2000 characters */
#define BUNDLE_BOARDS_MAX 16 /* boards that one bundle is for */
#define BUNDLE_END_MAX 1024 /* bytes behind the image: an empty entry, and what fills up a block */
#define BUNDLE_FORMAT 1 /* of the description */

/* By what a bundle is judged. */
struct bundle_terms {
    const char *roots_pem; /* one or two certificates */
    const char *board; /* id of this machine's board */
    const char *devices[SLOT_COUNT]; /* where its slots are */
    int64_t now_s; /* seconds since 1970 UTC */
    uint64_t whole_size; /* bytes of the file, as the sender said */
};

/* What a description says, and who answers for it. Texts are clean UTF-8; only the notes have line feeds. */
struct bundle_facts {
    char version[BUNDLE_VERSION_MAX]; /* semver */
    char summary[BUNDLE_SUMMARY_MAX]; /* "description": one line, may be empty */
    char notes[BUNDLE_NOTES_MAX]; /* may be empty */
    char brand[BUNDLE_BRAND_MAX];
    char build_id[BUNDLE_BUILD_ID_MAX];
    char boards[BUNDLE_BOARDS_MAX * (BUNDLE_BOARD_MAX + 1)]; /* "qemu-arm64, other" */
    uint32_t counter; /* security counter, from 1 */
    uint32_t schema; /* of the database that this firmware writes */
    int64_t built_s; /* seconds since 1970 UTC */
    struct cms_signer signer;
    uint64_t image_at; /* where the image begins in the file */
    uint64_t image_size; /* bytes */
    uint8_t image_sha256[CRYPTO_SHA256_LEN];
    uint32_t image_sum; /* of the archive: all bytes added up */
    uint64_t whole_size; /* as judged */
};

/* The head has not come whole: judge again with more bytes. */
#define BUNDLE_MORE 1

/* Judges the first `len` bytes of a file. Returns 0: all that the head can say is good; BUNDLE_MORE: what there is of
 * it is good so far and has not come whole, which is never said of BUNDLE_HEAD_MAX bytes or of the whole file.
 *
 * Judged in this order: E_UPLOAD_FORMAT: it is no bundle: another form of archive, other entries, sums that are wrong,
 * too large, sizes that do not make up the whole file. Then the signature: E_BUNDLE_SIGNATURE, E_BUNDLE_SIGNER_UNKNOWN,
 * E_BUNDLE_SIGNER_PURPOSE, E_BUNDLE_SIGNER_EXPIRED; nothing of the description is read before it is proven.
 * E_BUNDLE_NEWER: the description has a format that this firmware does not know. E_UPLOAD_FORMAT: it is not as it has
 * to be, or is of another image than the one behind it. E_BUNDLE_BOARD: for other boards. E_CERTIFICATE_INVALID: the
 * roots cannot be read. E_NOMEM. Whether the counter is high enough is for whoever knows the floor. *ret_facts is set
 * with 0 and with E_BUNDLE_BOARD. */
_must_check_ int bundle_judge(const uint8_t *head, size_t len, const struct bundle_terms *terms,
                              struct bundle_facts *ret_facts);

/* Follows a bundle from its first byte to its last, while it is handed on. */
struct bundle_follower {
    const struct bundle_facts *facts; /* must outlive it */
    struct crypto_sha256 hash;
    uint32_t sum;
    uint64_t passed; /* bytes so far */
    uint8_t end[BUNDLE_END_MAX]; /* what came behind the image */
};

void bundle_follow_begin(struct bundle_follower *follower, const struct bundle_facts *facts);

/* The next bytes, from the first of the file on; those of the head were judged before. Called before they are handed
 * on, so that the last byte of a wrong image is never written. E_BUNDLE_DAMAGED: the image is not the one that was
 * signed for, or what is behind it is not the end of an archive, or more came than was said. After an error, forget
 * it. */
_must_check_ int bundle_follow(struct bundle_follower *follower, const void *octets, size_t len);

/* Whether all of the file has passed. */
bool bundle_followed(const struct bundle_follower *follower);

#endif
