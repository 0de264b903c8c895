/* Frames of the Wiegand line, compared with published vectors. */
#include "hal/wiegand.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "unity.h"

static struct wiegand_frame frame;

void setUp(void) {
    memset(&frame, 0xff, sizeof(frame)); /* must not show earlier content */
}

void tearDown(void) {
}

static void make_usual(uint8_t facility_bits, uint8_t data_bits, uint64_t facility, uint64_t number) {
    struct wiegand_layout layout = wiegand_usual(facility_bits, data_bits);
    TEST_ASSERT_EQUAL_INT(0, wiegand_make(&layout, facility, number, &frame));
}

/* Returns the frame as one number; the highest two of 66 bits are compared separately. */
static uint64_t whole(void) {
    uint64_t number = 0;
    for (unsigned i = 0; i < frame.count; i++) {
        number = number << 1 | wiegand_bit(&frame, i);
    }
    return number;
}

static void expect_text(const char *text) {
    char got[WIEGAND_TEXT_MAX];
    wiegand_print(&frame, got);
    TEST_ASSERT_EQUAL_STRING(text, got);
}

void test_published_frames_of_26_bits(void) {
    make_usual(8, 24, 1, 1);
    expect_text("10000000100000000000000010");
    TEST_ASSERT_EQUAL_HEX64(0x2020002, whole());
    make_usual(8, 24, 212, 7041);
    expect_text("11101010000011011100000010");
    make_usual(0, 24, 0, 0xD41B81);
    TEST_ASSERT_EQUAL_HEX64(0x3A83702, whole());
    make_usual(8, 24, 100, 12345);
    TEST_ASSERT_EQUAL_HEX64(0x2C86073, whole());
    make_usual(8, 24, 255, 65535);
    TEST_ASSERT_EQUAL_HEX64(0x1FFFFFF, whole());
    make_usual(8, 24, 0, 0);
    TEST_ASSERT_EQUAL_HEX64(1, whole());
}

void test_published_frames_of_34_bits(void) {
    make_usual(0, 32, 0, 0x89D41B81);
    TEST_ASSERT_EQUAL_HEX64(0x313A83703, whole());
    make_usual(0, 32, 0, 0x04A1B2C3);
    TEST_ASSERT_EQUAL_HEX64(0x9436587, whole());
    make_usual(0, 32, 0, wiegand_reverse(0x04A1B2C3, 4));
    TEST_ASSERT_EQUAL_HEX64(0x187654209, whole());
    make_usual(0, 32, 0, 0x12345678);
    TEST_ASSERT_EQUAL_HEX64(0x22468ACF1, whole());
}

void test_published_frames_of_66_bits(void) {
    make_usual(0, 64, 0, 0x04A1B2C3D4E5F680);
    TEST_ASSERT_EQUAL_INT(66, frame.count);
    TEST_ASSERT_EQUAL_HEX64(0x9436587A9CBED01, whole());
    TEST_ASSERT_FALSE(wiegand_bit(&frame, 0));
    make_usual(0, 64, 0, 0x0123456789ABCDEF);
    TEST_ASSERT_EQUAL_HEX64(0x2468ACF13579BDF, whole());
    make_usual(0, 64, 0, UINT64_MAX); /* nothing is lost on either side */
    expect_text("011111111111111111111111111111111111111111111111111111111111111111");
}

void test_what_does_not_fit_makes_no_frame(void) {
    struct wiegand_layout layout = wiegand_usual(8, 24);
    TEST_ASSERT_EQUAL_INT(E_RANGE, wiegand_make(&layout, 256, 1, &frame));
    TEST_ASSERT_EQUAL_INT(E_RANGE, wiegand_make(&layout, 1, 65536, &frame));
    layout = wiegand_usual(0, 24);
    TEST_ASSERT_EQUAL_INT(0, wiegand_make(&layout, 0, 0xffffff, &frame));
    TEST_ASSERT_EQUAL_INT(E_RANGE, wiegand_make(&layout, 0, 0x1000000, &frame));
    TEST_ASSERT_EQUAL_INT(E_RANGE, wiegand_make(&layout, 1, 0, &frame));
}

void test_a_free_format(void) {
    /* Four bits of facility code, five of number; odd over the first three, even over all. */
    struct wiegand_layout layout = {4, 5, {WIEGAND_PARITY_OF_ODD, 1, 3}, {WIEGAND_PARITY_OF_EVEN, 1, 9}};
    TEST_ASSERT_EQUAL_INT(0, wiegand_make(&layout, 0xA, 0x13, &frame));
    expect_text("1"
                "1010"
                "10011"
                "1");
    layout.leading.kind = WIEGAND_PARITY_OFF;
    TEST_ASSERT_EQUAL_INT(0, wiegand_make(&layout, 0xA, 0x13, &frame));
    expect_text("1010"
                "10011"
                "1");
    layout.trailing.kind = WIEGAND_PARITY_OFF;
    layout.facility_bits = 0;
    TEST_ASSERT_EQUAL_INT(0, wiegand_make(&layout, 0, 0x13, &frame));
    expect_text("10011");
}

void test_layouts_that_cannot_be(void) {
    static const struct {
        struct wiegand_layout layout;
        int result;
        unsigned part;
    } cases[] = {
        {{0, 64, {WIEGAND_PARITY_OF_EVEN, 1, 64}, {WIEGAND_PARITY_OF_ODD, 64, 64}}, 0, 0},
        {{1, 64, {0}, {0}}, E_RANGE, 0},
        {{0, 0, {0}, {0}}, E_RANGE, 0},
        {{33, 1, {0}, {0}}, E_RANGE, 0},
        {{0, 8, {WIEGAND_PARITY_OF_EVEN, 0, 8}, {0}}, E_RANGE, 1},
        {{0, 8, {WIEGAND_PARITY_OF_EVEN, 1, 9}, {0}}, E_RANGE, 1},
        {{0, 8, {WIEGAND_PARITY_OF_EVEN, 5, 4}, {0}}, E_RANGE, 1},
        {{0, 8, {0}, {WIEGAND_PARITY_OF_ODD, 8, 9}}, E_RANGE, 2},
        {{0, 8, {WIEGAND_PARITY_OFF, 9, 1}, {WIEGAND_PARITY_OFF, 9, 1}}, 0, 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        unsigned part = 0;
        TEST_ASSERT_EQUAL_INT(cases[i].result, wiegand_check(&cases[i].layout, &part));
        if (cases[i].result < 0) {
            TEST_ASSERT_EQUAL_UINT(cases[i].part, part);
            TEST_ASSERT_EQUAL_INT(E_RANGE, wiegand_make(&cases[i].layout, 0, 1, &frame));
        }
    }
}

/* A single wrong bit on the line makes the frame invalid. */
void test_a_frame_that_comes_in(void) {
    static const uint8_t lengths[] = {24, 32, 64};
    for (size_t i = 0; i < sizeof(lengths); i++) {
        uint64_t data = 0;
        uint64_t sent = UINT64_C(0x0123456789ABCDEF) & UINT64_MAX >> (64 - lengths[i]);
        make_usual(0, lengths[i], 0, sent);
        TEST_ASSERT_EQUAL_INT(0, wiegand_take(&frame, &data));
        TEST_ASSERT_EQUAL_HEX64(sent, data);
        for (unsigned bit = 0; bit < frame.count; bit++) {
            struct wiegand_frame wrong = frame;
            wrong.octets[bit / 8] ^= (uint8_t)(0x80u >> bit % 8);
            TEST_ASSERT_EQUAL_INT(E_FORMAT, wiegand_take(&wrong, &data));
        }
    }
}

void test_a_frame_of_another_length_is_refused(void) {
    uint64_t data = 0;
    for (unsigned count = 0; count <= WIEGAND_BITS_MAX; count++) {
        if (count == 26 || count == 34 || count == 66) {
            continue;
        }
        memset(&frame, 0, sizeof(frame));
        frame.count = (uint8_t)count;
        TEST_ASSERT_EQUAL_INT(E_FORMAT, wiegand_take(&frame, &data));
    }
}

void test_frames_as_text(void) {
    static const char longest[] = "010101010101010101010101010101010101010101010101010101010101010101";
    TEST_ASSERT_EQUAL_INT(0, wiegand_parse(longest, &frame));
    TEST_ASSERT_EQUAL_INT(66, frame.count);
    expect_text(longest);
    TEST_ASSERT_EQUAL_INT(E_FORMAT, wiegand_parse("", &frame));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, wiegand_parse("01a", &frame));
    TEST_ASSERT_EQUAL_INT(E_FORMAT,
                          wiegand_parse("0101010101010101010101010101010101010101010101010101010101010101010", &frame));
}
