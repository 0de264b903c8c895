/* The clocks of the kernel, and the real-time clock chip. Both run in UTC. Setting them needs CAP_SYS_TIME. */
#include <errno.h>
#include <fcntl.h>
#include <linux/rtc.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <time.h>

#include "hal/linux/linux_impl.h"
#include "util/cleanup.h"
#include "util/err.h"
#include "util/ipv4.h"
#include "util/log.h"

#define CHIP_AHEAD_MS \
    2000 /* at start the chip's time is used only if it is ahead by this much: the chip counts whole seconds */

static int64_t ms_of(clockid_t id) {
    struct timespec now = {0};
    (void)clock_gettime(id, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t clock_utc_ms(void *ctx) {
    (void)ctx;
    return ms_of(CLOCK_REALTIME);
}

static int64_t clock_mono_ms(void *ctx) {
    (void)ctx;
    return ms_of(CLOCK_MONOTONIC);
}

static bool chip_is_fitted(const struct linux_hal *linux_hal) {
    return linux_hal->board.rtc[0] != '\0';
}

/* Maps errno of a failed call: no permission, or the chip does not respond. */
static int clock_error(int number) {
    return number == EPERM || number == EACCES ? E_NOT_ALLOWED : E_OFFLINE;
}

/* Writes `utc_ms` rounded to a second. */
static int chip_write(const struct linux_hal *linux_hal, int64_t utc_ms) {
    if (!chip_is_fitted(linux_hal)) {
        return 0;
    }
    time_t second = (time_t)((utc_ms + 500) / 1000);
    struct tm parts = {0};
    _cleanup_close_ int fd = open(linux_hal->board.rtc, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || gmtime_r(&second, &parts) == NULL) {
        return clock_error(errno);
    }
    struct rtc_time chip = {.tm_sec = parts.tm_sec,
                            .tm_min = parts.tm_min,
                            .tm_hour = parts.tm_hour,
                            .tm_mday = parts.tm_mday,
                            .tm_mon = parts.tm_mon,
                            .tm_year = parts.tm_year};
    return ioctl(fd, RTC_SET_TIME, &chip) < 0 ? clock_error(errno) : 0;
}

static int chip_read(const struct linux_hal *linux_hal, int64_t *ret_utc_ms) {
    struct rtc_time chip = {0};
    _cleanup_close_ int fd = open(linux_hal->board.rtc, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || ioctl(fd, RTC_RD_TIME, &chip) < 0) {
        return clock_error(errno);
    }
    struct tm parts = {.tm_sec = chip.tm_sec,
                       .tm_min = chip.tm_min,
                       .tm_hour = chip.tm_hour,
                       .tm_mday = chip.tm_mday,
                       .tm_mon = chip.tm_mon,
                       .tm_year = chip.tm_year};
    *ret_utc_ms = (int64_t)timegm(&parts) * 1000;
    return 0;
}

static int kernel_set(int64_t utc_ms) {
    const struct timespec at = {.tv_sec = (time_t)(utc_ms / 1000), .tv_nsec = (long)(utc_ms % 1000) * 1000000};
    return clock_settime(CLOCK_REALTIME, &at) < 0 ? clock_error(errno) : 0;
}

/* Sets the chip first: if it does not respond nothing changes. If the kernel refuses, the process may set neither. */
static int clock_set(void *ctx, int64_t utc_ms) {
    const struct linux_hal *linux_hal = ctx;
    int r = chip_write(linux_hal, utc_ms);
    return r < 0 ? r : kernel_set(utc_ms);
}

static int clock_slew(void *ctx, int32_t ms) {
    const struct linux_hal *linux_hal = ctx;
    const struct timeval delta = {.tv_sec = ms / 1000, .tv_usec = (suseconds_t)(ms % 1000) * 1000};
    int r = chip_write(linux_hal, ms_of(CLOCK_REALTIME) + ms);
    if (r < 0) {
        return r;
    }
    return adjtime(&delta, NULL) < 0 ? clock_error(errno) : 0;
}

static int clock_time_service(void *ctx, uint32_t address, char ret_url[HAL_TIME_SERVICE_MAX]) {
    (void)ctx;
    char text[IPV4_TEXT_MAX];
    ipv4_format(address, false, text);
    (void)snprintf(ret_url, HAL_TIME_SERVICE_MAX, "udp://%s:123", text);
    return 0;
}

/* A kernel that loads the driver of the chip late starts in the past. */
static void take_from_chip(const struct linux_hal *linux_hal) {
    int64_t chip_ms = 0;
    int r = chip_is_fitted(linux_hal) ? chip_read(linux_hal, &chip_ms) : 0;
    if (r == 0 && chip_ms > ms_of(CLOCK_REALTIME) + CHIP_AHEAD_MS) {
        r = kernel_set(chip_ms);
    }
    if (r < 0) {
        log_warn("hal", "the clock is not taken from its chip", log_errno(r));
    }
}

void linux_clock_bind(struct linux_hal *linux_hal) {
    linux_hal->hal.clock = (struct hal_clock){.ctx = linux_hal,
                                              .utc_ms = clock_utc_ms,
                                              .mono_ms = clock_mono_ms,
                                              .set = clock_set,
                                              .slew = clock_slew,
                                              .time_service = clock_time_service};
    take_from_chip(linux_hal);
}
