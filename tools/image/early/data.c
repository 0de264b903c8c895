#include "data.h"

#include <stdint.h>
#include <sys/mount.h>

#include "partitions.h"

/* The superblock of ext4, with bytes of the low end first: Documentation/filesystems/ext4/super.rst of Linux. */
#define SUPER_AT 1024
#define SUPER_LEN 1024
#define MAGIC_AT 0x38
#define MAGIC 0xef53U
#define STATE_AT 0x3a
#define STATE_CLEAN 1U
#define STATE_ERRORS 2U

static unsigned low_first(const uint8_t *octets) {
    return octets[0] | (unsigned)octets[1] << 8;
}

/* A file system that was cut off is clean too: the kernel replays its journal. One in which the kernel met a fault is not. */
static bool is_clean(const uint8_t super[SUPER_LEN]) {
    return low_first(super + MAGIC_AT) == MAGIC &&
           (low_first(super + STATE_AT) & (STATE_CLEAN | STATE_ERRORS)) == STATE_CLEAN;
}

/* Read again each time: while it is mounted the kernel has what it knows in the same pages. */
static bool says_clean(const char *device) {
    uint8_t super[SUPER_LEN];
    return partitions_read(device, SUPER_AT, super, sizeof(super)) && is_clean(super);
}

/* The flags are those of `start`, which mounts what had to be mended first. */
bool data_mount(const char *device, const char *at) {
    if (!says_clean(device) || mount(device, at, "ext4", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_NOATIME, NULL) < 0) {
        return false;
    }
    if (!says_clean(device)) { /* its journal told of a fault */
        (void)umount(at);
        return false;
    }
    return true;
}

bool data_is_file_system(const char *device) {
    uint8_t super[SUPER_LEN];
    return partitions_read(device, SUPER_AT, super, sizeof(super)) && low_first(super + MAGIC_AT) == MAGIC;
}
