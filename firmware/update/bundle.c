#include "update/bundle.h"

#include <stdlib.h>
#include <string.h>

#include "update/cpio.h"
#include "update/description.h"
#include "util/cleanup.h"

#define DESCRIPTION_NAME "sw-description"
#define SIGNATURE_NAME "sw-description.sig"

/* Offsets of the parts of a head. */
struct bundle_parts {
    const uint8_t *description;
    size_t description_len;
    const uint8_t *signature;
    size_t signature_len;
    struct cpio_entry image;
    uint64_t image_at;
};

/* --- The archive -------------------------------------------------------------------------------------------------- */

/* Returns whether there are only zeros in between. */
static bool is_filled(const uint8_t *octets, size_t from, size_t to) {
    for (size_t i = from; i < to; i++) {
        if (octets[i] != 0) {
            return false;
        }
    }
    return true;
}

/* Reads an entry of the head with its contents at *at. */
static int take_entry(const uint8_t *head, size_t len, const char *name, size_t max, size_t *at,
                      const uint8_t **ret_contents, size_t *ret_len) {
    struct cpio_entry entry;
    int r = cpio_read(head + *at, len - *at, &entry);
    if (r != 0) {
        return r;
    }
    if (strcmp(entry.name, name) != 0 || entry.size == 0 || entry.size > max) {
        return E_UPLOAD_FORMAT;
    }
    size_t from = *at + entry.head_size, to = from + (size_t)entry.size, next = (size_t)cpio_aligned(to);
    if (next > len) {
        return CPIO_MORE;
    }
    if (cpio_sum(0, head + from, (size_t)entry.size) != entry.sum || !is_filled(head, to, next)) {
        return E_UPLOAD_FORMAT;
    }
    *ret_contents = head + from;
    *ret_len = (size_t)entry.size;
    *at = next;
    return 0;
}

static int split_head(const uint8_t *head, size_t len, struct bundle_parts *ret_parts) {
    size_t at = 0;
    int r = take_entry(head, len, DESCRIPTION_NAME, BUNDLE_DESCRIPTION_MAX, &at, &ret_parts->description,
                       &ret_parts->description_len);
    r = r != 0 ? r
               : take_entry(head, len, SIGNATURE_NAME, CMS_MAX, &at, &ret_parts->signature, &ret_parts->signature_len);
    r = r != 0 ? r : cpio_read(head + at, len - at, &ret_parts->image);
    if (r != 0) {
        return r;
    }
    ret_parts->image_at = at + ret_parts->image.head_size;
    return ret_parts->image_at <= BUNDLE_HEAD_MAX ? 0 : E_UPLOAD_FORMAT;
}

/* Returns the bytes of the last entry: a header and its name. */
static uint64_t trailer_size(void) {
    return cpio_aligned(CPIO_HEADER + sizeof(CPIO_TRAILER));
}

/* Returns whether the file ends with the archive, or at the end of that block. */
static bool is_whole_size(const struct bundle_parts *parts, uint64_t whole_size) {
    uint64_t end = cpio_aligned(parts->image_at + parts->image.size) + trailer_size();
    return whole_size == end || whole_size == (end + CPIO_BLOCK - 1) / CPIO_BLOCK * CPIO_BLOCK;
}

/* --- Checking ----------------------------------------------------------------------------------------------------- */

static int judge_parts(const struct bundle_parts *parts, const struct bundle_terms *terms, struct bundle_facts *facts) {
    struct description_image image;
    int r = cms_verify(parts->signature, parts->signature_len, parts->description, parts->description_len,
                       terms->roots_pem, terms->now_s, &facts->signer);
    if (r < 0) {
        return r == E_FORMAT ? E_UPLOAD_FORMAT : r;
    }
    r = description_read((const char *)parts->description, parts->description_len, terms, facts, &image);
    if (r < 0 && r != E_BUNDLE_BOARD) {
        return r;
    }
    if (strcmp(image.file, parts->image.name) != 0 || image.size != parts->image.size) {
        return E_UPLOAD_FORMAT;
    }
    facts->image_at = parts->image_at;
    facts->image_size = image.size;
    facts->image_sum = parts->image.sum;
    facts->whole_size = terms->whole_size;
    memcpy(facts->image_sha256, image.sha256, sizeof(facts->image_sha256));
    return r;
}

int bundle_judge(const uint8_t *head, size_t len, const struct bundle_terms *terms, struct bundle_facts *ret_facts) {
    struct bundle_parts parts;
    int r = split_head(head, len, &parts);
    if (r > 0) {
        return len < BUNDLE_HEAD_MAX && len < terms->whole_size ? BUNDLE_MORE : E_UPLOAD_FORMAT;
    }
    if (r < 0 || !is_whole_size(&parts, terms->whole_size)) {
        return E_UPLOAD_FORMAT;
    }
    _cleanup_free_ struct bundle_facts *facts = calloc(1, sizeof(*facts));
    if (facts == NULL) {
        return E_NOMEM;
    }
    r = judge_parts(&parts, terms, facts);
    if (r == 0 || r == E_BUNDLE_BOARD) {
        *ret_facts = *facts;
    }
    return r;
}

/* --- Following ---------------------------------------------------------------------------------------------------- */

void bundle_follow_begin(struct bundle_follower *follower, const struct bundle_facts *facts) {
    *follower = (struct bundle_follower){.facts = facts};
    crypto_sha256_begin(&follower->hash);
}

/* Checks the image when all of it has passed. */
static bool is_image_good(struct bundle_follower *follower) {
    uint8_t hash[CRYPTO_SHA256_LEN];
    crypto_sha256_end(&follower->hash, hash);
    return memcmp(hash, follower->facts->image_sha256, sizeof(hash)) == 0 &&
           follower->sum == follower->facts->image_sum;
}

static int follow_image(struct bundle_follower *follower, const uint8_t *octets, size_t len) {
    crypto_sha256_add(&follower->hash, octets, len);
    follower->sum = cpio_sum(follower->sum, octets, len);
    follower->passed += len;
    return follower->passed < follower->facts->image_at + follower->facts->image_size || is_image_good(follower)
               ? 0
               : E_BUNDLE_DAMAGED;
}

/* Checks the data after the image: zeros up to the trailer, the trailer, and zeros. Collects it first, since it may
 * come byte by byte. */
static int follow_end(struct bundle_follower *follower, const uint8_t *octets, size_t len) {
    uint64_t end = follower->facts->image_at + follower->facts->image_size;
    if (len > follower->facts->whole_size - follower->passed) {
        return E_BUNDLE_DAMAGED;
    }
    memcpy(follower->end + (follower->passed - end), octets, len);
    follower->passed += len;
    if (follower->passed < follower->facts->whole_size) {
        return 0;
    }
    size_t from = (size_t)(cpio_aligned(end) - end), size = (size_t)(follower->passed - end);
    struct cpio_entry trailer;
    return is_filled(follower->end, 0, from) && cpio_read(follower->end + from, size - from, &trailer) == 0 &&
                   strcmp(trailer.name, CPIO_TRAILER) == 0 && trailer.size == 0 &&
                   is_filled(follower->end, from + trailer.head_size, size)
               ? 0
               : E_BUNDLE_DAMAGED;
}

int bundle_follow(struct bundle_follower *follower, const void *octets, size_t len) {
    const struct bundle_facts *facts = follower->facts;
    const uint8_t *at = octets;
    int r = 0;
    while (len > 0 && r == 0) {
        uint64_t end = facts->image_at + facts->image_size, passed = follower->passed;
        uint64_t border = passed < facts->image_at ? facts->image_at : passed < end ? end : UINT64_MAX;
        size_t part = border - passed < len ? (size_t)(border - passed) : len;
        if (passed < facts->image_at) {
            follower->passed += part;
        } else {
            r = passed < end ? follow_image(follower, at, part) : follow_end(follower, at, part);
        }
        at += part;
        len -= part;
    }
    return r;
}

bool bundle_followed(const struct bundle_follower *follower) {
    return follower->passed == follower->facts->whole_size;
}
