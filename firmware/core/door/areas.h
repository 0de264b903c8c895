/* Where people are, by their punches (core/door/passback.h), kept over a restart; nobody is anywhere any more once the
 * minute AccessControl.passbackReset has passed, or after a reset by hand. */
#ifndef POSTERN_CORE_AREAS_H
#define POSTERN_CORE_AREAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/door/passback.h"
#include "store/door/area.h"
#include "util/err.h"

struct actor;
struct arena;
struct core;

#define AREAS_PAGE_MAX 100 /* people on a page */

/* Punches before this time count no more at a calendar time; both in milliseconds since 1970 UTC. */
int64_t areas_begin(struct core *core, int64_t utc_ms);

/* Where a user is at a calendar time. One of whom it cannot be read is nowhere, which lets in. */
enum passback_area areas_of(struct core *core, uint32_t userid, int64_t utc_ms);

/* A punch that let in at this time led to `area`; PASSBACK_UNKNOWN: nowhere. areas_put() goes with its line, inside a
 * transaction: from then on this is the person's last punch. areas_move() is a transaction of its own for a punch that has no
 * line, and writes nothing of who was there: who holds a card to the reader again and again wears no flash out. `identity` says whose
 * punch it was (store/person.h): somebody who has the ID since is not moved. */
_must_check_ int areas_move(struct core *core, uint32_t userid, int64_t identity, enum passback_area area,
                            int64_t utc_ms);
_must_check_ int areas_put(struct core *core, uint32_t userid, int64_t identity, enum passback_area area,
                           int64_t utc_ms);

/* People inside. */
struct areas_page {
    struct store_area_person *people; /* in the arena, by ID */
    size_t count;
    uint32_t next; /* `after` of the next page; 0: this is the last */
    uint32_t total; /* at most STORE_AREA_COUNT_MAX */
    bool total_is_more;
};

/* Those with an ID above `after`, at most `limit` of them, up to AREAS_PAGE_MAX; without names if `by` may not know
 * people (core/base/rights.h). */
_must_check_ int areas_inside(struct core *core, const struct actor *by, uint32_t after, size_t limit,
                              struct arena *arena, struct areas_page *ret_page);

/* Forgets where a user is (E_NOTFOUND: that is not known), or with 0 where everybody is, with its audit row;
 * *ret_count says how many. */
_must_check_ int areas_reset(struct core *core, const struct actor *by, uint32_t userid, uint32_t *ret_count);

#endif
