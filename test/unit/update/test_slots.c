/* The slots of the machine: the content of its folder, and changes of the sector that the boot loader reads. */
#include "update/slots.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder_files.h"
#include "unity.h"
#include "update/environment.h"

#define ROOTS "-----BEGIN CERTIFICATE-----\n"

static char dir[64];
static struct slots *slots;

static void read_file(const char *name, uint8_t *octets, size_t size) {
    FILE *file = fopen(folder_path(dir, name), "rb");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_EQUAL(size, fread(octets, 1, size, file));
    TEST_ASSERT_EQUAL(EOF, fgetc(file));
    (void)fclose(file);
}

/* Leaves out a variable that is NULL. */
static void write_sector(const char *order, const char *a, const char *b, const char *floor) {
    struct environment environment = {.len = 0};
    uint8_t sector[SLOTS_SECTOR];
    const char *const given[][2] = {
        {"bootdelay", "0"}, {"BOOT_ORDER", order}, {"BOOT_A_LEFT", a}, {"BOOT_B_LEFT", b}, {"FLOOR", floor}};
    for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); i++) {
        if (given[i][1] != NULL) {
            TEST_ASSERT_EQUAL(0, environment_set(&environment, given[i][0], given[i][1]));
        }
    }
    environment_write(&environment, sector);
    folder_write(dir, "env", sector, sizeof(sector));
}

static int reopen(void) {
    slots_free(slots);
    slots = NULL;
    return slots_open(dir, &slots);
}

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-slots-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    folder_write_text(dir, "fw_env.config", "# the sector\n\nenv 0x0 0x200\n");
    folder_write_text(dir, "slot", "A\n");
    folder_write_text(dir, "board", "qemu-arm64\n");
    folder_write_text(dir, "slots", "/dev/a\n/dev/b\n");
    folder_write_text(dir, "roots.pem", ROOTS);
    write_sector("A B", "3", "2", "7");
    TEST_ASSERT_EQUAL(0, reopen());
}

void tearDown(void) {
    char command[128];
    slots_free(slots);
    slots = NULL;
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

static void check_state(enum slot first, unsigned a, unsigned b, uint32_t floor, bool confirmed) {
    struct slots_state state;
    TEST_ASSERT_EQUAL(0, slots_read(slots, &state));
    TEST_ASSERT_EQUAL(slots_running(slots), state.running);
    TEST_ASSERT_EQUAL(first, state.first);
    TEST_ASSERT_EQUAL(a, state.left[SLOT_A]);
    TEST_ASSERT_EQUAL(b, state.left[SLOT_B]);
    TEST_ASSERT_EQUAL_UINT32(floor, state.floor);
    TEST_ASSERT_EQUAL(confirmed, state.confirmed);
}

/* --- The folder --------------------------------------------------------------------------------------------------- */

void test_what_the_folder_says(void) {
    char path[128];
    TEST_ASSERT_EQUAL(SLOT_A, slots_running(slots));
    TEST_ASSERT_EQUAL_STRING("qemu-arm64", slots_board(slots));
    TEST_ASSERT_EQUAL_STRING(ROOTS, slots_roots(slots));
    (void)snprintf(path, sizeof(path), "%s/run", dir);
    TEST_ASSERT_EQUAL_STRING(path, slots_sockets(slots));
    folder_write_text(dir, "slot", "B");
    TEST_ASSERT_EQUAL(0, reopen());
    TEST_ASSERT_EQUAL(SLOT_B, slots_running(slots));
    TEST_ASSERT_EQUAL(SLOT_A, slots_other(SLOT_B));
    TEST_ASSERT_EQUAL(SLOT_B, slots_other(SLOT_A));
    TEST_ASSERT_EQUAL_STRING("B", slots_name(SLOT_B));
}

void test_files_that_are_missing(void) {
    static const char *const names[] = {"fw_env.config", "slot", "board", "roots.pem"};
    for (size_t i = 0; i < 4; i++) {
        char path[128], away[256];
        (void)snprintf(path, sizeof(path), "%s/%s", dir, names[i]);
        (void)snprintf(away, sizeof(away), "%s.away", path);
        TEST_ASSERT_EQUAL(0, rename(path, away));
        TEST_ASSERT_EQUAL(E_NOTFOUND, reopen());
        TEST_ASSERT_NULL(slots);
        TEST_ASSERT_EQUAL(0, rename(away, path));
    }
    TEST_ASSERT_EQUAL(0, reopen());
    TEST_ASSERT_EQUAL(E_NOTFOUND, slots_open("/nowhere", &slots));
}

static void check_config(const char *text, int err) {
    folder_write_text(dir, "fw_env.config", text);
    TEST_ASSERT_EQUAL_MESSAGE(err, reopen(), text);
}

void test_where_the_sector_is(void) {
    char text[256];
    check_config("env 0 512", 0);
    check_state(SLOT_A, 3, 2, 7, true);
    (void)snprintf(text, sizeof(text), "%s/env\t0x0\t0x200\t", dir);
    check_config(text, 0);
    check_state(SLOT_A, 3, 2, 7, true);
    check_config("", E_FORMAT);
    check_config("# env 0x0 0x200\n", E_FORMAT);
    check_config("env 0x0 0x200\nenv 0x200 0x200\n", E_FORMAT);
    check_config("env 0x0 0x400\n", E_FORMAT);
    check_config("env 0x0 0x1ff\n", E_FORMAT);
    check_config("env 0x10 0x200\n", E_FORMAT);
    check_config("env -512 0x200\n", E_FORMAT);
    check_config("env 0x100000000 0x200\n", E_FORMAT);
    check_config("env 0x0\n", E_FORMAT);
    check_config("env 0x0 0x200 0x200\n", E_FORMAT);
    check_config("env 0x0q 0x200\n", E_FORMAT);
    check_config("env\n", E_FORMAT);
}

/* The sector of a partition may begin anywhere; the data around it stays. */
void test_a_sector_further_on(void) {
    uint8_t octets[3 * SLOTS_SECTOR], sector[SLOTS_SECTOR];
    read_file("env", sector, sizeof(sector));
    memset(octets, 0x5a, sizeof(octets));
    memcpy(octets + SLOTS_SECTOR, sector, sizeof(sector));
    folder_write(dir, "env", octets, sizeof(octets));
    check_config("env 0x200 0x200\n", 0);
    check_state(SLOT_A, 3, 2, 7, true);
    TEST_ASSERT_EQUAL(0, slots_switch(slots));
    check_state(SLOT_B, 3, 3, 7, false);
    read_file("env", octets, sizeof(octets));
    for (size_t i = 0; i < SLOTS_SECTOR; i++) {
        TEST_ASSERT_EQUAL_HEX8(0x5a, octets[i]);
        TEST_ASSERT_EQUAL_HEX8(0x5a, octets[2 * SLOTS_SECTOR + i]);
    }
}

static void check_file(const char *name, const char *text, int err) {
    folder_write_text(dir, name, text);
    TEST_ASSERT_EQUAL_MESSAGE(err, reopen(), text);
}

void test_words_that_cannot_be(void) {
    check_file("slot", "", E_FORMAT);
    check_file("slot", "C\n", E_FORMAT);
    check_file("slot", "AB\n", E_FORMAT);
    check_file("slot", "A B\n", E_FORMAT);
    check_file("slot", " A\n", E_FORMAT);
    check_file("slot", "A\n", 0);
    check_file("board", "", E_FORMAT);
    check_file("board", "a board\n", E_FORMAT);
    check_file("board", "../board\n", E_FORMAT);
    check_file("board", "a234567890123456789012345678901234\n", E_FORMAT);
    check_file("board", "a23456789012345678901234567890123\n", E_FORMAT);
    check_file("board", "a2345678901234567890123456789012\n", 0);
    folder_write(dir, "board", "la\0ptop", 7);
    TEST_ASSERT_EQUAL(E_FORMAT, reopen());
}

void test_roots_that_are_too_large(void) {
    static char text[16384];
    memset(text, 'x', sizeof(text));
    folder_write(dir, "roots.pem", text, sizeof(text) - 1);
    folder_write_text(dir, "board", "laptop");
    TEST_ASSERT_EQUAL(0, reopen());
    folder_write(dir, "roots.pem", text, sizeof(text));
    TEST_ASSERT_EQUAL(E_TOO_LARGE, reopen());
}

/* --- The sector --------------------------------------------------------------------------------------------------- */

void test_how_the_slots_stand(void) {
    check_state(SLOT_A, 3, 2, 7, true);
    write_sector("A B", "2", "3", NULL);
    check_state(SLOT_A, 2, 3, 0, false);
    write_sector("B A", "3", "0", "4294967295");
    check_state(SLOT_B, 3, 0, UINT32_MAX, false);
}

void test_variables_that_cannot_be(void) {
    static const char *const given[][4] = {
        {NULL, "3", "3", "1"},   {"A", "3", "3", "1"},    {"A A", "3", "3", "1"},
        {"A B ", "3", "3", "1"}, {"A B", NULL, "3", "1"}, {"A B", "3", NULL, "1"},
        {"A B", "4", "3", "1"},  {"A B", "3", "-1", "1"}, {"A B", "", "3", "1"},
        {"A B", "03", "3", "1"}, {"A B", "3", "3", ""},   {"A B", "3", "3", "4294967296"},
        {"A B", "3", "3", "1x"}, {"A B", "3", "3", "-1"}, {"A B", "3", "3", "00000000001"}};
    struct slots_state state;
    for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); i++) {
        write_sector(given[i][0], given[i][1], given[i][2], given[i][3]);
        TEST_ASSERT_EQUAL(E_CORRUPT, slots_read(slots, &state));
        TEST_ASSERT_EQUAL(E_CORRUPT, slots_switch(slots));
        TEST_ASSERT_EQUAL(E_CORRUPT, slots_read(slots, &state));
    }
}

/* A successful update from A to B, as the machine does it. */
void test_an_upgrade(void) {
    TEST_ASSERT_EQUAL(0, slots_bar(slots));
    check_state(SLOT_A, 3, 0, 7, true);
    TEST_ASSERT_EQUAL(0, slots_switch(slots));
    check_state(SLOT_B, 3, 3, 7, false);
    folder_write_text(dir, "slot", "B");
    write_sector("B A", "3", "2", "7"); /* the boot loader has decremented a try */
    TEST_ASSERT_EQUAL(0, reopen());
    check_state(SLOT_B, 3, 2, 7, false);
    TEST_ASSERT_EQUAL(0, slots_confirm(slots, 9));
    check_state(SLOT_B, 3, 3, 9, true);
}

/* A runs again after B had no tries left: A becomes first, and B has no tries. */
void test_going_back(void) {
    write_sector("B A", "2", "0", "7");
    check_state(SLOT_B, 2, 0, 7, false);
    TEST_ASSERT_EQUAL(0, slots_confirm(slots, 6));
    check_state(SLOT_A, 3, 0, 7, true);
}

void test_cancelling(void) {
    TEST_ASSERT_EQUAL(0, slots_switch(slots));
    check_state(SLOT_B, 3, 3, 7, false);
    TEST_ASSERT_EQUAL(0, slots_cancel(slots));
    check_state(SLOT_A, 3, 0, 7, true);
}

/* The other direction, with other variables in the sector. */
void test_from_b(void) {
    struct environment environment;
    uint8_t sector[SLOTS_SECTOR];
    folder_write_text(dir, "slot", "B");
    write_sector("B A", "1", "3", "7");
    TEST_ASSERT_EQUAL(0, reopen());
    check_state(SLOT_B, 1, 3, 7, true);
    TEST_ASSERT_EQUAL(0, slots_bar(slots));
    check_state(SLOT_B, 0, 3, 7, true);
    TEST_ASSERT_EQUAL(0, slots_switch(slots));
    check_state(SLOT_A, 3, 3, 7, false);
    read_file("env", sector, sizeof(sector));
    TEST_ASSERT_EQUAL(0, environment_read(sector, &environment));
    TEST_ASSERT_EQUAL_STRING("0", environment_get(&environment, "bootdelay"));
}

/* Writes nothing without a change. */
void test_nothing_to_write(void) {
    char path[128];
    struct stat before, after;
    (void)snprintf(path, sizeof(path), "%s/env", dir);
    TEST_ASSERT_EQUAL(0, slots_confirm(slots, 7));
    const struct timespec old[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    TEST_ASSERT_EQUAL(0, utimensat(AT_FDCWD, path, old, 0));
    TEST_ASSERT_EQUAL(0, stat(path, &before));
    TEST_ASSERT_EQUAL(0, slots_confirm(slots, 6));
    TEST_ASSERT_EQUAL(0, stat(path, &after));
    TEST_ASSERT_EQUAL(before.st_mtim.tv_sec, after.st_mtim.tv_sec);
    TEST_ASSERT_EQUAL(0, slots_confirm(slots, 8));
    TEST_ASSERT_EQUAL(0, stat(path, &after));
    TEST_ASSERT_NOT_EQUAL(before.st_mtim.tv_sec, after.st_mtim.tv_sec);
}

/* After an interrupted write of any length: the old state, the new one, or detected damage. */
void test_a_cut_at_each_octet(void) {
    uint8_t before[SLOTS_SECTOR], after[SLOTS_SECTOR], cut[SLOTS_SECTOR];
    struct slots_state state;
    read_file("env", before, sizeof(before));
    TEST_ASSERT_EQUAL(0, slots_switch(slots));
    read_file("env", after, sizeof(after));
    for (size_t i = 0; i <= SLOTS_SECTOR; i++) {
        memcpy(cut, after, i);
        memcpy(cut + i, before + i, SLOTS_SECTOR - i);
        folder_write(dir, "env", cut, sizeof(cut));
        int r = slots_read(slots, &state);
        bool is_old = memcmp(cut, before, sizeof(cut)) == 0, is_new = memcmp(cut, after, sizeof(cut)) == 0;
        TEST_ASSERT_EQUAL(is_old || is_new ? 0 : E_CORRUPT, r);
        TEST_ASSERT_TRUE(r < 0 || state.first == (is_old ? SLOT_A : SLOT_B));
    }
    for (size_t i = 0; i < SLOTS_SECTOR; i++) {
        folder_write(dir, "env", after, i);
        TEST_ASSERT_EQUAL(E_CORRUPT, slots_read(slots, &state));
    }
}

/* The system writes less than requested. */
void test_a_short_write(void) {
    struct rlimit all, few;
    struct slots_state state;
    TEST_ASSERT_TRUE(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    TEST_ASSERT_EQUAL(0, getrlimit(RLIMIT_FSIZE, &all));
    few = (struct rlimit){.rlim_cur = 2, .rlim_max = all.rlim_max};
    TEST_ASSERT_EQUAL(0, setrlimit(RLIMIT_FSIZE, &few));
    int r = slots_switch(slots);
    TEST_ASSERT_EQUAL(0, setrlimit(RLIMIT_FSIZE, &all));
    TEST_ASSERT_EQUAL(E_IO, r);
    TEST_ASSERT_EQUAL(E_CORRUPT, slots_read(slots, &state));
}

/* A confirmed run recreates a damaged sector. */
void test_a_damaged_sector_is_made_anew(void) {
    struct slots_state state;
    folder_write_text(dir, "env", "nothing");
    TEST_ASSERT_EQUAL(E_CORRUPT, slots_read(slots, &state));
    TEST_ASSERT_EQUAL(E_CORRUPT, slots_bar(slots));
    TEST_ASSERT_EQUAL(E_CORRUPT, slots_cancel(slots));
    TEST_ASSERT_EQUAL(0, slots_confirm(slots, 5));
    check_state(SLOT_A, 3, 3, 5, true);
}

void test_a_sector_that_is_gone(void) {
    char path[128];
    struct slots_state state;
    (void)snprintf(path, sizeof(path), "%s/env", dir);
    TEST_ASSERT_EQUAL(0, unlink(path));
    TEST_ASSERT_EQUAL(E_NOTFOUND, slots_read(slots, &state));
    TEST_ASSERT_EQUAL(E_NOTFOUND, slots_confirm(slots, 5));
}

void test_a_sector_that_is_full(void) {
    struct environment environment = {.len = 0};
    uint8_t sector[SLOTS_SECTOR];
    struct slots_state state;
    char value[SLOTS_SECTOR];
    memset(value, 'v', sizeof(value));
    value[SLOTS_SECTOR - 4 - sizeof("BOOT_ORDER=A B") - sizeof("BOOT_A_LEFT=3") - sizeof("BOOT_B_LEFT=3") -
          sizeof("x=") - 1] = '\0';
    TEST_ASSERT_EQUAL(0, environment_set(&environment, "BOOT_ORDER", "A B"));
    TEST_ASSERT_EQUAL(0, environment_set(&environment, "BOOT_A_LEFT", "3"));
    TEST_ASSERT_EQUAL(0, environment_set(&environment, "BOOT_B_LEFT", "3"));
    TEST_ASSERT_EQUAL(0, environment_set(&environment, "x", value));
    environment_write(&environment, sector);
    folder_write(dir, "env", sector, sizeof(sector));
    TEST_ASSERT_EQUAL(E_NOSPC, slots_switch(slots));
    TEST_ASSERT_EQUAL(0, slots_read(slots, &state));
    TEST_ASSERT_EQUAL(SLOT_A, state.first);
}
