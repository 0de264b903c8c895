/* The data partition, where there is nothing to do for it. */
#ifndef POSTERN_EARLY_DATA_H
#define POSTERN_EARLY_DATA_H

#include <stdbool.h>

#include "partitions.h"

/* The partition, where it is not encrypted. */
#define DATA_PARTITION PARTITIONS_FOLDER "/data"

/* Mounts `device` on the folder `at` if it says itself that it is whole. False: it has to be made, checked or mended first, which
 * `start` does; or it is encrypted. */
bool data_mount(const char *device, const char *at);

/* Whether the superblock of ext4 stands where it would, whatever state it tells of. */
bool data_is_file_system(const char *device);

#endif
