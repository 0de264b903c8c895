/* Partitions by their names in the partition table. */
#ifndef POSTERN_EARLY_PARTITIONS_H
#define POSTERN_EARLY_PARTITIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define PARTITIONS_FOLDER "/dev/disk/by-partlabel"

/* Makes a link below PARTITIONS_FOLDER for each partition that the kernel knows by now. */
void partitions_link(void);

/* Waits until there is a partition of this name; false when there is none after ten seconds. */
bool partitions_await(const char *name);

/* Reads `len` bytes of the partition `path`, a link below PARTITIONS_FOLDER, from byte `at` on. False: not all of them. */
bool partitions_read(const char *path, off_t at, void *ret_octets, size_t len);

/* True when the mark of a disk that has no data partition yet stands in the second block of `env`. */
bool partitions_are_new(void);

/* True when there is something in the third block of `env`: what the factory gives this terminal. */
bool partitions_have_gift(void);

#endif
