/* Uploaded pictures: JPEG, PNG or WebP of any content, from anyone who may edit users. The output is re-encoded from
 * the pixels: one size, one format, no metadata (place, camera, comments). Pure except for memory, which is bounded
 * whatever the picture claims; takes up to a second of CPU time: for a worker. */
#ifndef POSTERN_PICTURE_PICTURE_H
#define POSTERN_PICTURE_PICTURE_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct buf;

#define PICTURE_FILE_MAX ((size_t)12 * 1024 * 1024) /* most bytes of an accepted file */
#define PICTURE_DOTS_MAX 120000000 /* most pixels of an accepted JPEG: the decoder can reduce each side to an eighth */
#define PICTURE_PNG_DOTS_MAX 16000000 /* of a PNG, where every pixel is decoded */
#define PICTURE_WEBP_DOTS_MAX 12000000 /* of a WebP, which the decoder may hold in memory as a whole */
#define PICTURE_SIDE_MAX 32767 /* most pixels of a row or column */
#define PICTURE_WIDTH 480 /* of the output */
#define PICTURE_HEIGHT 640
#define PICTURE_OUT_MAX 64000 /* most bytes of the output */
#define PICTURE_SHRINK 4 /* divisor of each side for a small one: 120 x 160 */
#define PICTURE_SMALL_MAX 8000 /* most bytes of a small one */

enum picture_kind { PICTURE_JPEG, PICTURE_PNG, PICTURE_WEBP };

/* Header data of a picture. */
struct picture_head {
    enum picture_kind kind;
    uint32_t width, height; /* as stored, before it is rotated */
    unsigned orientation; /* of EXIF: 1 upright to 8; 1 if missing or unknown */
};

/* Parses the header without a library, and without allocating memory. E_FORMAT: neither a JPEG (baseline or
 * progressive, 8 bits, grey, colour or CMYK), nor a PNG, nor a WebP without animation, or it ends before its pixels;
 * E_PICTURE_KIND: HEIC or AVIF; E_TOO_LARGE: too many bytes or pixels. */
_must_check_ int picture_head(const void *data, size_t len, struct picture_head *ret_head);

/* Makes a JPEG of PICTURE_WIDTH x PICTURE_HEIGHT and at most PICTURE_OUT_MAX bytes: rotated upright, cropped to the
 * centre, transparent parts white. Accepts a truncated file if at least three quarters of the picture are there: the
 * rest has a single colour. Appends to `out`. Errors of picture_head(); E_FORMAT: damaged; E_PICTURE_CUT: truncated
 * with less; E_TOO_LARGE: it needs too much memory (progressive or interlaced, and large); E_NOMEM. */
_must_check_ int picture_portrait(const void *data, size_t len, struct buf *out);

/* Makes a small one for the terminal's display, at most PICTURE_SMALL_MAX bytes, the same way. */
_must_check_ int picture_small(const void *data, size_t len, struct buf *out);

#endif
