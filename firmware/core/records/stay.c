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

void stay_add_out(struct stay *stay, struct duty_span out) {
    stay->out += out.to - out.from;
    stay->paid_out += span_within(out, stay->on, stay->off);
    stay->out_before += span_within(out, INT64_MIN, stay->whole_on);
    stay->out_after += span_within(out, stay->whole_off, INT64_MAX);
    for (size_t i = 0; i < stay->breaks.count; i++) {
        const struct duty_span *span = &stay->breaks.spans[i];
        const int64_t from = span->from > stay->on ? span->from : stay->on;
        const int64_t to = span->to < stay->off ? span->to : stay->off;
        stay->out_within[i] += span_within(out, from, to);
        stay->out_around[i] += span_within(out, stay->around[i].from, stay->around[i].to);
    }
}

/* A break as far as it lies in the duty and in the stay. */
static int64_t break_at_its_time(const struct stay *stay, size_t i) {
    const int64_t from = stay->from > stay->on ? stay->from : stay->on;
    const int64_t to = stay->to < stay->off ? stay->to : stay->off;
    return span_within(stay->breaks.spans[i], from, to);
}

/* Minutes of a break that no time out covers; a punched one may be short by the rule. */
static int64_t break_not_punched(const struct stay *stay, size_t i) {
    const int64_t whole = break_at_its_time(stay, i);
    if (stay->shift->break_rule == BREAK_RULE_FIXED) {
        return whole - stay->out_within[i];
    }
    const bool is_enough = stay->shift->break_rule == BREAK_RULE_AS_PUNCHED && stay->out_around[i] > 0;
    return is_enough || whole < stay->out_around[i] ? 0 : whole - stay->out_around[i];
}

int64_t stay_paid(const struct stay *stay) {
    const struct duty_span presence = {stay->from, stay->to};
    const int64_t there = span_within(presence, stay->on, stay->off) - stay->paid_out;
    int64_t taken = 0;
    for (size_t i = 0; i < stay->breaks.count; i++) {
        taken += break_not_punched(stay, i);
    }
    if (stay->breaks.count == 0 || stay->shift->break_rule == BREAK_RULE_FIXED) {
        return there - taken;
    }
    const int64_t most = there - stay->shift->break_after;
    return there - (taken < most ? taken : most > 0 ? most : 0);
}

int64_t stay_before(const struct stay *stay) {
    const struct duty_span presence = {stay->from, stay->to};
    return span_within(presence, INT64_MIN, stay->whole_on) - stay->out_before;
}

int64_t stay_after(const struct stay *stay) {
    const struct duty_span presence = {stay->from, stay->to};
    return span_within(presence, stay->whole_off, INT64_MAX) - stay->out_after;
}
