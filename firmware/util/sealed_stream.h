/* A stream that is encrypted with a passphrase, in pieces: the file of a backup (docs/backup-format.md). In front is a
 * head, plain and of one length:
 *
 *     17  "postern-backup 2\n"; with 1 in place of 2 nothing follows the last chunk
 *      4  argon2id: memory in KiB; all numbers little-endian
 *      4  argon2id: passes
 *     16  argon2id: salt
 *     24  header of the secretstream
 *     32  check of the passphrase: keyed hash (BLAKE2b) of the 65 bytes above, under a key derived from the passphrase's
 *     32  SHA-256 of the 97 bytes above: a head that is damaged is not taken for another passphrase's
 *
 * Behind it chunks of SEALED_CHUNK bytes (XChaCha20-Poly1305, libsodium's secretstream), each SEALED_EXTRA longer; the
 * last is as long as it is, and alone has the tag FINAL. So what is cut off, left out, moved or added is noticed. Behind the last
 * chunk are SEALED_TRAILER_LEN bytes that belong to the writer of the file. */
#ifndef POSTERN_UTIL_SEALED_STREAM_H
#define POSTERN_UTIL_SEALED_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/crypto.h"
#include "util/err.h"

#define SEALED_MAGIC "postern-backup 2\n"
#define SEALED_MAGIC_BEFORE "postern-backup 1\n" /* still opened */
#define SEALED_MAGIC_LEN 17
#define SEALED_NAME_LEN 15 /* bytes of it that a file has in any version of the format */
#define SEALED_HEAD_LEN 129
#define SEALED_CHUNK 65536 /* bytes in a chunk */
#define SEALED_EXTRA 17 /* by which a chunk is longer when it is sealed */
#define SEALED_TRAILER_LEN 32
#define SEALED_RANDOM_LEN 40 /* bytes of randomness that a stream begins with */

/* Costs of the passphrase, of those that crypto_argon2id() takes. Whoever has the file guesses as long as they like: so
 * they are as high as a terminal can bear, and those of a password are lower. */
#define SEALED_MEMORY_KIB 65536
#define SEALED_PASSES 3

struct sealed_costs {
    uint32_t memory_kib, passes;
};

/* Where a stream is; secret. */
struct sealed_stream {
    _Alignas(8) uint8_t state[52];
};

/* Begins to seal: derives the key, and makes the head. `random` is fresh. E_NOMEM, E_INVAL: costs that are not taken. */
_must_check_ int sealed_stream_begin(struct sealed_stream *stream, const char *passphrase,
                                     const struct sealed_costs *costs, const uint8_t random[SEALED_RANDOM_LEN],
                                     uint8_t ret_head[SEALED_HEAD_LEN]);

/* Seals a chunk: SEALED_CHUNK bytes, of the last one any number up to it. Writes `len` + SEALED_EXTRA bytes. */
void sealed_stream_seal(struct sealed_stream *stream, const void *plain, size_t len, bool is_last, uint8_t *ret_sealed);

/* Judges the beginning of a file, as far as that needs no passphrase. E_BACKUP_FORMAT: it does not begin as a backup;
 * E_BACKUP_DAMAGED: the head is not as it was written, or asks for more than 64 MiB or 8 passes. */
_must_check_ int sealed_stream_look(const void *head, size_t len);

/* Bytes behind the last chunk of a file with this head: SEALED_TRAILER_LEN, or 0. */
size_t sealed_stream_trailer(const uint8_t head[SEALED_HEAD_LEN]);

/* Begins to open. Errors as above; E_BACKUP_PASSPHRASE: it is another one; E_NOMEM. */
_must_check_ int sealed_stream_open(struct sealed_stream *stream, const char *passphrase,
                                    const uint8_t head[SEALED_HEAD_LEN]);

/* Opens a chunk of `len` bytes. Writes `len` - SEALED_EXTRA bytes. E_BACKUP_DAMAGED: it is not what was sealed here; then
 * nothing is written. */
_must_check_ int sealed_stream_unseal(struct sealed_stream *stream, const uint8_t *sealed, size_t len, void *ret_plain,
                                      bool *ret_is_last);

/* Wipes it. */
void sealed_stream_done(struct sealed_stream *stream);

#endif
