/* An input as a file, for what reads files: it lies in memory. */
#ifndef POSTERN_FUZZ_FILE_H
#define POSTERN_FUZZ_FILE_H

#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz_check.h"

#define FUZZ_PATH_MAX 32

/* Makes the file and says its path. Returns its descriptor, which the caller closes. */
static inline int fuzz_file(const void *data, size_t size, char ret_path[FUZZ_PATH_MAX]) {
    int fd = memfd_create("input", MFD_CLOEXEC);
    FUZZ_CHECK(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    (void)snprintf(ret_path, FUZZ_PATH_MAX, "/proc/self/fd/%d", fd);
    return fd;
}

#endif
