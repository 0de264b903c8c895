/* The places that a terminal knows by their name: the zones of the IANA time zone database (tzdata) with which the firmware was built.
 * tools/zones writes the table (ADR 0056). Constant. */
#ifndef POSTERN_CORE_LOCAL_PLACES_H
#define POSTERN_CORE_LOCAL_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/time/local_place.h"

#define PLACE_NAME_MAX 36 /* bytes of a name, with the NUL */

struct place {
    char name[PLACE_NAME_MAX]; /* "Europe/Madrid", ASCII */
    uint16_t clock; /* of place_clocks */
    uint16_t canonical; /* of places: itself, or the place whose name it is today */
    bool is_offered; /* one may choose it; others are older names */
};

extern const char places_version[]; /* of tzdata: "2025b" */
extern const size_t places_count;
extern const struct place places[]; /* in the order of their names' bytes */
extern const struct local_place place_clocks[];

/* The place that has or had the name, under today's; NULL: there is none. */
const struct place *place_find(const char *name);

/* Its clock. */
const struct local_place *place_clock(const struct place *place);

#endif
