#include "core/records/corrections.h"

#include <stdio.h>

#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/events/log.h"
#include "core/records/punches.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/users/users.h"
#include "util/arena.h"
#include "util/buf.h"
#include "util/json_out.h"

#define ARENA_MAX ((size_t)8192)
#define OBJECT_MAX 32
#define DETAIL_MAX 448 /* bytes: account and reason */
#define DAY_MIN 1440
#define MIN_S 60
#define MS_PER_S 1000

/* A line and who caused it, for the transaction that both are of. */
struct by_hand {
    const struct actor *by;
    struct record line;
    const char *reason;
};

static int audit_line(struct core *core, const void *ctx) {
    const struct by_hand *hand = ctx;
    _cleanup_(buf_donep) struct buf text = {0};
    char object[OBJECT_MAX];
    json_out_object_begin(&text);
    json_out_key(&text, "time");
    json_out_int(&text, hand->line.time);
    json_out_key(&text, "status");
    json_out_string(&text, record_status_text_of(hand->line.status));
    json_out_key(&text, "reason");
    json_out_string(&text, hand->reason);
    json_out_object_end(&text);
    if (buf_failed(&text)) {
        return E_NOMEM;
    }
    const bool is_added = hand->line.kind == RECORD_KIND_CORRECTION;
    (void)snprintf(object, sizeof(object), "punch of user %u", (unsigned)hand->line.userid);
    return audit_add(core, hand->by,
                     &(struct audit_change){.object = object,
                                            .before = is_added ? NULL : buf_text(&text),
                                            .after = is_added ? buf_text(&text) : NULL});
}

static int correction_append(struct core *core, const struct actor *by, const struct record *line, const char *reason,
                             int64_t *ret_seq) {
    char detail[DETAIL_MAX];
    struct by_hand hand = {.by = by, .line = *line, .reason = reason};
    (void)snprintf(detail, sizeof(detail), "%s: %s", by->account, reason);
    hand.line.detail = detail;
    return log_append_with(core, &hand.line, audit_line, &hand, ret_seq);
}

/* Milliseconds of a minute at which no line of the user stands: one that was taken away takes all of its time along. */
struct free_time {
    int64_t at_ms;
};

static bool look_past(void *ctx, const struct store_punch *line) {
    struct free_time *free_time = ctx;
    free_time->at_ms += line->time_ms == free_time->at_ms;
    return true;
}

static int find_time(struct core *core, uint32_t userid, int64_t minute_s, int64_t *ret_ms) {
    struct free_time free_time = {minute_s * MS_PER_S};
    const int64_t end_ms = (minute_s + MIN_S) * MS_PER_S;
    int r = store_log_punches(core->store, userid, minute_s * MS_PER_S, end_ms, look_past, &free_time);
    if (r == 0 && free_time.at_ms >= end_ms) {
        r = E_CAPACITY;
    }
    *ret_ms = free_time.at_ms;
    return r;
}

static int check_time(struct core *core, const struct correction *correction, int64_t *ret_s, const char **ret_field) {
    const struct local_rule rule = clock_rule(settings_get(core));
    const int64_t number = local_day_number(correction->day);
    const int64_t today = local_day_number(clock_today(core));
    *ret_s = local_moment(&rule, (number * DAY_MIN + correction->minute) * MIN_S);
    if (number > today || number < today - CORRECTIONS_DAYS_MAX) {
        *ret_field = "day";
        return E_RANGE;
    }
    if (*ret_s * MS_PER_S > core_utc_ms(core)) {
        *ret_field = "minute";
        return E_RANGE;
    }
    return 0;
}

int corrections_add(struct core *core, const struct actor *by, const struct correction *correction, int64_t *ret_seq,
                    const char **ret_field) {
    _cleanup_(arena_done) struct arena arena;
    struct user user;
    int64_t at_s = 0;
    int64_t at_ms = 0;
    arena_init(&arena, ARENA_MAX);
    *ret_field = NULL;
    int r = check_time(core, correction, &at_s, ret_field);
    if (r < 0) {
        return r;
    }
    r = users_get(core, correction->userid, &arena, &user);
    if (r == 0) {
        r = users_check_own_hours(core, by, correction->userid);
    }
    if (r < 0) {
        *ret_field = user_rows[USER_USERID].name;
        return r;
    }
    r = find_time(core, correction->userid, at_s, &at_ms);
    if (r < 0) {
        return r;
    }
    const struct record line = {
        .time = at_ms,
        .kind = RECORD_KIND_CORRECTION,
        .userid = user.userid,
        .username = user.username,
        .status = (enum record_status)correction->status, /* the same words, and one more */
    };
    return correction_append(core, by, &line, correction->reason, ret_seq);
}

struct voided {
    bool is;
};

static bool look_for_void(void *ctx, const struct store_punch *line) {
    struct voided *voided = ctx;
    voided->is = line->kind == RECORD_KIND_VOIDED;
    return !voided->is;
}

/* The line of a punch. */
static int read_punch(struct core *core, int64_t seq, struct arena *arena, struct record *ret_line) {
    size_t count = 0;
    int r = log_read(core, seq - 1, ret_line, 1, arena, &count);
    if (r < 0) {
        return r;
    }
    const bool is_punch = count == 1 && ret_line->seq == seq && ret_line->userid != 0 &&
                          punches_is_one(ret_line->kind, ret_line->result, ret_line->status);
    return is_punch ? 0 : E_NOTFOUND;
}

int corrections_void(struct core *core, const struct actor *by, int64_t seq, const char *reason) {
    _cleanup_(arena_done) struct arena arena;
    struct record punch = {0};
    struct voided voided = {false};
    arena_init(&arena, ARENA_MAX);
    int r = read_punch(core, seq, &arena, &punch);
    if (r == 0) {
        r = users_check_own_hours(core, by, punch.userid);
    }
    if (r == 0) {
        r = store_log_punches(core->store, punch.userid, punch.time, punch.time + 1, look_for_void, &voided);
    }
    if (r < 0 || voided.is) {
        return r;
    }
    const struct record line = {
        .time = punch.time,
        .kind = RECORD_KIND_VOIDED,
        .userid = punch.userid,
        .username = punch.username,
        .status = punch.status,
    };
    return correction_append(core, by, &line, reason, NULL);
}
