#include "util/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/cleanup.h"

static int file_path(const char *dir, const char *name, const char *end, char ret_path[PATH_MAX]) {
    return snprintf(ret_path, PATH_MAX, "%s/%s%s", dir, name, end) < PATH_MAX ? 0 : E_INVAL;
}

int whole_file_read(const char *dir, const char *name, char *ret_text, size_t size) {
    char path[PATH_MAX];
    if (file_path(dir, name, "", path) < 0) {
        return E_INVAL;
    }
    _cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) {
        return errno == ENOENT ? E_NOTFOUND : err_from_errno(errno);
    }
    ssize_t len = read(fd, ret_text, size);
    if (len < 0) {
        return err_from_errno(errno);
    }
    if ((size_t)len == size) {
        return E_TOO_LARGE;
    }
    ret_text[len] = '\0';
    return 0;
}

/* Writes the text to a new file and syncs it. */
static int write_new(const char *path, const char *text) {
    (void)unlink(path); /* remains of an attempt that a power cut interrupted */
    _cleanup_close_ int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (fd < 0) {
        return err_from_errno(errno);
    }
    size_t len = strlen(text);
    ssize_t n = write(fd, text, len);
    if (n < 0 || fsync(fd) < 0) {
        return err_from_errno(errno);
    }
    return (size_t)n == len ? 0 : E_NOSPC;
}

static int sync_folder(const char *path) {
    _cleanup_close_ int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd >= 0 && fsync(fd) == 0 ? 0 : err_from_errno(errno);
}

int whole_file_write(const char *dir, const char *name, const char *text) {
    char path[PATH_MAX];
    char beside[PATH_MAX];
    if (file_path(dir, name, "", path) < 0 || file_path(dir, name, ".new", beside) < 0) {
        return E_INVAL;
    }
    int r = write_new(beside, text);
    if (r == 0 && rename(beside, path) < 0) {
        r = err_from_errno(errno);
    }
    if (r < 0) {
        (void)unlink(beside);
        return r;
    }
    return sync_folder(dir);
}

/* Overwrites the whole file with zeros. */
static int write_zeros(int fd) {
    static const char zeros[512];
    struct stat stat;
    if (fstat(fd, &stat) < 0) {
        return err_from_errno(errno);
    }
    for (off_t at = 0; at < stat.st_size;) {
        off_t left = stat.st_size - at;
        ssize_t n = pwrite(fd, zeros, left < (off_t)sizeof(zeros) ? (size_t)left : sizeof(zeros), at);
        if (n <= 0) {
            return n < 0 ? err_from_errno(errno) : err_with_text(E_IO, "written in part");
        }
        at += n;
    }
    return fsync(fd) == 0 ? 0 : err_from_errno(errno);
}

int whole_file_wipe(const char *dir, const char *name) {
    char path[PATH_MAX];
    if (file_path(dir, name, "", path) < 0) {
        return E_INVAL;
    }
    _cleanup_close_ int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) {
        return errno == ENOENT ? 0 : err_from_errno(errno);
    }
    int r = write_zeros(fd);
    if (unlink(path) < 0) {
        return err_from_errno(errno);
    }
    return r < 0 ? r : sync_folder(dir);
}
