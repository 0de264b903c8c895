#include "store/mark.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/home_impl.h"
#include "util/cleanup.h"

/* Path of the mark, and its temporary path while it is written. */
struct mark_paths {
    char path[STORE_PATH_MAX], fresh[STORE_PATH_MAX];
};

static int mark_paths(const struct store_home *home, const char *name, struct mark_paths *ret_paths) {
    char fresh[STORE_NAME_MAX];
    (void)snprintf(fresh, sizeof(fresh), "%s.new", name);
    int r = store_home_path(home, name, ret_paths->path);
    return r < 0 ? r : store_home_path(home, fresh, ret_paths->fresh);
}

static int mark_write(const char *path, const char *note) {
    _cleanup_close_ int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    size_t len = strlen(note);
    if (fd < 0) {
        return err_from_errno(errno);
    }
    ssize_t written = write(fd, note, len);
    if (written != (ssize_t)len) {
        return written < 0 ? err_from_errno(errno) : err_with_text(E_NOSPC, "written in part");
    }
    return fsync(fd) == 0 ? 0 : err_from_errno(errno);
}

int store_mark_leave(const struct store_home *home, const char *name, const char *note, size_t max) {
    struct mark_paths paths;
    int r = mark_paths(home, name, &paths);
    if (r < 0) {
        return r;
    }
    r = strlen(note) < max ? mark_write(paths.fresh, note) : E_TOO_LARGE;
    if (r == 0 && rename(paths.fresh, paths.path) < 0) {
        r = err_from_errno(errno);
    }
    if (r < 0) {
        (void)unlink(paths.fresh);
        return r;
    }
    r = store_home_sync_dir(home);
    return r < 0 && unlink(paths.path) < 0 ? err_with_errno(E_IO, errno) : r;
}

int store_mark_read(const struct store_home *home, const char *name, char *ret_note, size_t size) {
    char path[STORE_PATH_MAX];
    int r = store_home_path(home, name, path);
    if (r < 0) {
        return r;
    }
    _cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) {
        return errno == ENOENT ? E_NOTFOUND : err_from_errno(errno);
    }
    ssize_t n = read(fd, ret_note, size - 1);
    if (n < 0) {
        return err_from_errno(errno);
    }
    ret_note[n] = '\0';
    return 0;
}

int store_mark_remove(const struct store_home *home, const char *name) {
    struct mark_paths paths;
    bool removed = false;
    int r = mark_paths(home, name, &paths);
    if (r < 0) {
        return r;
    }
    const char *const both[] = {paths.path, paths.fresh};
    for (size_t i = 0; i < 2; i++) {
        if (unlink(both[i]) == 0) {
            removed = true;
        } else if (errno != ENOENT) {
            return err_from_errno(errno);
        }
    }
    return removed ? store_home_sync_dir(home) : 0;
}
