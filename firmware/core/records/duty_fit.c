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

/* Whether one duty is over, and its pair as well, before the other begins. */
static bool is_before(const struct duty *one, const struct fit *of_one, const struct duty *other,
                      const struct fit *of_other) {
    return one->off <= other->on && of_one->out < of_other->in;
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

/* Another one that fits beside the best. */
static struct candidate second_of(const struct duty_calendar *calendar, size_t at, const struct shift_answer *answer,
                                  const struct punch_list *punches, const struct duty_choice *before,
                                  const struct candidate *best) {
    struct candidate second = {.is_there = false};
    for (size_t i = 0; best->fit.is_fit && i < answer->count; i++) {
        const struct duty duty = duty_whole(calendar, at, answer->shifts[i]);
        const struct fit fit = fit_of(&duty, punches, before);
        const bool is_beside =
            is_before(&duty, &fit, &best->duty, &best->fit) || is_before(&best->duty, &best->fit, &duty, &fit);
        if (fit.is_fit && is_beside && (!second.is_there || fit.sum < second.fit.sum)) {
            second = (struct candidate){duty, fit, true};
        }
    }
    return second;
}

static void choice_add(struct duty_choice *choice, const struct candidate *candidate, bool is_one_of_several) {
    struct duty *duty = &choice->duties[choice->count];
    *duty = candidate->duty;
    duty->pair_in = candidate->fit.in;
    duty->pair_out = candidate->fit.out;
    duty->has_pair = is_one_of_several && candidate->fit.is_fit;
    choice->fits[choice->count++] = candidate->fit.is_fit;
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
    const bool is_one_of_several = answer->count > 1;
    const struct candidate best = best_of(calendar, at, answer, punches, before);
    const struct candidate second = second_of(calendar, at, answer, punches, before, &best);
    const bool is_second_first = second.is_there && second.duty.on < best.duty.on;
    if (is_second_first) {
        choice_add(&choice, &second, is_one_of_several);
    }
    choice_add(&choice, &best, is_one_of_several);
    if (second.is_there && !is_second_first) {
        choice_add(&choice, &second, is_one_of_several);
    }
    return choice;
}
