#include "core/engineer/files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "util/buf.h"
#include "util/cleanup.h"
#include "util/log.h"
#include "util/whole_file.h"

#define PARTS 2 /* files of the stored log: previous and current */
#define PIECE ((size_t)32 * 1024)
#define CRASH_MAX 8192

struct engineer_file {
    int fds[PARTS]; /* -1: none */
    unsigned part;
};

static const char *const log_names[PARTS] = {LOG_FILE_OLD, LOG_FILE_NOW};

static int open_file(const struct core *core, const char *name) {
    char path[PATH_MAX];
    int n = snprintf(path, sizeof(path), "%s/%s", store_home_dir(core->shared->home), name);
    return n < PATH_MAX ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
}

uint32_t engineer_log_octets(const struct core *core) {
    uint32_t octets = 0;
    for (unsigned i = 0; i < PARTS; i++) {
        struct stat info;
        _cleanup_close_ int fd = open_file(core, log_names[i]);
        if (fd >= 0 && fstat(fd, &info) == 0) {
            octets += (uint32_t)info.st_size;
        }
    }
    return octets;
}

void engineer_crash_read(const struct core *core, struct engineer_crash *ret_crash) {
    char text[CRASH_MAX];
    memset(ret_crash, 0, sizeof(*ret_crash));
    if (whole_file_read(store_home_dir(core->shared->home), ENGINEER_CRASH_FILE, text, sizeof(text)) < 0) {
        return;
    }
    if (sscanf(text, "postern-crash 1 signal %64s time %" SCNd64 " build %64s", ret_crash->reason, &ret_crash->at_s,
               ret_crash->build_id) != 3) {
        memset(ret_crash, 0, sizeof(*ret_crash));
    }
}

static int open_files(struct core *core, const struct actor *by, const char *const names[PARTS], const char *object,
                      struct engineer_file **ret_file) {
    struct engineer_file *file = calloc(1, sizeof(*file));
    if (file == NULL) {
        return E_NOMEM;
    }
    for (unsigned i = 0; i < PARTS; i++) {
        file->fds[i] = names[i] != NULL ? open_file(core, names[i]) : -1;
    }
    int r = file->fds[0] < 0 && file->fds[1] < 0
                ? E_NOTFOUND
                : audit_add_happened(core, by, &(struct audit_change){.object = object});
    if (r < 0) {
        engineer_file_free(file);
        return r;
    }
    *ret_file = file;
    return 0;
}

int engineer_log_open(struct core *core, const struct actor *by, struct engineer_file **ret_file) {
    return open_files(core, by, log_names, "log", ret_file);
}

int engineer_crash_open(struct core *core, const struct actor *by, struct engineer_file **ret_file) {
    static const char *const names[PARTS] = {ENGINEER_CRASH_FILE, NULL};
    return open_files(core, by, names, "crash", ret_file);
}

int engineer_file_next(struct core *core, void *state, struct buf *out) {
    struct engineer_file *file = state;
    (void)core;
    while (file->part < PARTS) {
        int fd = file->fds[file->part];
        char *room = fd >= 0 ? buf_reserve(out, PIECE) : NULL;
        if (fd >= 0 && room == NULL) {
            return E_NOMEM;
        }
        ssize_t n = fd >= 0 ? read(fd, room, PIECE) : 0;
        if (n < 0) {
            return err_with_errno(E_IO, errno);
        }
        if (n > 0) {
            out->len += (size_t)n;
            return 1;
        }
        file->part++;
    }
    return 0;
}

void engineer_file_free(void *state) {
    struct engineer_file *file = state;
    if (file == NULL) {
        return;
    }
    for (unsigned i = 0; i < PARTS; i++) {
        if (file->fds[i] >= 0) {
            (void)close(file->fds[i]);
        }
    }
    free(file);
}
