/* Inside update/ only: the description of a bundle, JSON that SWUpdate reads too (docs/bundle-format.md). */
#ifndef POSTERN_UPDATE_DESCRIPTION_H
#define POSTERN_UPDATE_DESCRIPTION_H

#include "update/bundle.h"

#define DESCRIPTION_FILE_MAX 64 /* bytes of the name of an image, with the NUL */

/* The image that a description is about. */
struct description_image {
    char file[DESCRIPTION_FILE_MAX];
    char device[SLOTS_DEVICE_MAX];
    uint64_t size;
    uint8_t sha256[CRYPTO_SHA256_LEN];
};

/* Reads what is said under "software" into the facts (version to built_s), and the image. A name that stands twice in
 * an object is refused where it is read: two readers would take different ones. A name that is not known is refused
 * everywhere but in `postern`, since SWUpdate acts on the rest: it has scripts, files, hooks and properties.
 * E_BUNDLE_NEWER: another format; E_UPLOAD_FORMAT: it is no JSON, or something is missing, has the
 * wrong type or is out of range, a name is not known, or an image goes anywhere but into its slot; E_BUNDLE_BOARD: it is
 * for other boards, whose slots may be elsewhere; all the rest is read and good then. */
_must_check_ int description_read(const char *text, size_t len, const struct bundle_terms *terms,
                                  struct bundle_facts *facts, struct description_image *ret_image);

#endif
