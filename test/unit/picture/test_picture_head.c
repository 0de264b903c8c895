/* What a picture says of itself, byte by byte: borders of each number, and a cut at every place. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "picture/picture.h"
#include "unity.h"

static uint8_t file[4096];
static size_t len;
static struct picture_head head;

void setUp(void) {
    len = 0;
}

void tearDown(void) {
}

static void put(const char *hex) {
    for (; *hex != '\0'; hex++) {
        if (*hex != ' ') {
            char pair[3] = {hex[0], hex[1], '\0'};

            file[len++] = (uint8_t)strtoul(pair, NULL, 16);
            hex++;
        }
    }
}

/* A copy of its own, so that a read behind it is seen. */
static int read_part(size_t count) {
    uint8_t *copy = malloc(count > 0 ? count : 1);

    TEST_ASSERT_NOT_NULL(copy);
    memcpy(copy, file, count);
    int r = picture_head(copy, count, &head);
    free(copy);
    return r;
}

static int read_hex(const char *hex) {
    len = 0;
    put(hex);
    return read_part(len);
}

static void check(int expected, const char *hex) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(expected, read_hex(hex), hex);
}

#define SOI "ffd8"
#define FRAME "ffc0 000b 08 0102 0304 01 011100" /* 258 high, 772 wide, grey */

static void check_head(enum picture_kind kind, uint32_t width, uint32_t height, unsigned orientation) {
    TEST_ASSERT_EQUAL_INT(kind, head.kind);
    TEST_ASSERT_EQUAL_UINT32(width, head.width);
    TEST_ASSERT_EQUAL_UINT32(height, head.height);
    TEST_ASSERT_EQUAL_UINT(orientation, head.orientation);
}

void test_a_frame(void) {
    check(0, SOI FRAME);
    check_head(PICTURE_JPEG, 0x0304, 0x0102, 1);
    for (size_t count = 0; count < len; count++) {
        TEST_ASSERT_EQUAL_INT(E_FORMAT, read_part(count));
    }
    check(0, SOI "ffe0 0002" FRAME); /* a segment without anything in it */
    check(0, SOI "ffff" FRAME); /* filled with them */
    check(0, SOI "fffe 0005 ffc0 00" FRAME);
    check_head(PICTURE_JPEG, 0x0304, 0x0102, 1);
    check(E_FORMAT, SOI "ffe0 0001" FRAME);
    check(E_FORMAT, SOI "ffe0 0000" FRAME);
    check(E_FORMAT, SOI "00" FRAME);
    check(E_FORMAT, SOI "ffda 0002" FRAME); /* the dots, or the end, before it is said how many */
    check(E_FORMAT, SOI "ffd9 0002" FRAME);
    check(E_FORMAT, "ffd9" FRAME);
    check(E_FORMAT, "fed8" FRAME);
}

/* C0 to CF but C4, C8 and CC are frames; C0 to C2 are those that are taken. */
void test_kinds_of_frames(void) {
    for (unsigned marker = 0xbf; marker <= 0xd0; marker++) {
        bool is_frame = marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;

        len = 0;
        put(SOI FRAME FRAME);
        file[3] = (uint8_t)marker;
        file[4] = 0;
        file[22] = 0x05; /* the second one is another width, and comes when the first is none */
        TEST_ASSERT_EQUAL_INT(is_frame && marker > 0xc2 ? E_FORMAT : 0, read_part(len));
        TEST_ASSERT_TRUE(marker > 0xc2 && is_frame ? true : head.width == (is_frame ? 0x0304 : 0x0504));
    }
}

void test_precision_and_components(void) {
    check(E_FORMAT, SOI "ffc0 000b 07 0102 0304 01 011100");
    check(E_FORMAT, SOI "ffc0 000b 09 0102 0304 01 011100");
    check(E_FORMAT, SOI "ffc0 000b 08 0102 0304 00 011100");
    check(E_FORMAT, SOI "ffc0 000b 08 0102 0304 02 011100");
    check(0, SOI "ffc0 000b 08 0102 0304 03 011100");
    check(0, SOI "ffc0 000b 08 0102 0304 04 011100"); /* CMYK */
    check(E_FORMAT, SOI "ffc0 000b 08 0102 0304 05 011100");
}

void test_sizes(void) {
    check(E_FORMAT, SOI "ffc0 0008 08 0000 0001 01");
    check(E_FORMAT, SOI "ffc0 0008 08 0001 0000 01");
    check(0, SOI "ffc0 0008 08 0001 0001 01");
    check(0, SOI "ffc0 0008 08 7fff 0001 01");
    check(E_TOO_LARGE, SOI "ffc0 0008 08 8000 0001 01");
    check(0, SOI "ffc0 0008 08 0001 7fff 01");
    check(E_TOO_LARGE, SOI "ffc0 0008 08 0001 8000 01");
    check(0, SOI "ffc0 0008 08 2710 2ee0 01"); /* 10,000 by 12,000: a hundred and twenty million */
    check(E_TOO_LARGE, SOI "ffc0 0008 08 2711 2ee0 01");
    check(E_TOO_LARGE, SOI "ffc0 0008 08 2710 2ee1 01");
}

/* --- EXIF --- */

#define ENTRY(tag, type, value) tag type "00000001" value "0000"
#define ENTRY_LITTLE(tag, type, value) tag type "01000000" value "0000"

static unsigned orientation_of(const char *exif) {
    len = 0;
    put(SOI "ffe1 0000");
    put(exif);
    file[4] = (uint8_t)((len - 4) >> 8);
    file[5] = (uint8_t)(len - 4);
    put(FRAME);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, read_part(len), exif);
    check_head(PICTURE_JPEG, 0x0304, 0x0102, head.orientation);
    return head.orientation;
}

static void check_exif(unsigned expected, const char *exif) {
    TEST_ASSERT_EQUAL_UINT_MESSAGE(expected, orientation_of(exif), exif);
}

#define NAME "457869660000"
#define BIG NAME "4d4d 002a 00000008"
#define LITTLE NAME "4949 2a00 08000000"

void test_orientations(void) {
    check_exif(1, BIG "0001" ENTRY("0112", "0003", "0000"));
    check_exif(1, BIG "0001" ENTRY("0112", "0003", "0001"));
    check_exif(2, BIG "0001" ENTRY("0112", "0003", "0002"));
    check_exif(8, BIG "0001" ENTRY("0112", "0003", "0008"));
    check_exif(1, BIG "0001" ENTRY("0112", "0003", "0009"));
    check_exif(1, BIG "0001" ENTRY("0112", "0003", "0106"));
    check_exif(6, LITTLE "0100" ENTRY_LITTLE("1201", "0300", "0600"));
    check_exif(6, BIG "0002" ENTRY("0111", "0003", "0003") ENTRY("0112", "0003", "0006"));
    check_exif(3, BIG "0002" ENTRY("0112", "0003", "0003") ENTRY("0112", "0003", "0006")); /* the first */
    check_exif(1, BIG "0001" ENTRY("0111", "0003", "0003") ENTRY("0112", "0003", "0006")); /* behind the directory */
    check_exif(1, BIG "0001" ENTRY("0113", "0003", "0006"));
    check_exif(1, BIG "0001" ENTRY("0112", "0004", "0006"));
    check_exif(1, BIG "0000" ENTRY("0112", "0003", "0006"));
    check_exif(6, NAME "4d4d 002a 0000000a ffff 0001" ENTRY("0112", "0003", "0006"));
}

/* What is not understood is upright. */
void test_what_is_no_exif(void) {
    check_exif(1, "457869660001"
                  "4d4d 002a 00000008 0001" ENTRY("0112", "0003", "0006"));
    check_exif(1, "457869670000"
                  "4d4d 002a 00000008 0001" ENTRY("0112", "0003", "0006"));
    check_exif(1, NAME "4d4e 002a 00000008 0001" ENTRY("0112", "0003", "0006"));
    check_exif(1, NAME "4d49 002a 00000008 0001" ENTRY("0112", "0003", "0006"));
    check_exif(1, NAME "4d4d 002b 00000008 0001" ENTRY("0112", "0003", "0006"));
    check_exif(1, NAME "4949 002a 08000000 0100" ENTRY_LITTLE("1201", "0300", "0600"));
    check_exif(1, NAME "4d4d 002a 7fffffff 0001" ENTRY("0112", "0003", "0006"));
    check_exif(1, NAME);
    check_exif(1, "4578");
    check_exif(1, BIG "0001 0112 0003 00000001 00"); /* cut off */
}

/* The sixty-fourth entry is looked at, the next one not. */
void test_how_many_entries_are_looked_at(void) {
    for (unsigned before = 63; before <= 64; before++) {
        static char exif[8192];

        strcpy(exif, BIG "0060");
        for (unsigned i = 0; i < before; i++) {
            strcat(exif, ENTRY("0111", "0003", "0003"));
        }
        strcat(exif, ENTRY("0112", "0003", "0006"));
        TEST_ASSERT_EQUAL_UINT(before == 63 ? 6 : 1, orientation_of(exif));
    }
}

/* --- PNG --- */

#define SIGNATURE "89504e47 0d0a1a0a"
#define HEADER "0000000d 49484452 00000304 00000102 0802000000 00000000"
#define DOTS "00000000 49444154"

void test_a_png(void) {
    check(0, SIGNATURE HEADER DOTS);
    check_head(PICTURE_PNG, 0x0304, 0x0102, 1);
    for (size_t count = 0; count < len; count++) {
        TEST_ASSERT_EQUAL_INT(E_FORMAT, read_part(count));
    }
    check(0, SIGNATURE HEADER "00000003 74455874 010203 00000000" DOTS);
    check(E_FORMAT, SIGNATURE HEADER "00000004 74455874 010203");
    check(E_FORMAT, SIGNATURE HEADER "ffffffff 74455874 010203 00000000" DOTS);
    check(E_FORMAT, SIGNATURE HEADER);
    check(E_FORMAT, SIGNATURE "0000000c 49484452 00000304 00000102 08020000 00000000" DOTS);
    check(E_FORMAT, SIGNATURE "0000000d 49484453 00000304 00000102 0802000000 00000000" DOTS);
    check(E_FORMAT, "89504e47 0d0a1a0b" HEADER DOTS);
    check(E_TOO_LARGE, SIGNATURE "0000000d 49484452 00008000 00000102 0802000000 00000000" DOTS);
    check(E_FORMAT, SIGNATURE "0000000d 49484452 00000000 00000102 0802000000 00000000" DOTS);
}

void test_the_orientation_of_a_png(void) {
    check(0, SIGNATURE HEADER "00000016 65584966 4d4d002a00000008 0001" ENTRY("0112", "0003", "0006") "00000000" DOTS);
    check_head(PICTURE_PNG, 0x0304, 0x0102, 6);
    check(0, SIGNATURE HEADER "00000016 65584967 4d4d002a00000008 0001" ENTRY("0112", "0003", "0006") "00000000" DOTS);
    check_head(PICTURE_PNG, 0x0304, 0x0102, 1);
}

/* --- WebP --- */

#define RIFF "52494646 00000000 57454250"
#define LOSSY "56503820 0a000000 000000 9d012a 0443 0241" /* with two bits of scale before each side */

void test_a_webp(void) {
    check(0, RIFF LOSSY);
    check_head(PICTURE_WEBP, 0x0304, 0x0102, 1);
    for (size_t count = 0; count < len; count++) {
        TEST_ASSERT_EQUAL_INT(E_FORMAT, read_part(count));
    }
    check(0, RIFF "5650384c 05000000 2f 03434000");
    check_head(PICTURE_WEBP, 0x0304, 0x0102, 1);
    for (size_t count = 0; count < len; count++) {
        TEST_ASSERT_EQUAL_INT(E_FORMAT, read_part(count));
    }
    check(0, RIFF "56503858 0a000000 00000000 ffffff ffffff" LOSSY); /* what its frame says counts */
    check_head(PICTURE_WEBP, 0x0304, 0x0102, 1);
    check(0, RIFF "41424344 03000000 010203 00" LOSSY); /* padded to an even place */
    check(E_FORMAT, RIFF "41424344 03000000 010203" LOSSY);
    check(E_FORMAT, RIFF "41424344 ffffffff 010203 00" LOSSY);
    check(E_FORMAT, RIFF "414e494d 06000000 000000000000" LOSSY); /* it moves */
    check(E_FORMAT, RIFF "56503820 0a000000 000000 9d012b 0443 0241");
    check(E_FORMAT, RIFF "5650384c 05000000 2e 03434000");
    check(E_FORMAT, RIFF "56503820 0a000000 000000 9d012a 0000 0241");
    check(E_FORMAT, "52494647 00000000 57454250" LOSSY);
    check(E_FORMAT, "52494646 00000000 57454251" LOSSY);
    check(0, RIFF "56503820 0a000000 000000 9d012a a00f b80b"); /* 4,000 by 3,000: twelve million */
    check(E_TOO_LARGE, RIFF "56503820 0a000000 000000 9d012a a00f b90b");
}

void test_the_orientation_of_a_webp(void) {
    check(0, RIFF LOSSY "45584946 16000000 4d4d002a00000008 0001" ENTRY("0112", "0003", "0006"));
    check_head(PICTURE_WEBP, 0x0304, 0x0102, 6);
    check(0, RIFF LOSSY "45584946 1c000000 457869660000 4d4d002a00000008 0001" ENTRY("0112", "0003", "0008"));
    check_head(PICTURE_WEBP, 0x0304, 0x0102, 8);
    check(0, RIFF LOSSY "45584947 16000000 4d4d002a00000008 0001" ENTRY("0112", "0003", "0006"));
    check_head(PICTURE_WEBP, 0x0304, 0x0102, 1);
}

/* Chunks without anything in them: it ends all the same. */
void test_how_many_chunks_are_looked_at(void) {
    for (unsigned before = 63; before <= 64; before++) {
        len = 0;
        put(RIFF);
        for (unsigned i = 0; i < before; i++) {
            put("41424344 00000000");
        }
        put(LOSSY);
        TEST_ASSERT_EQUAL_INT(before == 63 ? 0 : E_FORMAT, read_part(len));
    }
}

void test_pictures_of_other_kinds(void) {
    check(E_PICTURE_KIND, "00000018 66747970 68656963 00000000"); /* heic */
    check(E_PICTURE_KIND, "00000018 66747970 6d696631 00000000"); /* mif1 */
    check(E_PICTURE_KIND, "00000018 66747970 61766966 00000000"); /* avif */
    check(E_FORMAT, "00000018 66747970 69736f6d 00000000"); /* a film */
    check(E_FORMAT, "00000018 66747970 686569");
}

void test_files_that_are_too_long(void) {
    uint8_t *large = calloc(1, PICTURE_FILE_MAX + 1);

    TEST_ASSERT_NOT_NULL(large);
    len = 0;
    put(SOI FRAME);
    memcpy(large, file, len);
    TEST_ASSERT_EQUAL_INT(0, picture_head(large, PICTURE_FILE_MAX, &head));
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, picture_head(large, PICTURE_FILE_MAX + 1, &head));
    free(large);
}
