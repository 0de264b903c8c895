/* Inside update/ only: the description of a bundle, JSON that SWUpdate also reads (docs/bundle-format.md). */
#ifndef POSTERN_UPDATE_DESCRIPTION_H
#define POSTERN_UPDATE_DESCRIPTION_H

#include "update/bundle.h"

#define DESCRIPTION_FILE_MAX 64 /* bytes of the file name of an image, with the NUL */

/* The image of a description. */
struct description_image {
    char file[DESCRIPTION_FILE_MAX];
    char device[SLOTS_DEVICE_MAX];
    uint64_t size;
    uint8_t sha256[CRYPTO_SHA256_LEN];
};

/* Parses "software" into the facts (version to built_s), and the image. Rejects a duplicate name in an object: two
 * parsers would use different ones. Rejects an unknown name everywhere except in `postern`, since SWUpdate acts on the
 * rest: it has scripts, files, hooks and properties. E_BUNDLE_NEWER: another format; E_UPLOAD_FORMAT: not JSON, or
 * something is missing, has the wrong type or is out of range, a name is unknown, or an image has another target than
 * its slot; E_BUNDLE_BOARD: for other boards, whose slots may differ; the rest is then parsed and valid. */
_must_check_ int description_read(const char *text, size_t len, const struct bundle_terms *terms,
                                  struct bundle_facts *facts, struct description_image *ret_image);

#endif
