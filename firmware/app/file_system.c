#include "app/file_system.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "util/cleanup.h"

#define UNKNOWN "unknown"
#define SEPARATOR " - " /* between the optional fields of a mount and its type */
#define VERSION "vers=" /* option of a network file system */

/* "36 35 8:2 / /data rw,noatime shared:1 - ext4 /dev/mmcblk0p5 rw": returns whether it is the mount of the device. */
static bool is_of_device(const char *line, dev_t device) {
    unsigned major_of = 0, minor_of = 0;
    return sscanf(line, "%*u %*u %u:%u ", &major_of, &minor_of) == 2 && major_of == major(device) &&
           minor_of == minor(device); /* NOLINT(cert-err34-c): the kernel writes them */
}

static void read_name(const char *line, char ret_name[FILE_SYSTEM_MAX]) {
    const char *type = strstr(line, SEPARATOR);
    if (type == NULL) {
        return;
    }
    type += sizeof(SEPARATOR) - 1;
    const char *version = strstr(type, VERSION);
    size_t version_len = 0;
    if (version != NULL) {
        version += sizeof(VERSION) - 1;
        version_len = strcspn(version, ",\n ");
    }
    (void)snprintf(ret_name, FILE_SYSTEM_MAX, "%.*s%s%.*s", (int)strcspn(type, " \n"), type, version_len > 0 ? " " : "",
                   (int)version_len, version_len > 0 ? version : "");
}

void file_system_read(const char *mountinfo, const char *folder, char ret_name[FILE_SYSTEM_MAX]) {
    struct stat found;
    (void)snprintf(ret_name, FILE_SYSTEM_MAX, UNKNOWN);
    _cleanup_fclose_ FILE *table = fopen(mountinfo, "re");
    if (table == NULL || stat(folder, &found) < 0) {
        return;
    }
    _cleanup_free_ char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, table) >= 0) {
        if (is_of_device(line, found.st_dev)) {
            read_name(line, ret_name); /* a later mount covers earlier ones */
        }
    }
}
