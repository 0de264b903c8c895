/* The system folder: limits of its words and numbers. test_slots.c tests a valid folder. */
#include "update/slots_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder_files.h"
#include "unity.h"

static char dir[64];
static struct slots_folder got;

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-folder-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    folder_write_text(dir, "fw_env.config", "env 0x0 0x200\n");
    folder_write_text(dir, "slot", "A\n");
    folder_write_text(dir, "board", "b\n");
    folder_write_text(dir, "slots", "/dev/a\n/dev/b\n");
    folder_write_text(dir, "roots.pem", "roots");
    memset(&got, 0x5a, sizeof(got));
}

void tearDown(void) {
    char command[128];

    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL_INT(0, system(command));
}

static int read_with(const char *name, const char *text) {
    folder_write_text(dir, name, text);
    return slots_folder_read(dir, &got);
}

void test_where_the_sector_is(void) {
    static const struct {
        const char *text;
        int64_t at; /* -1: invalid */
    } cases[] = {
        {"env 0 512", 0},
        {"env 512 512", 512},
        {"env 01000 0x200", 512},
        {"env 0x7ffffe00 0x200", 0x7ffffe00},
        {"env 0x80000000 0x200", -1},
        {"env 511 512", -1},
        {"env 513 512", -1},
        {"env 0 511", -1},
        {"env 0 513", -1},
        {"env 0 1024", -1},
        {"env 0 0", -1},
        {"env 99999999999999999999999 512", -1},
        {"env 0 512 ", 0},
        {"env\t0\t512\r\n", 0},
        {"  env 0 512", 0},
        {"env 0 512 x", -1},
        {"env 0 512x", -1},
        {"env +0 512", -1},
        {"env x 512", -1},
        {"env 0", -1},
        {"env ", -1},
        {"#env 0 512\nenv 512 512\n\n  \n# more", 512},
        {"env 0 512\nenv 0 512", -1},
        {"env 0 512\nx", -1},
        {"\n", -1},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        TEST_ASSERT_EQUAL_INT_MESSAGE(cases[i].at < 0 ? E_FORMAT : 0, read_with("fw_env.config", cases[i].text),
                                      cases[i].text);
        if (cases[i].at >= 0) {
            char path[128];

            (void)snprintf(path, sizeof(path), "%s/env", dir);
            TEST_ASSERT_EQUAL_INT64_MESSAGE(cases[i].at, got.sector_at, cases[i].text);
            TEST_ASSERT_EQUAL_STRING(path, got.sector);
        }
    }
    TEST_ASSERT_EQUAL_INT(0, read_with("fw_env.config", "/dev/x 0 512"));
    TEST_ASSERT_EQUAL_STRING("/dev/x", got.sector);
}

/* The longest path, alone and relative to the folder. */
void test_paths_that_are_too_long(void) {
    char text[SLOTS_PATH_MAX + 32];

    for (int extra = 0; extra < 2; extra++) {
        int len = SLOTS_PATH_MAX - 1 + extra;

        memset(text, 'p', sizeof(text));
        text[0] = '/';
        (void)snprintf(text + len, sizeof(text) - (size_t)len, " 0 512");
        TEST_ASSERT_EQUAL_INT(extra ? E_TOO_LARGE : 0, read_with("fw_env.config", text));
        TEST_ASSERT_TRUE(extra || (strlen(got.sector) == SLOTS_PATH_MAX - 1 && got.sector[len - 1] == 'p'));
        len -= (int)strlen(dir) + 1;
        memset(text, 'p', sizeof(text));
        (void)snprintf(text + len, sizeof(text) - (size_t)len, " 0 512");
        TEST_ASSERT_EQUAL_INT(extra ? E_TOO_LARGE : 0, read_with("fw_env.config", text));
    }
}

/* 2 kB with the NUL. */
void test_the_size_of_a_file(void) {
    char text[2049];

    memset(text, ' ', sizeof(text));
    memcpy(text, "env 0 512", 9);
    text[2047] = '\0';
    TEST_ASSERT_EQUAL_INT(0, read_with("fw_env.config", text));
    text[2047] = ' ';
    text[2048] = '\0';
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, read_with("fw_env.config", text));
    folder_write(dir, "fw_env.config", "env 0 512\0\n", 11);
    TEST_ASSERT_EQUAL_INT(E_FORMAT, slots_folder_read(dir, &got));
}

void test_devices_of_the_slots(void) {
    static const char *const bad[] = {"",
                                      "/dev/a\n",
                                      "/dev/a\n\n",
                                      "/dev/a\n/dev/a\n",
                                      "dev/a\n/dev/b\n",
                                      "/dev/a /dev/b",
                                      "/dev/a\n/dev/b\n/dev/c\n",
                                      "/dev/a\n/dev/b ",
                                      "/dev/a\r\n/dev/b",
                                      "\n/dev/a\n/dev/b"};
    char text[2 * SLOTS_DEVICE_MAX + 8], longest[SLOTS_DEVICE_MAX + 1];
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        TEST_ASSERT_EQUAL_INT_MESSAGE(E_FORMAT, read_with("slots", bad[i]), bad[i]);
    }
    TEST_ASSERT_EQUAL_INT(0, read_with("slots", "/dev/a\n/run/b"));
    TEST_ASSERT_EQUAL_STRING("/dev/a", got.devices[SLOT_A]);
    TEST_ASSERT_EQUAL_STRING("/run/b", got.devices[SLOT_B]);
    memset(longest, 'p', sizeof(longest));
    longest[0] = '/';
    longest[SLOTS_DEVICE_MAX - 1] = '\0';
    (void)snprintf(text, sizeof(text), "/b\n%s\n", longest);
    TEST_ASSERT_EQUAL_INT(0, read_with("slots", text));
    TEST_ASSERT_EQUAL_STRING(longest, got.devices[SLOT_B]);
    longest[SLOTS_DEVICE_MAX - 1] = 'p';
    longest[SLOTS_DEVICE_MAX] = '\0';
    (void)snprintf(text, sizeof(text), "/b\n%s\n", longest);
    TEST_ASSERT_EQUAL_INT(E_FORMAT, read_with("slots", text));
    TEST_ASSERT_EQUAL_INT(0, unlink(folder_path(dir, "slots")));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, slots_folder_read(dir, &got));
}

void test_boards(void) {
    static const struct {
        const char *text;
        const char *expected; /* NULL: invalid */
    } cases[] = {
        {"a", "a"},
        {"aZ-09 \r\n\t", "aZ-09"},
        {"a2345678901234567890123456789012", "a2345678901234567890123456789012"},
        {"a2345678901234567890123456789012\n", "a2345678901234567890123456789012"},
        {"a2345678901234567890123456789012\r\n", "a2345678901234567890123456789012"},
        {"a23456789012345678901234567890123", NULL},
        {"-", "-"},
        {"a_b", NULL},
        {"a.b", NULL},
        {"a/b", NULL},
        {"\xc3\xa4", NULL},
        {"a b", NULL},
        {" a", NULL},
        {"", NULL},
        {"\n", NULL},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        TEST_ASSERT_EQUAL_INT_MESSAGE(cases[i].expected ? 0 : E_FORMAT, read_with("board", cases[i].text),
                                      cases[i].text);
        if (cases[i].expected) {
            TEST_ASSERT_EQUAL_STRING(cases[i].expected, got.board);
        }
    }
}

void test_slots_have_two_names(void) {
    static const char *const none[] = {"", "@", "C", "a", "AA", "A B", " A"};

    TEST_ASSERT_EQUAL_INT(0, read_with("slot", "A"));
    TEST_ASSERT_EQUAL_INT(SLOT_A, got.running);
    TEST_ASSERT_EQUAL_INT(0, read_with("slot", "B \n"));
    TEST_ASSERT_EQUAL_INT(SLOT_B, got.running);
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        TEST_ASSERT_EQUAL_INT_MESSAGE(E_FORMAT, read_with("slot", none[i]), none[i]);
    }
}

void test_roots_and_sockets(void) {
    static char roots[SLOTS_ROOTS_SIZE + 1];
    char path[128];

    memset(roots, 'r', SLOTS_ROOTS_SIZE);
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, read_with("roots.pem", roots));
    roots[SLOTS_ROOTS_SIZE - 1] = '\0';
    TEST_ASSERT_EQUAL_INT(0, read_with("roots.pem", roots));
    TEST_ASSERT_EQUAL_STRING(roots, got.roots);
    (void)snprintf(path, sizeof(path), "%s/run", dir);
    TEST_ASSERT_EQUAL_STRING(path, got.sockets);
    TEST_ASSERT_EQUAL_INT(0, read_with("roots.pem", ""));
    TEST_ASSERT_EQUAL_STRING("", got.roots);
}

/* For each file: missing, and a folder in its place. */
void test_files_that_cannot_be_read(void) {
    static const char *const names[] = {"fw_env.config", "slot", "board", "roots.pem"};

    for (size_t i = 0; i < 4; i++) {
        char command[256];

        (void)snprintf(command, sizeof(command), "mv '%s/%s' '%s/away'", dir, names[i], dir);
        TEST_ASSERT_EQUAL_INT(0, system(command));
        TEST_ASSERT_EQUAL_INT(E_NOTFOUND, slots_folder_read(dir, &got));
        (void)snprintf(command, sizeof(command), "mkdir '%s/%s'", dir, names[i]);
        TEST_ASSERT_EQUAL_INT(0, system(command));
        TEST_ASSERT_EQUAL_INT(E_SYSTEM, slots_folder_read(dir, &got));
        (void)snprintf(command, sizeof(command), "rmdir '%s/%s' && mv '%s/away' '%s/%s'", dir, names[i], dir, dir,
                       names[i]);
        TEST_ASSERT_EQUAL_INT(0, system(command));
    }
    TEST_ASSERT_EQUAL_INT(0, slots_folder_read(dir, &got));
}
