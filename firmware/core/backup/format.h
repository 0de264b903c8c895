/* Content of a backup after decryption (docs/backup-format.md): entries, each with a header
 *
 *     1  kind: enum backup_entry_kind
 *     1  bytes of its name
 *     8  bytes of its data, little-endian
 *     n  its name
 *
 * and then its data. Their order is fixed: the manifest, the keys, the database, photos in the order of their
 * records. */
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

#define BACKUP_ENTRY_FIXED 10 /* bytes of a header without the name */
#define BACKUP_ENTRY_NAME_MAX 32 /* bytes of a name, with the NUL */
#define BACKUP_MANIFEST_MAX 2048 /* bytes of a manifest */
#define BACKUP_KEYS_LEN ((size_t)2 * CRYPTO_KEY_LEN) /* pepper and device key */
#define BACKUP_DEVICE_NAME_MAX 129 /* bytes of a device's name, with the NUL */
#define BACKUP_VERSION_MAX 65 /* bytes of a version, with the NUL */

struct backup_entry {
    enum backup_entry_kind kind;
    char name[BACKUP_ENTRY_NAME_MAX]; /* of a photo; otherwise "" */
    uint64_t octets;
};

/* Metadata of a backup. */
struct backup_manifest {
    char serial[ABOUT_SERIAL_MAX]; /* of the terminal that made it */
    char device_name[BACKUP_DEVICE_NAME_MAX];
    char version[BACKUP_VERSION_MAX]; /* of the firmware */
    unsigned schema; /* migrations applied to its database */
    int64_t made_s; /* since 1970 UTC */
    uint32_t users, records, photos;
    bool has_keys; /* it contains the TLS key, and the serial number may be taken over */
};

/* Appends the header of an entry. */
void backup_entry_put(struct buf *out, const struct backup_entry *entry);

/* Parses the fixed part of a header; *ret_name_len bytes of a name follow. E_BACKUP_DAMAGED: unknown kind, or a name
 * that is too long. */
_must_check_ int backup_entry_get(const uint8_t head[BACKUP_ENTRY_FIXED], struct backup_entry *ret_entry,
                                  size_t *ret_name_len);

/* Write a manifest, and parse one of `len` bytes. E_BACKUP_DAMAGED: not exactly the format written here. A newer schema
 * than known is reported before all other checks: *ret_manifest then has the schema, and what could be parsed. */
void backup_manifest_put(struct buf *out, const struct backup_manifest *manifest);
_must_check_ int backup_manifest_get(const char *text, size_t len, struct backup_manifest *ret_manifest);

#endif
