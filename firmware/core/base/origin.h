/* The key that authenticates data made by this terminal: backups have a MAC with it. Unlike the identity it is in no
 * backup and never leaves the state folder, so that anyone who can decrypt and rewrite a backup cannot pass it off as
 * this terminal's. Stored in the file `origin`; a missing or damaged key is replaced, and data authenticated by the old
 * one then counts as unconfirmed. Immutable once created: any thread. */
#ifndef POSTERN_CORE_ORIGIN_H
#define POSTERN_CORE_ORIGIN_H

#include <stdint.h>

#include "util/crypto.h"
#include "util/err.h"

struct core_shared;
struct hal;
struct origin;

#define ORIGIN_MAC_LEN CRYPTO_HASH_LEN

/* For core/start: reads the key, or creates it. E_NOMEM, E_IO, E_NOSPC. */
_must_check_ int origin_new(const char *state_dir, const struct hal *hal, struct origin **ret_origin);
void origin_free(struct origin *origin); /* wipes it; accepts NULL */

/* Computes the MAC of data with the given SHA-256. */
void origin_mac(const struct core_shared *shared, const uint8_t digest[CRYPTO_SHA256_LEN],
                uint8_t ret_mac[ORIGIN_MAC_LEN]);

#endif
