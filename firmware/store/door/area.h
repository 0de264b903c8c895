/* The table `person_area`: the area each user is in, by the last punch that changed it. Deleted with its user. */
#ifndef POSTERN_STORE_AREA_H
#define POSTERN_STORE_AREA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct arena;
struct store;

#define STORE_AREA_COUNT_MAX 10000 /* counting stops at this number */

struct store_area {
    uint8_t area; /* 1 inside, 2 outside */
    int64_t since_ms; /* time of that punch, milliseconds since 1970 UTC */
};

struct store_area_person {
    uint32_t userid;
    const char *username; /* in the arena */
    int64_t since_ms;
};

/* Reads the area of a user. E_NOTFOUND: no punch. */
_must_check_ int store_area_get(struct store *store, uint32_t userid, struct store_area *ret_area);

/* Adds or replaces it, if the user has this identity (store/person.h; STORE_PERSON_ANY: the user who has the ID). Joins the open
 * transaction or runs in its own. */
_must_check_ int store_area_put(struct store *store, uint32_t userid, int64_t identity, const struct store_area *area);

/* Inside a transaction: removes one (E_NOTFOUND), or all, with their number in *ret_count. */
_must_check_ int store_area_remove(struct store *store, uint32_t userid);
_must_check_ int store_area_clear(struct store *store, uint32_t *ret_count);

/* Lists users inside by a punch at or after `since_ms`, with an ID above `after`, ascending, at most `max`; counts all
 * of them, up to STORE_AREA_COUNT_MAX. */
_must_check_ int store_area_inside(struct store *store, int64_t since_ms, uint32_t after, size_t max,
                                   struct arena *arena, struct store_area_person *ret_people, size_t *ret_count);
_must_check_ int store_area_count(struct store *store, int64_t since_ms, uint32_t *ret_count, bool *ret_is_more);

#endif
