#include "core/rules/roster.h"

#include "core/base/core.h"
#include "core/rules/rules_impl.h"
#include "core/time/local_time.h"
#include "core/users/users.h"
#include "store/rules/shifts.h"
#include "store/users/users.h"

#define ROWS_MAX STORE_ROWS_OF_USER_MAX
#define SHIFTS_ARENA_MAX ((size_t)65536) /* the texts of all shifts */

static uint64_t bit_of(uint8_t shift) {
    return UINT64_C(1) << (shift - SHIFT_NUMBER_MIN);
}

static uint32_t day_behind(uint32_t day) {
    return local_day_of(local_day_number(day) + 1);
}

static bool row_holds(const struct shift_assignment *row, uint32_t day) {
    return !row->usual && row->from <= day && (row->to == 0 || day <= row->to);
}

/* One that goes before the row on a day: of those that hold, the latest first day counts. NULL: none. */
static const struct shift_assignment *before_row(const struct shift_assignment *rows, size_t count,
                                                 const struct shift_assignment *row, uint32_t day) {
    for (size_t i = 0; i < count; i++) {
        if (rows[i].from > row->from && row_holds(&rows[i], day)) {
            return &rows[i];
        }
    }
    return NULL;
}

/* The first day from `day` on at which a row counts. To begin there changes no other day. 0: there is none. */
static uint32_t first_day_from(const struct shift_assignment *rows, size_t count, const struct shift_assignment *row,
                               uint32_t day) {
    const struct shift_assignment *other;
    while ((other = before_row(rows, count, row, day)) != NULL) {
        if (other->to == 0) {
            return 0;
        }
        day = day_behind(other->to);
    }
    return row->to == 0 || day <= row->to ? day : 0;
}

/* Whether a row is one of those that the entry adds; each of them once. */
static bool take_same(const struct roster_entry *entry, const struct shift_assignment *row, uint64_t *added) {
    const bool is_defined = row->shift >= SHIFT_NUMBER_MIN && row->shift <= SHIFT_NUMBER_MAX;
    const bool is_same =
        is_defined && row->from == entry->from && row->to == entry->to && (*added & bit_of(row->shift)) != 0;
    *added &= is_same ? ~bit_of(row->shift) : UINT64_MAX;
    return is_same;
}

static int32_t bits_of(uint64_t bits) {
    return (int32_t)__builtin_popcountll(bits);
}

void roster_plan(const struct roster_entry *entry, const struct shift_assignment *rows, size_t count,
                 uint32_t *ret_first_days, struct roster_plan *ret_plan) {
    bool gives_way = false;
    int32_t deleted = 0;
    *ret_plan = (struct roster_plan){.added = entry->shifts};
    for (size_t i = 0; i < count; i++) {
        const struct shift_assignment *row = &rows[i];
        const bool is_met = !row->usual && row->from >= entry->from && row->from <= entry->to;
        ret_first_days[i] = row->from;
        if (!is_met || take_same(entry, row, &ret_plan->added)) {
            continue;
        }
        ret_first_days[i] = first_day_from(rows, count, row, day_behind(entry->to));
        gives_way = true;
        deleted += ret_first_days[i] == 0;
    }
    ret_plan->growth = bits_of(ret_plan->added) - deleted;
    ret_plan->outcome = gives_way ? ROSTER_CHANGED : ret_plan->added == 0 ? ROSTER_SAME : ROSTER_ADDED;
}

/* A user's assignments, and what an entry makes of them. */
struct change {
    struct shift_assignment rows[ROWS_MAX];
    uint32_t first_days[ROWS_MAX];
    size_t count;
    struct roster_plan plan;
};

static int check_user(struct core *core, const struct actor *by, uint32_t userid) {
    _cleanup_(arena_done) struct arena arena;
    struct user user;
    arena_init(&arena, RULES_ARENA_MAX);
    int r = users_check_own_hours(core, by, userid);
    r = r == 0 ? store_users_get(core->store, userid, &arena, &user) : r;
    return r == E_NOTFOUND ? E_USER_UNKNOWN : r;
}

static int check_shifts(struct core *core, uint64_t shifts) {
    _cleanup_(arena_done) struct arena arena;
    struct shift shift;
    int r = 0;
    arena_init(&arena, SHIFTS_ARENA_MAX);
    for (unsigned number = SHIFT_NUMBER_MIN; r == 0 && number <= SHIFT_NUMBER_MAX; number++) {
        if ((shifts & bit_of((uint8_t)number)) != 0) {
            r = store_shifts_get(core->store, (uint8_t)number, &arena, &shift);
        }
    }
    return r == E_NOTFOUND ? E_SHIFT_UNDEFINED : r;
}

static int read_change(struct core *core, const struct roster_entry *entry, int32_t others, struct change *ret_change) {
    int32_t assigned = others;
    int r = store_assignments_of(core->store, entry->userid, 0, ret_change->rows, ROWS_MAX, &ret_change->count);
    if (r < 0) {
        return r;
    }
    roster_plan(entry, ret_change->rows, ret_change->count, ret_change->first_days, &ret_change->plan);
    for (size_t i = 0; i < ret_change->count; i++) {
        assigned += !ret_change->rows[i].usual;
    }
    const int32_t growth = ret_change->plan.growth;
    return growth > 0 && assigned + growth > STORE_ASSIGNMENTS_OF_USER_MAX ? E_ROSTER_FULL : 0;
}

static int entry_judge(struct core *core, const struct actor *by, const struct roster_entry *entry, int32_t others,
                       struct change *ret_change, const char **ret_field) {
    int r = check_user(core, by, entry->userid);
    *ret_field = r < 0 ? user_rows[USER_USERID].name : NULL;
    r = r == 0 && entry->to < entry->from ? E_ROSTER_DAYS : r;
    r = r == 0 ? check_shifts(core, entry->shifts) : r;
    return r == 0 ? read_change(core, entry, others, ret_change) : r;
}

int roster_judge(struct core *core, const struct actor *by, const struct roster_entry *entry, int32_t others,
                 struct roster_plan *ret_plan, const char **ret_field) {
    struct change change;
    int r = entry_judge(core, by, entry, others, &change, ret_field);
    if (r == 0) {
        *ret_plan = change.plan;
    }
    return r;
}

/* Assignments that give way. */
static int write_first_days(struct core *core, const struct change *change) {
    int r = 0;
    for (size_t i = 0; r == 0 && i < change->count; i++) {
        struct shift_assignment row = change->rows[i];
        if (change->first_days[i] == row.from) {
            continue;
        }
        row.from = change->first_days[i];
        r = row.from == 0 ? store_assignments_delete(core->store, row.id) : store_assignments_put(core->store, &row);
    }
    return r;
}

static int write_added(struct core *core, const struct roster_entry *entry, uint64_t added) {
    uint32_t id = 0;
    int r = 0;
    for (unsigned number = SHIFT_NUMBER_MIN; r == 0 && number <= SHIFT_NUMBER_MAX; number++) {
        const struct shift_assignment row = {
            .userid = entry->userid, .shift = (uint8_t)number, .from = entry->from, .to = entry->to};
        r = (added & bit_of(row.shift)) != 0 ? store_assignments_add(core->store, &row, &id) : 0;
    }
    return r;
}

int roster_write(struct core *core, const struct actor *by, const struct roster_entry *entry,
                 enum roster_outcome *ret_outcome, const char **ret_field) {
    struct change change;
    int r = entry_judge(core, by, entry, 0, &change, ret_field);
    if (r == 0) {
        *ret_outcome = change.plan.outcome;
        r = write_first_days(core, &change);
    }
    return r == 0 ? write_added(core, entry, change.plan.added) : r;
}
