/* What is inside the encryption of a backup (docs/backup-format.md): entries, each with a head
 *
 *      1  what it is: enum backup_entry_kind
 *      1  bytes of its name
 *      8  bytes of what it has, little-endian
 *      n  its name
 *
 * and behind it what it has. Their order is fixed: the manifest, the keys, the database, photos in the order of their lines. */
#ifndef POSTERN_CORE_BACKUP_FORMAT_H
#define POSTERN_CORE_BACKUP_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/about.h"
#include "core/base/identity.h"
#include "util/buf.h"
#include "util/crypto.h"
#include "util/err.h"

enum backup_entry_kind { BACKUP_MANIFEST = 1, BACKUP_KEYS, BACKUP_DATABASE, BACKUP_PHOTO };

#define BACKUP_ENTRY_FIXED 10 /* bytes of a head without the name */
#define BACKUP_ENTRY_NAME_MAX 32 /* bytes of a name, with the NUL */
#define BACKUP_MANIFEST_MAX 2048 /* bytes of a manifest */
#define BACKUP_KEYS_LEN ((size_t)2 * CRYPTO_KEY_LEN) /* pepper and device key */
#define BACKUP_DEVICE_NAME_MAX 129 /* bytes of a device's name, with the NUL */
#define BACKUP_VERSION_MAX 65 /* bytes of a version, with the NUL */

struct backup_entry {
    enum backup_entry_kind kind;
    char name[BACKUP_ENTRY_NAME_MAX]; /* of a photo; "" of all others */
    uint64_t octets;
};

/* What a backup says of itself. */
struct backup_manifest {
    char serial[ABOUT_SERIAL_MAX]; /* of the terminal it is of */
    char device_name[BACKUP_DEVICE_NAME_MAX];
    char version[BACKUP_VERSION_MAX]; /* of the firmware */
    unsigned schema; /* migrations that its database has */
    int64_t made_s; /* since 1970 UTC */
    uint32_t users, records, photos;
    bool has_keys; /* the key of TLS is in its database, and the serial number may be taken */
};

/* Appends the head of an entry. */
void backup_entry_put(struct buf *out, const struct backup_entry *entry);

/* Reads the fixed part of a head; *ret_name_len bytes of a name follow. E_BACKUP_DAMAGED: no such kind, or a name that is
 * longer than any. */
_must_check_ int backup_entry_get(const uint8_t head[BACKUP_ENTRY_FIXED], struct backup_entry *ret_entry,
                                  size_t *ret_name_len);

/* Writes a manifest, and reads one of `len` bytes. E_BACKUP_DAMAGED: it is not what is written here, to the byte. A
 * schema that is newer than any known says so before anything else is looked at: *ret_manifest then has the schema, and
 * what could be read. */
void backup_manifest_put(struct buf *out, const struct backup_manifest *manifest);
_must_check_ int backup_manifest_get(const char *text, size_t len, struct backup_manifest *ret_manifest);

#endif
