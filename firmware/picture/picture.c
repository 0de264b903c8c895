#include "picture/picture.h"

#include <stdlib.h>
#include <string.h>

#include "picture/picture_impl.h"
#include "util/buf.h"
#include "util/cleanup.h"

/* From good to poor: even artificial noise fits with the last. */
static const int qualities[] = {88, 75, 60, 45, 30, 15, 5};

static int read_dots(const void *data, size_t len, uint8_t *ret_dots) {
    struct picture_head head;
    struct picture_scaler scaler = {.row = 0};
    int r = picture_head(data, len, &head);
    if (r < 0) {
        return r;
    }
    bool turned = picture_is_turned(head.orientation);
    switch (head.kind) {
        case PICTURE_JPEG: r = picture_jpeg_read(data, len, turned, &scaler); break;
        case PICTURE_PNG: r = picture_png_read(data, len, turned, &scaler); break;
        case PICTURE_WEBP: r = picture_webp_read(data, len, turned, &scaler); break;
    }
    if (r == 0) {
        scaler_finish(&scaler, head.orientation, ret_dots);
    }
    scaler_done(&scaler);
    return r;
}

/* Encodes in the best quality that fits. */
static int write_dots(const struct picture_canvas *canvas, size_t room, struct buf *out) {
    _cleanup_free_ uint8_t *jpeg = malloc(room);
    size_t len = 0;
    int r = jpeg == NULL ? E_NOMEM : E_TOO_LARGE;
    for (size_t i = 0; r == E_TOO_LARGE && i < sizeof(qualities) / sizeof(qualities[0]); i++) {
        r = picture_jpeg_write(canvas, qualities[i], jpeg, room, &len);
    }
    if (r < 0) {
        return r;
    }
    buf_append(out, jpeg, len);
    return buf_failed(out) ? E_NOMEM : 0;
}

/* Returns the mean of a square of pixels, of one colour; `dots` is its first pixel. */
static uint8_t mean_of(const uint8_t *dots) {
    unsigned sum = 0;
    for (size_t i = 0; i < (size_t)PICTURE_SHRINK * PICTURE_SHRINK; i++) {
        sum += dots[(i / PICTURE_SHRINK * PICTURE_WIDTH + i % PICTURE_SHRINK) * PICTURE_DOT];
    }
    return (uint8_t)(sum / (PICTURE_SHRINK * PICTURE_SHRINK));
}

/* Reduces each square to a pixel, in place: output is always written behind the input being read. */
static void dots_shrink(uint8_t *dots) {
    uint8_t *to = dots;
    for (size_t y = 0; y < PICTURE_HEIGHT; y += PICTURE_SHRINK) {
        for (size_t x = 0; x < PICTURE_WIDTH; x += PICTURE_SHRINK) {
            uint8_t dot[PICTURE_DOT];
            for (size_t colour = 0; colour < PICTURE_DOT; colour++) {
                dot[colour] = mean_of(dots + (y * PICTURE_WIDTH + x) * PICTURE_DOT + colour);
            }
            memcpy(to, dot, sizeof(dot));
            to += sizeof(dot);
        }
    }
}

int picture_small(const void *data, size_t len, struct buf *out) {
    _cleanup_free_ uint8_t *dots = calloc((size_t)PICTURE_WIDTH * PICTURE_HEIGHT, PICTURE_DOT);
    int r = dots == NULL ? E_NOMEM : read_dots(data, len, dots);
    if (r < 0) {
        return r;
    }
    dots_shrink(dots);
    struct picture_canvas canvas = {dots, PICTURE_WIDTH / PICTURE_SHRINK, PICTURE_HEIGHT / PICTURE_SHRINK};
    return write_dots(&canvas, PICTURE_SMALL_MAX, out);
}

int picture_portrait(const void *data, size_t len, struct buf *out) {
    _cleanup_free_ uint8_t *dots = malloc((size_t)PICTURE_WIDTH * PICTURE_HEIGHT * PICTURE_DOT);
    int r = dots == NULL ? E_NOMEM : read_dots(data, len, dots);
    struct picture_canvas canvas = {dots, PICTURE_WIDTH, PICTURE_HEIGHT};
    return r < 0 ? r : write_dots(&canvas, PICTURE_OUT_MAX, out);
}
