/* The key by which the terminal knows what it made itself: backups carry a MAC under it. Unlike the identity it is in no
 * backup and never leaves the state folder, so that nobody who can open and rewrite a backup can make it pass for one of
 * this terminal. Kept in the file `origin`; a key that is missing or damaged is replaced, and what the old one sealed counts as
 * not confirmed from then on. Immutable once made: any thread. */
#ifndef POSTERN_CORE_ORIGIN_H
#define POSTERN_CORE_ORIGIN_H

#include <stdint.h>

#include "util/crypto.h"
#include "util/err.h"

struct core_shared;
struct hal;
struct origin;

#define ORIGIN_MAC_LEN CRYPTO_HASH_LEN

/* For core/start: reads the key, or makes it. E_NOMEM, E_IO, E_NOSPC. */
_must_check_ int origin_new(const char *state_dir, const struct hal *hal, struct origin **ret_origin);
void origin_free(struct origin *origin); /* wipes it; takes NULL */

/* The MAC of what has the given SHA-256. */
void origin_mac(const struct core_shared *shared, const uint8_t digest[CRYPTO_SHA256_LEN],
                uint8_t ret_mac[ORIGIN_MAC_LEN]);

#endif
