/* The watchdog of the kernel: opening the device starts the timer; writing the letter V before closing stops it. */
#include <errno.h>
#include <fcntl.h>
#include <linux/watchdog.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "hal/linux/linux_impl.h"
#include "util/err.h"
#include "util/log.h"

static int watchdog_open(struct linux_hal *linux_hal) {
    int seconds = HAL_WATCHDOG_MS / 1000;
    int fd = open(linux_hal->board.watchdog, O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
        return errno == EACCES || errno == EPERM ? E_NOT_ALLOWED : E_OFFLINE;
    }
    if (ioctl(fd, WDIOC_SETTIMEOUT, &seconds) < 0) {
        log_warn("hal", "the watchdog keeps its own time");
    }
    linux_hal->watchdog_fd = fd;
    return 0;
}

static int watchdog_feed(void *ctx) {
    struct linux_hal *linux_hal = ctx;
    int r = linux_hal->watchdog_fd < 0 ? watchdog_open(linux_hal) : 0;
    if (r == 0 && write(linux_hal->watchdog_fd, "\n", 1) < 0) {
        r = E_OFFLINE;
    }
    atomic_store(&linux_hal->is_watchdog_silent, r < 0);
    return r;
}

static void watchdog_release(void *ctx) {
    struct linux_hal *linux_hal = ctx;
    if (linux_hal->watchdog_fd >= 0) {
        (void)!write(linux_hal->watchdog_fd, "V", 1);
        (void)close(linux_hal->watchdog_fd);
        linux_hal->watchdog_fd = -1;
    }
}

void linux_watchdog_bind(struct linux_hal *linux_hal) {
    linux_hal->watchdog_fd = -1;
    if (linux_hal->board.watchdog[0] != '\0') {
        linux_hal->hal.watchdog = (struct hal_watchdog){
            .ctx = linux_hal, .is_fitted = true, .feed = watchdog_feed, .release = watchdog_release};
    }
}

void linux_watchdog_end(struct linux_hal *linux_hal) {
    if (linux_hal->watchdog_fd >= 0) { /* not released: the timer keeps running */
        (void)close(linux_hal->watchdog_fd);
    }
}
