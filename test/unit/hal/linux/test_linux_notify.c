/* Notifications that a device changed. */
#include "hal/linux/linux_notify.h"

#include "unity.h"

static struct linux_notify notify;
static struct hal_notify ops;
static unsigned told[2];

void setUp(void) {
    linux_notify_init(&notify, &ops);
    told[0] = told[1] = 0;
}

void tearDown(void) {
    linux_notify_done(&notify);
}

static void changed(void *ctx) {
    (*(unsigned *)ctx)++;
}

void test_one_listens_at_a_time_and_can_stop(void) {
    linux_notify_tell(&notify);
    ops.set(ops.ctx, changed, &told[0]);
    linux_notify_tell(&notify);
    linux_notify_tell(&notify);
    ops.set(ops.ctx, changed, &told[1]);
    linux_notify_tell(&notify);
    ops.set(ops.ctx, NULL, NULL);
    linux_notify_tell(&notify);
    TEST_ASSERT_EQUAL(2, told[0]);
    TEST_ASSERT_EQUAL(1, told[1]);
}
