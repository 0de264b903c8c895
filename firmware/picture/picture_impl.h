/* Parts of picture/picture: rows of pixels go from a decoder through the scaler to the encoder. */
#ifndef POSTERN_PICTURE_PICTURE_IMPL_H
#define POSTERN_PICTURE_PICTURE_IMPL_H

#include <stdbool.h>

#include "picture/picture.h"

#define PICTURE_MEMORY_MAX \
    ((size_t)48 * 1024 * 1024) /* memory limit of a decoder: 16 million pixels of a progressive JPEG */
#define PICTURE_DOT 3 /* bytes per pixel: red, green, blue */

/* Crops to the centre and reduces by a whole factor while the rows arrive, so that only a few MB of any picture are in
 * memory at a time. */
struct picture_scaler {
    uint32_t left, top; /* of the cropped part */
    uint32_t factor; /* rows and columns merged into one */
    uint32_t width, height; /* after reduction */
    uint32_t row; /* next row, of the whole picture */
    uint32_t *sums; /* sums for a row of `width` pixels */
    uint8_t *dots; /* width * height pixels */
};

/* The central part of a picture of width x height pixels that is kept, in its pixels; and the factor of reduction. */
struct picture_part {
    uint32_t left, top, width, height;
    uint32_t factor;
};
struct picture_part picture_middle(uint32_t width, uint32_t height, bool turned);

/* Returns whether `there` of `all` rows are enough of a truncated picture. */
static inline bool picture_is_enough(uint64_t there, uint64_t all) {
    return all > 0 && there * 4 >= all * 3;
}

/* Initializes for a picture of width x height pixels; `turned`: rows become columns. E_NOMEM. Call scaler_done() either
 * way. */
_must_check_ int scaler_init(struct picture_scaler *scaler, uint32_t width, uint32_t height, bool turned);
void scaler_done(struct picture_scaler *scaler);

/* Adds the next row of the whole picture. */
void scaler_take(struct picture_scaler *scaler, const uint8_t *row);

/* Writes PICTURE_WIDTH * PICTURE_HEIGHT pixels, rotated according to `orientation`. */
void scaler_finish(const struct picture_scaler *scaler, unsigned orientation, uint8_t *ret_dots);

/* Makes the missing rows white. */
void scaler_fill(struct picture_scaler *scaler);

/* Blends a row of 4-byte pixels with transparency on white: 3 bytes each. */
void picture_on_white(const uint8_t *row, uint32_t width, uint8_t *ret_row);

/* Decode into a scaler, which they initialize. E_FORMAT, E_PICTURE_CUT, E_TOO_LARGE, E_NOMEM. */
_must_check_ int picture_jpeg_read(const uint8_t *data, size_t len, bool turned, struct picture_scaler *scaler);
_must_check_ int picture_png_read(const uint8_t *data, size_t len, bool turned, struct picture_scaler *scaler);

_must_check_ int picture_webp_read(const uint8_t *data, size_t len, bool turned, struct picture_scaler *scaler);

/* Pixels to encode. */
struct picture_canvas {
    const uint8_t *dots;
    uint32_t width, height;
};

/* Encodes them into `ret_jpeg`, which has `room` bytes. E_TOO_LARGE: does not fit; E_NOMEM. */
_must_check_ int picture_jpeg_write(const struct picture_canvas *canvas, int quality, uint8_t *ret_jpeg, size_t room,
                                    size_t *ret_len);

/* Returns whether an orientation swaps rows and columns. */
static inline bool picture_is_turned(unsigned orientation) {
    return orientation >= 5;
}

#endif
