#include "net/loop.h"

#include <errno.h>
#include <mongoose.h>
#include <sys/socket.h>
#include <unistd.h>

#include "unity.h"

static struct net_loop *loop;
static unsigned woken;

static void on_woken(void *ctx) {
    TEST_ASSERT_EQUAL_PTR(&woken, ctx);
    woken++;
}

void setUp(void) {
    woken = 0;
    TEST_ASSERT_EQUAL(0, net_loop_new(&loop));
    net_loop_set_woken(loop, on_woken, &woken);
}

void tearDown(void) {
    loop = net_loop_free(loop);
}

void test_a_wake_up_before_the_wait_ends_it(void) {
    net_loop_wake(loop);
    net_loop_wake(loop);
    net_loop_poll(loop, -1); /* forever without the wake-up */
    TEST_ASSERT_EQUAL(1, woken);
    net_loop_poll(loop, 0);
    TEST_ASSERT_EQUAL(1, woken);
    net_loop_wake(loop);
    net_loop_poll(loop, -1);
    TEST_ASSERT_EQUAL(2, woken);
}

void test_a_full_pipe_is_no_error_and_errno_is_kept(void) {
    errno = EINTR;
    for (unsigned i = 0; i < 100000; i++) {
        net_loop_wake(loop);
    }
    TEST_ASSERT_EQUAL(EINTR, errno);
    net_loop_poll(loop, -1);
    TEST_ASSERT_TRUE(woken > 0);
}

void test_nobody_need_be_woken(void) {
    net_loop_set_woken(loop, NULL, NULL);
    net_loop_wake(loop);
    net_loop_poll(loop, -1);
    TEST_ASSERT_EQUAL(0, woken);
}

static void count_close(struct mg_connection *mg, int event, void *data) {
    (void)data;
    if (event == MG_EV_CLOSE) {
        ++*(unsigned *)mg->fn_data;
    }
}

void test_the_end_closes_what_is_on_it(void) {
    unsigned closed = 0;
    int ends[2];
    TEST_ASSERT_EQUAL(0, socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends));
    TEST_ASSERT_NOT_NULL(mg_wrapfd(net_loop_mgr(loop), ends[0], count_close, &closed));
    loop = net_loop_free(loop);
    TEST_ASSERT_EQUAL(1, closed);
    char octet;
    TEST_ASSERT_EQUAL(0, read(ends[1], &octet, 1));
    (void)close(ends[1]);
    TEST_ASSERT_NULL(net_loop_free(NULL));
}
