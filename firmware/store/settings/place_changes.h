/* The table `place_change`: what the places of the clock's rules do, as it was when it was stored. */
#ifndef POSTERN_STORE_PLACE_CHANGES_H
#define POSTERN_STORE_PLACE_CHANGES_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct store;

#define STORE_PLACE_CHANGES_MAX 256 /* of one place */

/* Local time minus UTC from a moment on, in seconds since 1970 UTC. */
struct store_place_change {
    int64_t from_s;
    int32_t offset_min;
};

/* Reads what is stored of a place, in order of time, at most `max` of them. */
_must_check_ int store_place_changes_read(struct store *store, const char *place,
                                          struct store_place_change *ret_changes, size_t max, size_t *ret_count);

/* Forgets all places; adds what a place does. Inside a transaction. */
_must_check_ int store_place_changes_clear(struct store *store);
_must_check_ int store_place_changes_add(struct store *store, const char *place,
                                         const struct store_place_change *changes, size_t count);

#endif
