/* Parts of picture/picture: rows of dots come from a decoder, go through the scaler and end in the encoder. */
#ifndef POSTERN_PICTURE_PICTURE_IMPL_H
#define POSTERN_PICTURE_PICTURE_IMPL_H

#include <stdbool.h>

#include "picture/picture.h"

#define PICTURE_MEMORY_MAX ((size_t)32 * 1024 * 1024) /* bytes a decoder may take */
#define PICTURE_DOT 3 /* bytes: red, green, blue */

/* Cuts out the middle and makes it smaller by a whole number while the rows come, so that no more than a few MB of any
 * picture are there at a time. */
struct picture_scaler {
    uint32_t left, top; /* of the part that is cut out */
    uint32_t factor; /* rows and columns that become one */
    uint32_t width, height; /* of what is kept */
    uint32_t row; /* that comes next, of the whole picture */
    uint32_t *sums; /* a row of `width` dots that is being added up */
    uint8_t *dots; /* width * height dots */
};

/* For a picture of width x height dots; `turned`: rows become columns. E_NOMEM. Ended with scaler_done() either way. */
_must_check_ int scaler_init(struct picture_scaler *scaler, uint32_t width, uint32_t height, bool turned);
void scaler_done(struct picture_scaler *scaler);

/* The next row of the whole picture. */
void scaler_take(struct picture_scaler *scaler, const uint8_t *row);

/* Writes PICTURE_WIDTH * PICTURE_HEIGHT dots, turned as `orientation` says. */
void scaler_finish(const struct picture_scaler *scaler, unsigned orientation, uint8_t *ret_dots);

/* Decode into a scaler, which they start. E_FORMAT, E_TOO_LARGE, E_NOMEM. */
_must_check_ int picture_jpeg_read(const uint8_t *data, size_t len, bool turned, struct picture_scaler *scaler);
_must_check_ int picture_png_read(const uint8_t *data, size_t len, bool turned, struct picture_scaler *scaler);

/* Dots to be encoded. */
struct picture_canvas {
    const uint8_t *dots;
    uint32_t width, height;
};

/* Encodes them into `ret_jpeg`, which has `room` bytes. E_TOO_LARGE: not into as many; E_NOMEM. */
_must_check_ int picture_jpeg_write(const struct picture_canvas *canvas, int quality, uint8_t *ret_jpeg, size_t room,
                                    size_t *ret_len);

/* True if an orientation exchanges rows and columns. */
static inline bool picture_is_turned(unsigned orientation) {
    return orientation >= 5;
}

#endif
