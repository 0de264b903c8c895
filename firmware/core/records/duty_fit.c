#include "core/records/duty_impl.h"

#include <stdlib.h>

/* How a duty fits the punches: the pair that is closest to its time on and off duty. */
struct fit {
    bool has_pair, is_fit;
    int64_t in, out; /* minutes of the pair */
    int64_t sum; /* of both distances */
    bool has_near; /* a punch within reach */
    int64_t near; /* distance of the closest one to on or off duty */
    bool is_near_on; /* to on duty */
};

static bool is_used(const struct duty_choice *before, int64_t minute) {
    for (size_t i = 0; before != NULL && i < before->count; i++) {
        const struct duty *duty = &before->duties[i];
        if (before->fits[i] && (minute == duty->pair_in || minute == duty->pair_out)) {
            return true;
        }
    }
    return false;
}

static void consider_near(struct fit *fit, int64_t distance, bool is_on) {
    const bool is_closer = !fit->has_near || distance < fit->near;
    if (is_closer || (distance == fit->near && is_on)) {
        fit->near = distance;
        fit->is_near_on = is_on;
        fit->has_near = true;
    }
}

static struct fit fit_of(const struct duty *duty, const struct punch_list *punches, const struct duty_choice *before) {
    struct fit fit = {.has_pair = false};
    bool has_in = false, has_next = false;
    int64_t in = 0, next = 0; /* closest to on duty: before this minute, and with it */
    int64_t minute_before = INT64_MIN;
    for (size_t i = 0; i < punches->count; i++) {
        const int64_t minute = punches->rows[i].minute;
        if (minute < duty->on - DUTY_REACH_MIN || minute > duty->off + DUTY_REACH_MIN || is_used(before, minute)) {
            continue;
        }
        if (minute != minute_before && has_next) {
            in = next;
            has_in = true;
        }
        minute_before = minute;
        const int64_t to_on = llabs(minute - duty->on);
        const int64_t to_off = llabs(minute - duty->off);
        consider_near(&fit, to_on, true);
        consider_near(&fit, to_off, false);
        const int64_t sum = has_in ? llabs(in - duty->on) + to_off : 0;
        if (has_in && (!fit.has_pair || sum < fit.sum)) {
            fit.has_pair = true;
            fit.in = in;
            fit.out = minute;
            fit.sum = sum;
        }
        if (!has_next || to_on < llabs(next - duty->on)) {
            next = minute;
            has_next = true;
        }
    }
    fit.is_fit = fit.has_pair && fit.in >= duty->in_first && fit.in <= duty->in_last && fit.out >= duty->out_first &&
                 fit.out <= duty->out_last;
    return fit;
}

/* A pair goes before none, then the lesser sum; without pairs the closest punch, to on duty rather than to off duty. The lower number
 * was there first. */
static bool is_better(const struct fit *one, const struct fit *best) {
    if (one->has_pair || best->has_pair) {
        return one->has_pair && (!best->has_pair || one->sum < best->sum);
    }
    if (!one->has_near || !best->has_near) {
        return one->has_near && !best->has_near;
    }
    return one->near != best->near ? one->near < best->near : one->is_near_on && !best->is_near_on;
}

struct candidate {
    struct duty duty;
    struct fit fit;
    bool is_there;
};

static struct candidate best_of(const struct duty_calendar *calendar, size_t at, const struct shift_answer *answer,
                                const struct punch_list *punches, const struct duty_choice *before) {
    struct candidate best = {.is_there = false};
    for (size_t i = 0; i < answer->count; i++) {
        const struct duty duty = duty_whole(calendar, at, answer->shifts[i]);
        const struct fit fit = fit_of(&duty, punches, before);
        if (!best.is_there || is_better(&fit, &best.fit)) {
            best = (struct candidate){duty, fit, true};
        }
    }
    return best;
}

#define CHAIN 4 /* check-in and check-out of the earlier duty, then of the later one */

/* Punches at these minutes, each later than the one before. */
struct chain {
    size_t count;
    int64_t minutes[CHAIN];
    int64_t sum; /* of the distances */
};

/* What a punch of the chain is for. */
struct link {
    int64_t at, first, last; /* time on or off duty; check-in or check-out time */
};

static void links_of(const struct duty *earlier, const struct duty *later, struct link ret_links[CHAIN]) {
    ret_links[0] = (struct link){earlier->on, earlier->in_first, earlier->in_last};
    ret_links[1] = (struct link){earlier->off, earlier->out_first, earlier->out_last};
    ret_links[2] = (struct link){later->on, later->in_first, later->in_last};
    ret_links[3] = (struct link){later->off, later->out_first, later->out_last};
}

/* The lesser sum, then the earlier minutes. */
static bool chain_is_better(const struct chain *one, const struct chain *best) {
    if (best->count == 0 || one->sum != best->sum) {
        return best->count == 0 || one->sum < best->sum;
    }
    for (size_t i = 0; i < one->count; i++) {
        if (one->minutes[i] != best->minutes[i]) {
            return one->minutes[i] < best->minutes[i];
        }
    }
    return false;
}

/* The best chains of each length that end at or before a minute go on with it. */
static void chains_go_on(struct chain best[CHAIN], const struct link links[CHAIN], int64_t minute) {
    for (size_t n = CHAIN; n-- > 0;) {
        struct chain one = {.count = 0};
        if (n > 0) {
            one = best[n - 1];
        }
        if (minute < links[n].first || minute > links[n].last || one.count < n) {
            continue;
        }
        one.minutes[one.count++] = minute;
        one.sum += llabs(minute - links[n].at);
        if (chain_is_better(&one, &best[n])) {
            best[n] = one;
        }
    }
}

/* The four punches that fit two duties best. count 0: none. */
static struct chain chain_of(const struct duty *earlier, const struct duty *later, const struct punch_list *punches,
                             const struct duty_choice *before) {
    struct chain best[CHAIN] = {{.count = 0}};
    struct link links[CHAIN];
    int64_t minute_before = INT64_MIN;
    links_of(earlier, later, links);
    for (size_t i = 0; i < punches->count; i++) {
        const int64_t minute = punches->rows[i].minute;
        if (minute != minute_before && !is_used(before, minute)) {
            chains_go_on(best, links, minute);
        }
        minute_before = minute;
    }
    return best[CHAIN - 1];
}

/* Two duties of the day, with the four punches that fit them. */
struct split {
    struct duty earlier, later;
    struct chain chain; /* count 0: there is none */
};

/* Another candidate beside the best one. */
static struct split split_with(const struct duty_calendar *calendar, size_t at, const struct shift_answer *answer,
                               const struct punch_list *punches, const struct duty_choice *before,
                               const struct candidate *best) {
    struct split split = {.chain = {.count = 0}};
    for (size_t i = 0; best->fit.is_fit && i < answer->count; i++) {
        const struct duty duty = duty_whole(calendar, at, answer->shifts[i]);
        const bool is_earlier = duty.off <= best->duty.on;
        if (!is_earlier && best->duty.off > duty.on) {
            continue;
        }
        struct split one = {.earlier = is_earlier ? duty : best->duty, .later = is_earlier ? best->duty : duty};
        one.chain = chain_of(&one.earlier, &one.later, punches, before);
        if (one.chain.count > 0 && (split.chain.count == 0 || one.chain.sum < split.chain.sum)) {
            split = one;
        }
    }
    return split;
}

static void choice_add(struct duty_choice *choice, const struct duty *duty, int64_t in, int64_t out, bool is_fit,
                       bool is_one_of_several) {
    struct duty *one = &choice->duties[choice->count];
    *one = *duty;
    one->pair_in = in;
    one->pair_out = out;
    one->has_pair = is_one_of_several && is_fit;
    choice->fits[choice->count++] = is_fit;
}

struct duty_choice duty_choose(const struct duty_calendar *calendar, size_t at, const struct shift_answer *answer,
                               const struct punch_list *punches, const struct duty_choice *before) {
    struct duty_choice choice = {.count = 0, .is_worked = answer->count > 0 && answer->is_worked};
    if (answer->count == 0) {
        return choice;
    }
    if (!choice.is_worked) {
        choice.duties[0].shift = answer->shifts[0];
        choice.count = 1;
        return choice;
    }
    const struct candidate best = best_of(calendar, at, answer, punches, before);
    const struct split split = split_with(calendar, at, answer, punches, before, &best);
    if (split.chain.count > 0) {
        const int64_t *minutes = split.chain.minutes;
        choice_add(&choice, &split.earlier, minutes[0], minutes[1], true, true);
        choice_add(&choice, &split.later, minutes[2], minutes[3], true, true);
    } else {
        choice_add(&choice, &best.duty, best.fit.in, best.fit.out, best.fit.is_fit, answer->count > 1);
    }
    return choice;
}
