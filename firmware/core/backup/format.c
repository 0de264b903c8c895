#include "core/backup/format.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/text.h"

#define MANIFEST_FIRST "postern-manifest 1\n"

void backup_entry_put(struct buf *out, const struct backup_entry *entry) {
    size_t name_len = strlen(entry->name);
    buf_append_char(out, (char)entry->kind);
    buf_append_char(out, (char)name_len);
    for (unsigned i = 0; i < 8; i++) {
        buf_append_char(out, (char)(uint8_t)(entry->octets >> (8 * i)));
    }
    buf_append(out, entry->name, name_len);
}

int backup_entry_get(const uint8_t head[BACKUP_ENTRY_FIXED], struct backup_entry *ret_entry, size_t *ret_name_len) {
    bool is_photo = head[0] == BACKUP_PHOTO;
    if (head[0] < BACKUP_MANIFEST || head[0] > BACKUP_PHOTO || head[1] >= BACKUP_ENTRY_NAME_MAX ||
        is_photo != (head[1] > 0)) {
        return E_BACKUP_DAMAGED;
    }
    *ret_entry = (struct backup_entry){.kind = (enum backup_entry_kind)head[0]};
    for (unsigned i = 0; i < 8; i++) {
        ret_entry->octets |= (uint64_t)head[2 + i] << (8 * i);
    }
    *ret_name_len = head[1];
    return 0;
}

void backup_manifest_put(struct buf *out, const struct backup_manifest *manifest) {
    buf_printf(out, MANIFEST_FIRST "schema %u\nserial %s\nname %s\nversion %s\nmade %" PRId64 "\n", manifest->schema,
               manifest->serial, manifest->device_name, manifest->version, manifest->made_s);
    buf_printf(out, "users %" PRIu32 "\nrecords %" PRIu32 "\nphotos %" PRIu32 "\nkeys %d\n", manifest->users,
               manifest->records, manifest->photos, manifest->has_keys ? 1 : 0);
}

/* Reads the rest of a line that begins with `word` and a blank, and advances. NULL: no match, or too long. */
static const char *line_take(const char **at, const char *word, char *ret_text, size_t size) {
    size_t word_len = strlen(word);
    if (strncmp(*at, word, word_len) != 0 || (*at)[word_len] != ' ') {
        return NULL;
    }
    const char *begin = *at + word_len + 1;
    const char *end = strchr(begin, '\n');
    size_t len = end != NULL ? (size_t)(end - begin) : size;
    if (len >= size) {
        return NULL;
    }
    memcpy(ret_text, begin, len);
    ret_text[len] = '\0';
    *at = begin + len + 1;
    return ret_text;
}

static bool number_take(const char **at, const char *word, int64_t most, int64_t *ret_number) {
    char text[24];
    char *end = NULL;
    if (line_take(at, word, text, sizeof(text)) == NULL || !isdigit((unsigned char)text[0])) {
        return false;
    }
    errno = 0;
    *ret_number = strtoll(text, &end, 10);
    return errno == 0 && *end == '\0' && *ret_number <= most;
}

/* Parses what follows the schema. */
static bool manifest_take(const char *at, struct backup_manifest *manifest) {
    int64_t users = 0, records = 0, photos = 0, keys = 0;
    bool is_whole =
        line_take(&at, "serial", manifest->serial, sizeof(manifest->serial)) != NULL &&
        line_take(&at, "name", manifest->device_name, sizeof(manifest->device_name)) != NULL &&
        line_take(&at, "version", manifest->version, sizeof(manifest->version)) != NULL &&
        number_take(&at, "made", INT64_MAX, &manifest->made_s) && number_take(&at, "users", UINT32_MAX, &users) &&
        number_take(&at, "records", UINT32_MAX, &records) && number_take(&at, "photos", UINT32_MAX, &photos) &&
        number_take(&at, "keys", 1, &keys) && *at == '\0';
    manifest->users = (uint32_t)users;
    manifest->records = (uint32_t)records;
    manifest->photos = (uint32_t)photos;
    manifest->has_keys = keys == 1;
    return is_whole;
}

int backup_manifest_get(const char *text, size_t len, struct backup_manifest *ret_manifest) {
    char copy[BACKUP_MANIFEST_MAX + 1];
    int64_t schema = 0;
    *ret_manifest = (struct backup_manifest){.schema = 0};
    if (len > BACKUP_MANIFEST_MAX || memchr(text, '\0', len) != NULL) {
        return E_BACKUP_DAMAGED;
    }
    memcpy(copy, text, len);
    copy[len] = '\0';
    const char *at = copy + strlen(MANIFEST_FIRST);
    if (strncmp(copy, MANIFEST_FIRST, strlen(MANIFEST_FIRST)) != 0 || !number_take(&at, "schema", INT32_MAX, &schema) ||
        schema == 0) {
        return E_BACKUP_DAMAGED;
    }
    bool is_whole = manifest_take(at, ret_manifest);
    ret_manifest->schema = (unsigned)schema;
    return is_whole && about_is_serial(ret_manifest->serial) &&
                   text_is_clean(ret_manifest->device_name, strlen(ret_manifest->device_name)) &&
                   text_is_clean(ret_manifest->version, strlen(ret_manifest->version))
               ? 0
               : E_BACKUP_DAMAGED;
}
