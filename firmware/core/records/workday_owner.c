/* Which duty a punch belongs to: docs/rules.md, "Which punches". */
#include <stdlib.h>

#include "core/records/workday.h"

/* The best up to now: the least distance to the duty, then to its time on or off duty. */
struct nearest {
    workday_owner owner; /* 0: none within reach */
    int64_t distance, to_end;
    const struct duty *duty;
};

static int64_t distance_of(const struct duty *duty, int64_t minute) {
    if (minute < duty->whole_on) {
        return duty->whole_on - minute;
    }
    return minute > duty->whole_off ? minute - duty->whole_off : 0;
}

static bool begins_before(const struct duty *one, const struct duty *other) {
    return one->whole_on != other->whole_on ? one->whole_on < other->whole_on
                                            : one->shift->number < other->shift->number;
}

static void consider_duty(struct nearest *nearest, const struct duty *duty, workday_owner owner, int64_t minute) {
    const int64_t to_on = llabs(minute - duty->whole_on);
    const int64_t to_off = llabs(minute - duty->whole_off);
    const struct nearest one = {owner, distance_of(duty, minute), to_on < to_off ? to_on : to_off, duty};
    bool is_nearer = nearest->owner == 0 || one.distance < nearest->distance;
    if (!is_nearer && one.distance == nearest->distance) {
        is_nearer = one.to_end != nearest->to_end ? one.to_end < nearest->to_end : begins_before(duty, nearest->duty);
    }
    if (is_nearer && one.distance <= DUTY_REACH_MIN) {
        *nearest = one;
    }
}

static workday_owner owner_of(const struct duty_day *days, size_t from, size_t to, int64_t minute) {
    struct nearest nearest = {.owner = 0};
    for (size_t at = from; at < to; at++) {
        for (size_t part = 0; part < days[at].duty_count; part++) {
            const struct duty *duty = &days[at].duties[part];
            const workday_owner owner = workday_owner_of(at, part);
            if (duty->has_pair && (minute == duty->pair_in || minute == duty->pair_out)) {
                return owner;
            }
            consider_duty(&nearest, duty, owner, minute);
        }
    }
    return nearest.owner;
}

void workday_find_owners(const struct duty_day *days, size_t count, const struct punch_list *punches,
                         workday_owner *ret_owners) {
    size_t day = 0; /* of the punch, as far as it is among them */
    for (size_t i = 0; i < punches->count; i++) {
        const int64_t minute = punches->rows[i].minute;
        while (day + 1 < count && minute >= days[day].end) {
            day++;
        }
        const size_t from = day > DUTY_NEAR ? day - DUTY_NEAR : 0;
        const size_t to = day + DUTY_NEAR < count ? day + DUTY_NEAR : count;
        ret_owners[i] = owner_of(days, from, to, minute);
    }
}
