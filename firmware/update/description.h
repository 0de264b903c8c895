/* Inside update/ only: the description of a bundle, JSON that SWUpdate reads too (docs/bundle-format.md). */
#ifndef POSTERN_UPDATE_DESCRIPTION_H
#define POSTERN_UPDATE_DESCRIPTION_H

#include "update/bundle.h"

#define DESCRIPTION_FILE_MAX 64 /* bytes of the name of an image, with the NUL */

/* The image that a description is about. */
struct description_image {
    char file[DESCRIPTION_FILE_MAX];
    uint64_t size;
    uint8_t sha256[CRYPTO_SHA256_LEN];
};

/* Reads what is said under "software" into the facts (version to built_s), and the image. A name that stands twice in
 * an object is refused where it is read: two readers would take different ones. Names that are not known are passed
 * over. E_BUNDLE_NEWER: another format; E_UPLOAD_FORMAT: it is no JSON, or something is missing, has the wrong type or
 * is out of range; E_BUNDLE_BOARD: `board` is not among those it is for; all the rest is read and good then. */
_must_check_ int description_read(const char *text, size_t len, const char *board, struct bundle_facts *facts,
                                  struct description_image *ret_image);

#endif
