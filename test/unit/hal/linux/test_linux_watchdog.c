/* The kernel's watchdog: fed, stopped, and left running. The device is a file, which shows what was written. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hal/linux/linux_impl.h"
#include "unity.h"
#include "util/err.h"

static struct linux_hal one;
static const struct hal_watchdog *watchdog = &one.hal.watchdog;
static char device[] = "/tmp/postern-watchdog-XXXXXX";

void setUp(void) {
    (void)strcpy(device, "/tmp/postern-watchdog-XXXXXX");
    int fd = mkstemp(device);
    TEST_ASSERT_TRUE(fd >= 0);
    (void)close(fd);
    memset(&one, 0, sizeof(one));
    (void)strcpy(one.board.watchdog, device);
    linux_watchdog_bind(&one);
}

void tearDown(void) {
    linux_watchdog_end(&one);
    (void)unlink(device);
}

static void written(const char *expected) {
    char text[16] = "";
    int fd = open(device, O_RDONLY);
    TEST_ASSERT_TRUE(fd >= 0);
    TEST_ASSERT_TRUE(read(fd, text, sizeof(text) - 1) >= 0);
    (void)close(fd);
    TEST_ASSERT_EQUAL_STRING(expected, text);
}

static bool is_open(int fd) {
    return fcntl(fd, F_GETFD) >= 0;
}

void test_it_is_opened_when_it_is_fed_first(void) {
    TEST_ASSERT_TRUE(watchdog->is_fitted);
    TEST_ASSERT_EQUAL(-1, one.watchdog_fd);
    TEST_ASSERT_EQUAL(0, watchdog->feed(watchdog->ctx));
    int fd = one.watchdog_fd;
    TEST_ASSERT_EQUAL(0, watchdog->feed(watchdog->ctx));
    TEST_ASSERT_EQUAL(fd, one.watchdog_fd);
    written("\n\n");
    TEST_ASSERT_FALSE(atomic_load(&one.is_watchdog_silent));
}

void test_it_is_let_off_by_a_letter_and_can_be_begun_again(void) {
    watchdog->release(watchdog->ctx); /* never fed: nothing to stop */
    written("");
    TEST_ASSERT_EQUAL(0, watchdog->feed(watchdog->ctx));
    int fd = one.watchdog_fd;
    watchdog->release(watchdog->ctx);
    TEST_ASSERT_EQUAL(-1, one.watchdog_fd);
    TEST_ASSERT_FALSE(is_open(fd));
    written("\nV");
    TEST_ASSERT_EQUAL(0, watchdog->feed(watchdog->ctx));
    TEST_ASSERT_TRUE(one.watchdog_fd >= 0);
}

void test_an_end_without_letting_off_closes_it_and_writes_nothing(void) {
    TEST_ASSERT_EQUAL(0, watchdog->feed(watchdog->ctx));
    int fd = one.watchdog_fd;
    linux_watchdog_end(&one);
    one.watchdog_fd = -1;
    TEST_ASSERT_FALSE(is_open(fd));
    written("\n");
}

void test_a_device_that_is_not_there_is_said(void) {
    (void)strcpy(one.board.watchdog, "/nonexistent/watchdog");
    TEST_ASSERT_EQUAL(E_OFFLINE, watchdog->feed(watchdog->ctx));
    TEST_ASSERT_TRUE(atomic_load(&one.is_watchdog_silent));
    (void)strcpy(one.board.watchdog, device);
    TEST_ASSERT_EQUAL(0, watchdog->feed(watchdog->ctx));
    TEST_ASSERT_FALSE(atomic_load(&one.is_watchdog_silent));
    (void)close(one.watchdog_fd); /* the device disappeared */
    one.watchdog_fd = open("/dev/full", O_WRONLY);
    TEST_ASSERT_EQUAL(E_OFFLINE, watchdog->feed(watchdog->ctx));
    TEST_ASSERT_TRUE(atomic_load(&one.is_watchdog_silent));
}

void test_a_board_without_one_has_none(void) {
    memset(&one, 0, sizeof(one));
    linux_watchdog_bind(&one);
    TEST_ASSERT_FALSE(watchdog->is_fitted);
    TEST_ASSERT_NULL(watchdog->feed);
    TEST_ASSERT_EQUAL(-1, one.watchdog_fd);
}
