#include "core/records/workday.h"

#include <stdlib.h>

#define OWN DUTY_NEAR /* place of the day that is judged */

enum claim_kind { CLAIM_NONE, CLAIM_IN, CLAIM_OUT, CLAIM_BETWEEN };

/* Which of the days at work a punch belongs to, and as what. */
struct claim {
    enum claim_kind kind;
    size_t day;
};

/* The best claim up to now: the time on or off duty that is nearest. */
struct nearest {
    struct claim claim;
    int64_t distance;
    int64_t at; /* that time */
};

static void claim_consider(struct nearest *nearest, enum claim_kind kind, size_t day, int64_t at, int64_t minute) {
    const int64_t distance = llabs(minute - at);
    if (nearest->claim.kind == CLAIM_NONE || distance < nearest->distance ||
        (distance == nearest->distance && at < nearest->at)) {
        *nearest = (struct nearest){.claim = {kind, day}, .distance = distance, .at = at};
    }
}

static struct claim claim_of(const struct duty *duties, int64_t minute) {
    struct nearest nearest = {.claim = {CLAIM_NONE, 0}};
    struct claim between = {CLAIM_NONE, 0};
    for (size_t day = 0; day < WORKDAY_DUTIES; day++) {
        const struct duty *duty = &duties[day];
        if (duty->kind != DAY_KIND_WORK || minute < duty->in_first || minute > duty->out_last) {
            continue;
        }
        if (minute <= duty->in_last) {
            claim_consider(&nearest, CLAIM_IN, day, duty->on, minute);
        }
        if (minute >= duty->out_first) {
            claim_consider(&nearest, CLAIM_OUT, day, duty->off, minute);
        }
        if (between.kind == CLAIM_NONE) {
            between = (struct claim){CLAIM_BETWEEN, day};
        }
    }
    return nearest.claim.kind != CLAIM_NONE ? nearest.claim : between;
}

/* What a punch is for the day that is judged; CLAIM_NONE: none of it. On a day without duty all of its punches are CLAIM_BETWEEN. */
static enum claim_kind own_claim(const struct duty *duties, int64_t minute) {
    const struct duty *duty = &duties[OWN];
    const struct claim claim = claim_of(duties, minute);
    if (duty->kind == DAY_KIND_WORK) {
        return claim.kind != CLAIM_NONE && claim.day == OWN ? claim.kind : CLAIM_NONE;
    }
    const bool is_of_day = minute >= duty->day_start && minute < duty->day_end;
    return claim.kind == CLAIM_NONE && is_of_day ? CLAIM_BETWEEN : CLAIM_NONE;
}

static enum punch_role role_of(const struct duty *duties, int64_t minute, enum claim_kind claim) {
    switch (claim) {
        case CLAIM_IN: return PUNCH_ROLE_CHECK_IN;
        case CLAIM_OUT: return PUNCH_ROLE_CHECK_OUT;
        case CLAIM_BETWEEN: return PUNCH_ROLE_BETWEEN;
        case CLAIM_NONE: break;
    }
    return claim_of(duties, minute).kind != CLAIM_NONE ? PUNCH_ROLE_OTHER_DAY : PUNCH_ROLE_OUTSIDE;
}

/* Finds the first and the last punch, and what each is. */
static void find_ends(const struct duty *duties, const struct punch_list *punches, struct workday *day,
                      enum punch_role *roles) {
    const bool is_work = duties[OWN].kind == DAY_KIND_WORK;
    for (size_t i = 0; i < punches->count; i++) {
        const int64_t minute = punches->rows[i].minute;
        const enum claim_kind claim = own_claim(duties, minute);
        if (roles != NULL) {
            roles[i] = role_of(duties, minute, claim);
        }
        if (claim == CLAIM_NONE) {
            continue;
        }
        day->is_corrected = day->is_corrected || punches->rows[i].is_added;
        if (day->first_in == WORKDAY_NO_PUNCH && (claim == CLAIM_IN || !is_work)) {
            day->first_in = minute;
        } else if (claim == CLAIM_OUT || (!is_work && minute > day->first_in)) {
            day->last_out = minute;
        }
    }
}

static void name_ends(const struct workday *day, const struct punch_list *punches, enum punch_role *roles) {
    bool is_first_named = false;
    size_t last = punches->count;
    for (size_t i = 0; i < punches->count; i++) {
        const bool is_own = roles[i] != PUNCH_ROLE_OTHER_DAY && roles[i] != PUNCH_ROLE_OUTSIDE;
        if (is_own && !is_first_named && punches->rows[i].minute == day->first_in) {
            roles[i] = PUNCH_ROLE_FIRST_IN;
            is_first_named = true;
        } else if (is_own && punches->rows[i].minute == day->last_out && roles[i] != PUNCH_ROLE_CHECK_IN) {
            last = i;
        }
    }
    if (last < punches->count) {
        roles[last] = PUNCH_ROLE_LAST_OUT;
    }
}

/* The time that the person was there, on the way through the punches. */
struct presence {
    int64_t since; /* the person is there since; what was before is counted */
    int64_t paid; /* minutes up to there */
    int64_t out; /* minutes out */
    int64_t out_before, out_after; /* those of them before and behind the whole duty */
    int64_t out_since; /* WORKDAY_NO_PUNCH: not out */
    size_t out_punch;
};

static int64_t minutes_from(int64_t from, int64_t to) {
    return to > from ? to - from : 0;
}

/* Paid minutes of a time at the terminal: on a day at work those of the duty. */
static int64_t paid_minutes(const struct duty *duty, int64_t from, int64_t to) {
    if (duty->kind == DAY_KIND_WORK) {
        from = from > duty->on ? from : duty->on;
        to = to < duty->off ? to : duty->off;
    }
    return duty->kind == DAY_KIND_WORK ? duty_paid(duty, from, to) : minutes_from(from, to);
}

static void come_back(const struct duty *duty, struct presence *presence, int64_t minute) {
    presence->paid += paid_minutes(duty, presence->since, presence->out_since);
    presence->out += minute - presence->out_since;
    presence->out_before += minutes_from(presence->out_since, minute < duty->whole_on ? minute : duty->whole_on);
    presence->out_after +=
        minutes_from(presence->out_since > duty->whole_off ? presence->out_since : duty->whole_off, minute);
    presence->since = minute;
    presence->out_since = WORKDAY_NO_PUNCH;
}

static void name_out(enum punch_role *roles, size_t out, size_t back, const struct workday *day, int64_t minute) {
    if (roles != NULL) {
        roles[out] = PUNCH_ROLE_WENT_OUT;
        roles[back] = minute < day->last_out ? PUNCH_ROLE_CAME_BACK : roles[back];
    }
}

/* Times out: from an OUT to the next punch with another status. */
static void take_outs(const struct duty *duties, const struct punch_list *punches, const struct workday *day,
                      struct presence *presence, enum punch_role *roles) {
    for (size_t i = 0; i < punches->count; i++) {
        const struct punch *punch = &punches->rows[i];
        if (punch->minute < day->first_in || punch->minute > day->last_out ||
            own_claim(duties, punch->minute) == CLAIM_NONE) {
            continue;
        }
        const bool is_within = punch->minute > day->first_in && punch->minute < day->last_out;
        if (punch->status != RECORD_STATUS_OUT && presence->out_since != WORKDAY_NO_PUNCH) {
            come_back(&duties[OWN], presence, punch->minute);
            name_out(roles, presence->out_punch, i, day, punch->minute);
        } else if (punch->status == RECORD_STATUS_OUT && is_within && presence->out_since == WORKDAY_NO_PUNCH) {
            presence->out_since = punch->minute;
            presence->out_punch = i;
        }
    }
}

/* What is paid from `from` to `to`, and the times out. */
static struct presence count_paid(const struct duty *duties, const struct punch_list *punches,
                                  const struct workday *day, int64_t from, int64_t to, enum punch_role *roles) {
    struct presence presence = {.since = from, .out_since = WORKDAY_NO_PUNCH};
    if (day->first_in != WORKDAY_NO_PUNCH && day->last_out != WORKDAY_NO_PUNCH) {
        take_outs(duties, punches, day, &presence, roles);
    }
    presence.paid += paid_minutes(&duties[OWN], presence.since, to);
    return presence;
}

static uint32_t whole_steps(int64_t minutes, uint8_t step) {
    return (uint32_t)(minutes / step * step);
}

static uint32_t overtime_of(int64_t minutes, uint16_t least, uint8_t step) {
    return least > 0 && minutes >= least ? whole_steps(minutes, step) : 0;
}

/* A missing punch counts as one that is so late or early, or makes the day absent. */
static bool is_absence(const struct duty *duty, const struct workday *day) {
    const bool no_in = day->first_in == WORKDAY_NO_PUNCH;
    const bool no_out = day->last_out == WORKDAY_NO_PUNCH;
    return (no_in && no_out) || (no_in && duty->shift->missing_in == 0) || (no_out && duty->shift->missing_out == 0);
}

/* How late or early: all the minutes, or none within the grace. */
static uint32_t beyond_grace(int64_t minutes, uint16_t grace) {
    return minutes > grace ? (uint32_t)minutes : 0;
}

static void judge_complete(const struct duty *duties, const struct punch_list *punches, struct workday *day,
                           enum punch_role *roles) {
    const struct duty *duty = &duties[OWN];
    const struct shift *shift = duty->shift;
    const bool has_in = day->first_in != WORKDAY_NO_PUNCH;
    const bool has_out = day->last_out != WORKDAY_NO_PUNCH;
    day->late = has_in ? beyond_grace(day->first_in - duty->on, shift->late_grace) : shift->missing_in;
    day->early = has_out ? beyond_grace(duty->off - day->last_out, shift->early_grace) : shift->missing_out;
    int64_t from = duty->on + day->late;
    int64_t to = duty->off - day->early;
    const struct presence there = count_paid(duties, punches, day, from, to, roles);
    if (has_in && has_out) {
        day->out_time = (uint32_t)there.out;
        day->in_time = (uint32_t)(day->last_out - day->first_in - there.out);
    }
    if (has_in) {
        day->overtime += overtime_of(duty->whole_on - day->first_in - there.out_before, shift->overtime_before,
                                     shift->overtime_step);
    }
    if (has_out) {
        day->overtime +=
            overtime_of(day->last_out - duty->whole_off - there.out_after, shift->overtime_after, shift->overtime_step);
    }
    day->worked = (uint32_t)there.paid + day->overtime;
}

static void judge_work(const struct duty *duties, const struct punch_list *punches, int64_t now, struct workday *day,
                       enum punch_role *roles) {
    const struct duty *duty = &duties[OWN];
    const bool has_in = day->first_in != WORKDAY_NO_PUNCH;
    const bool has_out = day->last_out != WORKDAY_NO_PUNCH;
    day->is_open = now <= duty->out_last;
    if (day->is_open && !(has_in && has_out)) {
        day->late = has_in ? beyond_grace(day->first_in - duty->on, duty->shift->late_grace) : 0;
        return;
    }
    day->is_missing_in = !has_in && has_out;
    day->is_missing_out = has_in && !has_out;
    if (is_absence(duty, day)) {
        day->is_absent = true;
        day->absence = duty->planned;
        return;
    }
    judge_complete(duties, punches, day, roles);
}

static void judge_free(const struct duty *duties, const struct punch_list *punches, int64_t now, struct workday *day,
                       enum punch_role *roles) {
    const struct duty *duty = &duties[OWN];
    day->is_open = now < duty->day_end;
    if (day->last_out == WORKDAY_NO_PUNCH) {
        day->is_missing_out = !day->is_open && day->first_in != WORKDAY_NO_PUNCH;
        return;
    }
    const struct presence there = count_paid(duties, punches, day, day->first_in, day->last_out, roles);
    day->out_time = (uint32_t)there.out;
    day->in_time = (uint32_t)there.paid;
    day->worked = duty->shift != NULL ? whole_steps(there.paid, duty->shift->overtime_step) : (uint32_t)there.paid;
    day->overtime = duty->shift != NULL ? day->worked : 0;
}

void workday_judge(const struct duty *duties, const struct punch_list *punches, int64_t now, struct workday *ret_day,
                   enum punch_role *ret_roles) {
    *ret_day = (struct workday){.first_in = WORKDAY_NO_PUNCH, .last_out = WORKDAY_NO_PUNCH};
    find_ends(duties, punches, ret_day, ret_roles);
    if (duties[OWN].kind == DAY_KIND_WORK) {
        judge_work(duties, punches, now, ret_day, ret_roles);
    } else {
        judge_free(duties, punches, now, ret_day, ret_roles);
    }
    if (ret_roles != NULL) {
        name_ends(ret_day, punches, ret_roles);
    }
}
