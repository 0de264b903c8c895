#include "core/records/workday.h"

#include <stdlib.h>

#include "core/records/sessions.h"
#include "core/records/stay.h"

/* The punches of one duty, first to last. */
struct duty_punches {
    const struct workday_asked *asked;
    const struct duty *duty;
    workday_owner owner;
    size_t count, first, last; /* places; undefined without any */
};

static const struct punch *punch_at(const struct workday_asked *asked, size_t i) {
    return &asked->punches.rows[i];
}

static struct duty_punches punches_of(const struct workday_asked *asked, size_t part, struct workday *day) {
    struct duty_punches own = {
        .asked = asked, .duty = &asked->days[asked->at].duties[part], .owner = workday_owner_of(asked->at, part)};
    for (size_t i = 0; i < asked->punches.count; i++) {
        if (asked->owners[i] == own.owner) {
            own.first = own.count == 0 ? i : own.first;
            own.last = i;
            own.count++;
            day->is_corrected = day->is_corrected || punch_at(asked, i)->is_added;
        }
    }
    return own;
}

/* The first and the last punch; a single one is the check-in or the check-out, whichever is closer. */
static void find_ends(const struct duty_punches *own, struct workday *day) {
    if (own->count == 0) {
        return;
    }
    const int64_t first = punch_at(own->asked, own->first)->minute;
    const int64_t last = punch_at(own->asked, own->last)->minute;
    if (last - first > WORKDAY_REPEAT_MIN) {
        day->first_in = first;
        day->last_out = last;
    } else if (llabs(first - own->duty->on) <= llabs(first - own->duty->off)) {
        day->first_in = first;
    } else {
        day->last_out = last;
    }
}

static void mark_outside(const struct duty *duty, struct workday *day) {
    day->is_in_outside =
        day->first_in != WORKDAY_NO_PUNCH && (day->first_in < duty->in_first || day->first_in > duty->in_last);
    day->is_out_outside = !day->is_open && day->last_out != WORKDAY_NO_PUNCH &&
                          (day->last_out < duty->out_first || day->last_out > duty->out_last);
}

static int64_t at_most(int64_t minutes, int64_t most) {
    return minutes < most ? minutes : most;
}

/* How late or early: all the minutes, none within the grace, never more than the duty or the core time. */
static uint32_t beyond_grace(const struct duty *duty, int64_t minutes, uint16_t grace) {
    return minutes > grace ? (uint32_t)at_most(minutes, duty->core_off - duty->core_on) : 0;
}

static uint32_t whole_steps(int64_t minutes, uint8_t step) {
    return (uint32_t)(minutes / step * step);
}

static uint32_t overtime_of(int64_t minutes, uint16_t least, uint8_t step) {
    return least > 0 && minutes >= least ? whole_steps(minutes, step) : 0;
}

/* Reads punch by punch who goes out. By turns, repeats count once. */
struct turns {
    size_t count;
    int64_t minute; /* of the last one that counted */
};

enum turn { TURN_IN, TURN_OUT, TURN_REPEATED };

static enum turn next_turn(struct turns *turns, const struct workday_asked *asked, size_t i) {
    const struct punch *punch = punch_at(asked, i);
    switch (asked->reading) {
        case PUNCH_READING_KEYS: return punch->status == RECORD_STATUS_OUT ? TURN_OUT : TURN_IN;
        case PUNCH_READING_ENDS: return TURN_IN;
        case PUNCH_READING_TURNS: break;
    }
    if (turns->count > 0 && punch->minute - turns->minute <= WORKDAY_REPEAT_MIN) {
        return TURN_REPEATED;
    }
    turns->minute = punch->minute;
    return turns->count++ % 2 == 0 ? TURN_IN : TURN_OUT;
}

/* Times out: from an OUT to the next punch of the duty with another status. Returns how many punches took turns. */
static size_t take_outs(const struct duty_punches *own, const struct workday *day, struct stay *stay,
                        enum punch_role *roles) {
    struct turns turns = {.count = 0};
    bool is_out = false;
    size_t out = 0;
    for (size_t i = own->first; i <= own->last; i++) {
        const struct punch *punch = punch_at(own->asked, i);
        if (own->asked->owners[i] != own->owner) {
            continue;
        }
        const bool is_within = punch->minute > day->first_in && punch->minute < day->last_out;
        const enum turn turn = next_turn(&turns, own->asked, i);
        if (turn == TURN_OUT) {
            out = is_within && !is_out ? i : out;
            is_out = is_out || is_within;
        } else if (turn == TURN_IN && is_out) {
            stay_add_out(stay, (struct duty_span){punch_at(own->asked, out)->minute, punch->minute});
            is_out = false;
            if (roles != NULL) {
                roles[out] = PUNCH_ROLE_WENT_OUT;
                roles[i] = punch->minute < day->last_out ? PUNCH_ROLE_CAME_BACK : roles[i];
            }
        }
    }
    return turns.count;
}

/* The nights in which punches of the day may lie. */
static struct stay_nights nights_near(const struct workday_asked *asked) {
    const bool has_nights = asked->nights != NULL;
    return (struct stay_nights){has_nights ? asked->nights + asked->at - DUTY_NEAR : NULL,
                                has_nights ? WORKDAY_DAYS : 0};
}

static uint32_t night_of(int64_t minutes, uint32_t worked) {
    return (uint32_t)at_most(minutes, worked);
}

static void judge_overtime(const struct stay *stay, const struct shift *shift, struct workday *day) {
    const uint32_t before = day->first_in == WORKDAY_NO_PUNCH
                                ? 0
                                : overtime_of(stay_before(stay), shift->overtime_before, shift->overtime_step);
    const uint32_t after = day->last_out == WORKDAY_NO_PUNCH
                               ? 0
                               : overtime_of(stay_after(stay), shift->overtime_after, shift->overtime_step);
    const int64_t night =
        stay_paid_night(stay) + (before > 0 ? stay->night_before : 0) + (after > 0 ? stay->night_after : 0);
    day->overtime = before + after;
    day->worked = (uint32_t)stay_paid(stay) + day->overtime;
    day->night = night_of(night, day->worked);
}

/* From the first punch to the last. A missing one counts as being so late or early as the shift says. */
static struct duty_span presence_of(const struct duty *duty, const struct workday *day) {
    struct duty_span there = {day->first_in, day->last_out};
    if (day->first_in == WORKDAY_NO_PUNCH) {
        there.from = at_most(duty->on + day->late, day->last_out);
    } else if (day->last_out == WORKDAY_NO_PUNCH) {
        const int64_t until = duty->off - day->early;
        there.to = until > day->first_in ? until : day->first_in;
    }
    return there;
}

static void judge_late(const struct duty *duty, struct workday *day) {
    const int64_t length = duty->off - duty->on;
    day->late = day->first_in != WORKDAY_NO_PUNCH
                    ? beyond_grace(duty, day->first_in - duty->core_on, duty->shift->late_grace)
                    : (uint32_t)at_most(duty->shift->missing_in, length);
    day->early = day->last_out != WORKDAY_NO_PUNCH
                     ? beyond_grace(duty, duty->core_off - day->last_out, duty->shift->early_grace)
                     : (uint32_t)at_most(duty->shift->missing_out, length);
}

static void judge_presence(const struct duty_punches *own, struct workday *day, enum punch_role *roles) {
    const struct duty *duty = own->duty;
    const bool is_complete = day->first_in != WORKDAY_NO_PUNCH && day->last_out != WORKDAY_NO_PUNCH;
    judge_late(duty, day);
    struct stay stay =
        stay_of(presence_of(duty, day), (struct duty_span){duty->on, duty->off}, duty->shift, &duty->breaks);
    stay.whole_on = duty->whole_on;
    stay.whole_off = duty->whole_off;
    stay_set_nights(&stay, nights_near(own->asked));
    if (is_complete) {
        day->is_odd = take_outs(own, day, &stay, roles) % 2 != 0;
        day->out_time = (uint32_t)stay.out;
        day->in_time = (uint32_t)(day->last_out - day->first_in - stay.out);
    }
    judge_overtime(&stay, duty->shift, day);
}

/* Until the duty is over nothing is missing, and who was there has not left too early yet. */
static void judge_open(const struct duty_punches *own, struct workday *day, enum punch_role *roles) {
    const struct duty *duty = own->duty;
    const bool is_complete = day->first_in != WORKDAY_NO_PUNCH && day->last_out != WORKDAY_NO_PUNCH;
    if (is_complete) {
        judge_presence(own, day, roles);
        day->early = day->last_out < duty->out_first || shift_is_flexible(duty->shift) ? 0 : day->early;
    } else if (day->first_in != WORKDAY_NO_PUNCH) {
        day->late = beyond_grace(duty, day->first_in - duty->core_on, duty->shift->late_grace);
    }
}

static int32_t balance_of(const struct duty *duty, const struct workday *day) {
    return shift_is_flexible(duty->shift) ? (int32_t)day->worked - (int32_t)duty->planned : 0;
}

/* Nobody came. Where only the week has a target and there is no core time, that is no absence. */
static void judge_away(const struct duty *duty, struct workday *day) {
    day->is_absent = duty->shift->kind != SHIFT_KIND_WEEK_TARGET || duty->core_on < duty->core_off;
    day->absence = day->is_absent ? duty->planned : 0;
    day->balance = balance_of(duty, day);
}

static void judge_closed(const struct duty_punches *own, struct workday *day, enum punch_role *roles) {
    const struct shift *shift = own->duty->shift;
    if (own->count == 0) {
        judge_away(own->duty, day);
        return;
    }
    day->is_missing_in = day->first_in == WORKDAY_NO_PUNCH;
    day->is_missing_out = day->last_out == WORKDAY_NO_PUNCH;
    const bool is_unsettled =
        (day->is_missing_in && shift->missing_in == 0) || (day->is_missing_out && shift->missing_out == 0);
    if (!is_unsettled) {
        judge_presence(own, day, roles);
        day->balance = balance_of(own->duty, day);
    }
}

/* What each punch of the duty is, but for times out. */
static void name_roles(const struct duty_punches *own, const struct workday *day, enum punch_role *roles) {
    for (size_t i = own->first; own->count > 0 && i <= own->last; i++) {
        if (own->asked->owners[i] != own->owner) {
            continue;
        }
        const int64_t minute = punch_at(own->asked, i)->minute;
        roles[i] = shift_is_flexible(own->duty->shift) ? PUNCH_ROLE_BETWEEN
                   : minute <= own->duty->in_last      ? PUNCH_ROLE_CHECK_IN
                   : minute >= own->duty->out_first    ? PUNCH_ROLE_CHECK_OUT
                                                       : PUNCH_ROLE_BETWEEN;
    }
    if (day->first_in != WORKDAY_NO_PUNCH) {
        roles[own->first] = PUNCH_ROLE_FIRST_IN;
    }
    if (day->last_out != WORKDAY_NO_PUNCH) {
        roles[own->last] = PUNCH_ROLE_LAST_OUT;
    }
}

static struct workday judge_duty(const struct workday_asked *asked, size_t part, enum punch_role *roles) {
    struct workday day = {.first_in = WORKDAY_NO_PUNCH, .last_out = WORKDAY_NO_PUNCH};
    const struct duty_punches own = punches_of(asked, part, &day);
    find_ends(&own, &day);
    day.is_open = asked->now <= own.duty->out_last;
    mark_outside(own.duty, &day);
    if (roles != NULL) {
        name_roles(&own, &day, roles);
    }
    if (day.is_open) {
        judge_open(&own, &day, roles);
    } else {
        judge_closed(&own, &day, roles);
    }
    return day;
}

static void add_duty(struct workday *day, const struct workday *duty) {
    day->is_open = day->is_open || duty->is_open;
    day->is_missing_in = day->is_missing_in || duty->is_missing_in;
    day->is_missing_out = day->is_missing_out || duty->is_missing_out;
    day->is_absent = day->is_absent && duty->is_absent;
    day->is_in_outside = day->is_in_outside || duty->is_in_outside;
    day->is_out_outside = day->is_out_outside || duty->is_out_outside;
    day->is_odd = day->is_odd || duty->is_odd;
    day->is_corrected = day->is_corrected || duty->is_corrected;
    day->first_in = day->first_in == WORKDAY_NO_PUNCH ? duty->first_in : day->first_in;
    day->last_out = duty->last_out == WORKDAY_NO_PUNCH ? day->last_out : duty->last_out;
    day->in_time += duty->in_time;
    day->out_time += duty->out_time;
    day->late += duty->late;
    day->early += duty->early;
    day->worked += duty->worked;
    day->overtime += duty->overtime;
    day->night += duty->night;
    day->absence += duty->absence;
    day->balance += duty->balance;
}

/* The sessions of a day on the way through them. */
struct sessions {
    size_t count;
    int64_t first; /* punch of the first session */
    int64_t from, to; /* of those with more than one punch; WORKDAY_NO_PUNCH: none */
    size_t to_place;
    int64_t in_time;
    bool is_open, has_single, is_corrected;
};

/* What the punches of a session are: the first and the last of the day, and between two sessions the person was out. */
static void name_session(const struct sessions *before, const struct session *one, bool is_single,
                         enum punch_role *roles) {
    for (size_t i = one->first; i <= one->last; i++) {
        roles[i] = PUNCH_ROLE_BETWEEN;
    }
    if (!is_single) {
        if (before->to != WORKDAY_NO_PUNCH) {
            roles[before->to_place] = PUNCH_ROLE_WENT_OUT;
        }
        roles[one->first] = PUNCH_ROLE_CAME_BACK;
        roles[one->last] = PUNCH_ROLE_LAST_OUT;
    }
    if (before->count == 0) {
        roles[one->first] = PUNCH_ROLE_FIRST_IN;
    }
}

static struct sessions sessions_of(const struct workday_asked *asked, enum punch_role *roles) {
    struct sessions all = {.from = WORKDAY_NO_PUNCH, .to = WORKDAY_NO_PUNCH};
    struct session one;
    for (size_t i = 0; session_next(asked, i, &one); i = one.last + 1) {
        if (!session_is_of_day(asked, &one)) {
            continue;
        }
        const int64_t from = punch_at(asked, one.first)->minute;
        const int64_t to = punch_at(asked, one.last)->minute;
        const bool is_single = session_is_single(asked, &one);
        if (roles != NULL) {
            name_session(&all, &one, is_single, roles);
        }
        for (size_t n = one.first; n <= one.last; n++) {
            all.is_corrected = all.is_corrected || punch_at(asked, n)->is_added;
        }
        all.first = all.count++ == 0 ? from : all.first;
        all.is_open = all.is_open || session_is_open(asked, &one);
        all.has_single = all.has_single || is_single;
        if (!is_single) {
            all.from = all.from == WORKDAY_NO_PUNCH ? from : all.from;
            all.to = to;
            all.to_place = one.last;
            all.in_time += to - from;
        }
    }
    return all;
}

/* The time of the sessions; breaks are taken off as from a duty that lasts from the first to the last of them. */
static struct stay stay_in(const struct workday_asked *asked, const struct sessions *all) {
    const struct duty_day *day = &asked->days[asked->at];
    const struct duty_span whole = {all->from, all->to};
    struct stay stay = stay_of(whole, whole, day->shift, &day->rest_breaks);
    stay_set_nights(&stay, nights_near(asked));
    int64_t end = WORKDAY_NO_PUNCH;
    struct session one;
    for (size_t i = 0; session_next(asked, i, &one); i = one.last + 1) {
        if (!session_is_of_day(asked, &one) || session_is_single(asked, &one)) {
            continue;
        }
        if (end != WORKDAY_NO_PUNCH) {
            stay_add_out(&stay, (struct duty_span){end, punch_at(asked, one.first)->minute});
        }
        end = punch_at(asked, one.last)->minute;
    }
    return stay;
}

/* What counts of the time outside any duty: beside the span of flexible hours nothing. */
static uint32_t worked_outside(const struct duty_day *asks, const struct stay *stay) {
    const int64_t paid = stay_paid(stay);
    if (asks->shift == NULL) {
        return (uint32_t)paid;
    }
    const bool is_beside = asks->kind == DAY_KIND_WORK && shift_is_flexible(asks->shift);
    return is_beside ? 0 : whole_steps(paid, asks->shift->overtime_step);
}

/* Adds what was worked outside any duty. */
static void add_sessions(const struct workday_asked *asked, struct workday *day, enum punch_role *roles) {
    const struct duty_day *asks = &asked->days[asked->at];
    const struct sessions all = sessions_of(asked, roles);
    const bool is_work = asks->kind == DAY_KIND_WORK;
    day->is_open = is_work ? day->is_open : all.is_open || asked->now < asks->end;
    if (all.count == 0) {
        return;
    }
    day->is_corrected = day->is_corrected || all.is_corrected;
    day->is_missing_out = day->is_missing_out || (all.has_single && !day->is_open);
    if (day->first_in == WORKDAY_NO_PUNCH && day->last_out == WORKDAY_NO_PUNCH) {
        day->first_in = all.first;
        day->last_out = all.to;
    }
    if (all.to == WORKDAY_NO_PUNCH) {
        return;
    }
    const struct stay stay = stay_in(asked, &all);
    const uint32_t worked = worked_outside(asks, &stay);
    const bool is_flexible = asks->shift != NULL && shift_is_flexible(asks->shift);
    day->in_time += (uint32_t)all.in_time;
    day->out_time += is_work ? 0 : (uint32_t)(all.to - all.from - all.in_time);
    day->worked += worked;
    day->overtime += asks->shift != NULL && !is_flexible ? worked : 0;
    day->balance += is_flexible && !day->is_open ? (int32_t)worked : 0;
    day->night += night_of(stay_paid_night(&stay), worked);
}

/* Punches that are of no duty and session of the day are of another day, whichever. */
void workday_judge(const struct workday_asked *asked, struct workday *ret_day, struct workday *ret_duties,
                   enum punch_role *ret_roles) {
    const struct duty_day *day = &asked->days[asked->at];
    *ret_day =
        (struct workday){.is_absent = day->duty_count > 0, .first_in = WORKDAY_NO_PUNCH, .last_out = WORKDAY_NO_PUNCH};
    for (size_t i = 0; ret_roles != NULL && i < asked->punches.count; i++) {
        ret_roles[i] = PUNCH_ROLE_OTHER_DAY;
    }
    for (size_t part = 0; part < day->duty_count; part++) {
        const struct workday duty = judge_duty(asked, part, ret_roles);
        add_duty(ret_day, &duty);
        if (ret_duties != NULL) {
            ret_duties[part] = duty;
        }
    }
    add_sessions(asked, ret_day, ret_roles);
}
