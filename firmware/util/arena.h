/* Arena memory for one request or one reply: allocated piece by piece, freed all at once.
 *
 * Pieces are never freed individually and never move. A cap limits the total. Not for sharing between threads. */
#ifndef POSTERN_ARENA_H
#define POSTERN_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *blocks; /* newest first */
    size_t taken;               /* bytes of all blocks */
    size_t cap; /* most bytes of all blocks */
};

/* Initializes an empty arena of at most `cap` bytes. Allocates nothing. */
void arena_init(struct arena *arena, size_t cap);

/* Wipes and frees every piece. The arena is then empty and usable again. May be called twice. */
void arena_done(struct arena *arena);

/* Returns `size` zeroed bytes, aligned for any type; NULL: the cap is reached, or no memory. `size` 0 gives a unique
 * valid pointer. */
void *arena_alloc(struct arena *arena, size_t size) __attribute__((warn_unused_result));

/* Returns zeroed memory for `count` elements of `size` bytes; NULL as above, or if the product overflows. */
void *arena_calloc(struct arena *arena, size_t count, size_t size) __attribute__((warn_unused_result));

/* Returns a NUL-terminated copy of `len` bytes; NULL as above. */
char *arena_strndup(struct arena *arena, const char *text, size_t len) __attribute__((warn_unused_result));

/* Returns a copy of a NUL-terminated string; NULL as above. */
char *arena_strdup(struct arena *arena, const char *text) __attribute__((warn_unused_result));

#endif
