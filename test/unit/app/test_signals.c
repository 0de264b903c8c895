/* What a signal leaves for the loop: each is told once, and waits while it is held back. */
#include "app/signals.h"

#include <signal.h>

#include "net/loop.h"
#include "unity.h"

static unsigned woken;
static const void *woken_loop;

void net_loop_wake(void *loop) {
    woken++;
    woken_loop = loop;
}

void setUp(void) {
    woken = 0;
    woken_loop = NULL;
    signals_catch();
}

void tearDown(void) {
    signals_hold(false);
    signals_wake(NULL);
}

/* First: a stop stays. */
void test_a_reload_is_taken_once_and_ends_nothing(void) {
    struct net_loop *loop = (struct net_loop *)&woken;
    TEST_ASSERT_FALSE(signals_take_reload());
    (void)raise(SIGHUP);
    TEST_ASSERT_EQUAL_UINT(0, woken);
    TEST_ASSERT_TRUE(signals_take_reload());
    TEST_ASSERT_FALSE(signals_take_reload());
    signals_wake(loop);
    (void)raise(SIGHUP);
    (void)raise(SIGPIPE);
    TEST_ASSERT_EQUAL_UINT(1, woken);
    TEST_ASSERT_EQUAL_PTR(loop, woken_loop);
    TEST_ASSERT_TRUE(signals_take_reload());
    TEST_ASSERT_FALSE(signals_stopped());
}

void test_what_is_held_back_comes_afterwards(void) {
    signals_hold(true);
    (void)raise(SIGHUP);
    (void)raise(SIGTERM);
    TEST_ASSERT_FALSE(signals_take_reload());
    TEST_ASSERT_FALSE(signals_stopped());
    signals_hold(false);
    TEST_ASSERT_TRUE(signals_take_reload());
    TEST_ASSERT_TRUE(signals_stopped());
}

void test_a_stop_stays(void) {
    signals_wake((struct net_loop *)&woken);
    (void)raise(SIGINT);
    TEST_ASSERT_EQUAL_UINT(1, woken);
    TEST_ASSERT_TRUE(signals_stopped());
    TEST_ASSERT_TRUE(signals_stopped());
}
