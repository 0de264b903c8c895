#include "core/records/proposal.h"

#include "core/rules/shift_at.h"
#include "util/fnv.h"

#define HASH_BITS 53 /* that a number of JSON holds */

struct ends {
    const struct punch *first, *last; /* of the duty; NULL: none */
};

static struct ends ends_of(const struct workday_asked *asked, size_t part) {
    struct ends ends = {NULL, NULL};
    for (size_t i = 0; i < asked->punches.count; i++) {
        if (asked->owners[i] == workday_owner_of(asked->at, part)) {
            ends.last = &asked->punches.rows[i];
            ends.first = ends.first == NULL ? ends.last : ends.first;
        }
    }
    return ends;
}

/* Who came in time and, as the punches are read, did not go. */
static bool lacks_out(const struct workday_asked *asked, const struct duty *duty, const struct workday *day,
                      const struct ends *ends) {
    const bool is_going = asked->reading == PUNCH_READING_KEYS && ends->first->status == RECORD_STATUS_OUT;
    if (day->is_missing_in || day->is_in_outside) {
        return false;
    }
    if (day->is_missing_out) {
        return !is_going;
    }
    const bool is_before = day->is_out_outside && ends->last->minute < duty->out_first;
    switch (asked->reading) {
        case PUNCH_READING_KEYS: return is_before && ends->last->status != RECORD_STATUS_OUT;
        case PUNCH_READING_TURNS: return is_before && day->is_odd;
        case PUNCH_READING_ENDS: break; /* the last punch may well be the way home */
    }
    return false;
}

static bool lacks_in(const struct workday_asked *asked, const struct duty *duty, const struct workday *day,
                     const struct ends *ends) {
    if (day->is_missing_out || day->is_out_outside) {
        return false;
    }
    if (day->is_missing_in) {
        return true;
    }
    const bool is_behind = day->is_in_outside && ends->first->minute > duty->in_last;
    switch (asked->reading) {
        case PUNCH_READING_KEYS: return is_behind && ends->first->status == RECORD_STATUS_OUT;
        case PUNCH_READING_TURNS: return is_behind && day->is_odd;
        case PUNCH_READING_ENDS: break;
    }
    return false;
}

/* Where the shift says how a missing punch counts, the proposal gives no more than that. */
static bool find_minute(const struct workday_asked *asked, size_t part, const struct workday *day,
                        struct proposal *ret_proposal) {
    const struct duty *duty = &asked->days[asked->at].duties[part];
    const struct ends ends = ends_of(asked, part);
    if (ends.first == NULL || shift_is_flexible(duty->shift)) {
        return false;
    }
    if (lacks_out(asked, duty, day, &ends)) {
        *ret_proposal = (struct proposal){duty->off - duty->shift->missing_out, PUNCH_STATUS_OUT};
        return ret_proposal->minute > ends.last->minute + WORKDAY_REPEAT_MIN;
    }
    if (lacks_in(asked, duty, day, &ends)) {
        *ret_proposal = (struct proposal){duty->on + duty->shift->missing_in, PUNCH_STATUS_IN};
        return ret_proposal->minute < ends.first->minute - WORKDAY_REPEAT_MIN;
    }
    return false;
}

/* Whether a punch at the minute would be one of the duty. */
static bool would_belong(const struct workday_asked *asked, size_t part, int64_t minute) {
    const struct punch punch = {.minute = minute};
    workday_owner owner = 0;
    workday_find_owners(asked->days, asked->at + DUTY_NEAR + 1, &(struct punch_list){&punch, 1}, &owner);
    return owner == workday_owner_of(asked->at, part);
}

size_t proposals_make(const struct workday_asked *asked, const struct workday duties[DUTY_PARTS],
                      struct proposal ret_proposals[DUTY_PARTS]) {
    size_t count = 0;
    for (size_t part = 0; part < asked->days[asked->at].duty_count; part++) {
        struct proposal one;
        if (!duties[part].is_open && find_minute(asked, part, &duties[part], &one) &&
            would_belong(asked, part, one.minute)) {
            ret_proposals[count++] = one;
        }
    }
    return count;
}

bool proposals_is_of_day(const struct workday_asked *asked, size_t i) {
    const struct duty_day *day = &asked->days[asked->at];
    const int64_t minute = asked->punches.rows[i].minute;
    for (size_t part = 0; part < day->duty_count; part++) {
        if (asked->owners[i] == workday_owner_of(asked->at, part)) {
            return true;
        }
    }
    return asked->owners[i] == 0 && minute >= day->start && minute < day->end;
}

static void hash_add(uint64_t *hash, int64_t value) {
    for (unsigned i = 0; i < sizeof(value); i++) {
        *hash = fnv_add(*hash, (char)((uint64_t)value >> (8 * i) & 0xff));
    }
}

int64_t proposals_fingerprint(const struct workday_asked *asked, const struct workday *day,
                              const struct proposal *proposals, size_t count) {
    const bool marks[] = {day->is_open,       day->is_missing_in,  day->is_missing_out,
                          day->is_in_outside, day->is_out_outside, day->is_odd};
    uint64_t hash = FNV_START;
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        hash_add(&hash, marks[i]);
    }
    for (size_t i = 0; i < count; i++) {
        hash_add(&hash, proposals[i].minute);
        hash_add(&hash, proposals[i].status);
    }
    for (size_t i = 0; i < asked->punches.count; i++) {
        if (proposals_is_of_day(asked, i)) {
            hash_add(&hash, asked->punches.rows[i].minute);
            hash_add(&hash, asked->punches.rows[i].status);
        }
    }
    const int64_t number = (int64_t)(hash >> (64 - HASH_BITS));
    return number > 0 ? number : 1;
}
