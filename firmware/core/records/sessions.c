#include "core/records/sessions.h"

#define OUT_WITHIN_MIN 960 /* an OUT ends a session that began so long before it */
#define PAUSE_MAX_MIN DUTY_REACH_MIN /* a longer one ends it */

static int64_t minute_at(const struct workday_asked *asked, size_t i) {
    return asked->punches.rows[i].minute;
}

/* The end of the calendar day of a minute. */
static int64_t day_end(const struct workday_asked *asked, int64_t minute) {
    const struct duty_day *days = asked->days + asked->at - DUTY_NEAR;
    size_t day = 0;
    while (day + 1 < WORKDAY_DAYS && minute >= days[day].end) {
        day++;
    }
    return days[day].end;
}

/* An OUT that ends the session which begins with a punch. */
static bool is_out(const struct workday_asked *asked, size_t first, size_t i) {
    switch (asked->reading) {
        case PUNCH_READING_ENDS: return false;
        case PUNCH_READING_TURNS: return minute_at(asked, i) - minute_at(asked, first) > WORKDAY_REPEAT_MIN;
        case PUNCH_READING_KEYS: break;
    }
    return asked->punches.rows[i].status == RECORD_STATUS_OUT && minute_at(asked, i) > minute_at(asked, first);
}

/* The first OUT that ends a session which begins with a punch; its own place when there is none. */
static size_t find_out(const struct workday_asked *asked, size_t first) {
    const int64_t begin = minute_at(asked, first);
    for (size_t i = first + 1; i < asked->punches.count && asked->owners[i] == 0; i++) {
        if (minute_at(asked, i) - begin > OUT_WITHIN_MIN) {
            break;
        }
        if (is_out(asked, first, i)) {
            return i;
        }
    }
    return first;
}

/* Whether a punch is the OUT that ended a session once more, in the same minute or the next. */
static bool is_repeated(const struct workday_asked *asked, size_t i, int64_t end) {
    return i < asked->punches.count && asked->owners[i] == 0 && minute_at(asked, i) - end <= WORKDAY_REPEAT_MIN &&
           (asked->reading == PUNCH_READING_TURNS || asked->punches.rows[i].status == RECORD_STATUS_OUT);
}

/* The last punch of a session without such an OUT; a later OUT ends it too. */
static size_t find_last(const struct workday_asked *asked, size_t first) {
    const int64_t end = day_end(asked, minute_at(asked, first));
    size_t last = first;
    while (!is_out(asked, first, last) && last + 1 < asked->punches.count && asked->owners[last + 1] == 0 &&
           (minute_at(asked, last + 1) - minute_at(asked, last) <= PAUSE_MAX_MIN || minute_at(asked, last + 1) < end)) {
        last++;
    }
    return last;
}

bool session_next(const struct workday_asked *asked, size_t from, struct session *ret_session) {
    size_t first = from;
    while (first < asked->punches.count && asked->owners[first] != 0) {
        first++;
    }
    if (first >= asked->punches.count) {
        return false;
    }
    const size_t out = find_out(asked, first);
    size_t last = out > first ? out : find_last(asked, first);
    const bool is_ended = is_out(asked, first, last);
    const int64_t end = minute_at(asked, last);
    while (is_ended && is_repeated(asked, last + 1, end)) {
        last++;
    }
    *ret_session = (struct session){first, last, is_ended};
    return true;
}

bool session_is_single(const struct workday_asked *asked, const struct session *session) {
    return minute_at(asked, session->last) - minute_at(asked, session->first) <= WORKDAY_REPEAT_MIN;
}

bool session_is_open(const struct workday_asked *asked, const struct session *session) {
    return !session->is_ended && asked->now < minute_at(asked, session->first) + OUT_WITHIN_MIN;
}

bool session_is_of_day(const struct workday_asked *asked, const struct session *session) {
    const struct duty_day *day = &asked->days[asked->at];
    const int64_t minute = minute_at(asked, session->first);
    return minute >= day->start && minute < day->end;
}
