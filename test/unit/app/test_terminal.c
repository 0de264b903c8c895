/* The thread that waits for credentials. */
#include "app/terminal.h"

#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>

#include "core/start/start.h"
#include "terminal_fixture.h"
#include "unity.h"

static struct fixture fixture;
static sem_t asked, stop;
static const struct hal_input_event *first;
static struct hal_input_event seen_again;
static int waits;

/* Gives one PIN; asked again, it looks at what is left of it. */
static int wait_input(void *ctx, int timeout_ms, struct hal_input_event *ret_event) {
    (void)ctx;
    (void)timeout_ms;
    if (waits++ == 0) {
        first = ret_event;
        *ret_event = (struct hal_input_event){.kind = HAL_CREDENTIAL_PIN, .digits = "4711", .time_ms = 1};
        return 0;
    }
    if (waits == 2) {
        TEST_ASSERT_EQUAL_PTR(first, ret_event);
        memcpy(&seen_again, ret_event, sizeof(seen_again));
        (void)sem_post(&asked);
    }
    (void)sem_wait(&stop);
    return E_CANCELLED;
}

static void wake_input(void *ctx) {
    (void)ctx;
    (void)sem_post(&stop);
}

void setUp(void) {
    fixture_up(&fixture);
    fixture.fake.hal.input.wait = wait_input;
    fixture.fake.hal.input.wake = wake_input;
    TEST_ASSERT_EQUAL(0, sem_init(&asked, 0, 0));
    TEST_ASSERT_EQUAL(0, sem_init(&stop, 0, 0));
}

void tearDown(void) {
    fixture_down(&fixture);
}

void test_a_pin_is_wiped_before_the_next_is_waited_for(void) {
    static const struct hal_input_event nothing;
    struct terminal *terminal = NULL;
    memset(&seen_again, 1, sizeof(seen_again));
    struct core *core = fixture_core(&fixture);
    TEST_ASSERT_EQUAL(0, terminal_start(core, &fixture.fake.hal, &terminal));
    TEST_ASSERT_EQUAL(0, sem_wait(&asked));
    terminal = terminal_stop(terminal);
    start_thread_end(core);
    TEST_ASSERT_EQUAL_MEMORY(&nothing, &seen_again, sizeof(nothing));
}
