/* PEM (RFC 7468): base64 lines between two markers. Pure. */
#ifndef POSTERN_PEM_H
#define POSTERN_PEM_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

/* Finds the next block with this label at or after *at, moves *at past it and writes its bytes. E_EOF: there is none;
 * E_FORMAT: it is incomplete or not base64; E_TOO_LARGE. */
_must_check_ int pem_next(const char **at, const char *label, uint8_t *ret_octets, size_t size, size_t *ret_len);

/* Writes a block with a NUL. E_TOO_LARGE: it does not fit into `size`. */
_must_check_ int pem_write(const char *label, const uint8_t *octets, size_t len, char *ret_text, size_t size);

#endif
