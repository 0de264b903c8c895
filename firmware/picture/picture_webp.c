/* WebP by libwebp, of which only the decoder is linked. It reduces and crops the picture while decoding, so that its
 * output is only a few MB; it holds a lossless picture in memory as a whole (PICTURE_WEBP_DOTS_MAX). */
#include <stdlib.h>

#include <webp/decode.h>

#include "picture/picture_impl.h"

#define DEEP_DOT 4 /* bytes of a pixel with transparency */

static int webp_error(VP8StatusCode status) {
    return status == VP8_STATUS_OK                ? 0
           : status == VP8_STATUS_OUT_OF_MEMORY   ? E_NOMEM
           : status == VP8_STATUS_SUSPENDED       ? E_PICTURE_CUT
           : status == VP8_STATUS_NOT_ENOUGH_DATA ? E_PICTURE_CUT
                                                  : E_FORMAT;
}

/* It only crops at even positions. */
static void webp_ask(WebPDecoderConfig *config, const struct picture_part *part) {
    config->options.use_cropping = 1;
    config->options.crop_left = (int)(part->left & ~1U);
    config->options.crop_top = (int)(part->top & ~1U);
    config->options.crop_width = (int)part->width;
    config->options.crop_height = (int)part->height;
    config->options.use_scaling = part->factor > 1;
    config->options.scaled_width = (int)(part->width / part->factor);
    config->options.scaled_height = (int)(part->height / part->factor);
    config->output.colorspace = MODE_RGBA;
}

static int give_rows(const WebPDecBuffer *output, bool turned, struct picture_scaler *scaler) {
    const uint32_t width = (uint32_t)output->width, height = (uint32_t)output->height;
    int r = scaler_init(scaler, width, height, turned);
    uint8_t *row = malloc((size_t)width * PICTURE_DOT);
    r = row == NULL ? E_NOMEM : r;
    for (uint32_t y = 0; r == 0 && y < height; y++) {
        picture_on_white(output->u.RGBA.rgba + (size_t)y * (size_t)output->u.RGBA.stride, width, row);
        scaler_take(scaler, row);
    }
    free(row);
    return r;
}

int picture_webp_read(const uint8_t *data, size_t len, bool turned, struct picture_scaler *scaler) {
    WebPDecoderConfig config;
    if (WebPInitDecoderConfig(&config) == 0) {
        return E_INTERNAL; /* another version of the library */
    }
    int r = webp_error(WebPGetFeatures(data, len, &config.input));
    if (r < 0) {
        return r;
    }
    const uint64_t dots = (uint64_t)config.input.width * (uint64_t)config.input.height;
    if (config.input.has_animation != 0 || dots == 0 || dots > PICTURE_WEBP_DOTS_MAX) {
        return E_FORMAT; /* differs from its header */
    }
    const struct picture_part part =
        picture_middle((uint32_t)config.input.width, (uint32_t)config.input.height, turned);
    webp_ask(&config, &part);
    r = webp_error(WebPDecode(data, len, &config));
    r = r < 0 ? r : give_rows(&config.output, turned, scaler);
    WebPFreeDecBuffer(&config.output);
    return r;
}
