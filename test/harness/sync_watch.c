/* Loaded into posternd by durable.test.ts (LD_PRELOAD): notes in the file that SYNC_WATCH names, a line each, what
 * decides whether a save that was answered is still there after a power cut:
 *
 *     sync postern.db-wal     fsync or fdatasync came back with 0
 *     reply                   the head of an answer was given to its socket */
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void *next(const char *symbol) {
    void *function = dlsym(RTLD_NEXT, symbol);
    if (function == NULL) {
        abort();
    }
    return function;
}

/* One write a line, at the end: lines of several threads do not mix. */
static void note(const char *what, const char *name) {
    char line[NAME_MAX + 16];
    const char *path = getenv("SYNC_WATCH");
    int len = snprintf(line, sizeof(line), "%s%s\n", what, name);
    int fd = path == NULL ? -1 : open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0 || write(fd, line, (size_t)len) != len) {
        abort();
    }
    close(fd);
}

static int synced(const char *symbol, int fd) {
    int (*real)(int) = next(symbol);
    char link[32], path[PATH_MAX] = "";
    int r = real(fd);
    (void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    if (r == 0 && readlink(link, path, sizeof(path) - 1) > 0) {
        note("sync ", strrchr(path, '/') + 1);
    }
    return r;
}

int fsync(int fd) {
    return synced("fsync", fd);
}

int fdatasync(int fd) {
    return synced("fdatasync", fd);
}

ssize_t send(int fd, const void *data, size_t len, int flags) {
    ssize_t (*real)(int, const void *, size_t, int) = next("send");
    if (len > 5 && memcmp(data, "HTTP/", 5) == 0) {
        note("reply", "");
    }
    return real(fd, data, len, flags);
}
