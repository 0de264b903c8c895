#include "core/records/moves.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/events/log.h"
#include "core/records/corrections.h"
#include "core/records/punches.h"
#include "core/time/clock.h"
#include "core/time/clock_rules.h"
#include "core/users/users.h"
#include "store/events/log.h"
#include "store/person.h"
#include "util/arena.h"
#include "util/buf.h"
#include "util/json_out.h"

#define ARENA_MAX ((size_t)65536)
#define PIECE 64 /* lines that are read at a time */
#define DETAIL_MAX 448 /* bytes: account and reason */
#define MS_PER_S 1000
#define DAY_S 86400

/* A punch that is moved. */
struct moved {
    int64_t seq, time_ms;
    uint32_t userid;
    enum record_status status;
    char username[RECORD_USERNAME_MAX * 4 + 1];
};

struct moving {
    struct core *core;
    const struct actor *by;
    const struct move_order *order;
    struct move_result *result;
    int64_t from_ms, to_ms; /* of the days; both included */
    int64_t oldest_ms, newest_ms; /* that a punch may be moved to */
    struct moved punches[MOVES_MAX];
    size_t count;
    char detail[DETAIL_MAX];
    size_t at; /* of punches, while lines are written */
    bool is_taken_away; /* the line that takes it away is written */
    int64_t new_ms; /* its new time */
};

static void refuse_line(struct moving *moving, int64_t seq, int error) {
    struct move_result *result = moving->result;
    result->refused[result->refused_count++] = (struct move_refusal){.seq = seq, .error = error};
}

static bool is_wanted(const struct moving *moving, const struct record *line) {
    const bool is_corrected = line->kind == RECORD_KIND_CORRECTION;
    const bool is_right_kind = moving->order->what == MOVED_PUNCHES_CORRECTED
                                   ? is_corrected
                                   : !is_corrected && line->kind != RECORD_KIND_IMPORTED;
    return is_right_kind && line->userid != 0 && punches_is_one(line->kind, line->result, line->status) &&
           line->time >= moving->from_ms && line->time <= moving->to_ms;
}

static int check_punch(const struct moving *moving, const struct record *line) {
    struct store_person person;
    const int64_t new_ms = line->time + moving->order->shift_s * MS_PER_S;
    if (new_ms > moving->newest_ms || new_ms < moving->oldest_ms) {
        return E_RANGE;
    }
    int r = store_person_get(moving->core->store, line->userid, &person);
    if (r == E_NOTFOUND || (r == 0 && !store_person_has(&person, line->seq))) {
        return E_USER_UNKNOWN; /* was deleted, even if somebody else has the ID now */
    }
    return r < 0 ? r : users_check_own_hours(moving->core, moving->by, line->userid);
}

static bool is_refusal(int r) {
    return r == E_RANGE || r == E_USER_UNKNOWN || r == E_OWN_HOURS;
}

/* Takes the punch of a line among those that are moved, or refuses it. */
static int take_line(struct moving *moving, const struct record *line) {
    bool is_voided = false;
    if (!is_wanted(moving, line)) {
        return 0;
    }
    int r = corrections_is_voided(moving->core, line, &is_voided);
    if (r < 0 || is_voided) {
        return r;
    }
    r = check_punch(moving, line);
    if (is_refusal(r)) {
        refuse_line(moving, line->seq, r);
        return 0;
    }
    if (r < 0) {
        return r;
    }
    struct moved *moved = &moving->punches[moving->count++];
    *moved = (struct moved){.seq = line->seq, .time_ms = line->time, .userid = line->userid, .status = line->status};
    (void)snprintf(moved->username, sizeof(moved->username), "%s", line->username);
    return 0;
}

static bool is_full(const struct moving *moving) {
    return moving->count + moving->result->refused_count >= MOVES_MAX;
}

/* The lines behind *at; 1: there may be more. */
static int look_piece(struct moving *moving, int64_t *at) {
    _cleanup_(arena_done) struct arena arena;
    struct record lines[PIECE];
    size_t count = 0;
    arena_init(&arena, ARENA_MAX);
    int r = log_read(moving->core, *at, lines, PIECE, &arena, &count);
    for (size_t i = 0; r == 0 && i < count && !is_full(moving); i++) {
        if (lines[i].seq > moving->order->last) {
            return 0;
        }
        *at = lines[i].seq;
        r = take_line(moving, &lines[i]);
    }
    return r < 0 ? r : count == PIECE || is_full(moving);
}

/* Finds the punches of this call. */
static int look_for_punches(struct moving *moving) {
    int64_t at = moving->order->first - 1;
    int r = 1;
    for (int pieces = 0; r == 1 && pieces < MOVES_LOOK / PIECE && !is_full(moving); pieces++) {
        r = look_piece(moving, &at);
    }
    moving->result->next = r == 1 && at < moving->order->last ? at + 1 : 0;
    return r < 0 ? r : 0;
}

static struct record line_of(const struct moving *moving, const struct moved *moved, enum record_kind kind,
                             int64_t time_ms) {
    return (struct record){
        .time = time_ms,
        .kind = kind,
        .userid = moved->userid,
        .username = moved->username,
        .status = moved->status,
        .detail = moving->detail,
    };
}

/* The next punch that is still to be moved; 0: none. Looks again, inside the transaction. */
static int find_next(struct moving *moving) {
    for (; moving->at < moving->count; moving->at++) {
        const struct moved *moved = &moving->punches[moving->at];
        const struct record punch = line_of(moving, moved, RECORD_KIND_ACCESS, moved->time_ms);
        const int64_t new_ms = moved->time_ms + moving->order->shift_s * MS_PER_S;
        bool is_voided = false;
        int r = corrections_is_voided(moving->core, &punch, &is_voided);
        if (r == 0 && !is_voided) {
            r = corrections_free_time(moving->core, moved->userid, new_ms, &moving->new_ms);
        }
        if (r < 0 && r != E_CAPACITY) {
            return r;
        }
        if (r == E_CAPACITY) {
            refuse_line(moving, moved->seq, r);
        } else if (!is_voided) {
            return 1;
        }
    }
    return 0;
}

/* The number of the first line, inside the transaction. */
static int note_first(struct moving *moving) {
    struct store_log_bounds bounds;
    if (moving->result->first_seq != 0) {
        return 0;
    }
    int r = store_log_bounds(moving->core->store, &bounds);
    moving->result->first_seq = bounds.last + 1;
    return r;
}

static int next_line(struct core *core, void *ctx, struct record *ret_line) {
    struct moving *moving = ctx;
    (void)core;
    if (moving->is_taken_away) {
        *ret_line = line_of(moving, &moving->punches[moving->at++], RECORD_KIND_CORRECTION, moving->new_ms);
        moving->is_taken_away = false;
        moving->result->moved++;
        return 1;
    }
    int r = find_next(moving);
    if (r == 1) {
        const struct moved *moved = &moving->punches[moving->at];
        *ret_line = line_of(moving, moved, RECORD_KIND_VOIDED, moved->time_ms);
        moving->is_taken_away = true;
        r = note_first(moving);
        return r < 0 ? r : 1;
    }
    return r;
}

static int audit_moves(struct core *core, const struct moving *moving) {
    _cleanup_(buf_donep) struct buf text = {0};
    json_out_object_begin(&text);
    json_out_key(&text, "firstRecord");
    json_out_int(&text, moving->punches[0].seq);
    json_out_key(&text, "lastRecord");
    json_out_int(&text, moving->punches[moving->count - 1].seq);
    json_out_key(&text, "count");
    json_out_int(&text, (int64_t)moving->result->moved);
    json_out_key(&text, "seconds");
    json_out_int(&text, moving->order->shift_s);
    json_out_key(&text, "reason");
    json_out_string(&text, moving->order->reason);
    json_out_object_end(&text);
    if (buf_failed(&text)) {
        return E_NOMEM;
    }
    return audit_add(core, moving->by, &(struct audit_change){.object = "punches", .after = buf_text(&text)});
}

/* The end of the transaction: which lines it wrote, and the audit row. */
static int end_moves(struct core *core, void *ctx) {
    struct moving *moving = ctx;
    struct store_log_bounds bounds;
    if (moving->result->moved == 0) {
        return 0;
    }
    int r = store_log_bounds(core->store, &bounds);
    moving->result->last_seq = bounds.last;
    return r < 0 ? r : audit_moves(core, moving);
}

static int write_moves(struct moving *moving) {
    const struct log_import import = {.next = next_line, .end = end_moves, .ctx = moving};
    (void)snprintf(moving->detail, sizeof(moving->detail), "%s: %s", moving->by->account, moving->order->reason);
    return log_append_import(moving->core, &import);
}

/* Takes the days out of the order. */
static int set_days(struct moving *moving, const char **ret_field) {
    const struct move_order *order = moving->order;
    struct local_history clock;
    clock_history(moving->core, &clock);
    moving->from_ms = INT64_MIN;
    moving->to_ms = INT64_MAX;
    if (order->from_day != 0) {
        moving->from_ms = local_history_day_start(&clock, local_day_number(order->from_day)) * MS_PER_S;
    }
    if (order->to_day != 0) {
        moving->to_ms = local_history_day_start(&clock, local_day_number(order->to_day) + 1) * MS_PER_S - 1;
    }
    *ret_field = moving->from_ms > moving->to_ms ? "toDay" : order->last < order->first ? "last" : "shift";
    return moving->from_ms > moving->to_ms || order->last < order->first || order->shift_s == 0 ? E_RANGE : 0;
}

int moves_run(struct core *core, const struct actor *by, const struct move_order *order, struct move_result *ret_result,
              const char **ret_field) {
    struct moving moving = {.core = core, .by = by, .order = order, .result = ret_result};
    *ret_result = (struct move_result){.moved = 0};
    int r = set_days(&moving, ret_field);
    if (r < 0) {
        return r;
    }
    *ret_field = NULL;
    moving.newest_ms = core_utc_ms(core);
    moving.oldest_ms = moving.newest_ms - (int64_t)CORRECTIONS_DAYS_MAX * DAY_S * MS_PER_S;
    r = look_for_punches(&moving);
    if (r == 0 && !order->is_dry && moving.count > 0) {
        r = write_moves(&moving);
    }
    if (order->is_dry) {
        ret_result->moved = moving.count;
    }
    return r;
}
