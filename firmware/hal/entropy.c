#include "hal/entropy.h"

#include <errno.h>
#include <stdint.h>
#include <sys/random.h>

int entropy_fill_system(void *buf, size_t len) {
    uint8_t *at = buf;
    while (len > 0) {
        ssize_t n = getrandom(at, len, 0);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return err_with_errno(E_IO, errno);
        }
        at += n;
        len -= (size_t)n;
    }
    return 0;
}
