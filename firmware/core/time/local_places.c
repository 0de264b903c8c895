#include "core/time/local_places.h"

#include <stdlib.h>
#include <string.h>

static int compare_name(const void *name, const void *place) {
    return strcmp(name, ((const struct place *)place)->name);
}

const struct place *place_find(const char *name) {
    const struct place *found = bsearch(name, places, places_count, sizeof(*places), compare_name);
    return found == NULL ? NULL : &places[found->canonical];
}

const struct local_place *place_clock(const struct place *place) {
    return &place_clocks[place->clock];
}
