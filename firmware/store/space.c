/* Room on the disk. */
#include <sys/statvfs.h>

#include "store/home_impl.h"

uint64_t store_home_free_octets(const struct store_home *home) {
    struct statvfs info;

    return statvfs(home->dir, &info) == 0 ? (uint64_t)info.f_bavail * info.f_frsize : 0;
}
