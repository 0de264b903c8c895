/* What is told of a terminal that did not start. */
#include "app/failure.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "unity.h"

static char dir[64];

void setUp(void) {
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-failure-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
}

void tearDown(void) {
    char command[128];
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

static void leave(const char *name, const char *content, int64_t at_s) {
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    FILE *file = fopen(path, "w");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_GREATER_OR_EQUAL(0, fputs(content, file));
    TEST_ASSERT_EQUAL(0, fclose(file));
    const struct timespec times[2] = {{.tv_sec = at_s}, {.tv_sec = at_s}};
    TEST_ASSERT_EQUAL(0, utimensat(AT_FDCWD, path, times, 0));
}

void test_each_end_has_its_word(void) {
    static const struct {
        enum exit_code code;
        const char *word;
    } ends[] = {{EXIT_NEWER, "newer"},   {EXIT_STATE, "state"},   {EXIT_IDENTITY, "state"}, {EXIT_DAMAGED, "state"},
                {EXIT_DEVICE, "device"}, {EXIT_ADDRESS, "start"}, {EXIT_FAILED, "start"}};
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        failure_note(dir, ends[i].code);
        TEST_ASSERT_EQUAL_STRING(ends[i].word, failure_reason(dir, 1000));
    }
}

/* Of what the daemon cannot know, for it does not come so far: the init of a board leaves it. */
void test_what_init_has_left_is_told(void) {
    static const char *const words[] = {"tpm", "tpm-other", "key"};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        char text[64];
        (void)snprintf(text, sizeof(text), "postern-failed 1\nreason %s\n", words[i]);
        leave("failed", text, 1000);
        TEST_ASSERT_EQUAL_STRING(words[i], failure_reason(dir, 1000));
    }
}

void test_an_end_in_order_leaves_what_was_noted(void) {
    static const enum exit_code ends[] = {EXIT_CLEAN, EXIT_USAGE, EXIT_LOCKED, EXIT_RESTART};
    failure_note(dir, EXIT_DEVICE);
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        failure_note(dir, ends[i]);
        TEST_ASSERT_EQUAL_STRING("device", failure_reason(dir, 1000));
    }
}

void test_a_crash_of_the_last_hour_is_told_where_nothing_was_noted(void) {
    TEST_ASSERT_EQUAL_STRING("start", failure_reason(dir, 1000000));
    leave("crash", "postern-crash 1\n", 1000000);
    TEST_ASSERT_EQUAL_STRING("crash", failure_reason(dir, 1003599));
    TEST_ASSERT_EQUAL_STRING("start", failure_reason(dir, 1003600));
    failure_note(dir, EXIT_STATE);
    TEST_ASSERT_EQUAL_STRING("state", failure_reason(dir, 1000000));
}

void test_what_is_no_word_is_not_told(void) {
    static const char *const wrong[] = {"", "newer", "postern-failed 1\nreason <b>\n",
                                        "postern-failed 1\nreason newest\n", "postern-failed 2\nreason newer\n"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        leave("failed", wrong[i], 1000);
        TEST_ASSERT_EQUAL_STRING("start", failure_reason(dir, 1000));
    }
}

void test_it_is_forgotten(void) {
    failure_note(dir, EXIT_NEWER);
    failure_forget(dir);
    failure_forget(dir);
    TEST_ASSERT_EQUAL_STRING("start", failure_reason(dir, 1000));
}
