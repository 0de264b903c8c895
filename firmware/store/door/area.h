/* The table `person_area`: where each user is by the last punch that led somewhere. A row goes with its user. */
#ifndef POSTERN_STORE_AREA_H
#define POSTERN_STORE_AREA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct arena;
struct store;

#define STORE_AREA_COUNT_MAX 10000 /* counting stops here */

struct store_area {
    uint8_t area; /* 1 inside, 2 outside */
    int64_t since_ms; /* of that punch, milliseconds since 1970 UTC */
};

struct store_area_person {
    uint32_t userid;
    const char *username; /* in the arena */
    int64_t since_ms;
};

/* E_NOTFOUND: no punch. */
_must_check_ int store_area_get(struct store *store, uint32_t userid, struct store_area *ret_area);

/* Writes it, new or known. Inside a transaction or as one of its own. */
_must_check_ int store_area_put(struct store *store, uint32_t userid, const struct store_area *area);

/* Inside a transaction: forgets one (E_NOTFOUND), or all, with how many they were. */
_must_check_ int store_area_remove(struct store *store, uint32_t userid);
_must_check_ int store_area_clear(struct store *store, uint32_t *ret_count);

/* Users inside by a punch not before `since_ms`, with an ID above `after`, ascending, at most `max`, and how many there
 * are in all, counted up to STORE_AREA_COUNT_MAX. */
_must_check_ int store_area_inside(struct store *store, int64_t since_ms, uint32_t after, size_t max,
                                   struct arena *arena, struct store_area_person *ret_people, size_t *ret_count);
_must_check_ int store_area_count(struct store *store, int64_t since_ms, uint32_t *ret_count, bool *ret_is_more);

#endif
