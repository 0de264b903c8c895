/* The time that somebody was there from a first punch to a last one, without times out and breaks. Pure; docs/rules.md, "A day at work"
 * and "Breaks". Inside core/records only. Moments are minutes since 1970 UTC. */
#ifndef POSTERN_CORE_RECORDS_STAY_H
#define POSTERN_CORE_RECORDS_STAY_H

#include "core/records/duty.h"

struct stay {
    int64_t from, to; /* first and last punch */
    int64_t on, off; /* the duty: what of the stay is paid */
    int64_t whole_on, whole_off; /* what is before and after is overtime */
    int64_t out; /* minutes out, all in all */
    int64_t paid_out, out_before, out_after; /* those of them in the duty, before `whole_on` and after `whole_off` */
    const struct shift *shift; /* rule of the breaks; NULL without breaks */
    struct duty_breaks breaks;
    struct duty_span around[DUTY_BREAKS]; /* where a time out counts as that break */
    int64_t out_around[DUTY_BREAKS], out_within[DUTY_BREAKS]; /* minutes out around each break, and at its time */
    struct stay_nights {
        const struct duty_span *spans;
        size_t count;
    } nights;
    int64_t night_paid, night_before,
        night_after; /* minutes there in a night: in the duty, before `whole_on`, after `whole_off` */
    int64_t night_breaks[DUTY_BREAKS]; /* of each break at its time */
};

/* A stay for which nothing is out yet. The whole duty is the duty until it is set otherwise. `breaks` may be NULL. */
struct stay stay_of(struct duty_span presence, struct duty_span duty, const struct shift *shift,
                    const struct duty_breaks *breaks);

/* Says when it is night; no night overlaps another. Before the first time out. */
void stay_set_nights(struct stay *stay, struct stay_nights nights);

/* Adds a time out. Each lies in the stay, and none overlaps another. */
void stay_add_out(struct stay *stay, struct duty_span out);

/* Minutes of the duty in which the person was there, without breaks. */
int64_t stay_paid(const struct stay *stay);

/* How many of the paid ones lie in a night. */
int64_t stay_paid_night(const struct stay *stay);

/* Minutes there before `whole_on` and after `whole_off`. */
int64_t stay_before(const struct stay *stay);
int64_t stay_after(const struct stay *stay);

/* Minutes of a span that lie between two moments. */
int64_t span_within(struct duty_span span, int64_t from, int64_t to);

#endif
