/* The initramfs's only program. It stands in what the boot loader has verified, and goes on in the root file system of
 * the chosen slot, each block of which the kernel checks against the hash that stands here as well. Whatever fails ends
 * in a restart: the boot loader has counted the try, and takes the other slot in the end. There is no shell. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "config.h"
#include "data.h"
#include "mapper.h"
#include "modules.h"
#include "partitions.h"
#include "run.h"

#define TEXT_MAX 4096
#define PATH_LEN 300
#define PARAMS_LEN 1024
#define ROOT "/newroot"

static _Noreturn void early_give_up(const char *what, int error) {
    (void)fprintf(stderr, "early: %s: %s; restarting\n", what, error == 0 ? "failed" : strerror(error));
    (void)nanosleep(&(struct timespec){.tv_sec = 1}, NULL); /* so that a person can read it */
    (void)reboot(RB_AUTOBOOT);
    abort();
}

static void tree_mount(const char *type, const char *at) {
    (void)mkdir(at, 0755);
    if (mount(type, at, type, MS_NOSUID | MS_NOEXEC, NULL) < 0 && errno != EBUSY) {
        early_give_up(type, errno);
    }
}

/* The root of the slot: the part behind its FIT, and over that what checks each block when it is read. */
static void root_map(const struct early_config *config, const char *slot, char *ret_path) {
    char params[PARAMS_LEN];
    char part[PATH_LEN];
    (void)snprintf(params, sizeof(params), "%s %" PRIu64, slot, config->start);
    int r = mapper_create("slot", config->sectors, "linear", params, false, part, sizeof(part));
    if (r < 0) {
        early_give_up("slot", -r);
    }
    (void)snprintf(params, sizeof(params),
                   "1 %s %s 4096 4096 %" PRIu64 " %" PRIu64 " sha256 %s %s 1 restart_on_corruption", part, part,
                   config->blocks, config->blocks, config->root_hash, config->salt);
    r = mapper_create("root", config->blocks * 8, "verity", params, false, ret_path, PATH_LEN);
    if (r < 0) {
        early_give_up("verity", -r);
    }
}

static void root_enter(const char *device) {
    static const char *const moved[] = {"/dev", "/proc", "/sys"};
    (void)mkdir(ROOT, 0755);
    if (mount(device, ROOT, "squashfs", MS_RDONLY | MS_NODEV | MS_NOSUID, NULL) < 0) {
        early_give_up("root file system", errno);
    }
    for (size_t i = 0; i < sizeof(moved) / sizeof(moved[0]); i++) {
        char to[PATH_LEN];
        (void)snprintf(to, sizeof(to), ROOT "%s", moved[i]);
        if (mount(moved[i], to, NULL, MS_MOVE, NULL) < 0) {
            early_give_up(moved[i], errno);
        }
    }
    if (chdir(ROOT) < 0 || mount(ROOT, "/", NULL, MS_MOVE, NULL) < 0 || chroot(".") < 0 || chdir("/") < 0) {
        early_give_up("new root", errno);
    }
}

/* What everything after us needs, and what would take a shell a process each. */
static void system_prepare(void) {
    modules_load("/usr/lib/modules/late.list");
    const unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
    if (mount("run", "/run", "tmpfs", flags, "mode=0755") < 0 ||
        mount("tmp", "/tmp", "tmpfs", flags, "mode=1777,size=16m") < 0) {
        early_give_up("tmpfs", errno);
    }
    int r = run_fill();
    if (r == 0) {
        r = run_give("/etc/postern/devices");
    }
    if (r == 0) {
        r = run_loopback_up();
    }
    if (r < 0) {
        early_give_up("system", -r);
    }
}

/* The kernel has none for us: /dev was empty when it started us. Init gets it too. */
static void console_open(void) {
    int console = open("/dev/console", O_RDWR | O_NOCTTY); /* NOLINT(android-cloexec-open) */
    for (int i = 0; i <= STDERR_FILENO && console >= 0; i++) {
        (void)dup2(console, i);
    }
}

int main(void) {
    struct early_config config;
    char cmdline[TEXT_MAX];
    char root[PATH_LEN];
    tree_mount("devtmpfs", "/dev");
    tree_mount("proc", "/proc");
    tree_mount("sysfs", "/sys");
    console_open();
    if (!config_read("/root.conf", &config) || !config_text("/proc/cmdline", cmdline, sizeof(cmdline))) {
        early_give_up("configuration", 0);
    }
    modules_load("/modules.list");
    const char letter = config_slot(cmdline);
    if (letter == 0) {
        early_give_up("no slot is named", 0);
    }
    const char *slot = letter == 'A' ? "slot-a" : "slot-b";
    if (!partitions_await(slot)) {
        early_give_up(slot, ENODEV);
    }
    const bool is_new = partitions_are_new();
    const bool is_given = partitions_have_gift();
    root_map(&config, letter == 'A' ? PARTITIONS_FOLDER "/slot-a" : PARTITIONS_FOLDER "/slot-b", root);
    root_enter(root);
    system_prepare();
    const bool has_data = !is_new && data_mount(DATA_PARTITION, "/data");
    char *arguments[] = {(char[]){"init"}, NULL};
    static char path[] = "PATH=/usr/sbin:/usr/bin";
    static char home[] = "HOME=/";
    static char words[][sizeof("POSTERN_GIVEN=1")] = {"POSTERN_NEW=1", "POSTERN_GIVEN=1", "POSTERN_DATA=1"};
    const bool seen[] = {is_new, is_given, has_data};
    char *environment[6] = {path, home};
    for (size_t i = 0, count = 2; i < sizeof(seen) / sizeof(seen[0]); i++) {
        if (seen[i]) {
            environment[count++] = words[i];
        }
    }
    (void)execve("/sbin/init", arguments, environment);
    early_give_up("init", errno);
}
