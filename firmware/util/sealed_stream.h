/* A stream that is encrypted with a passphrase, in chunks: the file of a backup (docs/backup-format.md). It starts with
 * a plain header of fixed length:
 *
 *     17  "postern-backup 2\n"; with 1 instead of 2 nothing follows the last chunk
 *      4  argon2id: memory in KiB; all numbers little-endian
 *      4  argon2id: passes
 *     16  argon2id: salt
 *     24  header of the secretstream
 *     32  passphrase check: keyed hash (BLAKE2b) of the 65 bytes above, with a key derived from that of the passphrase
 *     32  SHA-256 of the 97 bytes above: distinguishes a damaged header from a wrong passphrase
 *
 * Then come chunks of SEALED_CHUNK bytes (XChaCha20-Poly1305, libsodium's secretstream), each SEALED_EXTRA bytes
 * longer; the last may be shorter, and only it has the tag FINAL. So truncated, missing, moved or added data is
 * detected. After the last chunk are SEALED_TRAILER_LEN bytes for the writer of the file. */
#ifndef POSTERN_UTIL_SEALED_STREAM_H
#define POSTERN_UTIL_SEALED_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/crypto.h"
#include "util/err.h"

#define SEALED_MAGIC "postern-backup 2\n"
#define SEALED_MAGIC_BEFORE "postern-backup 1\n" /* can still be opened */
#define SEALED_MAGIC_LEN 17
#define SEALED_NAME_LEN 15 /* bytes of it that are the same in every version of the format */
#define SEALED_HEAD_LEN 129
#define SEALED_CHUNK 65536 /* plain bytes in a chunk */
#define SEALED_EXTRA 17 /* overhead of a sealed chunk */
#define SEALED_TRAILER_LEN 32
#define SEALED_RANDOM_LEN 40 /* random bytes needed to start a stream */

/* Costs of the passphrase, within the limits of crypto_argon2id(). Anyone with the file can guess without limit, so
 * they are as high as a terminal can bear, and higher than those of a password. */
#define SEALED_MEMORY_KIB 65536
#define SEALED_PASSES 3

struct sealed_costs {
    uint32_t memory_kib, passes;
};

/* State of a stream; secret. */
struct sealed_stream {
    _Alignas(8) uint8_t state[52];
};

/* Starts sealing: derives the key and writes the header. `random` is fresh. E_NOMEM, E_INVAL: invalid costs. */
_must_check_ int sealed_stream_begin(struct sealed_stream *stream, const char *passphrase,
                                     const struct sealed_costs *costs, const uint8_t random[SEALED_RANDOM_LEN],
                                     uint8_t ret_head[SEALED_HEAD_LEN]);

/* Seals a chunk: SEALED_CHUNK bytes, or fewer if it is the last. Writes `len` + SEALED_EXTRA bytes. */
void sealed_stream_seal(struct sealed_stream *stream, const void *plain, size_t len, bool is_last, uint8_t *ret_sealed);

/* Checks the start of a file as far as possible without a passphrase. E_BACKUP_FORMAT: not a backup; E_BACKUP_DAMAGED:
 * the header was changed, or demands more than 64 MiB or 8 passes. */
_must_check_ int sealed_stream_look(const void *head, size_t len);

/* Returns the number of bytes after the last chunk of a file with this header: SEALED_TRAILER_LEN, or 0. */
size_t sealed_stream_trailer(const uint8_t head[SEALED_HEAD_LEN]);

/* Starts opening. Errors as above; E_BACKUP_PASSPHRASE: wrong passphrase; E_NOMEM. */
_must_check_ int sealed_stream_open(struct sealed_stream *stream, const char *passphrase,
                                    const uint8_t head[SEALED_HEAD_LEN]);

/* Opens a chunk of `len` bytes. Writes `len` - SEALED_EXTRA bytes. E_BACKUP_DAMAGED: it is not the chunk that was
 * sealed here; then nothing is written. */
_must_check_ int sealed_stream_unseal(struct sealed_stream *stream, const uint8_t *sealed, size_t len, void *ret_plain,
                                      bool *ret_is_last);

/* Wipes it. */
void sealed_stream_done(struct sealed_stream *stream);

#endif
