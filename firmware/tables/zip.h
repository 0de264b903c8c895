/* Writes a ZIP archive (APPNOTE.TXT 6.3, without ZIP64) while it is sent: stores only the names; checksum and sizes
 * follow each entry's data.
 *
 * Errors stick like those of a struct buf: after one nothing is appended any more, and zip_finish() returns it. */
#ifndef POSTERN_ZIP_H
#define POSTERN_ZIP_H

#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/cleanup.h"
#include "util/err.h"

struct zip;

#define ZIP_OCTETS_MAX UINT64_C(0xfffffffe) /* maximum of the format */

/* Creates an empty archive; takes 270 kB. Neither it nor an unpacked entry may exceed `octets_max` bytes, up to
 * ZIP_OCTETS_MAX. E_NOMEM. */
_must_check_ int zip_new(uint64_t octets_max, struct zip **ret_zip);

/* Frees it, finished or not. Accepts NULL. Returns NULL. */
struct zip *zip_free(struct zip *zip);
CLEANUP_DEFINE(struct zip *, zip_free)

/* Starts an entry; `name` is ASCII and must live until the entry ends. The previous one must have ended. Appends data
 * that is ready to send to `out`, as below. */
void zip_begin(struct zip *zip, const char *name, struct buf *out);

/* Adds data to the entry. */
void zip_put(struct zip *zip, const void *data, size_t len, struct buf *out);

/* Ends the entry. */
void zip_end(struct zip *zip, struct buf *out);

/* Ends the archive. E_TOO_LARGE: it exceeds its limit; E_NOMEM. */
_must_check_ int zip_finish(struct zip *zip, struct buf *out);

/* Returns the first error so far; 0: none. For stopping early. */
_must_check_ int zip_failed(const struct zip *zip);

#endif
