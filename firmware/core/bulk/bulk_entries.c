#include "core/bulk/bulk_entries.h"

#include <stdlib.h>

#define HEADS 65536U
#define SIZE_FIRST 1024

struct bulk_entry {
    uint32_t userid, from, to, line;
    int32_t growth;
    uint32_t next; /* number of the next row with the same hash; 0: none */
};

void bulk_entries_init(struct bulk_entries *entries, uint64_t seed) {
    *entries = (struct bulk_entries){.seed = seed | 1U};
}

void bulk_entries_done(struct bulk_entries *entries) {
    free(entries->rows);
    free(entries->heads);
    bulk_entries_init(entries, entries->seed);
}

static size_t head_of(const struct bulk_entries *entries, uint32_t userid) {
    uint64_t mixed = (userid + (entries->seed >> 32)) * entries->seed;
    mixed ^= mixed >> 29;
    mixed *= UINT64_C(0xbf58476d1ce4e5b9);
    return (size_t)(mixed >> 32) % HEADS;
}

uint32_t bulk_entries_find(const struct bulk_entries *entries, const struct roster_entry *entry, int32_t *ret_growth) {
    uint32_t line = 0;
    *ret_growth = 0;
    uint32_t at = entries->heads != NULL ? entries->heads[head_of(entries, entry->userid)] : 0;
    for (; at != 0; at = entries->rows[at - 1].next) {
        const struct bulk_entry *row = &entries->rows[at - 1];
        if (row->userid != entry->userid) {
            continue;
        }
        *ret_growth += row->growth;
        line = row->from <= entry->to && entry->from <= row->to ? row->line : line;
    }
    return line;
}

static int make_room(struct bulk_entries *entries) {
    if (entries->heads == NULL) {
        entries->heads = calloc(HEADS, sizeof(*entries->heads));
    }
    if (entries->count == entries->size) {
        const size_t size = entries->size == 0 ? SIZE_FIRST : entries->size * 2;
        struct bulk_entry *rows = realloc(entries->rows, size * sizeof(*rows));
        if (rows == NULL) {
            return E_NOMEM;
        }
        entries->rows = rows;
        entries->size = size;
    }
    return entries->heads == NULL ? E_NOMEM : 0;
}

int bulk_entries_add(struct bulk_entries *entries, const struct roster_entry *entry, uint32_t line, int32_t growth) {
    int r = make_room(entries);
    if (r < 0) {
        return r;
    }
    uint32_t *head = &entries->heads[head_of(entries, entry->userid)];
    entries->rows[entries->count++] = (struct bulk_entry){
        .userid = entry->userid, .from = entry->from, .to = entry->to, .line = line, .growth = growth, .next = *head};
    *head = (uint32_t)entries->count;
    return 0;
}
