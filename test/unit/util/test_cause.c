/* The cause of an error, stored in its thread until a log line prints it. */
#include "util/cause.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "unity.h"
#include "util/err.h"

void setUp(void) {
    cause_clear();
}

void tearDown(void) {
}

void test_there_is_none_at_first_and_after_it_was_forgotten(void) {
    TEST_ASSERT_EQUAL_INT(0, cause_get()->error);
    TEST_ASSERT_EQUAL_INT(E_IO, err_here(E_IO));
    TEST_ASSERT_EQUAL_INT(E_IO, cause_get()->error);
    cause_clear();
    TEST_ASSERT_EQUAL_INT(0, cause_get()->error);
    TEST_ASSERT_EQUAL_STRING("", cause_get()->text);
}

void test_an_error_of_the_system_has_its_text_and_the_place(void) {
    TEST_ASSERT_EQUAL_INT(E_NOSPC, err_from_errno(ENOSPC));
    int line = __LINE__ - 1;
    TEST_ASSERT_EQUAL_INT(E_NOSPC, cause_get()->error);
    TEST_ASSERT_EQUAL_STRING("No space left on device", cause_get()->text);
    TEST_ASSERT_EQUAL_STRING("test_cause.c", cause_get()->site.file);
    TEST_ASSERT_EQUAL_STRING(__func__, cause_get()->site.function);
    TEST_ASSERT_EQUAL_INT(line, cause_get()->site.line);
}

void test_the_error_may_be_another_than_the_systems(void) {
    TEST_ASSERT_EQUAL_INT(E_BUSY, err_with_errno(E_BUSY, EADDRINUSE));
    TEST_ASSERT_EQUAL_INT(E_BUSY, cause_get()->error);
    TEST_ASSERT_EQUAL_STRING("Address already in use", cause_get()->text);
    TEST_ASSERT_EQUAL_INT(E_SYSTEM, err_from_errno(123456));
    TEST_ASSERT_EQUAL_STRING("unknown reason", cause_get()->text);
}

void test_a_text_is_cut_at_its_limit(void) {
    char text[CAUSE_TEXT_MAX + 2];
    for (size_t len = CAUSE_TEXT_MAX - 2; len <= CAUSE_TEXT_MAX + 1; len++) {
        memset(text, 'x', len);
        text[len] = '\0';
        TEST_ASSERT_EQUAL_INT(E_IO, err_with_text(E_IO, text));
        TEST_ASSERT_EQUAL_size_t(len < CAUSE_TEXT_MAX ? len : CAUSE_TEXT_MAX - 1, strlen(cause_get()->text));
    }
}

void test_what_was_being_done_stands_in_front(void) {
    (void)err_from_errno(EIO);
    TEST_ASSERT_EQUAL_INT(E_IO, cause_prefix(E_IO, "migration 7"));
    TEST_ASSERT_EQUAL_STRING("migration 7: Input/output error", cause_get()->text);
    TEST_ASSERT_EQUAL_INT(E_IO, cause_prefix(E_IO, "start"));
    TEST_ASSERT_EQUAL_STRING("start: migration 7: Input/output error", cause_get()->text);
}

void test_another_error_is_not_explained_by_it(void) {
    (void)err_from_errno(EIO);
    TEST_ASSERT_EQUAL_INT(E_NOSPC, cause_prefix(E_NOSPC, "migration 7"));
    TEST_ASSERT_EQUAL_INT(0, cause_prefix(0, "migration 7"));
    TEST_ASSERT_EQUAL_STRING("Input/output error", cause_get()->text);
    cause_clear();
    TEST_ASSERT_EQUAL_INT(0, cause_prefix(0, "migration 7"));
    TEST_ASSERT_EQUAL_STRING("", cause_get()->text);
}

void test_a_long_prefix_leaves_room_and_never_overflows(void) {
    char doing[2 * CAUSE_TEXT_MAX];
    memset(doing, 'd', sizeof(doing) - 1);
    doing[sizeof(doing) - 1] = '\0';
    (void)err_with_text(E_IO, "the reason");
    for (int i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL_INT(E_IO, cause_prefix(E_IO, doing));
        TEST_ASSERT_LESS_THAN_size_t(CAUSE_TEXT_MAX, strlen(cause_get()->text));
        TEST_ASSERT_TRUE((strstr(cause_get()->text, "the reason") != NULL) == (i < 3));
    }
}

void test_an_error_that_takes_the_place_of_another_has_its_cause(void) {
    (void)err_from_errno(EIO);
    TEST_ASSERT_EQUAL_INT(E_UPGRADE_FAILED, cause_rename(E_IO, E_UPGRADE_FAILED));
    TEST_ASSERT_EQUAL_INT(E_UPGRADE_FAILED, cause_get()->error);
    TEST_ASSERT_EQUAL_STRING("Input/output error", cause_get()->text);
    TEST_ASSERT_EQUAL_INT(E_BUSY, cause_rename(E_TIMEOUT, E_BUSY)); /* it was about another error */
    TEST_ASSERT_EQUAL_INT(E_UPGRADE_FAILED, cause_get()->error);
    cause_clear();
    TEST_ASSERT_EQUAL_INT(E_BUSY, cause_rename(0, E_BUSY));
    TEST_ASSERT_EQUAL_INT(0, cause_get()->error);
}

static void *fail_elsewhere(void *argument) {
    bool *was_clear = argument;
    *was_clear = cause_get()->error == 0;
    (void)err_from_errno(EACCES);
    return NULL;
}

void test_each_thread_has_its_own(void) {
    pthread_t thread;
    bool was_clear = false;
    (void)err_from_errno(EIO);
    TEST_ASSERT_EQUAL_INT(0, pthread_create(&thread, NULL, fail_elsewhere, &was_clear));
    TEST_ASSERT_EQUAL_INT(0, pthread_join(thread, NULL));
    TEST_ASSERT_TRUE(was_clear);
    TEST_ASSERT_EQUAL_STRING("Input/output error", cause_get()->text);
}
