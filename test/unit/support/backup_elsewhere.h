/* Files of backups, read and written by what docs/backup-format.md says and libsodium alone: nothing of the firmware is
 * used, so that both have to be wrong in the same way to agree. */
#ifndef POSTERN_TEST_BACKUP_ELSEWHERE_H
#define POSTERN_TEST_BACKUP_ELSEWHERE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ELSEWHERE_PHOTOS_MAX 64
#define ELSEWHERE_NAME_MAX 32

struct elsewhere_photo {
    char name[ELSEWHERE_NAME_MAX];
    uint8_t *data;
    size_t len;
};

/* What is in a backup. */
struct elsewhere {
    uint32_t memory_kib, passes; /* of argon2id */
    char *manifest; /* with a NUL behind it */
    uint8_t keys[64]; /* pepper, device key */
    uint8_t *database;
    size_t database_len;
    struct elsewhere_photo photos[ELSEWHERE_PHOTOS_MAX];
    size_t photo_count;
};

/* Reads a file. NULL: all of it is as the document says; else what is not. Free what was read either way. */
const char *elsewhere_read(const void *data, size_t len, const char *passphrase, struct elsewhere *ret_content);
void elsewhere_free(struct elsewhere *content);

/* The value of a line of the manifest, "" for none. Lives until the next call. */
const char *elsewhere_line(const struct elsewhere *content, const char *word);

/* Writes a file, with salt and header made of `seed`; the caller frees it. */
uint8_t *elsewhere_write(const struct elsewhere *content, const char *passphrase, unsigned seed, size_t *ret_len);

#endif
