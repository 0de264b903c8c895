/* Pictures that somebody sent: JPEG or PNG, from whoever may write users, so of any content. What comes out is made again
 * from the dots alone: one size, one format, and nothing of what else was in the file (place, camera, comments). Pure but
 * for memory, which is bounded whatever the picture says of itself; takes up to a second of processor: for a worker. */
#ifndef POSTERN_PICTURE_PICTURE_H
#define POSTERN_PICTURE_PICTURE_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct buf;

#define PICTURE_FILE_MAX ((size_t)2 * 1024 * 1024) /* bytes that are taken */
#define PICTURE_DOTS_MAX 40000000 /* dots of a JPEG that are taken */
#define PICTURE_PNG_DOTS_MAX 16000000 /* and of a PNG, which is decoded whole: one of a camera has fewer in its 2 MB */
#define PICTURE_SIDE_MAX 32767 /* dots of a row or column that are taken */
#define PICTURE_WIDTH 480 /* of what is made */
#define PICTURE_HEIGHT 640
#define PICTURE_OUT_MAX 64000 /* bytes of what is made */
#define PICTURE_SHRINK 4 /* a small one has so many dots fewer a side: 120 x 160 */
#define PICTURE_SMALL_MAX 8000 /* bytes of a small one */

enum picture_kind { PICTURE_JPEG, PICTURE_PNG };

/* What a picture says of itself before its dots. */
struct picture_head {
    enum picture_kind kind;
    uint32_t width, height; /* as stored, before it is turned */
    unsigned orientation; /* of EXIF: 1 upright to 8; 1 where it says nothing that is known */
};

/* Reads it without a library, and without taking memory. E_FORMAT: neither a JPEG that is baseline or progressive, of 8
 * bits, grey or colour, nor a PNG, or it ends before its dots; E_TOO_LARGE: more bytes or dots than are taken. */
_must_check_ int picture_head(const void *data, size_t len, struct picture_head *ret_head);

/* Makes a JPEG of PICTURE_WIDTH x PICTURE_HEIGHT and at most PICTURE_OUT_MAX bytes: turned upright, the middle of it cut
 * out, and what can be seen through white. Appended to `out`. Those of picture_head(); E_FORMAT: damaged or cut off;
 * E_TOO_LARGE: it wants more memory than is given to it (progressive or interlaced, and large); E_NOMEM. */
_must_check_ int picture_portrait(const void *data, size_t len, struct buf *out);

/* Makes a small one of it for the terminal's display, at most PICTURE_SMALL_MAX bytes, the same way. */
_must_check_ int picture_small(const void *data, size_t len, struct buf *out);

#endif
