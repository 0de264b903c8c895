#include "core/records/corrections.h"

#include <stdio.h>

#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/events/log.h"
#include "core/records/duty.h"
#include "core/records/punches.h"
#include "core/time/clock.h"
#include "core/time/clock_rules.h"
#include "core/users/users.h"
#include "store/person.h"
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
    int64_t known; /* as of struct correction */
};

/* A line behind the known ones; the one that is being written is the last. */
struct later_lines {
    int64_t known;
    size_t count;
};

static bool count_later(void *ctx, const struct store_punch *line) {
    struct later_lines *later = ctx;
    later->count += line->seq > later->known;
    return later->count < 2;
}

/* Judging the day again would cost more than looking for lines that are new around it. */
static int check_unchanged(struct core *core, const struct by_hand *hand) {
    struct later_lines later = {.known = hand->known};
    const int64_t around_ms = (int64_t)DUTY_NEAR * DAY_MIN * MIN_S * MS_PER_S;
    if (hand->known == 0) {
        return 0;
    }
    int r = store_log_punches(core->store, hand->line.userid, hand->line.time - around_ms, hand->line.time + around_ms,
                              count_later, &later);
    return r == 0 && later.count > 1 ? E_CHANGED_MEANWHILE : r;
}

static int audit_line(struct core *core, const void *ctx) {
    const struct by_hand *hand = ctx;
    int r = check_unchanged(core, hand);
    if (r < 0) {
        return r;
    }
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
    const char *what = hand->line.status == RECORD_STATUS_NONE ? "day" : "punch";
    (void)snprintf(object, sizeof(object), "%s of user %u", what, (unsigned)hand->line.userid);
    return audit_add(core, hand->by,
                     &(struct audit_change){.object = object,
                                            .before = is_added ? NULL : buf_text(&text),
                                            .after = is_added ? buf_text(&text) : NULL});
}

static int correction_append(struct core *core, const struct actor *by, const struct record *line, const char *reason,
                             int64_t known, int64_t *ret_seq) {
    char detail[DETAIL_MAX];
    struct by_hand hand = {.by = by, .line = *line, .reason = reason, .known = known};
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

int corrections_free_time(struct core *core, uint32_t userid, int64_t at_ms, int64_t *ret_ms) {
    struct free_time free_time = {at_ms};
    const int64_t end_ms = (punches_minute(at_ms) + 1) * MIN_S * MS_PER_S;
    int r = store_log_punches(core->store, userid, at_ms, end_ms, look_past, &free_time);
    if (r == 0 && free_time.at_ms >= end_ms) {
        r = E_CAPACITY;
    }
    *ret_ms = free_time.at_ms;
    return r;
}

static int check_time(struct core *core, const struct correction *correction, int64_t *ret_s, const char **ret_field) {
    struct local_history clock;
    clock_history(core, &clock);
    const int64_t number = local_day_number(correction->day);
    const int64_t today = local_day_number(clock_today(core));
    *ret_s = local_history_moment(&clock, (number * DAY_MIN + correction->minute) * MIN_S);
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

static int add_line(struct core *core, const struct actor *by, const struct correction *correction,
                    enum record_status status, int64_t *ret_seq, const char **ret_field) {
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
    r = corrections_free_time(core, correction->userid, at_s * MS_PER_S, &at_ms);
    if (r < 0) {
        return r;
    }
    const struct record line = {
        .time = at_ms,
        .kind = RECORD_KIND_CORRECTION,
        .userid = user.userid,
        .username = user.username,
        .status = status,
    };
    return correction_append(core, by, &line, correction->reason, correction->known, ret_seq);
}

int corrections_add(struct core *core, const struct actor *by, const struct correction *correction, int64_t *ret_seq,
                    const char **ret_field) {
    const enum record_status status = (enum record_status)correction->status; /* the same words, and one more */
    return add_line(core, by, correction, status, ret_seq, ret_field);
}

int corrections_leave(struct core *core, const struct actor *by, const struct correction *correction, int64_t *ret_seq,
                      const char **ret_field) {
    struct correction day = *correction;
    day.minute = 0;
    return add_line(core, by, &day, RECORD_STATUS_NONE, ret_seq, ret_field);
}

struct voided {
    bool is;
};

static bool look_for_void(void *ctx, const struct store_punch *line) {
    struct voided *voided = ctx;
    voided->is = line->kind == RECORD_KIND_VOIDED;
    return !voided->is;
}

/* Whether a line is of the user who has its ID now. */
static int check_person(struct core *core, const struct record *line) {
    struct store_person person;
    int r = store_person_get(core->store, line->userid, &person);
    return r == 0 && !store_person_has(&person, line->seq) ? E_NOTFOUND : r;
}

int corrections_is_voided(struct core *core, const struct record *punch, bool *ret_is) {
    struct voided voided = {false};
    int r = store_log_punches(core->store, punch->userid, punch->time, punch->time + 1, look_for_void, &voided);
    *ret_is = voided.is;
    return r;
}

/* The line of a punch, or one that left a day as it is. */
static int read_punch(struct core *core, int64_t seq, struct arena *arena, struct record *ret_line) {
    size_t count = 0;
    int r = log_read(core, seq - 1, ret_line, 1, arena, &count);
    if (r < 0) {
        return r;
    }
    const bool is_punch = count == 1 && ret_line->seq == seq && ret_line->userid != 0 &&
                          (ret_line->kind == RECORD_KIND_CORRECTION ||
                           punches_is_one(ret_line->kind, ret_line->result, ret_line->status));
    return is_punch ? check_person(core, ret_line) : E_NOTFOUND;
}

int corrections_void(struct core *core, const struct actor *by, int64_t seq, const char *reason) {
    _cleanup_(arena_done) struct arena arena;
    struct record punch = {0};
    bool is_voided = false;
    arena_init(&arena, ARENA_MAX);
    int r = read_punch(core, seq, &arena, &punch);
    if (r == 0) {
        r = users_check_own_hours(core, by, punch.userid);
    }
    if (r == 0) {
        r = corrections_is_voided(core, &punch, &is_voided);
    }
    if (r < 0 || is_voided) {
        return r;
    }
    const struct record line = {
        .time = punch.time,
        .kind = RECORD_KIND_VOIDED,
        .userid = punch.userid,
        .username = punch.username,
        .status = punch.status,
    };
    return correction_append(core, by, &line, reason, 0, NULL);
}
