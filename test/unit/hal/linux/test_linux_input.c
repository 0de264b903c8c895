/* Waiting for input without a reader: hal/input.h without its events. */
#include <string.h>

#include "hal/linux/linux_impl.h"
#include "unity.h"
#include "util/err.h"

static struct linux_hal one;
static const struct hal_input *input = &one.hal.input;
static struct hal_input_event event;

void setUp(void) {
    memset(&one, 0, sizeof(one));
    linux_input_bind(&one);
}

void tearDown(void) {
    linux_input_end(&one);
}

void test_nothing_comes(void) {
    TEST_ASSERT_EQUAL(E_TIMEOUT, input->wait(input->ctx, 0, &event));
    TEST_ASSERT_EQUAL(E_TIMEOUT, input->wait(input->ctx, 5, &event));
}

void test_a_wake_ends_the_next_wait_and_no_other(void) {
    input->wake(input->ctx);
    input->wake(input->ctx);
    TEST_ASSERT_EQUAL(E_CANCELLED, input->wait(input->ctx, 60000, &event));
    TEST_ASSERT_EQUAL(E_TIMEOUT, input->wait(input->ctx, 0, &event));
}

static void *wake_it(void *argument) {
    (void)argument;
    input->wake(input->ctx);
    return NULL;
}

void test_a_wake_ends_a_wait_that_is_under_way(void) {
    pthread_t other;
    TEST_ASSERT_EQUAL(0, pthread_create(&other, NULL, wake_it, NULL));
    TEST_ASSERT_EQUAL(E_CANCELLED, input->wait(input->ctx, 60000, &event));
    (void)pthread_join(other, NULL);
}
