#include "core/records/stay.h"

int64_t span_within(struct duty_span span, int64_t from, int64_t to) {
    const int64_t first = span.from > from ? span.from : from;
    const int64_t last = span.to < to ? span.to : to;
    return last > first ? last - first : 0;
}

/* Where a time out counts as a break: `flex` minutes around it, in the duty, up to the middle between two breaks. */
static void lay_around(struct stay *stay, int64_t flex) {
    for (size_t i = 0; i < stay->breaks.count; i++) {
        const struct duty_span *span = &stay->breaks.spans[i];
        struct duty_span *around = &stay->around[i];
        *around = (struct duty_span){span->from - flex, span->to + flex};
        if (i > 0 && around->from < stay->around[i - 1].to) {
            const int64_t end = stay->breaks.spans[i - 1].to;
            around->from = stay->around[i - 1].to = end + (span->from - end) / 2;
        }
    }
    for (size_t i = 0; i < stay->breaks.count; i++) {
        struct duty_span *around = &stay->around[i];
        around->from = around->from > stay->on ? around->from : stay->on;
        around->to = around->to < stay->off ? around->to : stay->off;
    }
}

struct stay stay_of(struct duty_span presence, struct duty_span duty, const struct shift *shift,
                    const struct duty_breaks *breaks) {
    struct stay stay = {.from = presence.from,
                        .to = presence.to,
                        .on = duty.from,
                        .off = duty.to,
                        .whole_on = duty.from,
                        .whole_off = duty.to,
                        .shift = shift};
    if (shift != NULL && breaks != NULL) {
        stay.breaks = *breaks;
        lay_around(&stay, shift->break_flex);
    }
    return stay;
}

static int64_t in_nights(const struct stay *stay, struct duty_span span, int64_t from, int64_t to) {
    int64_t minutes = 0;
    span.from = span.from > from ? span.from : from;
    span.to = span.to < to ? span.to : to;
    for (size_t i = 0; i < stay->nights.count; i++) {
        minutes += span_within(span, stay->nights.spans[i].from, stay->nights.spans[i].to);
    }
    return minutes;
}

/* The part of a break that lies in the duty and in the stay. */
static struct duty_span break_at_its_time(const struct stay *stay, size_t i) {
    const struct duty_span *span = &stay->breaks.spans[i];
    const int64_t from = stay->from > stay->on ? stay->from : stay->on;
    const int64_t to = stay->to < stay->off ? stay->to : stay->off;
    return (struct duty_span){span->from > from ? span->from : from, span->to < to ? span->to : to};
}

/* A span of presence counts, a time out is taken off again. */
static void count_nights(struct stay *stay, struct duty_span span, int sign) {
    stay->night_paid += sign * in_nights(stay, span, stay->on, stay->off);
    stay->night_before += sign * in_nights(stay, span, INT64_MIN, stay->whole_on);
    stay->night_after += sign * in_nights(stay, span, stay->whole_off, INT64_MAX);
    for (size_t i = 0; i < stay->breaks.count; i++) {
        const struct duty_span at = break_at_its_time(stay, i);
        stay->night_breaks[i] += sign * in_nights(stay, span, at.from, at.to);
    }
}

void stay_set_nights(struct stay *stay, struct stay_nights nights) {
    stay->nights = nights;
    if (nights.count > 0) {
        count_nights(stay, (struct duty_span){stay->from, stay->to}, 1);
    }
}

void stay_add_out(struct stay *stay, struct duty_span out) {
    stay->out += out.to - out.from;
    stay->paid_out += span_within(out, stay->on, stay->off);
    stay->out_before += span_within(out, INT64_MIN, stay->whole_on);
    stay->out_after += span_within(out, stay->whole_off, INT64_MAX);
    if (stay->nights.count > 0) {
        count_nights(stay, out, -1);
    }
    for (size_t i = 0; i < stay->breaks.count; i++) {
        const struct duty_span *span = &stay->breaks.spans[i];
        const int64_t from = span->from > stay->on ? span->from : stay->on;
        const int64_t to = span->to < stay->off ? span->to : stay->off;
        stay->out_within[i] += span_within(out, from, to);
        stay->out_around[i] += span_within(out, stay->around[i].from, stay->around[i].to);
    }
}

/* Minutes of a break that no time out covers; a punched one may be short by the rule. */
static int64_t break_not_punched(const struct stay *stay, size_t i) {
    const struct duty_span at = break_at_its_time(stay, i);
    const int64_t whole = at.to > at.from ? at.to - at.from : 0;
    if (stay->shift->break_rule == BREAK_RULE_FIXED) {
        return whole - stay->out_within[i];
    }
    const bool is_enough = stay->shift->break_rule == BREAK_RULE_AS_PUNCHED && stay->out_around[i] > 0;
    return is_enough || whole < stay->out_around[i] ? 0 : whole - stay->out_around[i];
}

static int64_t there_in_duty(const struct stay *stay) {
    return span_within((struct duty_span){stay->from, stay->to}, stay->on, stay->off) - stay->paid_out;
}

/* What is taken off for breaks, beside the times out. */
static int64_t breaks_of(const struct stay *stay) {
    int64_t taken = 0;
    for (size_t i = 0; i < stay->breaks.count; i++) {
        taken += break_not_punched(stay, i);
    }
    if (stay->breaks.count == 0 || stay->shift->break_rule == BREAK_RULE_FIXED) {
        return taken;
    }
    const int64_t most = there_in_duty(stay) - stay->shift->break_after;
    return taken < most ? taken : most > 0 ? most : 0;
}

int64_t stay_paid(const struct stay *stay) {
    return there_in_duty(stay) - breaks_of(stay);
}

int64_t stay_paid_night(const struct stay *stay) {
    const int64_t most = breaks_of(stay);
    int64_t taken = 0;
    for (size_t i = 0; i < stay->breaks.count; i++) {
        const int64_t minutes = break_not_punched(stay, i);
        taken += minutes < stay->night_breaks[i] ? minutes : stay->night_breaks[i];
    }
    return stay->night_paid - (taken < most ? taken : most);
}

int64_t stay_before(const struct stay *stay) {
    const struct duty_span presence = {stay->from, stay->to};
    return span_within(presence, INT64_MIN, stay->whole_on) - stay->out_before;
}

int64_t stay_after(const struct stay *stay) {
    const struct duty_span presence = {stay->from, stay->to};
    return span_within(presence, stay->whole_off, INT64_MAX) - stay->out_after;
}
