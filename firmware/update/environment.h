/* Inside update/ only: the boot environment as bytes, U-Boot's own form without a second copy: CRC-32 of what follows,
 * least byte first, then texts NAME=VALUE with a NUL behind each, one more NUL, and zeros. Pure. */
#ifndef POSTERN_UPDATE_ENVIRONMENT_H
#define POSTERN_UPDATE_ENVIRONMENT_H

#include <stddef.h>
#include <stdint.h>

#include "update/slots.h"
#include "util/err.h"

#define ENVIRONMENT_SUM 4 /* bytes of the CRC in front */
#define ENVIRONMENT_TEXT (SLOTS_SECTOR - ENVIRONMENT_SUM)

struct environment {
    char text[ENVIRONMENT_TEXT]; /* what is behind `len` is zeros */
    size_t len; /* bytes of the texts with their NULs, without the last one */
};

/* E_CORRUPT: the sum is wrong, or the texts do not end inside. */
_must_check_ int environment_read(const uint8_t sector[SLOTS_SECTOR], struct environment *ret_environment);

void environment_write(const struct environment *environment, uint8_t ret_sector[SLOTS_SECTOR]);

/* Value of a variable, or NULL. Valid until the environment is changed. */
const char *environment_get(const struct environment *environment, const char *name);

/* Sets or replaces one. E_NOSPC: it does not fit; nothing is changed then. */
_must_check_ int environment_set(struct environment *environment, const char *name, const char *value);

#endif
