#include "made_file.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "unity.h"

static int fd = -1;
static char path[32];

const char *made_file(const void *octets, size_t len) {
    made_file_done();
    fd = memfd_create("file", MFD_CLOEXEC);
    TEST_ASSERT_GREATER_OR_EQUAL_INT(0, fd);
    TEST_ASSERT_EQUAL_INT64((long long)len, (long long)write(fd, octets, len));
    (void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    return path;
}

void made_file_done(void) {
    if (fd >= 0) {
        (void)close(fd);
        fd = -1;
    }
}
