/* Punches of a table: each row is a line of the log of its own, at its own time, and no punch is there twice. */
#include <stdio.h>
#include <string.h>

#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_times.h"
#include "core/bulk/bulk_work.h"
#include "core/events/log.h"
#include "core/records/punches.h"
#include "core/settings/settings.h"
#include "core/time/status.h"
#include "core/users/credentials.h"
#include "core/users/users.h"
#include "store/events/log_punches.h"
#include "util/arena.h"

#define ARENA_MAX ((size_t)8192) /* a user */
#define SLICE_ROWS 100 /* of a transaction at most: the door's own line waits for it */
#define DETAIL_MAX (STORE_BULK_ACCOUNT_MAX + STORE_BULK_NAME_MAX + 2) /* account and name of the file */
#define MS_PER_S INT64_C(1000)
#define SECOND_BITS 33 /* of a moment from 1970 to 2242 */

/* A user and a second as one number, which is never 0. */
static uint64_t punch_number(uint32_t userid, int64_t time_ms) {
    return (uint64_t)userid << SECOND_BITS | (uint64_t)(time_ms / MS_PER_S);
}

static bool look_for_punch(void *ctx, const struct store_punch *line) {
    bool *is_there = ctx;
    *is_there = punches_is_one(line->kind, line->result, line->status);
    return !*is_there;
}

/* Whether the log has a punch of the user in that second. */
static int find_punch(struct core *core, uint32_t userid, int64_t time_ms, bool *ret_is_there) {
    *ret_is_there = false;
    return store_log_punches(core->store, userid, time_ms, time_ms + MS_PER_S, look_for_punch, ret_is_there);
}

/* The user of a row, who has to be there already. */
static int find_user(struct core *core, struct user_change *change, struct arena *arena, struct user *ret_user) {
    int r = user_gives(change, USER_USERID) ? 0 : users_many_find_there(core, change);
    r = r < 0 ? r : users_get(core, change->values.userid, arena, ret_user);
    return r == E_NOTFOUND ? E_USER_UNKNOWN : r;
}

/* Whose punch it is, and what becomes of it. *reterr names the field of what is wrong with the row. */
static int punch_judge(struct core *core, struct bulk_work *work, struct bulk_record *record, struct arena *arena,
                       struct user *ret_user, enum users_outcome *ret_outcome, struct users_refusal *reterr) {
    bool is_there = false;
    int r = find_user(core, &record->change, arena, ret_user);
    r = r < 0 ? r : users_check_own_hours(core, &work->by, record->change.values.userid);
    if (r == E_USER_UNKNOWN || r == E_OWN_HOURS) {
        reterr->field = user_rows[USER_USERID].name;
    }
    if (r == 0 && record->punch.time_ms > core_utc_ms(core)) {
        reterr->field = bulk_field_text[BULK_FIELD_TIME];
        return E_PUNCH_TO_COME;
    }
    r = r < 0 ? r : find_punch(core, ret_user->userid, record->punch.time_ms, &is_there);
    *ret_outcome = is_there ? USERS_SAME : USERS_ADDED;
    return r;
}

/* The same against the rows before it. */
static int punch_judge_in_file(struct core *core, struct bulk_work *work, struct bulk_record *record,
                               enum users_outcome *ret_outcome, struct users_refusal *reterr) {
    _cleanup_(arena_done) struct arena arena;
    struct user user;
    arena_init(&arena, ARENA_MAX);
    int r = punch_judge(core, work, record, &arena, &user, ret_outcome, reterr);
    r = r < 0 ? r : bulk_seen_add(&work->ids, punch_number(user.userid, record->punch.time_ms), record->line);
    if (r == 0) {
        *ret_outcome = USERS_SAME;
    }
    return r < 0 ? r : 0;
}

int bulk_punch_verify(struct core *core, struct bulk_work *work, struct bulk_record *record,
                      struct users_refusal *reterr) {
    enum users_outcome outcome = USERS_SAME;
    return punch_judge_in_file(core, work, record, &outcome, reterr);
}

/* The moment of a row, by the clock of then, and its status; the schedule gives one where the row has none. */
static int read_punch(struct core *core, struct bulk_work *work, const struct sheet_row *row,
                      struct bulk_record *record, size_t *ret_column) {
    const char *labels[PUNCH_STATUS_COUNT];
    const struct bulk_columns *columns = &work->columns;
    enum record_status status = RECORD_STATUS_NONE;
    int64_t wall_s = 0;
    int r = bulk_punch_time(columns, row, &wall_s, ret_column);
    if (r < 0) {
        return r;
    }
    for (unsigned i = 0; i < PUNCH_STATUS_COUNT; i++) {
        labels[i] = status_label_of(settings_get(core), i);
    }
    *ret_column = bulk_column_of(columns, BULK_FIELD_STATUS);
    r = bulk_status_parse(*ret_column < row->count ? row->cells[*ret_column].text : "", labels, &status);
    record->punch.time_ms = local_history_moment(&work->clock, wall_s) * MS_PER_S;
    record->punch.status =
        status != RECORD_STATUS_NONE ? status : (enum record_status)status_of_time(core, record->punch.time_ms);
    return r;
}

/* The column that a refusal is about: the time may be one with the day. */
static size_t column_of(const struct bulk_columns *columns, const struct users_refusal *refusal) {
    const size_t at = bulk_column_named(columns, refusal->field);
    return at == columns->count && refusal->field == bulk_field_text[BULK_FIELD_TIME]
               ? bulk_column_of(columns, BULK_FIELD_DATE_TIME)
               : at;
}

/* Judges and notes a row that could be read. */
static int check_punch(struct core *core, struct bulk_work *work, const struct sheet_row *row,
                       struct bulk_record *record) {
    enum users_outcome outcome = USERS_SAME;
    struct users_refusal refusal = {0};
    int r = punch_judge_in_file(core, work, record, &outcome, &refusal);
    if (r < 0 && refusal.field != NULL) {
        return bulk_put_bad_cell(core, work, row, record, r, column_of(&work->columns, &refusal));
    }
    if (r < 0) {
        return r;
    }
    bulk_count(&work->state.counts, outcome);
    return bulk_writer_put(&work->rows, record);
}

int bulk_punch_check(struct core *core, struct bulk_work *work) {
    struct sheet_row row;
    size_t column = 0;
    int r = bulk_next_row(work, &row);
    if (r != 1) {
        return r;
    }
    struct bulk_record record = {.line = row.line, .text = "", .cells = work->cells, .field = USER_FIELD_COUNT};
    record.cells_len = bulk_cells_keep(&row, work->cells);
    r = bulk_parse(&work->columns, &row, &work->parsed);
    record.change = work->parsed.change;
    if (r < 0) {
        column = work->parsed.field != USER_FIELD_COUNT ? bulk_column_of_user(&work->columns, work->parsed.field)
                                                        : work->columns.count;
    } else {
        r = read_punch(core, work, &row, &record, &column);
    }
    r = r < 0 ? bulk_put_bad_cell(core, work, &row, &record, r, column) : check_punch(core, work, &row, &record);
    return r < 0 ? r : 1;
}

/* One transaction. */
struct slice {
    struct bulk_work *work;
    struct arena arena; /* the user of the last line */
    int64_t since_ms;
    int64_t bad_before;
    unsigned rows;
    bool is_last;
    char detail[DETAIL_MAX];
};

static bool is_full(struct core *core, const struct slice *slice) {
    return slice->rows == SLICE_ROWS ||
           (slice->rows >= BULK_SLICE_WAITED &&
            (core_mono_ms(core) - slice->since_ms >= BULK_SLICE_MS || store_others_wait(core->store)));
}

/* The line of a record. Returns 1: it is to be added; 0: it is not. */
static int take_line(struct core *core, struct slice *slice, struct bulk_record *record, struct record *ret_line) {
    struct bulk_work *work = slice->work;
    enum users_outcome outcome = USERS_SAME;
    struct users_refusal refusal = {0};
    struct user user;
    arena_done(&slice->arena);
    arena_init(&slice->arena, ARENA_MAX);
    int r = punch_judge(core, work, record, &slice->arena, &user, &outcome, &refusal);
    if (r < 0 && refusal.field != NULL) {
        record->punch = (struct bulk_punch){.time_ms = 0};
        return bulk_put_bad(core, work, record, r, refusal.field);
    }
    if (r < 0) {
        return r;
    }
    bulk_count(&work->state.counts, outcome);
    *ret_line = (struct record){.time = record->punch.time_ms,
                                .kind = RECORD_KIND_IMPORTED,
                                .userid = user.userid,
                                .username = user.username,
                                .status = (enum record_status)record->punch.status,
                                .detail = slice->detail};
    return outcome == USERS_ADDED ? 1 : 0;
}

static int next_line(struct core *core, void *ctx, struct record *ret_line) {
    struct slice *slice = ctx;
    struct bulk_work *work = slice->work;
    int taken = 0;
    while (taken == 0 && !is_full(core, slice)) {
        struct bulk_record record;
        int r = bulk_reader_next(&work->reader, &record);
        if (r <= 0) {
            slice->is_last = r == 0;
            return r;
        }
        slice->rows++;
        work->state.counts.at++;
        taken = take_line(core, slice, &record, ret_line);
    }
    return taken;
}

/* All or none was decided when it began. */
static int end_lines(struct core *core, void *ctx) {
    struct slice *slice = ctx;
    struct bulk_work *work = slice->work;
    work->state.rows_at = work->reader.at;
    int r = work->state.whole ? 0 : bulk_check_holder(core, work->state.kind, &work->by);
    return r < 0 ? r : bulk_slice_end(core, work, slice->is_last, slice->bad_before);
}

int bulk_punch_slice(struct core *core, struct bulk_work *work) {
    struct slice slice = {.work = work, .since_ms = core_mono_ms(core), .bad_before = work->state.bad_octets};
    (void)snprintf(slice.detail, sizeof(slice.detail), "%s: %s", work->by.account, work->state.name);
    arena_init(&slice.arena, ARENA_MAX);
    int r = log_append_import(core, &(struct log_import){.next = next_line, .end = end_lines, .ctx = &slice});
    arena_done(&slice.arena);
    if (r < 0) {
        return r;
    }
    if (slice.is_last) {
        credentials_hold(core->shared, false);
        return 0;
    }
    bulk_publish(core, &work->state, "rows");
    return 1;
}
