#include "util/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ARENA_BLOCK ((size_t)4096) /* bytes of an ordinary block; a larger piece gets one of its own */

struct arena_block {
    struct arena_block *next;
    size_t used;
    size_t size;
    alignas(max_align_t) unsigned char data[];
};

static size_t align_up(size_t size) {
    const size_t mask = alignof(max_align_t) - 1;
    return (size + mask) & ~mask;
}

void arena_init(struct arena *arena, size_t cap) {
    *arena = (struct arena){.cap = cap};
}

void arena_done(struct arena *arena) {
    struct arena_block *block = arena->blocks;
    while (block != NULL) {
        struct arena_block *next = block->next;
        explicit_bzero(block->data, block->used); /* passwords and keys pass through here */
        free(block);
        block = next;
    }
    arena_init(arena, arena->cap);
}

/* Adds a block for `size` bytes to the front of the list; returns NULL on failure. */
static struct arena_block *block_add(struct arena *arena, size_t size) {
    const size_t left = arena->cap - arena->taken;
    if (size > left || left - size < sizeof(struct arena_block)) {
        return NULL;
    }
    size_t room = size;
    if (room < ARENA_BLOCK - sizeof(struct arena_block) && left >= ARENA_BLOCK) {
        room = ARENA_BLOCK - sizeof(struct arena_block);
    }
    struct arena_block *block = calloc(1, sizeof(*block) + room);
    if (block == NULL) {
        return NULL;
    }
    block->size = room;
    block->next = arena->blocks;
    arena->blocks = block;
    arena->taken += sizeof(*block) + room;
    return block;
}

void *arena_alloc(struct arena *arena, size_t size) {
    if (size > SIZE_MAX - alignof(max_align_t)) {
        return NULL;
    }
    const size_t need = align_up(size > 0 ? size : 1);
    struct arena_block *block = arena->blocks;
    if (block == NULL || block->size - block->used < need) {
        block = block_add(arena, need);
        if (block == NULL) {
            return NULL;
        }
    }
    void *piece = block->data + block->used;
    block->used += need;
    return piece;
}

void *arena_calloc(struct arena *arena, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size) {
        return NULL;
    }
    return arena_alloc(arena, count * size);
}

char *arena_strndup(struct arena *arena, const char *text, size_t len) {
    if (len == SIZE_MAX) {
        return NULL;
    }
    char *copy = arena_alloc(arena, len + 1);
    if (copy != NULL && len > 0) {
        memcpy(copy, text, len);
    }
    return copy;
}

char *arena_strdup(struct arena *arena, const char *text) {
    return arena_strndup(arena, text, strlen(text));
}
