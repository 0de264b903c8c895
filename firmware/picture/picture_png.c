/* PNG by libpng. Its errors use longjmp() (its only interface), so everything that survives a jump is in one struct. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "picture/picture_impl.h"

#define CHUNK_MAX 65536 /* bytes of a chunk other than pixels */
#define DEEP_DOT 4 /* bytes of a pixel with transparency */

struct png_reader {
    png_structp png;
    png_infop info;
    jmp_buf jump;
    int error;
    const uint8_t *data;
    size_t left;
    bool is_cut; /* the file ended early */
    uint32_t width, height;
    uint32_t given; /* rows passed to the scaler */
    uint8_t *rows; /* DEEP_DOT bytes per pixel: one row, or all of an interlaced picture */
    uint8_t *white; /* a row on white */
};

_Noreturn static void png_on_error(png_structp png, const char *text) {
    struct png_reader *reader = png_get_error_ptr(png);
    (void)text;
    reader->error = E_FORMAT;
    longjmp(reader->jump, 1);
}

/* Warnings concern irrelevant data: colour profiles, text. */
static void png_on_warning(png_structp png, const char *text) {
    (void)png;
    (void)text;
}

static void png_on_read(png_structp png, uint8_t *ret_data, size_t len) {
    struct png_reader *reader = png_get_io_ptr(png);
    if (len > reader->left) {
        reader->is_cut = true;
        png_error(png, "cut off");
    }
    memcpy(ret_data, reader->data, len);
    reader->data += len;
    reader->left -= len;
}

/* Converts every pixel format to four bytes. */
static void png_ask(struct png_reader *reader) {
    png_set_crc_action(reader->png, PNG_CRC_DEFAULT, PNG_CRC_QUIET_USE);
    png_set_user_limits(reader->png, PICTURE_SIDE_MAX, PICTURE_SIDE_MAX);
    png_set_chunk_malloc_max(reader->png, CHUNK_MAX);
    png_set_chunk_cache_max(reader->png, 1);
    png_set_read_fn(reader->png, reader, png_on_read);
    png_read_info(reader->png, reader->info);
    png_set_expand(reader->png);
    png_set_scale_16(reader->png);
    png_set_gray_to_rgb(reader->png);
    png_set_add_alpha(reader->png, 0xFF, PNG_FILLER_AFTER);
}

/* Allocates one row, or all if the rows come in several passes. */
static int png_make_room(struct png_reader *reader, bool interlaced) {
    size_t row = (size_t)reader->width * DEEP_DOT;
    size_t all = interlaced ? row * reader->height : row;
    if (all > PICTURE_MEMORY_MAX) {
        return E_TOO_LARGE;
    }
    reader->rows = calloc(1, all);
    reader->white = malloc((size_t)reader->width * PICTURE_DOT);
    return reader->rows == NULL || reader->white == NULL ? E_NOMEM : 0;
}

static void png_give(struct png_reader *reader, const uint8_t *row, struct picture_scaler *scaler) {
    picture_on_white(row, reader->width, reader->white);
    scaler_take(scaler, reader->white);
    reader->given++;
}

static void png_take_rows(struct png_reader *reader, int passes, struct picture_scaler *scaler) {
    size_t len = (size_t)reader->width * DEEP_DOT;
    for (int pass = 0; pass < passes; pass++) {
        for (uint32_t y = 0; y < reader->height; y++) {
            uint8_t *row = reader->rows + (passes > 1 ? y * len : 0);
            png_read_row(reader->png, row, NULL);
            if (pass == passes - 1) {
                png_give(reader, row, scaler);
            }
        }
    }
    png_read_end(reader->png, NULL);
}

/* Handles an error: accepts a truncated file if enough is there. */
static int png_failed(struct png_reader *reader, struct picture_scaler *scaler) {
    if (!reader->is_cut) {
        return reader->error;
    }
    if (reader->height == 0 || !picture_is_enough(reader->given, reader->height)) {
        return E_PICTURE_CUT;
    }
    scaler_fill(scaler);
    return 0;
}

/* Errors return to here. */
static int png_run(struct png_reader *reader, bool turned, struct picture_scaler *scaler) {
    if (setjmp(reader->jump) != 0) {
        return png_failed(reader, scaler);
    }
    png_ask(reader);
    int passes = png_set_interlace_handling(reader->png);
    png_read_update_info(reader->png, reader->info);
    reader->width = png_get_image_width(reader->png, reader->info);
    reader->height = png_get_image_height(reader->png, reader->info);
    if (png_get_rowbytes(reader->png, reader->info) != (size_t)reader->width * DEEP_DOT) {
        return E_FORMAT;
    }
    int r = png_make_room(reader, passes > 1);
    if (r == 0) {
        r = scaler_init(scaler, reader->width, reader->height, turned);
    }
    if (r == 0) {
        png_take_rows(reader, passes, scaler);
    }
    return r;
}

int picture_png_read(const uint8_t *data, size_t len, bool turned, struct picture_scaler *scaler) {
    struct png_reader *reader = calloc(1, sizeof(*reader));
    int r = E_NOMEM;
    if (reader == NULL) {
        return r;
    }
    reader->data = data;
    reader->left = len;
    reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, png_on_error, png_on_warning);
    reader->info = reader->png == NULL ? NULL : png_create_info_struct(reader->png);
    if (reader->info != NULL) {
        r = png_run(reader, turned, scaler);
    }
    png_destroy_read_struct(&reader->png, &reader->info, NULL);
    free(reader->rows);
    free(reader->white);
    free(reader);
    return r;
}
