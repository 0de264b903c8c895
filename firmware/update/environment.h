/* Inside update/ only: the boot environment as bytes, U-Boot's format without a redundant copy: CRC-32 of the rest,
 * little endian, then texts NAME=VALUE, each with a NUL, one more NUL, and zeros. Pure. */
#ifndef POSTERN_UPDATE_ENVIRONMENT_H
#define POSTERN_UPDATE_ENVIRONMENT_H

#include <stddef.h>
#include <stdint.h>

#include "update/slots.h"
#include "util/err.h"

#define ENVIRONMENT_SUM 4 /* bytes of the CRC at the start */
#define ENVIRONMENT_TEXT (SLOTS_SECTOR - ENVIRONMENT_SUM)

struct environment {
    char text[ENVIRONMENT_TEXT]; /* zeros after `len` */
    size_t len; /* bytes of the texts with their NULs, without the last one */
};

/* Parses a sector. E_CORRUPT: wrong CRC, or unterminated texts. */
_must_check_ int environment_read(const uint8_t sector[SLOTS_SECTOR], struct environment *ret_environment);

void environment_write(const struct environment *environment, uint8_t ret_sector[SLOTS_SECTOR]);

/* Returns the value of a variable, or NULL. Valid until the environment is changed. */
const char *environment_get(const struct environment *environment, const char *name);

/* Sets or replaces a variable. E_NOSPC: it does not fit; then nothing is changed. */
_must_check_ int environment_set(struct environment *environment, const char *name, const char *value);

#endif
