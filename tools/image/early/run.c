#include "run.h"

#include <errno.h>
#include <net/if.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "partitions.h"

#define POSTERN 900U /* user and group of the daemon: rootfs/etc/passwd */
#define RUN "/run/postern"
#define PATH_LEN 300

/* The order is that in which they are made. */
static const struct place {
    const char *path;
    mode_t mode; /* with its kind */
    uid_t owner;
    gid_t group;
} places[] = {
    {RUN, S_IFDIR | 0755, 0, 0},
    /* What the daemon is told about the system under it. It may take away what is its own there, and nothing else. */
    {RUN "/system", S_IFDIR | S_ISVTX | 0770, 0, POSTERN},
    {RUN "/system/run", S_IFDIR | 0750, 0, POSTERN},
    {RUN "/restart", S_IFIFO | 0620, 0, POSTERN},
    {RUN "/resolv.conf", S_IFREG | 0644, POSTERN, POSTERN},
    {RUN "/usb", S_IFDIR, 0, 0}, /* without a stick nobody writes there */
};

/* Where bundles find the slots, whatever the disk is called. */
static const struct link {
    const char *path, *to;
} links[] = {
    {RUN "/slot-a", PARTITIONS_FOLDER "/slot-a"},
    {RUN "/slot-b", PARTITIONS_FOLDER "/slot-b"},
};

/* Nobody else's until it has its owner; and the umask would take from a mode what it is asked for. */
static int place_make(const struct place *place) {
    const int made =
        S_ISDIR(place->mode) ? mkdir(place->path, 0700) : mknod(place->path, (place->mode & S_IFMT) | 0600, 0);
    if (made < 0 || chown(place->path, place->owner, place->group) < 0 ||
        chmod(place->path, place->mode & 07777U) < 0) {
        return -errno;
    }
    return 0;
}

int run_fill(void) {
    int r = 0;
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]) && r == 0; i++) {
        r = place_make(&places[i]);
    }
    for (size_t i = 0; i < sizeof(links) / sizeof(links[0]) && r == 0; i++) {
        r = symlink(links[i].to, links[i].path) < 0 ? -errno : 0;
    }
    return r;
}

int run_give(const char *list) {
    FILE *file = fopen(list, "re");
    if (file == NULL) {
        return -errno;
    }
    char path[PATH_LEN];
    unsigned mode = 0;
    unsigned owner = 0;
    unsigned group = 0;
    int r = 0;
    while (r == 0 && fscanf(file, "%o %u %u %299s", &mode, &owner, &group, path) == 4) {
        if ((chown(path, owner, group) < 0 || chmod(path, mode) < 0) && errno != ENOENT) {
            r = -errno;
        }
    }
    r = r == 0 && feof(file) == 0 ? -EINVAL : r;
    (void)fclose(file);
    return r;
}

int run_loopback_up(void) {
    struct ifreq request = {.ifr_name = "lo"};
    const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    int r = fd < 0 || ioctl(fd, SIOCGIFFLAGS, &request) < 0 ? -errno : 0;
    if (r == 0) {
        request.ifr_flags = (short)(request.ifr_flags | IFF_UP);
        r = ioctl(fd, SIOCSIFFLAGS, &request) < 0 ? -errno : 0;
    }
    if (fd >= 0) {
        (void)close(fd);
    }
    return r;
}
