#include "core/time/local_wall.h"

#define DAY_S 86400
#define MIN_S 60

/* Moments between two changes of the clock. */
struct stretch {
    struct local_span span;
    int32_t offset_min;
};

static struct stretch stretch_from(const struct local_rule *rule, int64_t from_s) {
    struct local_change change;
    const bool changes = local_changes(rule, from_s, &change, 1) == 1;
    return (struct stretch){.span = {.from_s = from_s, .to_s = changes ? change.at_s : INT64_MAX},
                            .offset_min = local_offset(rule, from_s, NULL)};
}

/* Nowhere is the wall a whole day apart from UTC. */
static int64_t start_before(int64_t wall_s, int64_t from_s) {
    return from_s > wall_s - DAY_S ? from_s : wall_s - DAY_S;
}

int64_t local_reaches(const struct local_rule *rule, int64_t wall_s, int64_t from_s) {
    struct stretch at = stretch_from(rule, start_before(wall_s, from_s));
    int64_t reached_s = wall_s - (int64_t)at.offset_min * MIN_S;
    while (reached_s >= at.span.to_s) {
        at = stretch_from(rule, at.span.to_s);
        reached_s = wall_s - (int64_t)at.offset_min * MIN_S;
    }
    return reached_s > at.span.from_s ? reached_s : at.span.from_s;
}

bool local_shows(const struct local_rule *rule, int64_t wall_s, const struct local_span *span, int64_t *ret_s) {
    const int64_t last_s = span->to_s < wall_s + DAY_S ? span->to_s : wall_s + DAY_S;
    for (int64_t from_s = start_before(wall_s, span->from_s); from_s < last_s;) {
        const struct stretch at = stretch_from(rule, from_s);
        *ret_s = wall_s - (int64_t)at.offset_min * MIN_S;
        if (*ret_s >= from_s && *ret_s < at.span.to_s) {
            return *ret_s < span->to_s;
        }
        from_s = at.span.to_s;
    }
    return false;
}

int64_t local_moment(const struct local_rule *rule, int64_t wall_s) {
    const struct local_span ever = {.from_s = INT64_MIN, .to_s = INT64_MAX};
    int64_t at_s = 0;
    if (local_shows(rule, wall_s, &ever, &at_s)) {
        return at_s;
    }
    at_s = local_reaches(rule, wall_s, INT64_MIN);
    return wall_s - (int64_t)local_offset(rule, at_s - 1, NULL) * MIN_S;
}

int64_t local_day_start(const struct local_rule *rule, int64_t number) {
    return local_reaches(rule, number * DAY_S, INT64_MIN);
}
