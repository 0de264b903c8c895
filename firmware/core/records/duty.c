#include "core/records/duty.h"

#include "core/time/validity.h"

#define DAY_MIN 1440
#define MIN_S 60
#define WEEKDAYS 7
#define EPOCH_WEEKDAY 4 /* 1970-01-01 was a Thursday */

/* Times of a shift lie within a day before its day and three behind its begin. */
static bool is_even(const struct local_rule *rule, int64_t number) {
    struct local_change change;
    const int64_t from_s = local_day_start(rule, number - 1);
    const int64_t to_s = local_day_start(rule, number + 3);
    return local_changes(rule, from_s - 1, &change, 1) == 0 || change.at_s > to_s;
}

void duty_calendar_make(struct duty_calendar *calendar, const struct rules *rules, const struct local_rule *rule,
                        int64_t first, size_t count) {
    calendar->rule = *rule;
    calendar->count = count;
    for (size_t i = 0; i < count; i++) {
        struct duty_date *date = &calendar->dates[i];
        const int64_t number = first + (int64_t)i;
        const int64_t weekday = ((number + EPOCH_WEEKDAY) % WEEKDAYS + WEEKDAYS) % WEEKDAYS;
        date->day = (struct shift_day){.number = number, .date = local_day_of(number), .weekday = (uint8_t)weekday};
        date->day.plan = rules_day_on(rules, date->day.date, (int)weekday);
        date->start = local_day_start(rule, number) / MIN_S;
        date->end = local_day_start(rule, number + 1) / MIN_S;
        date->is_even = is_even(rule, number);
        date->offset_min = local_offset(rule, date->start * MIN_S, NULL);
    }
}

/* The moment of a minute of the day, which may lie in the days around it. */
static int64_t wall_moment(const struct duty_calendar *calendar, size_t at, int64_t minute) {
    const struct duty_date *date = &calendar->dates[at];
    const int64_t wall = date->day.number * DAY_MIN + minute;
    return date->is_even ? wall - date->offset_min : local_moment(&calendar->rule, wall * MIN_S) / MIN_S;
}

/* Puts a break among those before it, in order; those that touch become one. */
static void add_break(struct duty *duty, struct duty_span span) {
    size_t kept = 0;
    for (size_t i = 0; i < duty->break_count; i++) {
        const struct duty_span *other = &duty->breaks[i];
        if (other->from > span.to || other->to < span.from) {
            duty->breaks[kept++] = *other;
        } else {
            span.from = other->from < span.from ? other->from : span.from;
            span.to = other->to > span.to ? other->to : span.to;
        }
    }
    size_t place = kept;
    while (place > 0 && duty->breaks[place - 1].from > span.from) {
        duty->breaks[place] = duty->breaks[place - 1];
        place--;
    }
    duty->breaks[place] = span;
    duty->break_count = kept + 1;
}

static void make_breaks(struct duty *duty, const struct duty_calendar *calendar, size_t at) {
    const struct shift *shift = duty->shift;
    for (size_t i = 0; i < DUTY_BREAKS; i++) {
        int64_t start = shift->break_start[i];
        int64_t end = shift->break_end[i];
        if (start == end) {
            continue;
        }
        const bool is_tomorrow = start < shift->on_duty;
        end += (end < start ? DAY_MIN : 0) + (is_tomorrow ? DAY_MIN : 0);
        start += is_tomorrow ? DAY_MIN : 0;
        add_break(duty, (struct duty_span){wall_moment(calendar, at, start), wall_moment(calendar, at, end)});
    }
}

int64_t duty_paid(const struct duty *duty, int64_t from, int64_t to) {
    int64_t paid = to > from ? to - from : 0;
    for (size_t i = 0; i < duty->break_count && paid > 0; i++) {
        const int64_t first = duty->breaks[i].from > from ? duty->breaks[i].from : from;
        const int64_t last = duty->breaks[i].to < to ? duty->breaks[i].to : to;
        paid -= last > first ? last - first : 0;
    }
    return paid;
}

struct free_halves {
    bool first, second;
};

static struct free_halves free_halves(struct duty *duty, const struct leave_list *leaves, uint32_t date) {
    struct free_halves halves = {.first = false};
    for (size_t i = 0; i < leaves->count; i++) {
        const struct leave *leave = &leaves->rows[i];
        if (date < leave->from || date > leave->to) {
            continue;
        }
        if (!duty->is_leave) {
            duty->is_leave = true;
            duty->leave_kind = leave->kind;
        }
        halves.first = halves.first || leave->half != LEAVE_HALF_SECOND;
        halves.second = halves.second || leave->half != LEAVE_HALF_FIRST;
    }
    return halves;
}

static void take_leave(struct duty *duty, const struct duty_calendar *calendar, size_t at,
                       const struct leave_list *leaves) {
    const struct shift *shift = duty->shift;
    const struct free_halves halves = free_halves(duty, leaves, calendar->dates[at].day.date);
    const int64_t on = shift->on_duty;
    const int64_t half = wall_moment(calendar, at, on + (shift_end(shift) - on) / 2);
    const int64_t middle = half < duty->off ? half : duty->off; /* the clock may leave that out, too */
    if (halves.first && halves.second) {
        duty->kind = DAY_KIND_ON_LEAVE;
        duty->leave = (uint32_t)duty_paid(duty, duty->on, duty->off);
        duty->planned = 0;
        return;
    }
    if (halves.first) {
        duty->leave = (uint32_t)duty_paid(duty, duty->on, middle);
        duty->on = middle;
        duty->in_last = middle + shift->in_after;
    }
    if (halves.second) {
        duty->leave = (uint32_t)duty_paid(duty, middle, duty->off);
        duty->off = middle;
        duty->out_first = middle - shift->out_before;
    }
    duty->planned = (uint32_t)duty_paid(duty, duty->on, duty->off);
}

static void make_work(struct duty *duty, const struct duty_calendar *calendar, size_t at,
                      const struct leave_list *leaves) {
    const struct shift *shift = duty->shift;
    duty->on = duty->whole_on = wall_moment(calendar, at, shift->on_duty);
    duty->off = duty->whole_off = wall_moment(calendar, at, shift_end(shift));
    duty->in_first = duty->on - shift->in_before;
    duty->in_last = duty->on + shift->in_after;
    duty->out_first = duty->off - shift->out_before;
    duty->out_last = duty->off + shift->out_after;
    make_breaks(duty, calendar, at);
    take_leave(duty, calendar, at, leaves);
}

void duty_make(struct duty *duty, const struct duty_calendar *calendar, size_t at, const struct duty_person *person) {
    const struct duty_date *date = &calendar->dates[at];
    *duty = (struct duty){
        .kind = DAY_KIND_NONE, .holiday = date->day.plan.holiday, .day_start = date->start, .day_end = date->end};
    if (!validity_holds(person->valid_from, person->valid_to, date->day.date)) {
        return;
    }
    const struct shift_answer answer = shift_at(&person->holder, &date->day);
    if (answer.shift == NULL) {
        return;
    }
    duty->shift = answer.shift;
    if (answer.is_worked) {
        duty->kind = DAY_KIND_WORK;
        make_work(duty, calendar, at, &person->leaves);
        return;
    }
    duty->kind = duty->holiday != 0 && !answer.shift->on_holidays ? DAY_KIND_HOLIDAY : DAY_KIND_REST;
}
