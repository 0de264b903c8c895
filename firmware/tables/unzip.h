/* A ZIP archive (APPNOTE.TXT 6.3, ZIP64 too) that is read out of a file, entry by entry; tables/zip.h is the way out. Any
 * bytes may stand in the file: memory is taken for the list of contents, 16 bytes of each entry, and for what is
 * being unpacked, some 100 kB. */
#ifndef POSTERN_UNZIP_H
#define POSTERN_UNZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/cleanup.h"
#include "util/err.h"

struct unzip;

#define UNZIP_NAME_MAX 256 /* bytes of a name, with the NUL; longer ones are cut */

struct unzip_limits {
    uint32_t entries; /* in the archive */
    uint64_t octets; /* of all entries unpacked, as the archive says */
    unsigned ratio; /* of an entry: unpacked to packed bytes, above the first 64 kB; not 0 */
};

struct unzip_entry {
    uint32_t number; /* from 0 */
    char name[UNZIP_NAME_MAX]; /* as it stands there, any bytes but NUL: never a path to write to */
    uint64_t octets; /* unpacked, as the archive says */
    bool is_folder;
    bool is_encrypted; /* cannot be read */
};

/* Opens an archive and reads its list of contents. E_FORMAT: it is none, has no entries, is damaged, or its entries are
 * packed into more bytes than the file has, as those are that lie over each other; E_TOO_LARGE: beyond the limits;
 * E_NOTFOUND, E_NOMEM, E_IO. */
_must_check_ int unzip_open(const char *path, const struct unzip_limits *limits, struct unzip **ret_unzip);

/* Frees it. Takes NULL. Returns NULL. */
struct unzip *unzip_free(struct unzip *unzip);
CLEANUP_DEFINE(struct unzip *, unzip_free)

/* How many entries there are. */
uint32_t unzip_count(const struct unzip *unzip);

/* Goes to entry `number`. E_NOTFOUND: there is none; E_FORMAT: it is damaged, or its name has a NUL; E_IO. */
_must_check_ int unzip_seek(struct unzip *unzip, uint32_t number, struct unzip_entry *ret_entry);

/* Goes to the first entry of that very name. E_NOTFOUND, E_FORMAT, E_IO. */
_must_check_ int unzip_find(struct unzip *unzip, const char *name, struct unzip_entry *ret_entry);

/* Begins to unpack the entry that it is at. E_NOTSUP: it is encrypted, or packed in a way that is not known;
 * E_NOTFOUND: it is at none; E_FORMAT, E_NOMEM, E_IO. */
_must_check_ int unzip_begin(struct unzip *unzip);

/* Unpacks up to `len` bytes of it. Returns how many, 0 at the end, where length and checksum were what the archive
 * says: no more bytes come than it says; E_FORMAT: damaged; E_TOO_LARGE: beyond the ratio, before the first byte;
 * E_IO. */
_must_check_ int unzip_read(struct unzip *unzip, void *ret_data, size_t len);

/* Unpacks the whole entry that it is at behind what `out` has, at most `max` bytes. E_TOO_LARGE, and those of
 * unzip_begin() and unzip_read(). */
_must_check_ int unzip_take(struct unzip *unzip, size_t max, struct buf *out);

#endif
