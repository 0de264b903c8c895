#include "core/rules/shifts.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/base/core.h"
#include "core/rules/rules_impl.h"
#include "core/rules/shift_at.h"
#include "core/users/credentials.h"
#include "core/users/users.h"
#include "store/users/users.h"
#include "util/json_out.h"

#define SHIFT_OBJECT "shift"
#define OBJECT_MAX 32
#define DAY_MIN 1440U
#define WEEKDAYS 7
#define ENDS_BEFORE (2 * DAY_MIN) /* check-out is over on the day after the one on which the shift began */
#define ROWS_MAX STORE_ROWS_OF_USER_MAX

static void put_shift(struct buf *out, const struct shift *shift, const struct shift *other) {
    json_out_object_begin(out);
    shift_json(shift, other, out);
    json_out_object_end(out);
}

static void put_row(struct buf *out, const struct shift_assignment *row, const struct shift_assignment *other) {
    json_out_object_begin(out);
    shift_assignment_json(row, other, out);
    json_out_object_end(out);
}

static int shift_refuse(const char **ret_field, enum shift_field field, int err) {
    *ret_field = shift_rows[field].name;
    return err;
}

static unsigned duty_of(const struct shift *shift) {
    return shift_end(shift) - shift->on_duty;
}

/* Whether a part of the day lies within the duty, whatever midnight lies between. The same minute twice is none. */
static bool is_within_duty(const struct shift *shift, unsigned from, unsigned to) {
    const unsigned start = (from + DAY_MIN - shift->on_duty) % DAY_MIN;
    const unsigned length = (to + DAY_MIN - from) % DAY_MIN;
    return length == 0 || start + length <= duty_of(shift);
}

static int check_breaks(const struct shift *shift, const char **ret_field) {
    for (size_t i = 0; i < sizeof(shift->break_start) / sizeof(shift->break_start[0]); i++) {
        if (!is_within_duty(shift, shift->break_start[i], shift->break_end[i])) {
            return shift_refuse(ret_field, SHIFT_BREAK_END, E_RANGE);
        }
    }
    return 0;
}

/* What no day or week could reach is no target. */
static int check_flexible(const struct shift *shift, const char **ret_field) {
    const unsigned days = shift->kind == SHIFT_KIND_WEEK_TARGET ? WEEKDAYS : 1;
    if (shift->target == 0 || shift->target > days * duty_of(shift)) {
        return shift_refuse(ret_field, SHIFT_TARGET, E_RANGE);
    }
    return is_within_duty(shift, shift->core_start, shift->core_end) ? 0
                                                                     : shift_refuse(ret_field, SHIFT_CORE_END, E_RANGE);
}

static int check_shift(const struct shift *shift, const char **ret_field) {
    const bool is_flexible = shift_is_flexible(shift);
    if (!is_flexible && shift->in_after + shift->out_before >= (int)duty_of(shift)) {
        return shift_refuse(ret_field, SHIFT_OUT_BEFORE, E_RANGE);
    }
    int r = is_flexible ? check_flexible(shift, ret_field) : 0;
    if (r < 0) {
        return r;
    }
    if (shift_end(shift) + shift->out_after >= ENDS_BEFORE) {
        return shift_refuse(ret_field, SHIFT_OUT_AFTER, E_RANGE);
    }
    if (shift->pattern == SHIFT_PATTERN_CYCLE && shift->cycle_first == 0) {
        return shift_refuse(ret_field, SHIFT_CYCLE_FIRST, E_MISSING);
    }
    return check_breaks(shift, ret_field);
}

/* `before` NULL for a new one. */
static int write_shift(struct core *core, const struct actor *by, const struct shift *before, struct shift *after) {
    _cleanup_(buf_donep) struct buf old = {0};
    _cleanup_(buf_donep) struct buf new = {0};
    int r = store_rules_next(core->store, &after->revision);
    if (r == 0) {
        r = store_shifts_put(core->store, after);
    }
    if (before != NULL) {
        put_shift(&old, before, after);
    }
    put_shift(&new, after, before);
    return r < 0 ? r : rules_audit(core, by, SHIFT_OBJECT, after->number, &old, &new);
}

/* Name and colour do not count in anybody's hours. */
static int check_own(struct core *core, const struct actor *by, const struct shift *before, const struct shift *after) {
    struct shift other = *after;
    other.name = before->name;
    other.colour = before->colour;
    return shift_equal(before, &other) ? 0 : rules_check_own_shift(core, by, after->number);
}

/* In the transaction. */
static int change_shift(struct core *core, const struct actor *by, const struct shift_change *change,
                        struct arena *arena, struct rules_saved *saved, const char **ret_field) {
    struct shift before = shift_defaults;
    int r = store_shifts_get(core->store, change->values.number, arena, &before);
    const bool exists = r == 0;
    if (r < 0 && r != E_NOTFOUND) {
        return r;
    }
    r = rules_check_revision(shift_gives(change, SHIFT_REVISION), change->values.revision, before.revision);
    if (r < 0) {
        return shift_refuse(ret_field, SHIFT_REVISION, r);
    }
    struct shift after = before;
    shift_merge(change, &after);
    r = check_shift(&after, ret_field);
    if (r == 0) {
        r = check_own(core, by, &before, &after);
    }
    if (r == 0 && (!exists || !shift_equal(&before, &after))) {
        r = write_shift(core, by, exists ? &before : NULL, &after);
    }
    *saved = (struct rules_saved){.number = after.number, .revision = after.revision};
    return r;
}

int shifts_save(struct core *core, const struct actor *by, const struct shift_change *change,
                struct rules_saved *ret_saved, const char **ret_field) {
    _cleanup_(arena_done) struct arena arena;
    const struct value_row *wrong = NULL;
    arena_init(&arena, RULES_ARENA_MAX);
    int r = shift_check(change, &wrong);
    *ret_field = wrong != NULL ? wrong->name : NULL;
    if (r == 0) {
        r = store_begin(core->store);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = change_shift(core, by, change, &arena, ret_saved, ret_field);
    return r < 0 ? r : store_commit(txn);
}

/* In the transaction. */
static int delete_shift(struct core *core, const struct actor *by, uint8_t number, bool sure, struct arena *arena) {
    _cleanup_(buf_donep) struct buf old = {0};
    struct buf none = {0};
    struct store_shift_use use = {0};
    struct shift shift;
    int r = store_shifts_get(core->store, number, arena, &shift);
    if (r == 0) {
        r = store_shifts_use(core->store, number, &use);
    }
    if (r == 0 && !sure && use.users + use.assigned > 0) {
        r = E_SHIFT_IN_USE;
    }
    if (r == 0) {
        r = rules_check_own_shift(core, by, number);
    }
    if (r == 0) {
        r = store_shifts_delete(core->store, number);
    }
    if (r < 0) {
        return r;
    }
    put_shift(&old, &shift, NULL);
    return rules_audit(core, by, SHIFT_OBJECT, number, &old, &none);
}

int shifts_delete(struct core *core, const struct actor *by, uint8_t number, bool sure) {
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, RULES_ARENA_MAX);
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = credentials_check_held(core);
    r = r < 0 ? r : delete_shift(core, by, number, sure, &arena);
    return r < 0 ? r : store_commit(txn);
}

static int audit_row(struct core *core, const struct actor *by, const struct shift_assignment *before,
                     const struct shift_assignment *after) {
    _cleanup_(buf_donep) struct buf old = {0};
    _cleanup_(buf_donep) struct buf new = {0};
    char object[OBJECT_MAX];
    const struct shift_assignment *row = after != NULL ? after : before;
    assert(row != NULL);
    if (before != NULL) {
        put_row(&old, before, after);
    }
    if (after != NULL) {
        put_row(&new, after, before);
    }
    (void)snprintf(object, sizeof(object), row->userid != 0 ? "shifts of user" : "shifts of group");
    return rules_audit(core, by, object, row->userid != 0 ? row->userid : row->group, &old, &new);
}

int shifts_check_days(const struct shifts_wish *wish, bool needs_first, const char **ret_field) {
    if (needs_first && wish->from == 0) {
        *ret_field = shift_assignment_rows[SHIFT_ASSIGNMENT_FROM].name;
        return E_MISSING;
    }
    if (wish->to != 0 && wish->to < wish->from) {
        *ret_field = shift_assignment_rows[SHIFT_ASSIGNMENT_TO].name;
        return E_RANGE;
    }
    return 0;
}

/* Who is to have it, and what. */
static int check_wish(struct core *core, const struct actor *by, const struct shifts_wish *wish, struct arena *arena,
                      const char **ret_field) {
    struct user user;
    struct shift shift;
    if (wish->userid == 0) {
        int own = users_check_own_group(core, by, wish->group);
        *ret_field = own < 0 ? shift_assignment_rows[SHIFT_ASSIGNMENT_GROUP].name : NULL;
        if (own < 0) {
            return own;
        }
    }
    int r = users_check_own_hours(core, by, wish->userid);
    if (r == 0 && wish->userid != 0) {
        r = store_users_get(core->store, wish->userid, arena, &user);
        r = r == E_NOTFOUND ? E_USER_UNKNOWN : r;
    }
    if (r < 0) {
        *ret_field = shift_assignment_rows[SHIFT_ASSIGNMENT_USERID].name;
        return r;
    }
    r = store_shifts_get(core->store, wish->shift, arena, &shift);
    if (r == E_NOTFOUND) {
        *ret_field = shift_assignment_rows[SHIFT_ASSIGNMENT_SHIFT].name;
        r = E_SHIFT_UNDEFINED;
    }
    return r;
}

static int count_rows(struct core *core, const struct shifts_wish *wish) {
    struct shift_assignment rows[ROWS_MAX];
    size_t count = 0;
    size_t assigned = 0;
    const size_t most = wish->userid != 0 ? STORE_ASSIGNMENTS_OF_USER_MAX : STORE_ASSIGNMENTS_MAX;
    int r = store_assignments_of(core->store, wish->userid, wish->group, rows, ROWS_MAX, &count);
    for (size_t i = 0; r == 0 && i < count; i++) {
        assigned += !rows[i].usual;
    }
    return r < 0 ? r : assigned < most ? 0 : E_CAPACITY;
}

static int read_known(struct core *core, const struct shifts_wish *wish, struct shift_assignment *ret_row) {
    int r = store_assignments_get(core->store, wish->id, ret_row);
    const bool is_whose = r == 0 && ret_row->userid == wish->userid && ret_row->group == wish->group;
    return r < 0 ? r : is_whose && !ret_row->usual ? 0 : E_NOTFOUND;
}

int shifts_assign_wish(struct core *core, const struct actor *by, const struct shifts_wish *wish, uint32_t *ret_id) {
    struct shift_assignment before;
    struct shift_assignment after = {.id = wish->id,
                                     .userid = wish->userid,
                                     .group = wish->group,
                                     .shift = wish->shift,
                                     .from = wish->from,
                                     .to = wish->to};
    int r = wish->id != 0 ? read_known(core, wish, &before) : count_rows(core, wish);
    *ret_id = wish->id;
    if (r < 0) {
        return r;
    }
    if (wish->id != 0 && shift_assignment_equal(&before, &after)) {
        return 0;
    }
    r = wish->id != 0 ? store_assignments_put(core->store, &after)
                      : store_assignments_add(core->store, &after, &after.id);
    *ret_id = after.id;
    return r < 0 ? r : audit_row(core, by, wish->id != 0 ? &before : NULL, &after);
}

int shifts_assign(struct core *core, const struct actor *by, const struct shifts_wish *wish, uint32_t *ret_id,
                  const char **ret_field) {
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, RULES_ARENA_MAX);
    *ret_field = NULL;
    int r = shifts_check_days(wish, wish->userid != 0, ret_field);
    if (r == 0) {
        r = store_begin_growth(core->store);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = credentials_check_held(core);
    r = r < 0 ? r : check_wish(core, by, wish, &arena, ret_field);
    if (r == 0) {
        r = shifts_assign_wish(core, by, wish, ret_id);
        *ret_field = r == E_NOTFOUND ? shift_assignment_rows[SHIFT_ASSIGNMENT_ID].name : NULL;
    }
    return r < 0 ? r : store_commit(txn);
}

/* In the transaction. */
static int unassign_row(struct core *core, const struct actor *by, uint32_t id) {
    struct shift_assignment row;
    int r = store_assignments_get(core->store, id, &row);
    if (r == 0) {
        r = row.usual ? E_NOTFOUND : users_check_own_hours(core, by, row.userid);
    }
    if (r == 0 && row.userid == 0) {
        r = users_check_own_group(core, by, row.group);
    }
    if (r == 0) {
        r = store_assignments_delete(core->store, id);
    }
    return r < 0 ? r : audit_row(core, by, &row, NULL);
}

int shifts_unassign(struct core *core, const struct actor *by, uint32_t id) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = credentials_check_held(core);
    r = r < 0 ? r : unassign_row(core, by, id);
    return r < 0 ? r : store_commit(txn);
}
