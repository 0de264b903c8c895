/* The kernel's clock and the real-time clock chip, both simulated: what is set, in which order, and the state after a
 * failure. */
#include <errno.h>
#include <linux/rtc.h>
#include <stdarg.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "hal/linux/linux_impl.h"
#include "unity.h"
#include "util/err.h"

#define CHIP "/dev/null" /* can be opened; the calls are simulated */
#define MS_2030 INT64_C(1893456000000)

static struct linux_hal one;
static const struct hal_clock *hal_clock = &one.hal.clock;

/* The machine. */
static struct rtc_time chip;
static int chip_error, kernel_error, slew_error; /* errno; 0: success */
static unsigned chip_writes, kernel_sets;
static int64_t kernel_ms; /* last set */
static struct timeval slewed;

int ioctl(int fd, unsigned long request, ...) {
    va_list args;
    va_start(args, request);
    struct rtc_time *time = va_arg(args, struct rtc_time *);
    va_end(args);
    (void)fd;
    if (chip_error != 0) {
        errno = chip_error;
        return -1;
    }
    if (request == RTC_SET_TIME) {
        chip = *time;
        chip_writes++;
    } else {
        *time = chip;
    }
    return 0;
}

int clock_settime(clockid_t id, const struct timespec *at) {
    TEST_ASSERT_EQUAL(CLOCK_REALTIME, id);
    errno = kernel_error;
    kernel_sets++;
    kernel_ms = (int64_t)at->tv_sec * 1000 + at->tv_nsec / 1000000;
    return kernel_error != 0 ? -1 : 0;
}

int adjtime(const struct timeval *delta, struct timeval *old) {
    (void)old;
    errno = slew_error;
    slewed = *delta;
    return slew_error != 0 ? -1 : 0;
}

static int64_t chip_ms(void) {
    struct tm parts = {.tm_sec = chip.tm_sec,
                       .tm_min = chip.tm_min,
                       .tm_hour = chip.tm_hour,
                       .tm_mday = chip.tm_mday,
                       .tm_mon = chip.tm_mon,
                       .tm_year = chip.tm_year};
    return (int64_t)timegm(&parts) * 1000;
}

static void set_chip(int64_t utc_ms) {
    time_t second = (time_t)(utc_ms / 1000);
    struct tm parts;
    (void)gmtime_r(&second, &parts);
    chip = (struct rtc_time){.tm_sec = parts.tm_sec,
                             .tm_min = parts.tm_min,
                             .tm_hour = parts.tm_hour,
                             .tm_mday = parts.tm_mday,
                             .tm_mon = parts.tm_mon,
                             .tm_year = parts.tm_year};
}

static int64_t real_ms(clockid_t id) {
    struct timespec now;
    (void)clock_gettime(id, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void bind_with(const char *path) {
    memset(&one, 0, sizeof(one));
    (void)strcpy(one.board.rtc, path);
    linux_clock_bind(&one);
}

void setUp(void) {
    memset(&chip, 0, sizeof(chip));
    memset(&slewed, 0, sizeof(slewed));
    chip_error = kernel_error = slew_error = 0;
    kernel_ms = 0;
    set_chip(0);
    bind_with(CHIP);
    chip_writes = kernel_sets = 0;
}

void tearDown(void) {
}

void test_both_clocks_are_the_kernels(void) {
    int64_t utc = real_ms(CLOCK_REALTIME);
    int64_t mono = real_ms(CLOCK_MONOTONIC);
    TEST_ASSERT_TRUE(hal_clock->utc_ms(hal_clock->ctx) >= utc);
    TEST_ASSERT_TRUE(hal_clock->utc_ms(hal_clock->ctx) <= real_ms(CLOCK_REALTIME));
    TEST_ASSERT_TRUE(hal_clock->mono_ms(hal_clock->ctx) >= mono);
    TEST_ASSERT_TRUE(hal_clock->mono_ms(hal_clock->ctx) <= real_ms(CLOCK_MONOTONIC));
}

void test_chip_and_kernel_are_set(void) {
    TEST_ASSERT_EQUAL(0, hal_clock->set(hal_clock->ctx, MS_2030 + 499));
    TEST_ASSERT_EQUAL_INT64(MS_2030, chip_ms());
    TEST_ASSERT_EQUAL_INT64(MS_2030 + 499, kernel_ms);
    TEST_ASSERT_EQUAL(0, hal_clock->set(hal_clock->ctx, MS_2030 + 500));
    TEST_ASSERT_EQUAL_INT64(MS_2030 + 1000, chip_ms()); /* the nearest second */
    TEST_ASSERT_EQUAL_INT64(MS_2030 + 500, kernel_ms);
}

void test_a_chip_that_does_not_answer_leaves_the_kernel_as_it_is(void) {
    chip_error = EIO;
    TEST_ASSERT_EQUAL(E_OFFLINE, hal_clock->set(hal_clock->ctx, MS_2030));
    TEST_ASSERT_EQUAL(0, kernel_sets);
    chip_error = EACCES;
    TEST_ASSERT_EQUAL(E_NOT_ALLOWED, hal_clock->set(hal_clock->ctx, MS_2030));
    TEST_ASSERT_EQUAL(E_NOT_ALLOWED, hal_clock->slew(hal_clock->ctx, 5));
    TEST_ASSERT_EQUAL(0, slewed.tv_usec);
    chip_error = 0;
    kernel_error = EPERM;
    TEST_ASSERT_EQUAL(E_NOT_ALLOWED, hal_clock->set(hal_clock->ctx, MS_2030));
    bind_with("/nonexistent/rtc");
    TEST_ASSERT_EQUAL(E_OFFLINE, hal_clock->set(hal_clock->ctx, MS_2030));
}

void test_without_a_chip_the_kernel_alone_is_set(void) {
    bind_with("");
    TEST_ASSERT_EQUAL(0, hal_clock->set(hal_clock->ctx, MS_2030));
    TEST_ASSERT_EQUAL(0, chip_writes);
    TEST_ASSERT_EQUAL_INT64(MS_2030, kernel_ms);
}

void test_a_slew_goes_both_ways_and_sets_the_chip(void) {
    int64_t before = real_ms(CLOCK_REALTIME);
    TEST_ASSERT_EQUAL(0, hal_clock->slew(hal_clock->ctx, 600250));
    TEST_ASSERT_EQUAL(600, slewed.tv_sec);
    TEST_ASSERT_EQUAL(250000, slewed.tv_usec);
    TEST_ASSERT_TRUE(chip_ms() + 500 >= before + 600250);
    TEST_ASSERT_EQUAL(0, hal_clock->slew(hal_clock->ctx, -1250));
    TEST_ASSERT_EQUAL(-1, slewed.tv_sec);
    TEST_ASSERT_EQUAL(-250000, slewed.tv_usec);
    slew_error = EPERM;
    TEST_ASSERT_EQUAL(E_NOT_ALLOWED, hal_clock->slew(hal_clock->ctx, 1));
}

/* The kernel started before the chip's driver was loaded. */
void test_a_chip_that_is_ahead_is_taken_over_at_the_start(void) {
    set_chip(MS_2030 * 2);
    bind_with(CHIP);
    TEST_ASSERT_EQUAL(1, kernel_sets);
    TEST_ASSERT_EQUAL_INT64(MS_2030 * 2, kernel_ms);
    set_chip(real_ms(CLOCK_REALTIME) + 1000); /* it counts whole seconds: that is the same */
    bind_with(CHIP);
    set_chip(real_ms(CLOCK_REALTIME) - 100000);
    bind_with(CHIP);
    chip_error = EIO;
    set_chip(MS_2030 * 2);
    bind_with(CHIP);
    chip_error = 0;
    bind_with("");
    TEST_ASSERT_EQUAL(1, kernel_sets);
}

void test_a_time_service_is_asked_by_its_address(void) {
    char url[HAL_TIME_SERVICE_MAX];
    TEST_ASSERT_EQUAL(0, hal_clock->time_service(hal_clock->ctx, 0xC0000201, url));
    TEST_ASSERT_EQUAL_STRING("udp://192.0.2.1:123", url);
}
