/* The board description file. */
#include "hal/linux/linux_board.h"

#include <string.h>

#include "unity.h"

static struct linux_board board;
static unsigned line;

static int parse(const char *text) {
    return linux_board_parse(text, strlen(text), &board, &line);
}

void setUp(void) {
}

void tearDown(void) {
}

void test_what_is_not_named_is_not_fitted(void) {
    TEST_ASSERT_EQUAL(0, linux_board_read(NULL, &board));
    TEST_ASSERT_EQUAL_STRING("", board.ethernet);
    TEST_ASSERT_EQUAL_STRING("", board.watchdog);
    TEST_ASSERT_EQUAL(0, parse("rtc = /dev/rtc0\n"));
    TEST_ASSERT_EQUAL_STRING("/dev/rtc0", board.rtc);
    TEST_ASSERT_EQUAL_STRING("", board.ethernet);
    TEST_ASSERT_EQUAL_STRING("/sbin/udhcpc", board.dhcp);
}

void test_names_of_interfaces_fit_into_paths(void) {
    TEST_ASSERT_EQUAL(0, parse("ethernet = eth0\n"));
    TEST_ASSERT_EQUAL_STRING("eth0", board.ethernet);
    TEST_ASSERT_EQUAL(0, parse("ethernet = abcdefghijklmno\n"));
    TEST_ASSERT_EQUAL(E_TOO_LARGE, parse("ethernet = abcdefghijklmnop\n"));
    TEST_ASSERT_EQUAL(E_FORMAT, parse("ethernet = ../lo\n"));
    TEST_ASSERT_EQUAL(E_FORMAT, parse("ethernet = a/b\n"));
}

void test_paths_are_whole(void) {
    TEST_ASSERT_EQUAL(E_FORMAT, parse("watchdog = watchdog0\n"));
    TEST_ASSERT_EQUAL(E_UNKNOWN, parse("watchdog = /dev/watchdog0\n\ngpio = 1\n"));
    TEST_ASSERT_EQUAL(3, line);
}

void test_a_file_that_is_not_there_is_an_error(void) {
    TEST_ASSERT_EQUAL(E_IO, linux_board_read("/nonexistent/board", &board));
}
