#include "core/records/settled.h"

#include "core/records/punches.h"

static void find_day(struct settled_days *settled, const struct duty_calendar *calendar, int64_t minute) {
    while (settled->at + 1 < calendar->count && minute >= calendar->dates[settled->at].end) {
        settled->at++;
    }
}

void settled_take(struct settled_days *settled, const struct duty_calendar *calendar, const struct store_punch *line) {
    const bool is_voided = line->kind == RECORD_KIND_VOIDED;
    if (!is_voided && line->kind != RECORD_KIND_CORRECTION) {
        return;
    }
    find_day(settled, calendar, punches_minute(line->time_ms));
    int64_t *mark = &settled->marks[settled->at];
    int64_t *change = &settled->changes[settled->at];
    if (is_voided && *mark > 0 && line->time_ms == settled->mark_ms) {
        *mark = 0;
    } else if (!is_voided && line->status == RECORD_STATUS_NONE) {
        *mark = line->seq > *mark ? line->seq : *mark;
        settled->mark_ms = line->time_ms;
    } else {
        *change = line->seq > *change ? line->seq : *change;
    }
}

/* A duty that goes on after midnight has punches of the next day. */
static bool is_overnight(const struct duty_day *day) {
    return day->duty_count > 0 && day->duties[day->duty_count - 1].out_last >= day->end;
}

int64_t settled_line(const struct settled_days *settled, const struct duty_day *days, size_t at) {
    const int64_t mark = settled->marks[at];
    const bool is_later = settled->changes[at] > mark || (is_overnight(&days[at]) && settled->changes[at + 1] > mark);
    return is_later ? 0 : mark;
}
