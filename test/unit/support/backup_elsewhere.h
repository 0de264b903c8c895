/* Backup files, read and written only with docs/backup-format.md and libsodium: uses no code of the firmware, so that
 * an error must be made twice to go unnoticed. */
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

/* Content of a backup. */
struct elsewhere {
    uint32_t memory_kib, passes; /* of argon2id */
    char *manifest; /* with a NUL */
    uint8_t keys[64]; /* pepper, device key */
    uint8_t *database;
    size_t database_len;
    struct elsewhere_photo photos[ELSEWHERE_PHOTOS_MAX];
    size_t photo_count;
};

/* Reads a file. Returns NULL if everything matches the document; else what does not. Free the content either way. */
const char *elsewhere_read(const void *data, size_t len, const char *passphrase, struct elsewhere *ret_content);
void elsewhere_free(struct elsewhere *content);

/* Returns the value of a line of the manifest, "": none. Valid until the next call. */
const char *elsewhere_line(const struct elsewhere *content, const char *word);

/* Writes a file, with salt and header derived from `seed`; the caller frees it. */
uint8_t *elsewhere_write(const struct elsewhere *content, const char *passphrase, unsigned seed, size_t *ret_len);

#endif
