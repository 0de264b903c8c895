#include "core/backup/entries.h"

#include <string.h>

void backup_entries_begin(struct backup_entries *entries, const struct backup_source *source) {
    entries->source = *source;
    entries->is_last = false;
    entries->at = entries->len = 0;
    entries->left = 0;
    entries->before = 0;
}

/* Ensures that a byte is available. 1; 0: the end. */
static int entries_fill(struct backup_entries *entries) {
    while (entries->at == entries->len) {
        if (entries->is_last) {
            return 0;
        }
        entries->at = entries->len = 0;
        int r = entries->source.next(entries->source.ctx, entries->chunk, &entries->len, &entries->is_last);
        if (r < 0) {
            return r;
        }
    }
    return 1;
}

/* Reads up to `size` available bytes. 0: the end. */
static int entries_take(struct backup_entries *entries, void *ret_data, size_t size, size_t *ret_len) {
    int r = entries_fill(entries);
    if (r <= 0) {
        return r;
    }
    size_t here = entries->len - entries->at;
    *ret_len = size < here ? size : here;
    memcpy(ret_data, entries->chunk + entries->at, *ret_len);
    entries->at += *ret_len;
    return 1;
}

static int take_exactly(struct backup_entries *entries, void *ret_data, size_t size) {
    for (size_t done = 0; done < size;) {
        size_t len = 0;
        int r = entries_take(entries, (uint8_t *)ret_data + done, size - done, &len);
        if (r <= 0) {
            return r < 0 ? r : E_BACKUP_DAMAGED;
        }
        done += len;
    }
    return 0;
}

static int entries_skip(struct backup_entries *entries) {
    uint8_t octets[512];
    size_t len = 1;
    int r = 0;
    while (r == 0 && len > 0) {
        r = backup_entries_read(entries, octets, sizeof(octets), &len);
    }
    return r;
}

/* One of each in order, then any number of photos. */
static bool may_follow(int before, int kind) {
    return kind == before + 1 || (kind == BACKUP_PHOTO && before == BACKUP_PHOTO);
}

int backup_entries_next(struct backup_entries *entries, struct backup_entry *ret_entry) {
    uint8_t head[BACKUP_ENTRY_FIXED];
    size_t name_len = 0;
    int r = entries_skip(entries);
    if (r < 0) {
        return r;
    }
    r = entries_fill(entries);
    if (r <= 0) {
        return r == 0 && entries->before < BACKUP_DATABASE ? E_BACKUP_DAMAGED : r;
    }
    r = take_exactly(entries, head, sizeof(head));
    if (r == 0) {
        r = backup_entry_get(head, ret_entry, &name_len);
    }
    if (r == 0) {
        r = take_exactly(entries, ret_entry->name, name_len);
    }
    if (r < 0 || !may_follow(entries->before, (int)ret_entry->kind) || strlen(ret_entry->name) != name_len) {
        return r < 0 ? r : E_BACKUP_DAMAGED;
    }
    entries->before = (int)ret_entry->kind;
    entries->left = ret_entry->octets;
    return 1;
}

int backup_entries_read(struct backup_entries *entries, void *ret_data, size_t size, size_t *ret_len) {
    *ret_len = 0;
    if (entries->left == 0 || size == 0) {
        return 0;
    }
    int r = entries_take(entries, ret_data, entries->left < size ? (size_t)entries->left : size, ret_len);
    entries->left -= *ret_len;
    return r < 0 ? r : r == 0 ? E_BACKUP_DAMAGED : 0;
}

int backup_entries_whole(struct backup_entries *entries, const struct backup_entry *entry, void *ret_data,
                         size_t size) {
    if (entry->octets > size || entry->octets != entries->left) {
        return E_BACKUP_DAMAGED;
    }
    int r = take_exactly(entries, ret_data, (size_t)entry->octets);
    entries->left = 0;
    return r;
}
