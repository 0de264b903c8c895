/* Pictures are drawn here: each quarter has its own colour, so that turning and cutting can be seen. */
#include "unity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <png.h>
#include <webp/encode.h>

#include "picture/picture.h"
#include "picture/picture_impl.h"
#include "util/buf.h"

enum colour { RED, GREEN, BLUE, GREY, OTHER };

static const uint8_t shades[][3] = {{220, 20, 20}, {20, 200, 20}, {20, 20, 220}, {128, 128, 128}};

static uint8_t file[PICTURE_FILE_MAX + 1024];
static size_t file_len;
static struct buf out;

void setUp(void) {
    buf_init(&out);
}

void tearDown(void) {
    buf_done(&out);
}

/* Red | green over blue | grey. A row is like the one before but in the middle, so that large pictures are drawn quickly. */
static void draw_row(uint8_t *row, unsigned width, unsigned height, unsigned y) {
    if (y != 0 && y != height / 2) {
        return;
    }
    for (unsigned x = 0; x < width; x++) {
        memcpy(row + 3 * (size_t)x, shades[(y >= height / 2 ? 2 : 0) + (x >= width / 2 ? 1 : 0)], 3);
    }
}

/* Makes the next row, in `room` or elsewhere. */
typedef uint8_t *row_source(uint8_t *room, unsigned width, unsigned height, unsigned y);

static uint8_t *shaded_row(uint8_t *room, unsigned width, unsigned height, unsigned y) {
    draw_row(room, width, height, y);
    return room;
}

static void encode_jpeg(unsigned width, unsigned height, bool progressive, row_source *source) {
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    unsigned char *made = NULL;
    unsigned long len = 0;
    uint8_t *room = malloc(3 * (size_t)width);
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &made, &len);
    jpeg.image_width = width;
    jpeg.image_height = height;
    jpeg.input_components = 3;
    jpeg.in_color_space = JCS_RGB;
    jpeg_set_defaults(&jpeg);
    if (progressive) {
        jpeg_simple_progression(&jpeg);
    }
    jpeg_start_compress(&jpeg, TRUE);
    for (unsigned y = 0; y < height; y++) {
        uint8_t *row = source(room, width, height, y);
        (void)jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    TEST_ASSERT_LESS_OR_EQUAL_size_t(PICTURE_FILE_MAX, len);
    memcpy(file, made, len);
    file_len = len;
    free(made);
    free(room);
}

static void draw_jpeg(unsigned width, unsigned height, bool progressive) {
    encode_jpeg(width, height, progressive, shaded_row);
}

static void png_put(png_structp png, png_bytep data, size_t len) {
    (void)png;
    TEST_ASSERT_LESS_OR_EQUAL_size_t(sizeof(file), file_len + len);
    memcpy(file + file_len, data, len);
    file_len += len;
}

static void draw_png(unsigned width, unsigned height, bool interlaced, uint8_t alpha) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    uint8_t *row = malloc(4 * (size_t)width), *colours = malloc(3 * (size_t)width);
    file_len = 0;
    png_set_write_fn(png, NULL, png_put, NULL);
    png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGBA, interlaced ? PNG_INTERLACE_ADAM7 : 0, 0, 0);
    png_write_info(png, info);
    int passes = png_set_interlace_handling(png);
    for (int pass = 0; pass < passes; pass++) {
        for (unsigned y = 0; y < height; y++) {
            draw_row(colours, width, height, y);
            for (unsigned x = 0; x < width && (y == 0 || y == height / 2); x++) {
                memcpy(row + 4 * (size_t)x, colours + 3 * (size_t)x, 3);
                row[4 * (size_t)x + 3] = alpha;
            }
            png_write_row(png, row);
        }
    }
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    free(row);
    free(colours);
}

static void draw_webp(unsigned width, unsigned height, bool lossless, uint8_t alpha) {
    uint8_t *dots = malloc((size_t)4 * width * height), *row = malloc((size_t)3 * width), *made = NULL;
    for (unsigned y = 0; y < height; y++) {
        draw_row(row, width, height, y);
        for (unsigned x = 0; x < width; x++) {
            memcpy(dots + 4 * ((size_t)y * width + x), row + 3 * (size_t)x, 3);
            dots[4 * ((size_t)y * width + x) + 3] = alpha;
        }
    }
    file_len = lossless ? WebPEncodeLosslessRGBA(dots, (int)width, (int)height, (int)(4 * width), &made)
                        : WebPEncodeRGBA(dots, (int)width, (int)height, (int)(4 * width), 80, &made);
    TEST_ASSERT_GREATER_THAN_size_t(0, file_len);
    memcpy(file, made, file_len);
    WebPFree(made);
    free(dots);
    free(row);
}

/* Four inks, as Adobe's programs write them (`adobe`: how much paper is seen; `ycck`: and turned into brightness and colours),
 * or as the others do. */
static void draw_cmyk(bool adobe, bool ycck) {
    enum { WIDTH = 300, HEIGHT = 400 };
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    unsigned char *made = NULL;
    unsigned long len = 0;
    uint8_t colours[3 * WIDTH], row[4 * WIDTH], *at = row;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &made, &len);
    jpeg.image_width = WIDTH;
    jpeg.image_height = HEIGHT;
    jpeg.input_components = 4;
    jpeg.in_color_space = JCS_CMYK;
    jpeg_set_defaults(&jpeg);
    jpeg_set_colorspace(&jpeg, ycck ? JCS_YCCK : JCS_CMYK);
    jpeg.write_Adobe_marker = adobe;
    jpeg_start_compress(&jpeg, TRUE);
    for (unsigned y = 0; y < HEIGHT; y++) {
        draw_row(colours, WIDTH, HEIGHT, y);
        for (unsigned x = 0; x < WIDTH; x++) {
            /* A tenth of black, and the rest by the colours. */
            for (unsigned i = 0; i < 3; i++) {
                const unsigned paper = colours[3 * x + i] * 255U / 230U;
                row[4 * x + i] = (uint8_t)((paper > 255 ? 255 : paper) ^ (adobe ? 0 : 0xFF));
            }
            row[4 * x + 3] = adobe ? 230 : 25;
        }
        (void)jpeg_write_scanlines(&jpeg, &at, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    memcpy(file, made, len);
    file_len = len;
    free(made);
}

#define NOISE_WIDTH 240
#define NOISE_HEIGHT 320

static uint8_t noise[3 * NOISE_WIDTH * NOISE_HEIGHT];

static uint8_t *noise_row(uint8_t *room, unsigned width, unsigned height, unsigned y) {
    (void)room;
    (void)height;
    return noise + (size_t)y * 3 * width;
}

/* Noise: each part of the picture takes as many bytes. */
static void draw_noise(bool png, bool progressive) {
    uint32_t seed = 1;
    for (size_t i = 0; i < sizeof(noise); i++) {
        seed = seed * 1664525 + 1013904223;
        noise[i] = (uint8_t)(seed >> 24);
    }
    if (!png) {
        encode_jpeg(NOISE_WIDTH, NOISE_HEIGHT, progressive, noise_row);
        return;
    }
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = NOISE_WIDTH, .height = NOISE_HEIGHT, .format = PNG_FORMAT_RGB};
    png_alloc_size_t room = sizeof(file);
    TEST_ASSERT_TRUE(png_image_write_to_memory(&image, file, &room, 0, noise, 0, NULL));
    file_len = room;
}

/* Puts an EXIF segment with an orientation, and words that must not come out, behind the start of the JPEG. */
static void put_exif(uint8_t orientation) {
    const uint8_t exif[] = {0xFF, 0xE1,        0, 38, 'E', 'x', 'i',  'f',  0,   0,   'M', 'M', 0, 42,
                            0,    0,           0, 8,  0,   1,   0x01, 0x12, 0,   3,   0,   0,   0, 1,
                            0,    orientation, 0, 0,  0,   0,   0,    0,    'H', 'O', 'M', 'E'};
    _Static_assert(sizeof(exif) == 40, "its length stands in it");
    memmove(file + 2 + sizeof(exif), file + 2, file_len - 2);
    memcpy(file + 2, exif, sizeof(exif));
    file_len += sizeof(exif);
}

static enum colour colour_of(const uint8_t *dot) {
    for (unsigned i = 0; i < 4; i++) {
        if (abs(dot[0] - shades[i][0]) < 25 && abs(dot[1] - shades[i][1]) < 25 && abs(dot[2] - shades[i][2]) < 25) {
            return (enum colour)i;
        }
    }
    return OTHER;
}

/* What is seen in the four corners of a picture of this size: left and right above, left and right below. */
static void corners_of(unsigned width, unsigned height, enum colour ret_corners[4]) {
    const unsigned margin = width / 24;
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    uint8_t *row = malloc((size_t)3 * width);
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&jpeg);
    jpeg_mem_src(&jpeg, (const unsigned char *)out.data, out.len);
    (void)jpeg_read_header(&jpeg, TRUE);
    TEST_ASSERT_EQUAL_UINT(width, jpeg.image_width);
    TEST_ASSERT_EQUAL_UINT(height, jpeg.image_height);
    (void)jpeg_start_decompress(&jpeg);
    for (unsigned y = 0; y < height; y++) {
        (void)jpeg_read_scanlines(&jpeg, &row, 1);
        if (y == margin || y == height - margin) {
            ret_corners[y == margin ? 0 : 2] = colour_of(row + (size_t)3 * margin);
            ret_corners[y == margin ? 1 : 3] = colour_of(row + (size_t)3 * (width - margin));
        }
    }
    (void)jpeg_finish_decompress(&jpeg);
    jpeg_destroy_decompress(&jpeg);
    free(row);
}

static int make_portrait(void) {
    /* Of exactly this length, so that the sanitizer sees a read beyond the end. */
    uint8_t *copy = malloc(file_len);
    memcpy(copy, file, file_len);
    buf_clear(&out);
    int r = picture_portrait(copy, file_len, &out);
    free(copy);
    return r;
}

static void assert_corners(enum colour a, enum colour b, enum colour c, enum colour d) {
    enum colour seen[4] = {OTHER, OTHER, OTHER, OTHER};
    TEST_ASSERT_EQUAL_INT(0, make_portrait());
    TEST_ASSERT_LESS_OR_EQUAL_size_t(PICTURE_OUT_MAX, out.len);
    corners_of(PICTURE_WIDTH, PICTURE_HEIGHT, seen);
    TEST_ASSERT_EQUAL_INT(a, seen[0]);
    TEST_ASSERT_EQUAL_INT(b, seen[1]);
    TEST_ASSERT_EQUAL_INT(c, seen[2]);
    TEST_ASSERT_EQUAL_INT(d, seen[3]);
}

void test_every_size_becomes_a_portrait(void) {
    static const unsigned sizes[][2] = {{480, 640},   {8, 8},      {1000, 100}, {100, 1000},
                                        {4000, 3000}, {959, 1279}, {641, 481}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        draw_jpeg(sizes[i][0], sizes[i][1], false);
        assert_corners(RED, GREEN, BLUE, GREY);
        draw_png(sizes[i][0], sizes[i][1], false, 255);
        assert_corners(RED, GREEN, BLUE, GREY);
    }
    draw_jpeg(700, 900, true);
    assert_corners(RED, GREEN, BLUE, GREY);
    draw_png(700, 900, true, 255);
    assert_corners(RED, GREEN, BLUE, GREY);
}

void test_every_size_of_webp(void) {
    static const unsigned sizes[][2] = {{480, 640}, {8, 8}, {1001, 101}, {100, 1000}, {4000, 3000}, {1441, 1923}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        draw_webp(sizes[i][0], sizes[i][1], false, 255);
        assert_corners(RED, GREEN, BLUE, GREY);
        draw_webp(sizes[i][0], sizes[i][1], true, 255);
        assert_corners(RED, GREEN, BLUE, GREY);
    }
    draw_webp(480, 640, true, 0);
    TEST_ASSERT_EQUAL_INT(0, make_portrait());
    const size_t empty = out.len;
    draw_webp(480, 640, true, 255);
    TEST_ASSERT_EQUAL_INT(0, make_portrait());
    TEST_ASSERT_LESS_THAN_size_t(out.len, empty);
}

/* Its EXIF comes last. */
void test_a_webp_is_turned(void) {
    static const uint8_t exif[] = {'E', 'X', 'I', 'F', 22,   0, 0, 0, 'M', 'M', 0, 42, 0, 0, 0,
                                   8,   0,   1,   1,   0x12, 0, 3, 0, 0,   0,   1, 0,  6, 0, 0};
    draw_webp(900, 700, false, 255);
    memcpy(file + file_len, exif, sizeof(exif));
    file_len += sizeof(exif);
    assert_corners(BLUE, RED, GREY, GREEN);
}

void test_a_webp_that_is_damaged(void) {
    for (int lossless = 0; lossless < 2; lossless++) {
        draw_webp(64, 64, lossless == 1, 255);
        const size_t whole = file_len;
        for (size_t len = 1; len + 1 < whole; len++) {
            file_len = len;
            int r = make_portrait();
            TEST_ASSERT_TRUE(r == E_FORMAT || r == E_PICTURE_CUT);
            TEST_ASSERT_EQUAL_size_t(0, out.len);
        }
    }
}

void test_four_inks(void) {
    draw_cmyk(true, false);
    assert_corners(RED, GREEN, BLUE, GREY);
    draw_cmyk(true, true);
    assert_corners(RED, GREEN, BLUE, GREY);
    draw_cmyk(false, false);
    assert_corners(RED, GREEN, BLUE, GREY);
}

void test_pngs_of_all_depths(void) {
    static const struct {
        int type, depth;
    } kinds[] = {{PNG_COLOR_TYPE_RGB, 16},    {PNG_COLOR_TYPE_GRAY, 1},       {PNG_COLOR_TYPE_GRAY, 16},
                 {PNG_COLOR_TYPE_PALETTE, 4}, {PNG_COLOR_TYPE_GRAY_ALPHA, 8}, {PNG_COLOR_TYPE_RGBA, 16}};
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
        png_infop info = png_create_info_struct(png);
        const png_color palette[2] = {{220, 20, 20}, {20, 200, 20}};
        uint8_t row[64 * 8] = {0};
        file_len = 0;
        png_set_write_fn(png, NULL, png_put, NULL);
        png_set_IHDR(png, info, 64, 64, kinds[i].depth, kinds[i].type, 0, 0, 0);
        if (kinds[i].type == PNG_COLOR_TYPE_PALETTE) {
            png_set_PLTE(png, info, palette, 2);
        }
        png_write_info(png, info);
        for (unsigned y = 0; y < 64; y++) {
            png_write_row(png, row);
        }
        png_write_end(png, NULL);
        png_destroy_write_struct(&png, &info);
        TEST_ASSERT_EQUAL_INT(0, make_portrait());
    }
}

/* As the camera of a telephone makes them: read in eighths. */
void test_many_megapixels(void) {
    draw_jpeg(8000, 6000, false);
    assert_corners(RED, GREEN, BLUE, GREY);
}

/* The share of a file that was cut off, in hundredths. */
static int make_part(size_t hundredths) {
    const size_t whole = file_len;
    file_len = whole * hundredths / 100;
    int r = make_portrait();
    file_len = whole;
    return r;
}

void test_a_picture_is_taken_if_most_of_it_is_there(void) {
    for (int kind = 0; kind < 3; kind++) {
        draw_noise(kind == 2, kind == 1);
        TEST_ASSERT_EQUAL_INT(0, make_part(97));
        TEST_ASSERT_EQUAL_INT(0, make_part(85));
        TEST_ASSERT_EQUAL_INT(E_PICTURE_CUT, make_part(kind == 1 ? 30 : 65));
        TEST_ASSERT_EQUAL_size_t(0, out.len);
        TEST_ASSERT_EQUAL_INT(E_PICTURE_CUT, make_part(20));
        file_len -= kind == 2 ? 12 : 2; /* the end marker alone */
        TEST_ASSERT_EQUAL_INT(0, make_portrait());
        if (kind < 2) { /* an end marker in the middle */
            file_len = file_len * 90 / 100;
            file[file_len++] = 0xFF;
            file[file_len++] = 0xD9;
            TEST_ASSERT_EQUAL_INT(0, make_portrait());
        }
    }
}

void test_a_small_one_shows_the_same(void) {
    static const enum colour want[4] = {RED, GREEN, BLUE, GREY};
    enum colour seen[4] = {OTHER, OTHER, OTHER, OTHER};
    draw_jpeg(900, 700, false);
    buf_clear(&out);
    TEST_ASSERT_EQUAL_INT(0, picture_small(file, file_len, &out));
    corners_of(PICTURE_WIDTH / PICTURE_SHRINK, PICTURE_HEIGHT / PICTURE_SHRINK, seen);
    TEST_ASSERT_EQUAL_INT_ARRAY(want, seen, 4);
}

void test_one_dot_and_one_row(void) {
    draw_jpeg(1, 1, false);
    TEST_ASSERT_EQUAL_INT(0, make_portrait());
    draw_png(PICTURE_SIDE_MAX, 1, false, 255);
    TEST_ASSERT_EQUAL_INT(0, make_portrait());
    draw_png(1, PICTURE_SIDE_MAX, false, 255);
    TEST_ASSERT_EQUAL_INT(0, make_portrait());
}

/* The eight of EXIF 2.3, 4.6.4. */
void test_orientation_is_obeyed(void) {
    static const enum colour upright[9][4] = {{OTHER},
                                              {RED, GREEN, BLUE, GREY},
                                              {GREEN, RED, GREY, BLUE},
                                              {GREY, BLUE, GREEN, RED},
                                              {BLUE, GREY, RED, GREEN},
                                              {RED, BLUE, GREEN, GREY},
                                              {BLUE, RED, GREY, GREEN},
                                              {GREY, GREEN, BLUE, RED},
                                              {GREEN, GREY, RED, BLUE}};
    for (uint8_t orientation = 1; orientation <= 8; orientation++) {
        const enum colour *want = upright[orientation];
        draw_jpeg(900, 700, false);
        put_exif(orientation);
        assert_corners(want[0], want[1], want[2], want[3]);
    }
    draw_jpeg(900, 700, false);
    put_exif(9);
    assert_corners(RED, GREEN, BLUE, GREY);
}

void test_nothing_else_of_the_file_comes_out(void) {
    draw_jpeg(900, 700, false);
    put_exif(6);
    TEST_ASSERT_NOT_NULL(memmem(file, file_len, "HOME", 4));
    TEST_ASSERT_EQUAL_INT(0, make_portrait());
    TEST_ASSERT_NULL(memmem(out.data, out.len, "HOME", 4));
    TEST_ASSERT_NULL(memmem(out.data, out.len, "Exif", 4));
}

void test_what_is_seen_through_is_white(void) {
    draw_png(480, 640, false, 0);
    TEST_ASSERT_EQUAL_INT(0, make_portrait());
    size_t empty = out.len;
    draw_png(480, 640, false, 255);
    TEST_ASSERT_EQUAL_INT(0, make_portrait());
    TEST_ASSERT_LESS_THAN_size_t(out.len, empty); /* one colour is shorter than four */
}

void test_noise_fits(void) {
    uint8_t *dots = malloc((size_t)PICTURE_WIDTH * PICTURE_HEIGHT * 3);
    uint8_t *jpeg = malloc(PICTURE_OUT_MAX);
    size_t len = 0;
    uint32_t seed = 1;
    for (size_t i = 0; i < (size_t)PICTURE_WIDTH * PICTURE_HEIGHT * 3; i++) {
        seed = seed * 1664525 + 1013904223;
        dots[i] = (uint8_t)(seed >> 24);
    }
    struct picture_canvas canvas = {dots, PICTURE_WIDTH, PICTURE_HEIGHT};
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, picture_jpeg_write(&canvas, 88, jpeg, PICTURE_OUT_MAX, &len));
    file_len = 0;
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = PICTURE_WIDTH, .height = PICTURE_HEIGHT, .format = PNG_FORMAT_RGB};
    png_alloc_size_t room = sizeof(file);
    TEST_ASSERT_TRUE(png_image_write_to_memory(&image, file, &room, 0, dots, 0, NULL));
    file_len = room;
    TEST_ASSERT_EQUAL_INT(0, make_portrait());
    TEST_ASSERT_LESS_OR_EQUAL_size_t(PICTURE_OUT_MAX, out.len);
    buf_clear(&out);
    TEST_ASSERT_EQUAL_INT(0, picture_small(file, file_len, &out));
    TEST_ASSERT_LESS_OR_EQUAL_size_t(PICTURE_SMALL_MAX, out.len);
    free(dots);
    free(jpeg);
}

/* At each byte: what is taken at one is taken behind it, too. */
void test_cut_off_anywhere(void) {
    for (int kind = 0; kind < 4; kind++) {
        if (kind < 2) {
            draw_jpeg(64, 64, kind == 1);
        } else {
            draw_png(64, 64, kind == 3, 255);
        }
        const size_t whole = file_len;
        bool taken = false;
        for (size_t len = 1; len < whole; len++) {
            file_len = len;
            int r = make_portrait();
            taken = taken || r == 0;
            const bool may_fail = !taken || kind == 1; /* within a table of a progressive one */
            TEST_ASSERT_TRUE(r == 0 || (may_fail && (r == E_FORMAT || r == E_PICTURE_CUT)));
            TEST_ASSERT_EQUAL(r == 0, out.len > 0);
        }
        TEST_ASSERT_TRUE(taken);
    }
}

void test_other_things_are_refused(void) {
    static const char *const others[] = {"",
                                         "GIF89a",
                                         "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
                                         "BM",
                                         "\xFF\xD8\xFF",
                                         "\x89PNG\r\n\x1A\n",
                                         "\xFF\xD8\xFF\xFF\xFF\xFF"};
    struct picture_head head;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        TEST_ASSERT_EQUAL_INT(E_FORMAT, picture_head(others[i], strlen(others[i]), &head));
    }
}

/* Writes another size into the head of the JPEG or PNG. */
static void claim_size(size_t at, unsigned octets, uint32_t first, uint32_t second) {
    for (unsigned i = 0; i < octets; i++) {
        file[at + i] = (uint8_t)(first >> 8 * (octets - 1 - i));
        file[at + octets + i] = (uint8_t)(second >> 8 * (octets - 1 - i));
    }
}

void test_megapixels_are_limited(void) {
    struct picture_head head;
    draw_png(16, 16, false, 255);
    claim_size(16, 4, 8000, 2000);
    TEST_ASSERT_EQUAL_INT(0, picture_head(file, file_len, &head));
    TEST_ASSERT_EQUAL_UINT32(8000, head.width);
    claim_size(16, 4, 8000, 2001);
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, make_portrait());
    claim_size(16, 4, PICTURE_SIDE_MAX + 1, 1);
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, make_portrait());
    claim_size(16, 4, UINT32_MAX, UINT32_MAX);
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, make_portrait());
    claim_size(16, 4, 0, 16);
    TEST_ASSERT_EQUAL_INT(E_FORMAT, make_portrait());
    draw_jpeg(16, 16, false);
    uint8_t *frame = memmem(file, file_len, "\xFF\xC0", 2);
    TEST_ASSERT_NOT_NULL(frame);
    claim_size((size_t)(frame - file) + 5, 2, 10000, 12000);
    TEST_ASSERT_EQUAL_INT(0, picture_head(file, file_len, &head));
    claim_size((size_t)(frame - file) + 5, 2, 10000, 12001);
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, make_portrait());
    claim_size((size_t)(frame - file) + 5, 2, 0, 16);
    TEST_ASSERT_EQUAL_INT(E_FORMAT, make_portrait());
    file_len = PICTURE_FILE_MAX + 1;
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, make_portrait());
}

/* Many megapixels of one colour are a few hundred kB; they are never in memory at once, and what would have to be is
 * refused. */
void test_bombs(void) {
    draw_png(4000, 4000, false, 255);
    assert_corners(RED, GREEN, BLUE, GREY);
    draw_png(4000, 4000, true, 255);
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, make_portrait());
    draw_jpeg(6000, 6600, true);
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, make_portrait());
}

/* Each scan of a few bytes costs a pass over the whole picture. */
void test_many_scans_are_refused(void) {
    draw_jpeg(640, 640, true);
    uint8_t *scan = memmem(file, file_len, "\xFF\xDA", 2);
    TEST_ASSERT_NOT_NULL(scan);
    uint8_t *next = memmem(scan + 2, file_len - (size_t)(scan + 2 - file), "\xFF\xC4", 2);
    TEST_ASSERT_NOT_NULL(next);
    size_t head = (size_t)(scan - file), len = (size_t)(next - scan), rest = file_len - head - len;
    uint8_t *copy = malloc(file_len);
    memcpy(copy, file, file_len);
    for (unsigned i = 0; i < 40; i++) {
        memcpy(file + head + i * len, copy + head, len);
    }
    memcpy(file + head + 40 * len, copy + head + len, rest);
    file_len = head + 40 * len + rest;
    free(copy);
    TEST_ASSERT_EQUAL_INT(E_FORMAT, make_portrait());
}
