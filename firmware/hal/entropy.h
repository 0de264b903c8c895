/* The source of random bytes for tokens, salts, nonces and keys. May be called from any thread. */
#ifndef POSTERN_HAL_ENTROPY_H
#define POSTERN_HAL_ENTROPY_H

#include <stddef.h>

#include "util/err.h"

struct hal_entropy {
    void *ctx; /* of the backend; passed to every op */

    /* Fills `buf` with `len` unpredictable bytes. Returns 0, or E_IO if the source is not available: the caller must
     * then give up, there is no fallback. Blocks at most until the kernel's generator is seeded, early in a first
     * boot. */
    int (*fill)(void *ctx, void *buf, size_t len);
};

/* For backends: fills from the kernel's own source (getrandom(2)). 0 or E_IO. */
_must_check_ int entropy_fill_system(void *buf, size_t len);

#endif
