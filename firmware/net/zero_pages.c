#include "net/zero_pages.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static bool is_zero(const char *page, size_t size) {
    return page[0] == 0 && memcmp(page, page + 1, size - 1) == 0;
}

void zero_pages_release(void *block, size_t len) {
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    size_t skip = (size - (uintptr_t)block % size) % size; /* to the first whole page */
    if (len < skip) {
        return;
    }
    char *page = (char *)block + skip, *end = page + (len - skip) / size * size;
    for (char *first; page < end; page += size) {
        for (first = page; page < end && is_zero(page, size); page += size) {
        }
        if (page > first) {
            (void)madvise(first, (size_t)(page - first), MADV_DONTNEED); /* if refused, they stay resident */
        }
    }
}
