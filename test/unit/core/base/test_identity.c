#include "core/base/identity.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fake_hal.h"
#include "file_watch.h"
#include "memory_watch.h"
#include "unity.h"

static char dir[64], path[80], beside[88];
static struct fake_hal fake;
static struct identity made, got;

void setUp(void) {
    TEST_ASSERT_EQUAL(0, crypto_start());
    fake_hal_init(&fake);
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-test-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    (void)snprintf(path, sizeof(path), "%s/identity", dir);
    (void)snprintf(beside, sizeof(beside), "%s.new", path);
}

void tearDown(void) {
    (void)unlink(path);
    (void)unlink(beside);
    (void)rmdir(dir);
}

static size_t read_all(char *text, size_t size) {
    int fd = open(path, O_RDONLY);
    TEST_ASSERT_GREATER_OR_EQUAL(0, fd);
    ssize_t n = read(fd, text, size);
    (void)close(fd);
    TEST_ASSERT_GREATER_THAN(0, n);
    return (size_t)n;
}

static void write_all(const char *text, size_t len) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    TEST_ASSERT_GREATER_OR_EQUAL(0, fd);
    TEST_ASSERT_EQUAL(len, write(fd, text, len));
    (void)close(fd);
}

void test_made_once_and_read_again(void) {
    TEST_ASSERT_EQUAL(E_NOTFOUND, identity_read(dir, &got));
    TEST_ASSERT_EQUAL(0, identity_make(dir, &fake.hal, NULL, &made));
    TEST_ASSERT_EQUAL(0, identity_read(dir, &got));
    TEST_ASSERT_EQUAL_STRING(made.serial, got.serial);
    TEST_ASSERT_EQUAL_MEMORY(&made.pepper, &got.pepper, sizeof(made.pepper));
    TEST_ASSERT_EQUAL_MEMORY(&made.device, &got.device, sizeof(made.device));
    TEST_ASSERT_NOT_EQUAL(0, memcmp(&made.device, &made.pepper, sizeof(made.device)));
    TEST_ASSERT_EQUAL(13, strlen(made.serial));
    TEST_ASSERT_EQUAL_MEMORY("PT-", made.serial, 3);
}

void test_two_terminals_differ(void) {
    TEST_ASSERT_EQUAL(0, identity_make(dir, &fake.hal, NULL, &made));
    TEST_ASSERT_EQUAL(0, identity_make(dir, &fake.hal, NULL, &got));
    TEST_ASSERT_NOT_EQUAL(0, strcmp(made.serial, got.serial));
    TEST_ASSERT_NOT_EQUAL(0, memcmp(&made.pepper, &got.pepper, sizeof(made.pepper)));
}

void test_only_the_daemon_may_read_the_file_and_nothing_is_left_beside(void) {
    struct stat st;
    TEST_ASSERT_EQUAL(0, identity_make(dir, &fake.hal, NULL, &made));
    TEST_ASSERT_EQUAL(0, stat(path, &st));
    TEST_ASSERT_EQUAL(0600, st.st_mode & 07777);
    TEST_ASSERT_NOT_EQUAL(0, access(beside, F_OK));
}

void test_what_a_power_cut_left_does_not_matter(void) {
    int fd = open(beside, O_WRONLY | O_CREAT, 0644);
    TEST_ASSERT_EQUAL(7, write(fd, "postern", 7));
    (void)close(fd);
    TEST_ASSERT_EQUAL(E_NOTFOUND, identity_read(dir, &got));
    TEST_ASSERT_EQUAL(0, identity_make(dir, &fake.hal, NULL, &made));
    TEST_ASSERT_EQUAL(0, identity_read(dir, &got));
}

void test_every_change_and_every_cut_is_noticed(void) {
    char text[600], changed[600];
    TEST_ASSERT_EQUAL(0, identity_make(dir, &fake.hal, NULL, &made));
    size_t len = read_all(text, sizeof(text));
    for (size_t i = 0; i < len; i++) {
        memcpy(changed, text, len);
        changed[i] = changed[i] == 'x' ? 'y' : 'x';
        write_all(changed, len);
        TEST_ASSERT_EQUAL(E_CORRUPT, identity_read(dir, &got));
        write_all(text, i);
        TEST_ASSERT_EQUAL(E_CORRUPT, identity_read(dir, &got));
    }
    memcpy(changed, text, len);
    changed[len] = '\n';
    write_all(changed, len + 1);
    TEST_ASSERT_EQUAL(E_CORRUPT, identity_read(dir, &got));
    write_all(text, len);
    TEST_ASSERT_EQUAL(0, identity_read(dir, &got));
}

void test_without_randomness_there_is_no_identity(void) {
    fake.entropy_fails = true;
    TEST_ASSERT_EQUAL(E_IO, identity_make(dir, &fake.hal, NULL, &made));
    TEST_ASSERT_EQUAL(E_NOTFOUND, identity_read(dir, &got));
}

void test_folder_that_is_not_there_is_an_error(void) {
    TEST_ASSERT_LESS_THAN(0, identity_make("/nonexistent-folder", &fake.hal, NULL, &made));
}

/* A power cut leaves it whole or not at all, and it is on the disk before it is used. */
void test_it_is_on_the_disk_before_it_has_its_name_and_the_name_before_it_is_used(void) {
    file_watch_start(dir);
    TEST_ASSERT_EQUAL(0, identity_make(dir, &fake.hal, NULL, &made));
    TEST_ASSERT_EQUAL_STRING("write identity.new\nsync identity.new\nrename identity.new identity\nsync .\n",
                             file_watch_stop());
}

static void make_it(void) {
    fake_hal_init(&fake); /* the same randomness each time */
    TEST_ASSERT_EQUAL(0, identity_make(dir, &fake.hal, NULL, &made));
}

static void read_it(void) {
    TEST_ASSERT_EQUAL(0, identity_read(dir, &got));
}

/* The keys go to who asked; of the text of the file nothing stays. */
void test_the_keys_stay_nowhere_as_text(void) {
    const struct crypto_key *const keys[] = {&made.pepper, &made.device};
    make_it();
    for (size_t i = 0; i < 2; i++) {
        char text[CRYPTO_BASE64URL_LEN(CRYPTO_KEY_LEN)];
        crypto_base64url(keys[i]->octets, CRYPTO_KEY_LEN, text);
        memory_watch_nothing(make_it, text);
        memory_watch_nothing(read_it, text);
    }
}
