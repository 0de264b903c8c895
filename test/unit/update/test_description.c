/* The description of a bundle: required content, and both sides of each limit. */
#include "update/description.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unity.h"
#include "util/cause.h"

#define HASH "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define IMAGE_OF(device)                                                                                 \
    "{\"filename\":\"slot.img\",\"type\":\"raw\",\"device\":\"" device "\",\"installed-directly\":true," \
    "\"sha256\":\"" HASH "\",\"size\":100}"
#define IMAGE_A IMAGE_OF("/dev/a")
#define IMAGE_B IMAGE_OF("/dev/b")
#define GOOD                                                                                                \
    "{\"software\":{\"version\":\"1.2.0\",\"description\":\"one\",\"hardware-compatibility\":[\"laptop\"]," \
    "\"postern\":{\"format\":1,\"brand\":\"postern\",\"buildId\":\"0a\",\"counter\":3,\"schema\":31,"       \
    "\"built\":1767225600,\"notes\":\"\"},"                                                                 \
    "\"stable\":{\"a\":{\"images\":[" IMAGE_A "]},\"b\":{\"images\":[" IMAGE_B "]}}}}"

static const struct bundle_terms terms = {.board = "laptop", .devices = {"/dev/a", "/dev/b"}};
static struct bundle_facts facts;
static struct description_image image;

void setUp(void) {
    memset(&facts, 0, sizeof(facts));
}

void tearDown(void) {
}

/* In memory of exactly its size. */
static int read_octets(const char *text, size_t len) {
    char *exact = malloc(len > 0 ? len : 1);
    TEST_ASSERT_NOT_NULL(exact);
    memcpy(exact, text, len);
    int r = description_read(exact, len, &terms, &facts, &image);
    free(exact);
    return r;
}

static int read_text(const char *text) {
    return read_octets(text, strlen(text));
}

/* Parses the valid one with the first, or each, of these texts replaced. */
static int replaced(const char *old, const char *fresh, bool each) {
    static char text[40000];
    size_t len = 0;
    const char *at = GOOD, *found = NULL;
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(GOOD, old), old);
    for (bool first = true; (found = strstr(at, old)) != NULL && (first || each); first = false) {
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%.*s%s", (int)(found - at), at, fresh);
        at = found + strlen(old);
    }
    (void)snprintf(text + len, sizeof(text) - len, "%s", at);
    return read_text(text);
}

static int with(const char *old, const char *fresh) {
    return replaced(old, fresh, true);
}

void test_a_good_one(void) {
    TEST_ASSERT_EQUAL(0, read_text(GOOD));
    TEST_ASSERT_EQUAL_STRING("slot.img", image.file);
    TEST_ASSERT_EQUAL_UINT64(100, image.size);
    TEST_ASSERT_EQUAL_HEX8(0x00, image.sha256[0]);
    TEST_ASSERT_EQUAL_HEX8(0x11, image.sha256[1]);
    TEST_ASSERT_EQUAL_HEX8(0xff, image.sha256[31]);
    TEST_ASSERT_EQUAL(0, read_text(GOOD " \r\n\t "));
}

/* A later version may add to `postern`, but not where SWUpdate acts on it. */
void test_names_that_are_not_known(void) {
    static const char *const foreign[] = {"scripts", "files",   "partitions",      "bootenv",    "uboot",  "hooks",
                                          "hook",    "images2", "embedded-script", "properties", "laptop", "path",
                                          "offset",  ""};
    static const char *const before[] = {"\"software\":", "\"version\":", "\"stable\":",   "\"a\":",
                                         "\"b\":",        "\"images\":",  "\"filename\":", "\"size\":"};
    TEST_ASSERT_EQUAL(0, with("\"brand\"", "\"new\":{\"a\":[1]},\"new\":2,\"brand\""));
    for (size_t i = 0; i < sizeof(foreign) / sizeof(foreign[0]); i++) {
        for (size_t j = 0; j < sizeof(before) / sizeof(before[0]); j++) {
            char more[128];
            (void)snprintf(more, sizeof(more), "\"%s\":[],%s", foreign[i], before[j]);
            TEST_ASSERT_EQUAL_MESSAGE(E_UPLOAD_FORMAT, replaced(before[j], more, false), more);
        }
    }
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"version\"", "\"scripts\":[],\"version\""));
    TEST_ASSERT_EQUAL_STRING("a name in the description that is not allowed", cause_get()->text);
}

void test_devices(void) {
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("/dev/a", "/dev/b"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("/dev/b", "/dev/a"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("/dev/b", "/dev/sda"));
    TEST_ASSERT_EQUAL_STRING("a device that is not the slot", cause_get()->text);
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("/dev/a", "/dev/a/../a"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("/dev/a", "/dev/a2"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("/dev/a", "/dev/"));
}

/* The slots of another board differ: the wrong board is the better error. */
void test_devices_of_another_board(void) {
    static const struct bundle_terms other = {.board = "other", .devices = {"/dev/x", "/dev/y"}};
    TEST_ASSERT_EQUAL(E_BUNDLE_BOARD, description_read(GOOD, strlen(GOOD), &other, &facts, &image));
}

void test_names_of_files(void) {
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("slot.img", "../slot.img"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("slot.img", "/slot.img"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("slot.img", "a/slot.img"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("slot.img", ".."));
    TEST_ASSERT_EQUAL(0, with("slot.img", "slot..img"));
}

/* Each must exist, once, with its type. */
void test_names_that_have_to_be(void) {
    static const char *const names[] = {"software", "version", "description", "hardware-compatibility",
                                        "postern",  "format",  "brand",       "buildId",
                                        "counter",  "schema",  "built",       "notes",
                                        "stable",   "a",       "b",           "images",
                                        "filename", "type",    "device",      "installed-directly",
                                        "sha256",   "size"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char quoted[64], other[64], twice[64], number[64];
        (void)snprintf(quoted, sizeof(quoted), "\"%s\":", names[i]);
        (void)snprintf(other, sizeof(other), "\"x%s\":", names[i]);
        TEST_ASSERT_EQUAL_MESSAGE(E_UPLOAD_FORMAT, with(quoted, other), names[i]);
        (void)snprintf(other, sizeof(other), "\"%c%s\":", names[i][0] - 'a' + 'A', names[i] + 1);
        TEST_ASSERT_EQUAL_MESSAGE(E_UPLOAD_FORMAT, with(quoted, other), names[i]);
        (void)snprintf(twice, sizeof(twice), "\"%s\":1,\"%s\":", names[i], names[i]);
        TEST_ASSERT_EQUAL_MESSAGE(E_UPLOAD_FORMAT, with(quoted, twice), names[i]);
        (void)snprintf(number, sizeof(number), "\"%s\":null,\"x\":", names[i]);
        TEST_ASSERT_EQUAL_MESSAGE(E_UPLOAD_FORMAT, with(quoted, number), names[i]);
    }
}

void test_no_json(void) {
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, read_text(""));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, read_text("software"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, read_text("[]"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, read_text("{}"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, read_text(GOOD "x"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, read_text(GOOD GOOD));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, read_octets(GOOD, sizeof(GOOD)));
    for (size_t len = 0; len < sizeof(GOOD) - 1; len++) {
        TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, read_octets(GOOD, len));
    }
}

void test_another_format(void) {
    TEST_ASSERT_EQUAL(E_BUNDLE_NEWER, with("\"format\":1", "\"format\":2"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"format\":1", "\"format\":0"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"format\":1", "\"format\":1.5"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"format\":1", "\"format\":\"1\""));
}

void test_numbers(void) {
    TEST_ASSERT_EQUAL(0, with("\"counter\":3", "\"counter\":4294967295"));
    TEST_ASSERT_EQUAL_UINT32(UINT32_MAX, facts.counter);
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"counter\":3", "\"counter\":4294967296"));
    TEST_ASSERT_EQUAL(0, with("\"counter\":3", "\"counter\":1"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"counter\":3", "\"counter\":0"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"counter\":3", "\"counter\":-3"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"counter\":3", "\"counter\":3.5"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"counter\":3", "\"counter\":1e99"));
    TEST_ASSERT_EQUAL(0, with("\"schema\":31", "\"schema\":1"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"schema\":31", "\"schema\":0"));
    TEST_ASSERT_EQUAL(0, with("\"built\":1767225600", "\"built\":9007199254740991"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"built\":1767225600", "\"built\":9007199254740993"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"built\":1767225600", "\"built\":0"));
    TEST_ASSERT_EQUAL(0, with("\"size\":100", "\"size\":1073741824"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"size\":100", "\"size\":1073741825"));
    TEST_ASSERT_EQUAL(0, with("\"size\":100", "\"size\":1"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"size\":100", "\"size\":0"));
}

static int version(const char *text) {
    char fresh[128];
    (void)snprintf(fresh, sizeof(fresh), "\"%s\"", text);
    return with("\"1.2.0\"", fresh);
}

void test_versions(void) {
    static const char *const good[] = {"0.0.0",       "10.20.30",     "1.0.0-alpha",    "1.0.0-alpha.1",
                                       "1.0.0-0.3.7", "1.0.0-x-y.92", "1.0.0+20130313", "1.0.0-beta+exp.sha.00",
                                       "1.0.0-0a"};
    static const char *const bad[] = {"",          "1",      "1.2",    "1.2.3.4",    "01.2.3",        "1.02.3",
                                      "1.2.03",    "v1.2.3", "1.2.3-", "1.2.3-a..b", "1.2.3-01",      "1.2.3+",
                                      "1.2.3+a+b", "1.2.3 ", "1.2.-3", "1..3",       "1.2.3-\\u00e4", "1.2.3-a_b"};
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(0, version(good[i]), good[i]);
        TEST_ASSERT_EQUAL_STRING(good[i], facts.version);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(E_UPLOAD_FORMAT, version(bad[i]), bad[i]);
    }
    TEST_ASSERT_EQUAL(0, version("1.0.0-a2345678901234567890123456"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, version("1.0.0-a23456789012345678901234567"));
}

/* Returns a text with so many of these. */
static const char *many(const char *before, const char *what, size_t count, const char *behind) {
    static char text[30000];
    size_t len = (size_t)snprintf(text, sizeof(text), "%s", before);
    for (size_t i = 0; i < count; i++) {
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%s", what);
    }
    (void)snprintf(text + len, sizeof(text) - len, "%s", behind);
    return text;
}

void test_lengths_of_texts(void) {
    TEST_ASSERT_EQUAL(0, with("\"one\"", many("\"", "d", 256, "\"")));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"one\"", many("\"", "d", 257, "\"")));
    TEST_ASSERT_EQUAL(0, with("\"one\"", "\"\""));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"one\"", "\"a\\nb\""));
    TEST_ASSERT_EQUAL(0, with("\"brand\":\"postern\"", many("\"brand\":\"", "b", 32, "\"")));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"brand\":\"postern\"", many("\"brand\":\"", "b", 33, "\"")));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"brand\":\"postern\"", "\"brand\":\"\""));
    TEST_ASSERT_EQUAL(0, with("\"0a\"", many("\"", "0", 64, "\"")));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"0a\"", many("\"", "0", 65, "\"")));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"0a\"", "\"\""));
    TEST_ASSERT_EQUAL(0, with("\"slot.img\"", many("\"", "f", 63, "\"")));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"slot.img\"", many("\"", "f", 64, "\"")));
}

void test_notes(void) {
    TEST_ASSERT_EQUAL(0, with("\"notes\":\"\"", "\"notes\":\"a\\nb\\n\\nc\\n\""));
    TEST_ASSERT_EQUAL_STRING("a\nb\n\nc\n", facts.notes);
    TEST_ASSERT_EQUAL(0, with("\"notes\":\"\"", many("\"notes\":\"", "\xf0\x9f\x9a\xaa", 2000, "\"")));
    TEST_ASSERT_EQUAL(8000, strlen(facts.notes));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"notes\":\"\"", many("\"notes\":\"", "n", 2001, "\"")));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"notes\":\"\"", "\"notes\":\"a\\u0007\""));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"notes\":\"\"", "\"notes\":\"a\\r\\nb\""));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"notes\":\"\"", "\"notes\":\"\xff\""));
}

void test_boards(void) {
    TEST_ASSERT_EQUAL(0, with("[\"laptop\"]", "[\"other\",\"laptop\"]"));
    TEST_ASSERT_EQUAL_STRING("other, laptop", facts.boards);
    TEST_ASSERT_EQUAL(E_BUNDLE_BOARD, with("[\"laptop\"]", "[\"other\"]"));
    TEST_ASSERT_EQUAL(E_BUNDLE_BOARD, with("[\"laptop\"]", "[\"Laptop\",\"laptop2\"]"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("[\"laptop\"]", "[]"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("[\"laptop\"]", "\"laptop\""));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("[\"laptop\"]", "[\"laptop\",1]"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("[\"laptop\"]", "[\"laptop\",\"\"]"));
    TEST_ASSERT_EQUAL(0, with("[\"laptop\"]", many("[\"laptop\"", ",\"a2345678901234567890123456789012\"", 15, "]")));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("[\"laptop\"]", many("[\"laptop\"", ",\"other\"", 16, "]")));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("[\"laptop\"]", "[\"laptop\",\"a23456789012345678901234567890123\"]"));
}

/* The same for either slot, and nothing else. */
void test_images(void) {
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, replaced("\"size\":100", "\"size\":101", false));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, replaced("00112233", "00112234", false));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, replaced("slot.img", "slot.im2", false));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("[" IMAGE_A "]", "[]"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("[" IMAGE_A "]", "[" IMAGE_A "," IMAGE_A "]"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("[" IMAGE_A "]", IMAGE_A));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"raw\"", "\"archive\""));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("\"installed-directly\":true", "\"installed-directly\":false"));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("ddeeff\"", "ddeeff00\""));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("ddeeff\"", "ddee\""));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("ddeeff\"", "DDEEFF\""));
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, with("ddeeff\"", "ddeefg\""));
}
