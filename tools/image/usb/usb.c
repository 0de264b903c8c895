/* A USB stick as the folder for copies: mounted when it is put in, and let go when it is pulled.
 *
 *   postern-usb MODULES FOLDER USER
 *
 * MODULES: list of the kernel's modules for it, loaded when there is a controller. FOLDER: where it is mounted, owned by
 * USER. Whoever stands at the door may put a crafted one in: nothing but storage has a
 * driver, the file systems are two that know neither links nor owners, and a file on it is neither run nor a device. */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <linux/capability.h>
#include <linux/netlink.h>
#include <poll.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../early/modules.h"

#define BLOCKS "/sys/class/block"
#define PATH_LEN 320
#define NAME_LEN 32
#define TEXT_LEN 64
#define OPTIONS_LEN 128
#define EVENT_LEN 4096
#define PARTITIONS_MAX 16U
#define SETTLE_MS 500 /* without an event before the disks are looked at: a table may be half read */
#define SETTLES_MAX 10
#define BEGIN_S 3 /* the daemon answers first */
#define OWN_DISK "/dev/disk/by-partlabel/data" /* link that `early` has made */
#define SYSTEM_GROUP 1U /* of the kernel's events */
#define CLASS_USB "0x0c03" /* of PCI */
#ifndef MS_NOSYMFOLLOW
#define MS_NOSYMFOLLOW 256UL
#endif

/* What is mounted, or was tried. The kernel numbers disks again each time they are put in. */
struct stick {
    char disk[NAME_LEN]; /* "": none */
    char part[NAME_LEN]; /* the disk's own name when it has no table */
    char number[TEXT_LEN];
};

struct usb {
    const char *folder;
    char own[PATH_LEN]; /* a partition of the system's disk, which is never taken */
    uid_t user;
    gid_t group;
    struct stick stick;
    bool mounted;
};

static bool attribute_read(const char *name, const char *attribute, char ret_text[TEXT_LEN]) {
    char path[PATH_LEN];
    (void)snprintf(path, sizeof(path), BLOCKS "/%s/%s", name, attribute);
    FILE *file = fopen(path, "re");
    bool read = file != NULL && fgets(ret_text, TEXT_LEN, file) != NULL;
    if (file != NULL) {
        (void)fclose(file);
    }
    return read;
}

static bool block_exists(const char *name) {
    char path[PATH_LEN];
    (void)snprintf(path, sizeof(path), BLOCKS "/%s", name);
    return access(path, F_OK) == 0;
}

/* A disk, not a part of one, on USB, with something in it. */
static bool is_stick(const struct usb *usb, const char *path) {
    char to[PATH_LEN];
    char text[TEXT_LEN];
    const char *name = strrchr(path, '/') + 1;
    ssize_t len = readlink(path, to, sizeof(to) - 1);
    if (len <= 0 || strlen(name) >= NAME_LEN || strncmp(usb->own, name, strlen(name)) == 0) {
        return false;
    }
    to[len] = '\0';
    return strstr(to, "/usb") != NULL && !attribute_read(name, "partition", text) &&
           attribute_read(name, "size", text) && strtoull(text, NULL, 10) > 0;
}

/* The first disk, and of it the first partition. */
static struct stick stick_find(const struct usb *usb) {
    struct stick stick = {.disk = ""};
    glob_t found = {0};
    if (glob(BLOCKS "/sd*", 0, NULL, &found) != 0) {
        return stick;
    }
    for (size_t i = 0; i < found.gl_pathc && stick.disk[0] == '\0'; i++) {
        if (is_stick(usb, found.gl_pathv[i])) {
            (void)snprintf(stick.disk, sizeof(stick.disk), "%s", strrchr(found.gl_pathv[i], '/') + 1);
        }
    }
    globfree(&found);
    if (stick.disk[0] != '\0') {
        (void)attribute_read(stick.disk, "diskseq", stick.number);
        bool has_table = false;
        for (unsigned i = 1; i <= PARTITIONS_MAX && !has_table; i++) {
            (void)snprintf(stick.part, sizeof(stick.part), "%.20s%u", stick.disk, i);
            has_table = block_exists(stick.part);
        }
        if (!has_table) {
            memcpy(stick.part, stick.disk, sizeof(stick.part));
        }
    }
    return stick;
}

static bool is_same(const struct stick *a, const struct stick *b) {
    return strcmp(a->part, b->part) == 0 && strcmp(a->number, b->number) == 0;
}

/* One that does not answer is given up after seconds, and not after half a minute for each thing that it is asked. */
static void patience_limit(const struct stick *stick) {
    char path[PATH_LEN];
    (void)snprintf(path, sizeof(path), BLOCKS "/%s/device/timeout", stick->disk);
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        (void)!write(file, "5", 1);
        (void)close(file);
    }
}

/* No ext4: a superblock of it may ask for a panic. */
static bool stick_mount(const struct usb *usb, const struct stick *stick) {
    static const struct {
        const char *name, *options;
    } kinds[] = {{"vfat", "codepage=437,iocharset=ascii,utf8,flush"}, {"exfat", "iocharset=utf8"}};
    const unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_NOATIME | MS_NOSYMFOLLOW;
    char device[PATH_LEN];
    (void)snprintf(device, sizeof(device), "/dev/%s", stick->part);
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        char options[OPTIONS_LEN];
        (void)snprintf(options, sizeof(options), "uid=%u,gid=%u,umask=0077,errors=remount-ro,%s", usb->user, usb->group,
                       kinds[i].options);
        if (mount(device, usb->folder, kinds[i].name, flags, options) == 0) {
            return true;
        }
    }
    return false;
}

/* Lets go of one that was pulled: whoever still has a file on it is told when he uses it. */
static void folder_release(struct usb *usb) {
    char number[TEXT_LEN];
    const struct stick *stick = &usb->stick;
    bool stays = block_exists(stick->part) && attribute_read(stick->disk, "diskseq", number) &&
                 strcmp(number, stick->number) == 0;
    if (usb->mounted && !stays) {
        (void)umount2(usb->folder, MNT_DETACH);
        usb->mounted = false;
        (void)printf("postern: the USB disk is gone\n");
    }
}

/* Takes what is there, once. */
static void folder_take(struct usb *usb) {
    if (usb->mounted) {
        return;
    }
    const struct stick now = stick_find(usb);
    if (now.disk[0] != '\0' && !is_same(&now, &usb->stick)) {
        patience_limit(&now);
        usb->mounted = stick_mount(usb, &now);
        (void)printf("postern: %s\n",
                     usb->mounted ? "a USB disk is the folder for copies" : "a USB disk cannot be used");
    }
    usb->stick = now;
}

/* A root hub's chip: on PCI, or on the board itself. */
static bool has_controller(void) {
    glob_t found = {0};
    bool has = glob("/sys/bus/platform/devices/*.usb", 0, NULL, &found) == 0;
    globfree(&found);
    if (glob("/sys/bus/pci/devices/*/class", 0, NULL, &found) != 0) {
        return has;
    }
    for (size_t i = 0; i < found.gl_pathc && !has; i++) {
        char text[TEXT_LEN];
        FILE *file = fopen(found.gl_pathv[i], "re");
        has = file != NULL && fgets(text, sizeof(text), file) != NULL && strncmp(text, CLASS_USB, 6) == 0;
        if (file != NULL) {
            (void)fclose(file);
        }
    }
    globfree(&found);
    return has;
}

/* Events say when to look, and nothing else: what they tell is not read. */
static int events_open(void) {
    const struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = SYSTEM_GROUP};
    int events = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
    return events >= 0 && bind(events, (const struct sockaddr *)&address, sizeof(address)) == 0 ? events : -1;
}

/* Whether there were any. */
static bool events_drop(int events) {
    char event[EVENT_LEN];
    bool any = false;
    /* ENOBUFS: some were lost, which is an event too. */
    while (recv(events, event, sizeof(event), 0) >= 0 || errno == ENOBUFS) {
        any = true;
    }
    return any;
}

static void events_settle(int events) {
    for (int i = 0; i < SETTLES_MAX; i++) {
        (void)nanosleep(&(struct timespec){.tv_nsec = SETTLE_MS * 1000000L}, NULL);
        if (!events_drop(events)) {
            return;
        }
    }
}

/* Keeps these rights of root's alone, as bits of CAP_*. */
static bool rights_limit(uint32_t rights) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    const struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {{.effective = rights, .permitted = rights}};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_capset, &header, data) == 0;
}

static void own_disk_find(struct usb *usb) {
    char to[PATH_LEN] = "";
    ssize_t len = readlink(OWN_DISK, to, sizeof(to) - 1);
    const char *name = len > 0 ? strrchr(to, '/') : NULL;
    (void)snprintf(usb->own, sizeof(usb->own), "%s", name != NULL ? name + 1 : "");
}

int main(int argc, char *argv[]) {
    (void)nanosleep(&(struct timespec){.tv_sec = BEGIN_S}, NULL);
    const struct passwd *user = argc == 4 ? getpwnam(argv[3]) : NULL;
    const uint32_t mounts = 1U << CAP_SYS_ADMIN;
    if (user == NULL || !rights_limit(mounts | 1U << CAP_SYS_MODULE)) {
        (void)fprintf(stderr, "postern-usb: MODULES FOLDER USER\n");
        return EXIT_FAILURE;
    }
    struct usb usb = {.folder = argv[2], .user = user->pw_uid, .group = user->pw_gid};
    own_disk_find(&usb);
    (void)setvbuf(stdout, NULL, _IOLBF, 0);
    while (access(argv[1], R_OK) < 0 || !has_controller()) {
        (void)pause(); /* for good: nothing puts one in later */
    }
    while (umount2(usb.folder, MNT_DETACH) == 0) {
        /* what a run of this before has left */
    }
    int events = events_open();
    modules_load(argv[1]);
    if (events < 0 || !rights_limit(mounts)) {
        (void)fprintf(stderr, "postern-usb: %m\n");
        return EXIT_FAILURE;
    }
    struct pollfd wait = {.fd = events, .events = POLLIN};
    for (;;) {
        folder_release(&usb);
        events_settle(events);
        folder_release(&usb);
        folder_take(&usb);
        (void)poll(&wait, 1, -1);
    }
}
