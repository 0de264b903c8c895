/* The idle screen as text: what is written, when, and what stays in memory. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hal/linux/linux_impl.h"
#include "unity.h"
#include "util/err.h"

static struct linux_hal one;
static const struct hal_display *display = &one.hal.display;
static char device[] = "/tmp/postern-display-XXXXXX";
static char text[4096];

void setUp(void) {
    (void)strcpy(device, "/tmp/postern-display-XXXXXX");
    int fd = mkstemp(device);
    TEST_ASSERT_TRUE(fd >= 0);
    (void)close(fd);
    memset(&one, 0, sizeof(one));
    (void)strcpy(one.board.text_display, device);
    linux_display_bind(&one);
}

void tearDown(void) {
    linux_display_end(&one);
    (void)unlink(device);
}

static const char *shown(void) {
    int fd = open(device, O_RDONLY);
    ssize_t len = read(fd, text, sizeof(text) - 1);
    (void)close(fd);
    TEST_ASSERT_TRUE(len >= 0);
    text[len] = '\0';
    return text;
}

static int show(const char *console, const char *password, const char *line) {
    struct hal_display_content content = {.console = console, .initial_password = password};
    content.lines[0] = line;
    content.line_count = line != NULL ? 1 : 0;
    return display->show(display->ctx, &content);
}

void test_what_matters_comes_first(void) {
    TEST_ASSERT_EQUAL(0, show("https://192.0.2.9", "cedar", "Front door"));
    TEST_ASSERT_EQUAL_STRING("\nConsole: https://192.0.2.9\nInitial password of admin: cedar\nFront door\n", shown());
}

void test_the_same_is_written_once_and_another_behind_it(void) {
    TEST_ASSERT_EQUAL(0, show(NULL, NULL, "one"));
    TEST_ASSERT_EQUAL(0, show(NULL, NULL, "one"));
    TEST_ASSERT_EQUAL_STRING("\none\n", shown());
    TEST_ASSERT_EQUAL(0, show(NULL, NULL, "two"));
    TEST_ASSERT_EQUAL(0, show(NULL, NULL, "one"));
    TEST_ASSERT_EQUAL_STRING("\none\n\ntwo\n\none\n", shown());
}

void test_what_could_not_be_written_is_tried_again(void) {
    (void)strcpy(one.board.text_display, "/nonexistent/tty");
    TEST_ASSERT_EQUAL(E_OFFLINE, show(NULL, NULL, "one"));
    (void)strcpy(one.board.text_display, "/dev/full");
    TEST_ASSERT_EQUAL(E_OFFLINE, show(NULL, NULL, "one"));
    (void)strcpy(one.board.text_display, device);
    TEST_ASSERT_EQUAL(0, show(NULL, NULL, "one"));
    TEST_ASSERT_EQUAL_STRING("\none\n", shown());
}

void test_what_does_not_fit_is_left_out(void) {
    char exact[LINUX_DISPLAY_MAX - 1]; /* with the empty line before it and its own end, the longest that fits */
    memset(exact, 'x', sizeof(exact));
    exact[LINUX_DISPLAY_MAX - 3] = '\0';
    TEST_ASSERT_EQUAL(0, show(NULL, NULL, exact));
    TEST_ASSERT_EQUAL(LINUX_DISPLAY_MAX - 1, strlen(shown()));
    exact[LINUX_DISPLAY_MAX - 3] = 'x';
    exact[LINUX_DISPLAY_MAX - 2] = '\0';
    TEST_ASSERT_EQUAL(0, show(NULL, NULL, exact));
    TEST_ASSERT_EQUAL(LINUX_DISPLAY_MAX, strlen(shown())); /* followed only by the empty line */
}

void test_a_password_is_gone_at_the_end(void) {
    TEST_ASSERT_EQUAL(0, show(NULL, "cedar", NULL));
    TEST_ASSERT_NOT_NULL(strstr(one.display.text, "cedar"));
    linux_display_end(&one);
    TEST_ASSERT_EQUAL_STRING("", one.display.text);
    TEST_ASSERT_EACH_EQUAL_HEX8(0, one.display.text, sizeof(one.display.text));
    linux_display_bind(&one);
}

void test_a_board_without_one_shows_nothing(void) {
    linux_display_end(&one);
    memset(&one, 0, sizeof(one));
    linux_display_bind(&one);
    TEST_ASSERT_NULL(display->show);
}
