/* Inside update/ only: an archive of cpio's form "newc" with sums ("070702"), entry by entry. Pure. */
#ifndef POSTERN_UPDATE_CPIO_H
#define POSTERN_UPDATE_CPIO_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

#define CPIO_HEADER 110 /* bytes of a header without the name */
#define CPIO_ALIGN 4  /* headers and contents begin at its multiples */
#define CPIO_BLOCK 512 /* the file may be filled up with zeros to its multiple */
#define CPIO_NAME_MAX 64 /* bytes of a name, with its NUL */
#define CPIO_TRAILER "TRAILER!!!" /* name of the last entry, which is empty */

struct cpio_entry {
    char name[CPIO_NAME_MAX];
    uint64_t size;    /* bytes of its contents */
    uint32_t sum;     /* of its contents: all bytes added up */
    size_t head_size; /* bytes of the header: the contents begin behind them */
};

/* The header has not come whole. */
#define CPIO_MORE 1

/* Reads the header at the beginning of `octets`. Returns 0 or CPIO_MORE. E_UPLOAD_FORMAT: it is none, or its name has
 * no end, one too early, or is too long. */
_must_check_ int cpio_read(const uint8_t *octets, size_t len, struct cpio_entry *ret_entry);

/* Adds bytes to a sum. */
uint32_t cpio_sum(uint32_t sum, const void *octets, size_t len);

/* The next multiple of CPIO_ALIGN. */
uint64_t cpio_aligned(uint64_t at);

#endif
