#include "core/records/punches.h"

#define MINUTE_MS INT64_C(60000)

struct punches punches_into(struct punch *rows, size_t room) {
    return (struct punches){.rows = rows, .room = room, .time_ms = INT64_MIN};
}

int64_t punches_minute(int64_t time_ms) {
    return (time_ms >= 0 ? time_ms : time_ms - (MINUTE_MS - 1)) / MINUTE_MS;
}

bool punches_is_one(enum record_kind kind, enum record_result result, enum record_status status) {
    const bool is_let_in = kind == RECORD_KIND_ACCESS && result == RECORD_RESULT_GRANTED;
    return (is_let_in || kind == RECORD_KIND_CORRECTION || kind == RECORD_KIND_IMPORTED) &&
           status != RECORD_STATUS_NONE;
}

bool punches_take(struct punches *punches, const struct store_punch *line) {
    if (line->time_ms != punches->time_ms) {
        punches->time_ms = line->time_ms;
        punches->same = punches->count;
        punches->is_voided = false;
    }
    if (line->kind == RECORD_KIND_VOIDED) {
        punches->is_voided = true;
        punches->count = punches->same;
    }
    punches->is_cut = punches->is_cut || ++punches->lines > PUNCHES_LINES_MAX;
    if (punches->is_cut || punches->is_voided || !punches_is_one(line->kind, line->result, line->status)) {
        return !punches->is_cut;
    }
    if (punches->count == punches->room) {
        punches->is_cut = true;
        return false;
    }
    punches->rows[punches->count++] = (struct punch){
        .minute = punches_minute(line->time_ms),
        .offset_min = line->offset_min,
        .status = line->status,
        .is_added = line->kind == RECORD_KIND_CORRECTION,
    };
    return true;
}
