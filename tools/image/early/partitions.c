#include "partitions.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "config.h"

#define BLOCKS "/sys/class/block"
#define TEXT_MAX 4096
#define PATH_LEN 300
#define ENV PARTITIONS_FOLDER "/env"
#define NEW_AT 4096
#define GIFT_AT 8192

static const char mark[] = "postern-new-";
static const struct timespec wait_step = {.tv_nsec = 20L * 1000 * 1000};
static const int wait_steps = 500;

/* The name that the uevent of a block device tells; false for one that has none, as a whole disk. */
static bool partition_name(const char *device, char ret_name[PATH_LEN]) {
    char path[PATH_LEN];
    char text[TEXT_MAX];
    (void)snprintf(path, sizeof(path), BLOCKS "/%s/uevent", device);
    const char *at = config_text(path, text, sizeof(text)) ? strstr(text, "\nPARTNAME=") : NULL;
    return at != NULL && sscanf(at, "\nPARTNAME=%72[a-z0-9-]", ret_name) == 1;
}

void partitions_link(void) {
    (void)mkdir("/dev/disk", 0755);
    (void)mkdir(PARTITIONS_FOLDER, 0755);
    DIR *folder = opendir(BLOCKS);
    for (struct dirent *entry = folder == NULL ? NULL : readdir(folder); entry != NULL; entry = readdir(folder)) {
        char name[PATH_LEN];
        char link[PATH_LEN + sizeof(PARTITIONS_FOLDER)];
        char to[PATH_LEN];
        if (entry->d_name[0] != '.' && partition_name(entry->d_name, name)) {
            (void)snprintf(link, sizeof(link), PARTITIONS_FOLDER "/%s", name);
            (void)snprintf(to, sizeof(to), "../../%s", entry->d_name);
            (void)!symlink(to, link); /* the first disk that has the name is the one that was booted */
        }
    }
    if (folder != NULL) {
        (void)closedir(folder);
    }
}

bool partitions_await(const char *name) {
    char path[PATH_LEN];
    (void)snprintf(path, sizeof(path), PARTITIONS_FOLDER "/%s", name);
    for (int i = 0; i < wait_steps; i++) {
        partitions_link();
        if (access(path, F_OK) == 0) {
            return true;
        }
        (void)nanosleep(&wait_step, NULL);
    }
    return false;
}

bool partitions_read(const char *path, off_t at, void *ret_octets, size_t len) {
    int part = open(path, O_RDONLY | O_CLOEXEC);
    const bool whole = part >= 0 && pread(part, ret_octets, len, at) == (ssize_t)len;
    if (part >= 0) {
        (void)close(part);
    }
    return whole;
}

bool partitions_are_new(void) {
    char text[sizeof(mark) - 1];
    return partitions_read(ENV, NEW_AT, text, sizeof(text)) && memcmp(text, mark, sizeof(text)) == 0;
}

bool partitions_have_gift(void) {
    char first = '\0';
    return partitions_read(ENV, GIFT_AT, &first, 1) && first != '\0';
}
