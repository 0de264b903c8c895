/* Reads a ZIP archive (APPNOTE.TXT 6.3, also ZIP64) from a file, entry by entry; tables/zip.h is the writer. The file
 * may contain any bytes: memory is used for the table of contents, 16 bytes per entry, and for unpacking, about 100
 * kB. */
#ifndef POSTERN_UNZIP_H
#define POSTERN_UNZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/cleanup.h"
#include "util/err.h"

struct unzip;

#define UNZIP_NAME_MAX 256 /* bytes of a name, with the NUL; longer ones are truncated */

struct unzip_limits {
    uint32_t entries; /* in the archive */
    uint64_t octets; /* of all entries unpacked, as stated in the archive */
    unsigned ratio; /* of an entry: unpacked to packed bytes, above the first 64 kB; not 0 */
};

struct unzip_entry {
    uint32_t number; /* from 0 */
    char name[UNZIP_NAME_MAX]; /* as in the archive, any bytes but NUL: never use it as a path for writing */
    uint64_t octets; /* unpacked, as stated in the archive */
    bool is_folder;
    bool is_encrypted; /* cannot be read */
};

/* Opens an archive and reads its table of contents. E_FORMAT: not an archive, no entries, damaged, or its entries take
 * more bytes than the file has, as overlapping ones do; E_TOO_LARGE: beyond the limits; E_NOTFOUND, E_NOMEM, E_IO. */
_must_check_ int unzip_open(const char *path, const struct unzip_limits *limits, struct unzip **ret_unzip);

/* Frees it. Accepts NULL. Returns NULL. */
struct unzip *unzip_free(struct unzip *unzip);
CLEANUP_DEFINE(struct unzip *, unzip_free)

/* Returns the number of entries. */
uint32_t unzip_count(const struct unzip *unzip);

/* Goes to entry `number`. E_NOTFOUND: there is none; E_FORMAT: it is damaged, or its name contains a NUL; E_IO. */
_must_check_ int unzip_seek(struct unzip *unzip, uint32_t number, struct unzip_entry *ret_entry);

/* Goes to the first entry of exactly that name. E_NOTFOUND, E_FORMAT, E_IO. */
_must_check_ int unzip_find(struct unzip *unzip, const char *name, struct unzip_entry *ret_entry);

/* Starts to unpack the current entry. E_NOTSUP: it is encrypted, or uses an unknown compression; E_NOTFOUND: no current
 * entry; E_FORMAT, E_NOMEM, E_IO. */
_must_check_ int unzip_begin(struct unzip *unzip);

/* Unpacks up to `len` bytes. Returns their number, 0 at the end, where length and checksum have been verified: never
 * returns more bytes than the archive states; E_FORMAT: damaged; E_TOO_LARGE: beyond the ratio, before the first byte;
 * E_IO. */
_must_check_ int unzip_read(struct unzip *unzip, void *ret_data, size_t len);

/* Unpacks the whole current entry and appends it to `out`, at most `max` bytes. E_TOO_LARGE, and the errors of
 * unzip_begin() and unzip_read(). */
_must_check_ int unzip_take(struct unzip *unzip, size_t max, struct buf *out);

#endif
