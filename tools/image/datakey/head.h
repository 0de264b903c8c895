/* The head of an encrypted data partition: its first MiB, before what is encrypted. It has a few records, each of them twice, half
 * a MiB apart. A record is written copy by copy, each on the disk before the next: after a power cut one of them is whole.
 *
 *     bytes 0 to 7    "postern1"
 *     8 to 11         which record, big-endian
 *     12 to 15        bytes of content
 *     16 to 19        CRC-32 (zlib's) of bytes 0 to 15 and of the content
 *     20 …            content */
#ifndef POSTERN_DATAKEY_HEAD_H
#define POSTERN_DATAKEY_HEAD_H

#include <stddef.h>
#include <stdint.h>

#define HEAD_LEN (1U << 20) /* bytes of the partition before what is encrypted */
#define HEAD_CONTENT_MAX 4076 /* bytes of content */
#define HEAD_BLOCK 4096 /* bytes of a record with its content, padded */

enum head_record {
    HEAD_KEY = 0, /* sealed key */
    HEAD_FACTORY = 1, /* what the factory gave: docs/image.md says why it stands here */
    HEAD_RECOVERED = 2, /* what was chosen in recovery, until there is a log for it */
};

/* As a block, and back. head_decode() returns the bytes of content, or -EBADMSG: it is not whole, or another record. */
void head_encode(enum head_record record, const uint8_t *content, size_t len, uint8_t ret_block[HEAD_BLOCK]);
int head_decode(enum head_record record, const uint8_t block[HEAD_BLOCK], uint8_t ret_content[HEAD_CONTENT_MAX]);

/* Writes both copies to the partition that is open as `part`. Returns 0 or a negative errno; then one of them may be new. */
int head_write(int part, enum head_record record, const uint8_t *content, size_t len);

/* Reads the first copy that is whole, and mends the other one where it differs. Returns the bytes of content, -EBADMSG: neither is
 * whole, or a negative errno. */
int head_read(int part, enum head_record record, uint8_t ret_content[HEAD_CONTENT_MAX]);

#endif
