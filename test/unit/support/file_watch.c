#include "file_watch.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "unity.h"

#define NOTES_MAX 65536

static struct {
    bool on;
    bool deep;
    bool full;
    char dir[PATH_MAX];
    char notes[NOTES_MAX];
    size_t last; /* start of the last line */
    const char *act_name;
    void (*act)(void);
    bool cuts;
    unsigned left; /* calls that still take effect */
    bool fails, has_failed;
    unsigned before; /* calls that still succeed */
    int error;
} watch;

/* With this symbol, so that both names of a function are replaced, whatever the compiled width of an offset. */
#define REPLACES(symbol) __asm__(symbol)

static void *next(const char *symbol) {
    void *function = dlsym(RTLD_NEXT, symbol);
    if (function == NULL) {
        abort();
    }
    return function;
}

/* Returns the name inside the watched folder; NULL if it is elsewhere, or deeper than watched. */
static const char *inside(const char *path) {
    size_t len = strlen(watch.dir);
    if (!watch.on || strncmp(path, watch.dir, len) != 0) {
        return NULL;
    }
    const char *name = path[len] == '/' ? path + len + 1 : path[len] == '\0' ? "." : NULL;
    return name != NULL && (watch.deep || strchr(name, '/') == NULL) ? name : NULL;
}

/* The same for a descriptor. */
static const char *inside_of(int fd, char path[PATH_MAX]) {
    char link[32];
    (void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    ssize_t len = watch.on ? readlink(link, path, PATH_MAX - 1) : -1;
    if (len < 0) {
        return NULL;
    }
    path[len] = '\0';
    return inside(path);
}

/* Called before a call that changes something at this path. */
static void cut_at(const char *path) {
    bool is_below = watch.on && watch.cuts && strncmp(path, watch.dir, strlen(watch.dir)) == 0;
    if (is_below && watch.left-- == 0) {
        _exit(FILE_WATCH_CUT);
    }
}

/* Returns whether this call should fail. */
static bool fails_at(const char *path) {
    bool is_below = watch.on && watch.fails && strncmp(path, watch.dir, strlen(watch.dir)) == 0;
    if (!is_below || watch.before-- > 0) {
        return false;
    }
    watch.fails = false;
    watch.has_failed = true;
    errno = watch.error;
    return true;
}

static bool fails_at_fd(int fd) {
    char link[32], path[PATH_MAX];
    (void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    ssize_t len = watch.on && watch.fails ? readlink(link, path, PATH_MAX - 1) : -1;
    if (len <= 0) {
        return false;
    }
    path[len] = '\0';
    return fails_at(path);
}

static void cut_at_fd(int fd) {
    char link[32], path[PATH_MAX];
    (void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    ssize_t len = watch.on && watch.cuts ? readlink(link, path, PATH_MAX - 1) : -1;
    if (len > 0) {
        path[len] = '\0';
        cut_at(path);
    }
}

static void note(const char *what, const char *name, const char *other) {
    char line[512];
    if (name == NULL) {
        return;
    }
    (void)snprintf(line, sizeof(line), other == NULL ? "%s %s\n" : "%s %s %s\n", what, name, other);
    if (strcmp(what, "write") == 0 && strcmp(watch.notes + watch.last, line) == 0) {
        return;
    }
    size_t end = strlen(watch.notes);
    if (end + strlen(line) >= sizeof(watch.notes)) {
        abort();
    }
    watch.last = end;
    memcpy(watch.notes + end, line, strlen(line) + 1);
}

static void note_fd(const char *what, int fd) {
    char path[PATH_MAX];
    note(what, inside_of(fd, path), NULL);
}

static bool is_full(int fd) {
    char path[PATH_MAX];
    return watch.full && inside_of(fd, path) != NULL;
}

static void opening(const char *path) {
    const char *name = inside(path);
    void (*act)(void) = watch.act;
    if (act != NULL && name != NULL && strcmp(name, watch.act_name) == 0) {
        watch.act = NULL;
        act();
    }
}

static int open_noted(const char *symbol, const char *path, int flags, mode_t mode) {
    int (*real)(const char *, int, ...) = next(symbol);
    opening(path);
    if ((flags & O_CREAT) != 0) {
        cut_at(path);
    }
    if (fails_at(path)) {
        return -1;
    }
    int fd = real(path, flags, mode);
    if (fd >= 0 && (flags & O_CREAT) != 0) {
        note("write", inside(path), NULL);
    }
    return fd;
}

int watched_open(const char *path, int flags, ...) REPLACES("open");
int watched_open(const char *path, int flags, ...) {
    va_list args;
    va_start(args, flags);
    mode_t mode = va_arg(args, mode_t);
    va_end(args);
    return open_noted("open", path, flags, mode);
}

int watched_open64(const char *path, int flags, ...) REPLACES("open64");
int watched_open64(const char *path, int flags, ...) {
    va_list args;
    va_start(args, flags);
    mode_t mode = va_arg(args, mode_t);
    va_end(args);
    return open_noted("open64", path, flags, mode);
}

ssize_t watched_write(int fd, const void *data, size_t len) REPLACES("write");
ssize_t watched_write(int fd, const void *data, size_t len) {
    ssize_t (*real)(int, const void *, size_t) = next("write");
    cut_at_fd(fd);
    if (fails_at_fd(fd)) {
        return -1;
    }
    if (is_full(fd)) {
        errno = ENOSPC;
        return -1;
    }
    ssize_t n = real(fd, data, len);
    if (n > 0) {
        note_fd("write", fd);
    }
    return n;
}

ssize_t watched_pwrite64(int fd, const void *data, size_t len, off_t at) REPLACES("pwrite64");
ssize_t watched_pwrite64(int fd, const void *data, size_t len, off_t at) {
    ssize_t (*real)(int, const void *, size_t, off_t) = next("pwrite64");
    cut_at_fd(fd);
    if (fails_at_fd(fd)) {
        return -1;
    }
    if (is_full(fd)) {
        errno = ENOSPC;
        return -1;
    }
    ssize_t n = real(fd, data, len, at);
    if (n > 0) {
        note_fd("write", fd);
    }
    return n;
}

int watched_ftruncate64(int fd, off_t length) REPLACES("ftruncate64");
int watched_ftruncate64(int fd, off_t length) {
    int (*real)(int, off_t) = next("ftruncate64");
    cut_at_fd(fd);
    if (fails_at_fd(fd)) {
        return -1;
    }
    int r = real(fd, length);
    if (r == 0) {
        note_fd("write", fd);
    }
    return r;
}

static int sync_noted(const char *symbol, int fd) {
    int (*real)(int) = next(symbol);
    int r = fails_at_fd(fd) ? -1 : real(fd);
    if (r == 0) {
        note_fd(strcmp(symbol, "syncfs") == 0 ? symbol : "sync", fd);
    }
    return r;
}

int watched_fsync(int fd) REPLACES("fsync");
int watched_fsync(int fd) {
    return sync_noted("fsync", fd);
}

int watched_fdatasync(int fd) REPLACES("fdatasync");
int watched_fdatasync(int fd) {
    return sync_noted("fdatasync", fd);
}

int watched_syncfs(int fd) REPLACES("syncfs");
int watched_syncfs(int fd) {
    return sync_noted("syncfs", fd);
}

int watched_rename(const char *from, const char *to) REPLACES("rename");
int watched_rename(const char *from, const char *to) {
    int (*real)(const char *, const char *) = next("rename");
    cut_at(from);
    int r = fails_at(from) ? -1 : real(from, to);
    if (r == 0) {
        note("rename", inside(from), inside(to));
    }
    return r;
}

/* For two names in one folder. */
int watched_renameat(int from, const char *name, int to, const char *new_name) REPLACES("renameat");
int watched_renameat(int from, const char *name, int to, const char *new_name) {
    int (*real)(int, const char *, int, const char *) = next("renameat");
    char path[PATH_MAX];
    cut_at_fd(from);
    const char *in = inside_of(from, path);
    int r = fails_at_fd(from) ? -1 : real(from, name, to, new_name);
    if (r == 0) {
        note("rename", in != NULL && strcmp(in, ".") == 0 ? name : NULL, new_name);
    }
    return r;
}

int watched_unlink(const char *path) REPLACES("unlink");
int watched_unlink(const char *path) {
    int (*real)(const char *) = next("unlink");
    cut_at(path);
    int r = fails_at(path) ? -1 : real(path);
    if (r == 0) {
        note("remove", inside(path), NULL);
    }
    return r;
}

int watched_unlinkat(int dir, const char *name, int flags) REPLACES("unlinkat");
int watched_unlinkat(int dir, const char *name, int flags) {
    int (*real)(int, const char *, int) = next("unlinkat");
    char path[PATH_MAX];
    cut_at_fd(dir);
    const char *in = inside_of(dir, path);
    int r = fails_at_fd(dir) ? -1 : real(dir, name, flags);
    if (r == 0 && in != NULL) {
        char whole[2 * PATH_MAX];
        (void)snprintf(whole, sizeof(whole), "%s/%s", in, name);
        note("remove", strcmp(in, ".") == 0 ? name : whole, NULL);
    }
    return r;
}

int watched_rmdir(const char *path) REPLACES("rmdir");
int watched_rmdir(const char *path) {
    int (*real)(const char *) = next("rmdir");
    cut_at(path);
    int r = fails_at(path) ? -1 : real(path);
    if (r == 0 && watch.deep) {
        note("remove", inside(path), NULL);
    }
    return r;
}

int watched_mkdir(const char *path, mode_t mode) REPLACES("mkdir");
int watched_mkdir(const char *path, mode_t mode) {
    int (*real)(const char *, mode_t) = next("mkdir");
    cut_at(path);
    int r = fails_at(path) ? -1 : real(path, mode);
    if (r == 0 && watch.deep) {
        note("make", inside(path), NULL);
    }
    return r;
}

void file_watch_cut_after(unsigned calls) {
    watch.cuts = true;
    watch.left = calls;
}

void file_watch_start(const char *dir) {
    memset(&watch, 0, sizeof(watch));
    TEST_ASSERT_NOT_NULL(realpath(dir, watch.dir));
    watch.on = true;
}

void file_watch_start_deep(const char *dir) {
    file_watch_start(dir);
    watch.deep = true;
}

void file_watch_fail_after(unsigned calls, int error) {
    watch.fails = true;
    watch.before = calls;
    watch.error = error;
}

bool file_watch_has_failed(void) {
    return watch.has_failed;
}

const char *file_watch_stop(void) {
    watch.on = watch.full = watch.fails = false;
    return watch.notes;
}

void file_watch_fill(void) {
    watch.full = true;
}

const char *file_watch_stop_about(const char *part) {
    char *to = watch.notes;
    watch.on = watch.full = watch.fails = false;
    for (const char *line = watch.notes; *line != '\0';) {
        size_t len = strcspn(line, "\n") + 1;
        const char *found = memmem(line, len, part, strlen(part));
        bool is_index = memmem(line, len, "-shm", 4) != NULL;
        if (found != NULL && !is_index) {
            memmove(to, line, len);
            to += len;
        }
        line += len;
    }
    *to = '\0';
    return watch.notes;
}

void file_watch_at_open(const char *name, void (*act)(void)) {
    watch.act_name = name;
    watch.act = act;
}
