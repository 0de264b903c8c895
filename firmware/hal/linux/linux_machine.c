/* The machine itself: capacity, temperature, self-tests, restart. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "hal/linux/linux_impl.h"
#include "hal/linux/linux_wear.h"
#include "util/cleanup.h"
#include "util/err.h"

#define ZONES "/sys/class/thermal"
#define SYSFS_LINE_MAX 32 /* bytes read from a sysfs file, with the NUL */
#define RESTART_WORD "restart\n"

static const struct hal_capacity_limits limits = {.users = 100000, .records = 1000000};

static void capacity_read(void *ctx, struct hal_capacity_limits *ret_limits) {
    const struct linux_hal *linux_hal = ctx;
    *ret_limits = limits;
    ret_limits->devices = linux_hal->net != NULL ? 1U << DEVICE_ETHERNET : 0;
}

/* Reads a sysfs file of one line. E_OFFLINE: it does not exist. */
static int read_line(const char *path, char ret_text[SYSFS_LINE_MAX]) {
    _cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t len = fd < 0 ? -1 : read(fd, ret_text, SYSFS_LINE_MAX - 1);
    ret_text[len < 0 ? 0 : len] = '\0';
    return len <= 0 ? E_OFFLINE : 0;
}

static int read_number(const char *path, long *ret_number) {
    char text[SYSFS_LINE_MAX], *end = NULL;
    int r = read_line(path, text);
    errno = 0;
    *ret_number = strtol(text, &end, 10);
    return r < 0 || errno != 0 || end == text ? E_OFFLINE : 0;
}

/* Reads the warmest of the zones, in thousandths of a degree in sysfs. */
static int health_temperature(void *ctx, int *ret_tenths) {
    (void)ctx;
    int r = E_OFFLINE;
    long warmest = 0;
    _cleanup_closedir_ DIR *zones = opendir(ZONES);
    const struct dirent *entry;
    while (zones != NULL && (entry = readdir(zones)) != NULL) { /* NOLINT(concurrency-mt-unsafe): a stream of its own */
        char path[sizeof(entry->d_name) + sizeof(ZONES "//temp")];
        long number = 0;
        (void)snprintf(path, sizeof(path), ZONES "/%s/temp", entry->d_name);
        if (strncmp(entry->d_name, "thermal_zone", 12) == 0 && read_number(path, &number) == 0) {
            warmest = r < 0 || number > warmest ? number : warmest;
            r = 0;
        }
    }
    *ret_tenths = (int)(warmest / 100);
    return r;
}

static int health_wear(void *ctx, unsigned *ret_percent) {
    const struct linux_hal *linux_hal = ctx;
    char text[SYSFS_LINE_MAX];
    int r = linux_hal->board.wear[0] == '\0' ? E_OFFLINE : read_line(linux_hal->board.wear, text);
    return r < 0 ? r : linux_wear_read(text, ret_percent);
}

static bool is_there(const char *path) {
    struct stat found;
    return stat(path, &found) == 0;
}

static size_t health_drivers(void *ctx, struct hal_driver ret_drivers[HAL_DRIVERS_MAX]) {
    const struct linux_hal *linux_hal = ctx;
    size_t count = 0;
    ret_drivers[count++] = (struct hal_driver){"entropy", true};
    if (linux_hal->board.rtc[0] != '\0') {
        ret_drivers[count++] = (struct hal_driver){"clock", is_there(linux_hal->board.rtc)};
    }
    if (linux_hal->net != NULL) {
        ret_drivers[count++] = (struct hal_driver){"ethernet", linux_net_answers(linux_hal->net)};
    }
    if (linux_hal->hal.watchdog.is_fitted) {
        ret_drivers[count++] = (struct hal_driver){"watchdog", !atomic_load(&linux_hal->is_watchdog_silent)};
    }
    return count;
}

/* Init restarts the machine, so the daemon needs no permission for it. Fails if nothing reads the FIFO, since nothing
 * would restart it then. */
static int ask_init(const char *fifo) {
    _cleanup_close_ int fd = open(fifo, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    return fd >= 0 && write(fd, RESTART_WORD, sizeof(RESTART_WORD) - 1) == sizeof(RESTART_WORD) - 1
               ? 0
               : err_with_errno(E_IO, errno);
}

static int restart_request(void *ctx) {
    struct linux_hal *linux_hal = ctx;
    if (linux_hal->board.restart[0] != '\0') {
        return ask_init(linux_hal->board.restart);
    }
    atomic_store(&linux_hal->is_restarting, true);
    linux_notify_tell(&linux_hal->notify);
    return 0;
}

static bool restart_pending(void *ctx) {
    struct linux_hal *linux_hal = ctx;
    return atomic_load(&linux_hal->is_restarting);
}

void linux_machine_bind(struct linux_hal *linux_hal) {
    linux_hal->hal.capacity = (struct hal_capacity){.ctx = linux_hal, .read = capacity_read};
    linux_hal->hal.health = (struct hal_health){
        .ctx = linux_hal, .temperature = health_temperature, .wear = health_wear, .drivers = health_drivers};
    linux_hal->hal.restart =
        (struct hal_restart){.ctx = linux_hal, .request = restart_request, .pending = restart_pending};
}
