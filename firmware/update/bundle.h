/* A bundle: the file with a firmware update (docs/bundle-format.md). Its head is a description and its signature; then
 * comes the one image that is written into a slot. Everything that can be checked before a slot is touched is checked
 * here, from the head alone; the image is checked while it passes. Reads no slot and does not use SWUpdate, which
 * checks everything again. Accepts any bytes; never reads beyond them; no state of its own: any thread. */
#ifndef POSTERN_UPDATE_BUNDLE_H
#define POSTERN_UPDATE_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pki/cms.h"
#include "update/slots.h"
#include "util/crypto.h"
#include "util/err.h"

#define BUNDLE_HEAD_MAX 65536 /* bytes before the image */
#define BUNDLE_DESCRIPTION_MAX 32768
#define BUNDLE_IMAGE_MAX (UINT64_C(1) << 30) /* bytes of an image: larger than any slot */
#define BUNDLE_VERSION_MAX 33 /* bytes of texts, with the NUL */
#define BUNDLE_BOARD_MAX 33
#define BUNDLE_BRAND_MAX 33
#define BUNDLE_BUILD_ID_MAX 65
#define BUNDLE_SUMMARY_MAX 257
#define BUNDLE_NOTES_MAX 8001 /* 2000 characters */
#define BUNDLE_BOARDS_MAX 16 /* boards of one bundle */
#define BUNDLE_END_MAX 1024 /* bytes after the image: an empty entry, and padding of a block */
#define BUNDLE_FORMAT 1 /* of the description */

/* What a bundle is checked against. */
struct bundle_terms {
    const char *roots_pem; /* one or two certificates */
    const char *board; /* ID of this machine's board */
    const char *devices[SLOT_COUNT]; /* devices of its slots */
    int64_t now_s; /* seconds since 1970 UTC */
    uint64_t whole_size; /* bytes of the file, as stated by the sender */
};

/* Content of a description, and its signer. Texts are valid UTF-8; only the notes contain line feeds. */
struct bundle_facts {
    char version[BUNDLE_VERSION_MAX]; /* semver */
    char summary[BUNDLE_SUMMARY_MAX]; /* "description": one line, may be empty */
    char notes[BUNDLE_NOTES_MAX]; /* may be empty */
    char brand[BUNDLE_BRAND_MAX];
    char build_id[BUNDLE_BUILD_ID_MAX];
    char boards[BUNDLE_BOARDS_MAX * (BUNDLE_BOARD_MAX + 1)]; /* "qemu-arm64, other" */
    uint32_t counter; /* security counter, from 1 */
    uint32_t schema; /* of the database of this firmware */
    int64_t built_s; /* seconds since 1970 UTC */
    struct cms_signer signer;
    uint64_t image_at; /* offset of the image in the file */
    uint64_t image_size; /* bytes */
    uint8_t image_sha256[CRYPTO_SHA256_LEN];
    uint32_t image_sum; /* of the archive: sum of all bytes */
    uint64_t whole_size; /* as checked */
};

/* The head is incomplete: check again with more bytes. */
#define BUNDLE_MORE 1

/* Checks the first `len` bytes of a file. Returns 0: the head is complete and valid; BUNDLE_MORE: valid so far but
 * incomplete, never returned for BUNDLE_HEAD_MAX bytes or the whole file.
 *
 * Checked in this order: E_UPLOAD_FORMAT: not a bundle: another archive format, other entries, wrong sums, too large,
 * sizes that do not add up to the whole file. Then the signature: E_BUNDLE_SIGNATURE, E_BUNDLE_SIGNER_UNKNOWN,
 * E_BUNDLE_SIGNER_PURPOSE, E_BUNDLE_SIGNER_EXPIRED; the description is not parsed before the signature is verified.
 * E_BUNDLE_NEWER: the description has a format unknown to this firmware. E_UPLOAD_FORMAT: invalid description, or for
 * another image. E_BUNDLE_BOARD: for other boards. E_CERTIFICATE_INVALID: invalid roots. E_NOMEM. The caller compares
 * the counter with the floor. *ret_facts is set with 0 and with E_BUNDLE_BOARD. */
_must_check_ int bundle_judge(const uint8_t *head, size_t len, const struct bundle_terms *terms,
                              struct bundle_facts *ret_facts);

/* Checks a bundle from its first byte to its last while it is passed on. */
struct bundle_follower {
    const struct bundle_facts *facts; /* must outlive it */
    struct crypto_sha256 hash;
    uint32_t sum;
    uint64_t passed; /* bytes so far */
    uint8_t end[BUNDLE_END_MAX]; /* bytes after the image */
};

void bundle_follow_begin(struct bundle_follower *follower, const struct bundle_facts *facts);

/* Checks the next bytes, from the start of the file; the head was checked before. Call it before passing them on, so
 * that the last byte of a wrong image is never written. E_BUNDLE_DAMAGED: the image is not the signed one, or the data
 * after it is not the end of an archive, or there is more data than stated. After an error, discard the follower. */
_must_check_ int bundle_follow(struct bundle_follower *follower, const void *octets, size_t len);

/* Returns whether the whole file has passed. */
bool bundle_followed(const struct bundle_follower *follower);

#endif
