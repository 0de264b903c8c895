/* FNV-1a, 64 bits (draft-eastlake-fnv-17). Not collision-resistant: anyone can make two texts with the same hash. */
#ifndef POSTERN_UTIL_FNV_H
#define POSTERN_UTIL_FNV_H

#include <stdint.h>

#define FNV_START UINT64_C(0xcbf29ce484222325)

static inline uint64_t fnv_add(uint64_t hash, char byte) {
    return (hash ^ (unsigned char)byte) * UINT64_C(0x100000001b3);
}

#endif
