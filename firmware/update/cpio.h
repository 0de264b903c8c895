/* Inside update/ only: a cpio archive in the "newc" format with checksums ("070702"), entry by entry. Pure. */
#ifndef POSTERN_UPDATE_CPIO_H
#define POSTERN_UPDATE_CPIO_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

#define CPIO_HEADER 110 /* bytes of a header without the name */
#define CPIO_ALIGN 4 /* headers and contents are aligned to this */
#define CPIO_BLOCK 512 /* the file may be padded with zeros to a multiple of this */
#define CPIO_NAME_MAX 64 /* bytes of a name, with its NUL */
#define CPIO_TRAILER "TRAILER!!!" /* name of the last entry, which is empty */

struct cpio_entry {
    char name[CPIO_NAME_MAX];
    uint64_t size;    /* bytes of its contents */
    uint32_t sum; /* of its contents: sum of all bytes */
    size_t head_size; /* bytes of the header: its contents follow */
};

/* The header is incomplete. */
#define CPIO_MORE 1

/* Parses the header at the start of `octets`. Returns 0 or CPIO_MORE. E_UPLOAD_FORMAT: not a header, or its name is
 * unterminated, contains a NUL, or is too long. */
_must_check_ int cpio_read(const uint8_t *octets, size_t len, struct cpio_entry *ret_entry);

/* Adds bytes to a sum. */
uint32_t cpio_sum(uint32_t sum, const void *octets, size_t len);

/* Returns the next multiple of CPIO_ALIGN. */
uint64_t cpio_aligned(uint64_t at);

#endif
