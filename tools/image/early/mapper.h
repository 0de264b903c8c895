/* Device-mapper devices without its library: one target over a whole device. */
#ifndef POSTERN_EARLY_MAPPER_H
#define POSTERN_EARLY_MAPPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes the device `name` of `sectors` with one target, as dmsetup's table says it; read-only unless `writable`. Returns 0 with its path in
 * ret_path (/dev/dm-N), or the negative errno of the step that failed. */
int mapper_create(const char *name, uint64_t sectors, const char *target, const char *params, bool writable,
                  char *ret_path, size_t max);

#endif
