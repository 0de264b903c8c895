/* Pictures held in front of the simulated camera and face module: JPEG or PNG, as in their file. */
#ifndef POSTERN_HAL_SIM_SIM_PICTURE_H
#define POSTERN_HAL_SIM_SIM_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIM_PICTURE_MAX ((size_t)8 * 1024 * 1024) /* bytes */

struct sim_picture {
    uint8_t *data; /* NULL: none */
    size_t len;
};

/* Returns whether it begins like a JPEG or PNG, and is not too large. */
bool sim_picture_is(const void *data, size_t len);
bool sim_picture_is_jpeg(const struct sim_picture *picture);

/* Stores a copy. 0 or E_NOMEM; then it is unchanged. */
int sim_picture_set(struct sim_picture *picture, const void *data, size_t len);

/* Reads a file. Returns NULL, or a static error text. */
const char *sim_picture_load(const char *path, struct sim_picture *ret_picture);

/* Wipes and frees it. */
void sim_picture_drop(struct sim_picture *picture);

#endif
