#include "core/time/local_place.h"

#include "core/time/local_dst.h"

/* How many changes there have been by then. */
static size_t made_until(const struct local_place *place, int64_t utc_s) {
    size_t low = 0;
    for (size_t high = place->count; low < high;) {
        const size_t middle = low + (high - low) / 2;
        if (place->changes[middle].at_s > utc_s) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/* What the first `made` of the changes, not all of them, have led to. */
static const struct local_place_change *state_after(const struct local_place *place, size_t made) {
    return made == 0 ? &place->first : &place->changes[made - 1];
}

int32_t local_place_offset(const struct local_place *place, int64_t utc_s, bool *ret_dst) {
    const size_t made = made_until(place, utc_s);
    if (made == place->count) {
        return local_dst_offset(&place->then, utc_s, ret_dst);
    }
    const struct local_place_change *state = state_after(place, made);
    if (ret_dst != NULL) {
        *ret_dst = state->dst;
    }
    return state->offset_min;
}

size_t local_place_changes(const struct local_place *place, int64_t after_s, struct local_change *ret_changes,
                           size_t max) {
    size_t count = 0;
    int64_t from_s = after_s;
    for (size_t i = made_until(place, after_s); i < place->count && count < max; i++) {
        const struct local_change change = {.at_s = place->changes[i].at_s,
                                            .before_min = state_after(place, i)->offset_min,
                                            .after_min = place->changes[i].offset_min};
        from_s = change.at_s;
        if (change.before_min != change.after_min) {
            ret_changes[count++] = change;
        }
    }
    return count < max ? count + local_dst_changes(&place->then, from_s, &ret_changes[count], max - count) : count;
}
