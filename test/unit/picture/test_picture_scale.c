/* The scaler against plain arithmetic: what is cut out, means of whole dots, places between dots, and how it is turned. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture/picture_impl.h"
#include "unity.h"

#define WIDTH PICTURE_WIDTH
#define HEIGHT PICTURE_HEIGHT

static struct picture_scaler scaler;
static uint8_t out[WIDTH * HEIGHT * PICTURE_DOT];

void setUp(void) {
}

void tearDown(void) {
    scaler_done(&scaler);
}

/* A dot of the picture that is given: all three colours differ, and neighbours too. */
static uint8_t colour_at(uint32_t x, uint32_t y, uint32_t colour) {
    return (uint8_t)((x * 7 + y * 13 + x * y / 16 + colour * 91) % 251);
}

static void take_all(uint32_t width, uint32_t height, bool turned) {
    uint8_t *row = malloc((size_t)width * PICTURE_DOT);

    TEST_ASSERT_NOT_NULL(row);
    TEST_ASSERT_EQUAL_INT(0, scaler_init(&scaler, width, height, turned));
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            for (uint32_t colour = 0; colour < PICTURE_DOT; colour++) {
                row[x * PICTURE_DOT + colour] = colour_at(x, y, colour);
            }
        }
        scaler_take(&scaler, row);
    }
    free(row);
}

static void check_cut(uint32_t width, uint32_t height, bool turned, uint32_t left, uint32_t top, uint32_t factor,
                      uint32_t kept_width, uint32_t kept_height) {
    TEST_ASSERT_EQUAL_INT(0, scaler_init(&scaler, width, height, turned));
    TEST_ASSERT_EQUAL_UINT32(left, scaler.left);
    TEST_ASSERT_EQUAL_UINT32(top, scaler.top);
    TEST_ASSERT_EQUAL_UINT32(factor, scaler.factor);
    TEST_ASSERT_EQUAL_UINT32(kept_width, scaler.width);
    TEST_ASSERT_EQUAL_UINT32(kept_height, scaler.height);
    scaler_done(&scaler);
    TEST_ASSERT_NULL(scaler.dots);
    TEST_ASSERT_NULL(scaler.sums);
}

/* The middle, three wide to four high; whole numbers of dots become one while none is too few. */
void test_what_is_cut_out(void) {
    check_cut(480, 640, false, 0, 0, 1, 480, 640);
    check_cut(640, 480, true, 0, 0, 1, 640, 480);
    check_cut(640, 640, false, 80, 0, 1, 480, 640);
    check_cut(480, 840, false, 0, 100, 1, 480, 640);
    check_cut(640, 640, true, 0, 80, 1, 640, 480);
    check_cut(959, 1279, false, 0, 0, 1, 959, 1278);
    check_cut(960, 1280, false, 0, 0, 2, 480, 640);
    check_cut(961, 1280, false, 0, 0, 2, 480, 640);
    check_cut(962, 1280, false, 1, 0, 2, 480, 640);
    check_cut(1442, 1924, false, 1, 2, 3, 480, 640);
    check_cut(1, 1, false, 0, 0, 1, 1, 1);
    check_cut(3, 1, false, 1, 0, 1, 1, 1);
    check_cut(1, 9, false, 0, 4, 1, 1, 1);
    check_cut(32767, 1, true, 16383, 0, 1, 1, 1);
}

/* Where a dot of the whole picture lies in one that is turned so: 1 to 8 of EXIF. */
static void place_of(unsigned orientation, uint32_t x, uint32_t y, uint32_t *ret_x, uint32_t *ret_y) {
    switch (orientation) {
        case 1: *ret_x = x, *ret_y = y; break;
        case 2: *ret_x = WIDTH - 1 - x, *ret_y = y; break;
        case 3: *ret_x = WIDTH - 1 - x, *ret_y = HEIGHT - 1 - y; break;
        case 4: *ret_x = x, *ret_y = HEIGHT - 1 - y; break;
        case 5: *ret_x = y, *ret_y = x; break;
        case 6: *ret_x = y, *ret_y = WIDTH - 1 - x; break;
        case 7: *ret_x = HEIGHT - 1 - y, *ret_y = WIDTH - 1 - x; break;
        default: *ret_x = HEIGHT - 1 - y, *ret_y = x; break;
    }
}

/* A picture of the right size comes out dot by dot. */
void test_every_orientation(void) {
    for (unsigned orientation = 1; orientation <= 8; orientation++) {
        bool turned = orientation >= 5;

        TEST_ASSERT_EQUAL(turned, picture_is_turned(orientation));
        take_all(turned ? HEIGHT : WIDTH, turned ? WIDTH : HEIGHT, turned);
        scaler_finish(&scaler, orientation, out);
        for (uint32_t y = 0; y < HEIGHT; y++) {
            for (uint32_t x = 0; x < WIDTH; x++) {
                uint32_t from_x = 0, from_y = 0;
                const uint8_t *dot = out + ((size_t)y * WIDTH + x) * PICTURE_DOT;

                place_of(orientation, x, y, &from_x, &from_y);
                if (dot[0] != colour_at(from_x, from_y, 0) || dot[1] != colour_at(from_x, from_y, 1) ||
                    dot[2] != colour_at(from_x, from_y, 2)) {
                    TEST_FAIL_MESSAGE("another dot");
                }
            }
        }
        scaler_done(&scaler);
    }
}

/* The mean of all dots of a square, rounded, of the part that is cut out. */
static uint8_t mean_at(uint32_t x, uint32_t y, uint32_t colour) {
    uint32_t sum = 0, area = scaler.factor * scaler.factor;

    for (uint32_t i = 0; i < area; i++) {
        sum += colour_at(scaler.left + x * scaler.factor + i % scaler.factor,
                         scaler.top + y * scaler.factor + i / scaler.factor, colour);
    }
    return (uint8_t)floor((double)sum / area + 0.5);
}

static double between(double low, double high, double part) {
    return low + (high - low) * part;
}

/* Between the four dots around a place, in fractions of 256. */
static double expected_at(uint32_t x, uint32_t y, uint32_t colour) {
    double at_x = fmax(0, fmin(scaler.width - 1, (x + 0.5) * scaler.width / WIDTH - 0.5));
    double at_y = fmax(0, fmin(scaler.height - 1, (y + 0.5) * scaler.height / HEIGHT - 0.5));
    uint32_t left = (uint32_t)at_x, top = (uint32_t)at_y;
    uint32_t right = left + 1 < scaler.width ? left + 1 : left, below = top + 1 < scaler.height ? top + 1 : top;

    return between(between(mean_at(left, top, colour), mean_at(right, top, colour), at_x - left),
                   between(mean_at(left, below, colour), mean_at(right, below, colour), at_x - left), at_y - top);
}

static void check_scaled(uint32_t width, uint32_t height) {
    take_all(width, height, false);
    scaler_finish(&scaler, 1, out);
    for (uint32_t y = 0; y < HEIGHT; y += y < 4 || y > HEIGHT - 5 ? 1 : 37) {
        for (uint32_t x = 0; x < WIDTH; x += x < 4 || x > WIDTH - 5 ? 1 : 41) {
            for (uint32_t colour = 0; colour < PICTURE_DOT; colour++) {
                TEST_ASSERT_INT_WITHIN(2, lround(expected_at(x, y, colour)),
                                       out[((size_t)y * WIDTH + x) * PICTURE_DOT + colour]);
            }
        }
    }
    scaler_done(&scaler);
}

void test_smaller_and_larger_ones(void) {
    check_scaled(960, 1280);
    check_scaled(1445, 1923);
    check_scaled(700, 900);
    check_scaled(100, 100);
    check_scaled(3, 4);
    check_scaled(2, 9);
    check_scaled(1, 1);
}

/* One that is made smaller by a whole number is exact. */
void test_means_are_exact(void) {
    take_all(962, 1282, false);
    for (uint32_t y = 0; y < scaler.height; y += 7) {
        for (uint32_t x = 0; x < scaler.width; x++) {
            const uint8_t *dot = scaler.dots + ((size_t)y * scaler.width + x) * PICTURE_DOT;

            TEST_ASSERT_EQUAL_UINT8(mean_at(x, y, 0), dot[0]);
            TEST_ASSERT_EQUAL_UINT8(mean_at(x, y, 1), dot[1]);
            TEST_ASSERT_EQUAL_UINT8(mean_at(x, y, 2), dot[2]);
        }
    }
}
