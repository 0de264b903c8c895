/* The machine: temperature and wear, the state of its drivers, and its restart. */
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hal/linux/linux_impl.h"
#include "unity.h"
#include "util/err.h"

#define SYSFS "/sys/class/thermal"

static struct linux_hal one;
static char folder[] = "/tmp/postern-machine-XXXXXX";
static unsigned told;

/* Redirects paths below SYSFS to the test's folder. */
int open(const char *path, int flags, ...) {
    char moved[256];
    va_list args;
    va_start(args, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(args, mode_t) : 0;
    va_end(args);
    bool is_sysfs = strncmp(path, SYSFS, sizeof(SYSFS) - 1) == 0;
    (void)snprintf(moved, sizeof(moved), "%s%s", is_sysfs ? folder : "", path + (is_sysfs ? sizeof(SYSFS) - 1 : 0));
    return (int)syscall(SYS_openat, AT_FDCWD, moved, flags, mode);
}

DIR *opendir(const char *path) {
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd < 0 ? NULL : fdopendir(fd);
}

static void write_file(const char *name, const char *text) {
    char path[256];
    (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    TEST_ASSERT_NOT_NULL(file);
    (void)fputs(text, file);
    (void)fclose(file);
}

static void make_zone(const char *name, const char *temperature) {
    char path[256];
    (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
    (void)mkdir(path, 0700);
    (void)snprintf(path, sizeof(path), "%s/temp", name);
    write_file(path, temperature);
}

static void changed(void *ctx) {
    (*(unsigned *)ctx)++;
}

void setUp(void) {
    memset(&one, 0, sizeof(one));
    (void)strcpy(folder, "/tmp/postern-machine-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(folder));
    linux_notify_init(&one.notify, &one.hal.notify);
    linux_machine_bind(&one);
    told = 0;
    one.hal.notify.set(one.hal.notify.ctx, changed, &told);
}

void tearDown(void) {
    char command[64];
    (void)snprintf(command, sizeof(command), "rm -r %s", folder);
    TEST_ASSERT_EQUAL(0, system(command));
    linux_notify_done(&one.notify);
}

static int temperature(void) {
    int tenths = -1;
    return one.hal.health.temperature(one.hal.health.ctx, &tenths) < 0 ? E_OFFLINE : tenths;
}

void test_the_warmest_zone_counts(void) {
    TEST_ASSERT_EQUAL(E_OFFLINE, temperature());
    make_zone("cooling_device0", "99000\n");
    make_zone("thermal_zone0", "nothing\n");
    TEST_ASSERT_EQUAL(E_OFFLINE, temperature());
    make_zone("thermal_zone1", "-5200\n");
    TEST_ASSERT_EQUAL(-52, temperature());
    make_zone("thermal_zone2", "41900\n");
    TEST_ASSERT_EQUAL(419, temperature());
    make_zone("thermal_zone3", "38000\n");
    make_zone("thermal_zone4", "");
    make_zone("thermal_zone5", "99999999999999999999\n");
    TEST_ASSERT_EQUAL(419, temperature());
}

void test_wear_is_what_the_file_says(void) {
    unsigned percent = 0;
    TEST_ASSERT_EQUAL(E_OFFLINE, one.hal.health.wear(one.hal.health.ctx, &percent));
    (void)snprintf(one.board.wear, sizeof(one.board.wear), "%s/life_time", folder);
    TEST_ASSERT_EQUAL(E_OFFLINE, one.hal.health.wear(one.hal.health.ctx, &percent));
    write_file("life_time", "0x02 0x03\n");
    TEST_ASSERT_EQUAL(0, one.hal.health.wear(one.hal.health.ctx, &percent));
    TEST_ASSERT_EQUAL(30, percent);
}

void test_the_limits_are_those_of_the_product(void) {
    struct hal_capacity_limits limits;
    one.hal.capacity.read(one.hal.capacity.ctx, &limits);
    TEST_ASSERT_EQUAL(100000, limits.users);
    TEST_ASSERT_EQUAL(1000000, limits.records);
    TEST_ASSERT_EQUAL_HEX32(0, limits.devices);
    one.net = (struct linux_net *)&told; /* not dereferenced */
    one.hal.capacity.read(one.hal.capacity.ctx, &limits);
    one.net = NULL;
    TEST_ASSERT_EQUAL_HEX32(1U << DEVICE_ETHERNET, limits.devices);
}

void test_drivers_are_those_of_the_board(void) {
    struct hal_driver drivers[HAL_DRIVERS_MAX];
    TEST_ASSERT_EQUAL(1, one.hal.health.drivers(one.hal.health.ctx, drivers));
    TEST_ASSERT_EQUAL_STRING("entropy", drivers[0].name);
    TEST_ASSERT_TRUE(drivers[0].answers);
    (void)strcpy(one.board.rtc, "/nonexistent/rtc");
    one.hal.watchdog.is_fitted = true;
    TEST_ASSERT_EQUAL(3, one.hal.health.drivers(one.hal.health.ctx, drivers));
    TEST_ASSERT_EQUAL_STRING("clock", drivers[1].name);
    TEST_ASSERT_FALSE(drivers[1].answers);
    TEST_ASSERT_EQUAL_STRING("watchdog", drivers[2].name);
    TEST_ASSERT_TRUE(drivers[2].answers);
    (void)strcpy(one.board.rtc, "/dev/null");
    atomic_store(&one.is_watchdog_silent, true);
    TEST_ASSERT_EQUAL(3, one.hal.health.drivers(one.hal.health.ctx, drivers));
    TEST_ASSERT_TRUE(drivers[1].answers);
    TEST_ASSERT_FALSE(drivers[2].answers);
}

static int request(void) {
    return one.hal.restart.request(one.hal.restart.ctx);
}

void test_without_an_init_system_the_daemon_restarts_it(void) {
    TEST_ASSERT_FALSE(one.hal.restart.pending(one.hal.restart.ctx));
    TEST_ASSERT_EQUAL(0, request());
    TEST_ASSERT_TRUE(one.hal.restart.pending(one.hal.restart.ctx));
    TEST_ASSERT_EQUAL(1, told);
}

void test_the_init_system_is_asked_and_has_to_be_there(void) {
    char word[16] = "";
    (void)snprintf(one.board.restart, sizeof(one.board.restart), "%s/init", folder);
    TEST_ASSERT_EQUAL(E_IO, request());
    TEST_ASSERT_EQUAL(0, mkfifo(one.board.restart, 0600));
    TEST_ASSERT_EQUAL(E_IO, request()); /* nothing reads the FIFO */
    int fd = open(one.board.restart, O_RDONLY | O_NONBLOCK);
    TEST_ASSERT_EQUAL(0, request());
    TEST_ASSERT_EQUAL(8, read(fd, word, sizeof(word)));
    TEST_ASSERT_EQUAL_STRING("restart\n", word);
    (void)close(fd);
    TEST_ASSERT_FALSE(one.hal.restart.pending(one.hal.restart.ctx));
    TEST_ASSERT_EQUAL(0, told);
}
