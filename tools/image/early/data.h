/* The data partition, where there is nothing to do for it. */
#ifndef POSTERN_EARLY_DATA_H
#define POSTERN_EARLY_DATA_H

#include <stdbool.h>

/* Mounts it on the folder `at` if it says itself that it is whole. False: it has to be made, checked or mended first, which
 * `start` does. */
bool data_mount(const char *at);

#endif
