/* Memory that is taken piece by piece and given back all at once: what lives as long as one request or one reply.
 *
 * Pieces are never freed singly and never move. A cap bounds what one request may take. Not for sharing between
 * threads. */
#ifndef POSTERN_ARENA_H
#define POSTERN_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *blocks; /* newest first */
    size_t taken;               /* bytes of all blocks */
    size_t cap;                 /* bytes it may take in all */
};

/* Makes an empty arena that may take `cap` bytes. Allocates nothing. */
void arena_init(struct arena *arena, size_t cap);

/* Wipes and frees every piece. The arena is empty and usable again. Safe to call twice. */
void arena_done(struct arena *arena);

/* `size` zeroed bytes, aligned for any type; NULL when the cap or the memory is reached. `size` 0 gives a valid
 * pointer of its own. */
void *arena_alloc(struct arena *arena, size_t size) __attribute__((warn_unused_result));

/* Zeroed room for `count` elements of `size` bytes; NULL as above and when the product overflows. */
void *arena_calloc(struct arena *arena, size_t count, size_t size) __attribute__((warn_unused_result));

/* A NUL-terminated copy of `len` bytes; NULL as above. */
char *arena_strndup(struct arena *arena, const char *text, size_t len) __attribute__((warn_unused_result));

/* A copy of a NUL-terminated string; NULL as above. */
char *arena_strdup(struct arena *arena, const char *text) __attribute__((warn_unused_result));

#endif
