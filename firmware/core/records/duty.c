#include "core/records/duty.h"

#include "core/records/duty_impl.h"
#include "core/time/validity.h"

#define DAY_MIN 1440
#define MIN_S 60
#define WEEKDAYS 7
#define EPOCH_WEEKDAY 4 /* 1970-01-01 was a Thursday */

/* Times of a shift lie within a day before its day and three days after it. */
static bool is_even(const struct local_history *clock, int64_t number) {
    return local_history_is_even(clock, local_history_day_start(clock, number - 1),
                                 local_history_day_start(clock, number + 3));
}

void duty_calendar_make(struct duty_calendar *calendar, const struct rules *rules, int64_t first, size_t count) {
    const struct local_history *clock = &calendar->clock;
    calendar->count = count;
    calendar->has_nights = false;
    for (size_t i = 0; i < count; i++) {
        struct duty_date *date = &calendar->dates[i];
        const int64_t number = first + (int64_t)i;
        const int64_t weekday = ((number + EPOCH_WEEKDAY) % WEEKDAYS + WEEKDAYS) % WEEKDAYS;
        date->day = (struct shift_day){.number = number, .date = local_day_of(number), .weekday = (uint8_t)weekday};
        date->day.plan = rules_day_on(rules, date->day.date, (int)weekday);
        date->start = local_history_day_start(clock, number) / MIN_S;
        date->end = local_history_day_start(clock, number + 1) / MIN_S;
        date->is_even = is_even(clock, number);
        date->offset_min = local_history_offset(clock, date->start * MIN_S);
    }
}

/* The moment of a minute of the day, which may lie in the days around it. */
static int64_t wall_moment(const struct duty_calendar *calendar, size_t at, int64_t minute) {
    const struct duty_date *date = &calendar->dates[at];
    const int64_t wall = date->day.number * DAY_MIN + minute;
    return date->is_even ? wall - date->offset_min : local_history_moment(&calendar->clock, wall * MIN_S) / MIN_S;
}

void duty_calendar_set_night(struct duty_calendar *calendar, struct duty_night night) {
    const int64_t end = night.to + (night.to <= night.from ? DAY_MIN : 0);
    calendar->has_nights = night.from != night.to;
    for (size_t i = 0; calendar->has_nights && i < calendar->count; i++) {
        calendar->nights[i] = (struct duty_span){wall_moment(calendar, i, night.from), wall_moment(calendar, i, end)};
    }
}

/* Puts a break among those before it, in order; those that touch become one. */
static void add_break(struct duty_breaks *breaks, struct duty_span span) {
    size_t kept = 0;
    for (size_t i = 0; i < breaks->count; i++) {
        const struct duty_span *other = &breaks->spans[i];
        if (other->from > span.to || other->to < span.from) {
            breaks->spans[kept++] = *other;
        } else {
            span.from = other->from < span.from ? other->from : span.from;
            span.to = other->to > span.to ? other->to : span.to;
        }
    }
    size_t place = kept;
    while (place > 0 && breaks->spans[place - 1].from > span.from) {
        breaks->spans[place] = breaks->spans[place - 1];
        place--;
    }
    breaks->spans[place] = span;
    breaks->count = kept + 1;
}

static struct duty_breaks breaks_on(const struct shift *shift, const struct duty_calendar *calendar, size_t at) {
    struct duty_breaks breaks = {.count = 0};
    for (size_t i = 0; i < DUTY_BREAKS; i++) {
        int64_t start = shift->break_start[i];
        int64_t end = shift->break_end[i];
        if (start == end) {
            continue;
        }
        const bool is_tomorrow = start < shift->on_duty;
        end += (end < start ? DAY_MIN : 0) + (is_tomorrow ? DAY_MIN : 0);
        start += is_tomorrow ? DAY_MIN : 0;
        add_break(&breaks, (struct duty_span){wall_moment(calendar, at, start), wall_moment(calendar, at, end)});
    }
    return breaks;
}

/* Minutes of a span that are in no break. */
static uint32_t paid_of(const struct duty_breaks *breaks, int64_t from, int64_t to) {
    int64_t paid = to > from ? to - from : 0;
    for (size_t i = 0; i < breaks->count && paid > 0; i++) {
        const int64_t first = breaks->spans[i].from > from ? breaks->spans[i].from : from;
        const int64_t last = breaks->spans[i].to < to ? breaks->spans[i].to : to;
        paid -= last > first ? last - first : 0;
    }
    return (uint32_t)paid;
}

struct free_halves {
    bool first, second;
};

static struct free_halves free_halves(struct duty_day *day, const struct leave_list *leaves, uint32_t date) {
    struct free_halves halves = {.first = false};
    for (size_t i = 0; i < leaves->count; i++) {
        const struct leave *leave = &leaves->rows[i];
        if (date < leave->from || date > leave->to) {
            continue;
        }
        if (!day->is_leave) {
            day->is_leave = true;
            day->leave_kind = leave->kind;
        }
        halves.first = halves.first || leave->half != LEAVE_HALF_SECOND;
        halves.second = halves.second || leave->half != LEAVE_HALF_FIRST;
    }
    return halves;
}

/* Minutes that a duty asks for without leave. */
static uint32_t due_of(const struct duty *duty, const struct duty_date *date) {
    return shift_is_flexible(duty->shift) ? shift_target(duty->shift, &date->day)
                                          : paid_of(&duty->breaks, duty->on, duty->off);
}

/* Minutes of the wall, from midnight of the day on which the shift begins. */
struct wall_span {
    int64_t from, to;
};

/* The core time of flexible hours. */
static struct wall_span core_of(const struct shift *shift) {
    struct wall_span core = {shift->core_start, shift->core_end};
    core.to += core.to < core.from ? DAY_MIN : 0;
    if (core.from < shift->on_duty) {
        core.from += DAY_MIN;
        core.to += DAY_MIN;
    }
    return core;
}

static int64_t middle_of(const struct duty_calendar *calendar, size_t at, struct wall_span span, int64_t end) {
    const int64_t half = wall_moment(calendar, at, span.from + (span.to - span.from) / 2);
    return half < end ? half : end; /* the clock may leave that out, too */
}

/* Half of flexible hours is half of the target, and of the core time. */
static uint32_t flexible_halve(struct duty *duty, const struct duty_calendar *calendar, size_t at,
                               struct free_halves halves) {
    const uint32_t whole = due_of(duty, &calendar->dates[at]);
    const int64_t middle = middle_of(calendar, at, core_of(duty->shift), duty->core_off);
    duty->core_on = halves.first ? middle : duty->core_on;
    duty->core_off = halves.second ? middle : duty->core_off;
    const uint32_t leave = halves.first || halves.second ? whole / 2 : 0;
    duty->planned = whole - leave;
    return leave;
}

/* What is due of a duty of which one half may be free. Returns the minutes that are not. */
static uint32_t duty_halve(struct duty *duty, const struct duty_calendar *calendar, size_t at,
                           struct free_halves halves) {
    const struct shift *shift = duty->shift;
    if (shift_is_flexible(shift)) {
        return flexible_halve(duty, calendar, at, halves);
    }
    const struct wall_span hours = {shift->on_duty, shift_end(shift)};
    const int64_t middle = middle_of(calendar, at, hours, duty->off);
    const uint32_t whole = paid_of(&duty->breaks, duty->on, duty->off);
    if (halves.first) {
        duty->on = middle;
        duty->in_last = middle + shift->in_after < duty->out_last ? middle + shift->in_after : duty->out_last;
    }
    if (halves.second) {
        duty->off = middle;
        duty->out_first = middle - shift->out_before > duty->in_first ? middle - shift->out_before : duty->in_first;
    }
    duty->core_on = duty->on;
    duty->core_off = duty->off;
    duty->planned = paid_of(&duty->breaks, duty->on, duty->off);
    return whole - duty->planned;
}

/* Come and go anywhere in the span; late and early go by the core time. */
static void make_flexible(struct duty *duty, const struct duty_calendar *calendar, size_t at) {
    const struct wall_span core = core_of(duty->shift);
    duty->in_last = duty->off;
    duty->out_first = duty->on;
    duty->core_on = wall_moment(calendar, at, core.from);
    duty->core_off = wall_moment(calendar, at, core.to);
}

struct duty duty_whole(const struct duty_calendar *calendar, size_t at, const struct shift *shift) {
    struct duty duty = {.shift = shift};
    duty.on = duty.whole_on = wall_moment(calendar, at, shift->on_duty);
    duty.off = duty.whole_off = wall_moment(calendar, at, shift_end(shift));
    duty.in_first = duty.on - shift->in_before;
    duty.in_last = duty.on + shift->in_after;
    duty.out_first = duty.off - shift->out_before;
    duty.out_last = duty.off + shift->out_after;
    duty.core_on = duty.on;
    duty.core_off = duty.off;
    duty.breaks = breaks_on(shift, calendar, at);
    if (shift_is_flexible(shift)) {
        make_flexible(&duty, calendar, at);
    }
    return duty;
}

static void take_leave(struct duty_day *day, const struct duty_calendar *calendar, size_t at,
                       const struct leave_list *leaves) {
    const struct free_halves halves = free_halves(day, leaves, calendar->dates[at].day.date);
    const bool is_free = halves.first && halves.second;
    for (size_t i = 0; i < day->duty_count; i++) {
        struct duty *duty = &day->duties[i];
        day->leave += is_free ? due_of(duty, &calendar->dates[at]) : duty_halve(duty, calendar, at, halves);
        day->planned += duty->planned;
    }
    if (is_free) {
        day->kind = DAY_KIND_ON_LEAVE;
        day->duty_count = 0;
    }
}

static void make_day(struct duty_day *day, const struct duty_calendar *calendar, size_t at,
                     const struct duty_person *person, const struct duty_choice *choice) {
    const struct duty_date *date = &calendar->dates[at];
    *day = (struct duty_day){
        .kind = DAY_KIND_NONE, .holiday = date->day.plan.holiday, .start = date->start, .end = date->end};
    if (choice->count == 0) {
        return;
    }
    day->shift = choice->duties[0].shift;
    day->second_shift = choice->count > 1 ? choice->duties[1].shift : NULL;
    if (choice->is_worked) {
        day->kind = DAY_KIND_WORK;
        day->duty_count = choice->count;
        for (size_t i = 0; i < choice->count; i++) {
            day->duties[i] = choice->duties[i];
        }
        take_leave(day, calendar, at, &person->leaves);
    } else {
        day->kind = day->holiday != 0 && !day->shift->on_holidays ? DAY_KIND_HOLIDAY : DAY_KIND_REST;
    }
    if (day->kind != DAY_KIND_WORK && day->shift->breaks_on_rest) {
        day->rest_breaks = breaks_on(day->shift, calendar, at);
    }
}

/* The shifts that a day may ask for. */
static void candidates_on(const struct duty_calendar *calendar, size_t at, const struct duty_person *person,
                          struct shift_answer *ret_answer) {
    ret_answer->count = 0;
    if (validity_holds(person->valid_from, person->valid_to, calendar->dates[at].day.date)) {
        shift_at(&person->holder, &calendar->dates[at].day, ret_answer);
    }
}

/* The punches that may fit a duty of a day, which lies within its two days and reaches less than a day around them. */
static struct punch_list punches_near(const struct duty_date *date, const struct punch_list *punches, size_t *first) {
    while (*first < punches->count && punches->rows[*first].minute < date->start - DAY_MIN) {
        ++*first;
    }
    size_t behind = *first;
    while (behind < punches->count && punches->rows[behind].minute < date->end + (int64_t)2 * DAY_MIN) {
        behind++;
    }
    return (struct punch_list){punches->rows + *first, behind - *first};
}

void duty_days_make(const struct duty_calendar *calendar, const struct duty_person *person,
                    const struct punch_list *punches, struct duty_day *ret_days) {
    struct duty_choice before = {.count = 0}; /* of the day before, as it was decided with all punches */
    size_t first = 0;
    for (size_t at = 0; at < calendar->count; at++) {
        struct shift_answer answer;
        candidates_on(calendar, at, person, &answer);
        const struct punch_list near = punches_near(&calendar->dates[at], punches, &first);
        const struct duty_choice alone = duty_choose(calendar, at, &answer, &near, NULL);
        const bool is_again = alone.is_worked && answer.count > 1;
        const struct duty_choice choice = is_again ? duty_choose(calendar, at, &answer, &near, &before) : alone;
        make_day(&ret_days[at], calendar, at, person, &choice);
        before = alone;
    }
}
