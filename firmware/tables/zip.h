/* A ZIP archive (APPNOTE.TXT 6.3, without ZIP64) that is made while it is sent: nothing of it is kept but the names, and what
 * follows from its bytes comes behind them. Knows nothing of what is in it.
 *
 * Errors stick as those of a struct buf do: after one nothing is appended any more, and zip_finish() says which it was. */
#ifndef POSTERN_ZIP_H
#define POSTERN_ZIP_H

#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/cleanup.h"
#include "util/err.h"

struct zip;

#define ZIP_OCTETS_MAX UINT64_C(0xfffffffe) /* the most that the format can tell */

/* Makes an empty archive; takes 270 kB. Neither it nor an entry, before it is packed, gets more bytes than `octets_max`,
 * up to ZIP_OCTETS_MAX. E_NOMEM. */
_must_check_ int zip_new(uint64_t octets_max, struct zip **ret_zip);

/* Frees it, finished or not. Takes NULL. Returns NULL. */
struct zip *zip_free(struct zip *zip);
CLEANUP_DEFINE(struct zip *, zip_free)

/* Begins an entry; `name` is ASCII and lives until it ends. The one before it has ended. What can be sent is appended to
 * `out`, as below. */
void zip_begin(struct zip *zip, const char *name, struct buf *out);

/* Goes on with the entry. */
void zip_put(struct zip *zip, const void *data, size_t len, struct buf *out);

/* Ends the entry. */
void zip_end(struct zip *zip, struct buf *out);

/* Ends the archive. E_TOO_LARGE: it has more bytes than it may; E_NOMEM. */
_must_check_ int zip_finish(struct zip *zip, struct buf *out);

/* What went wrong up to now; 0: nothing. For who wants to give up early. */
_must_check_ int zip_failed(const struct zip *zip);

#endif
