#include "core/rules/holidays.h"

#include "core/base/core.h"
#include "core/rules/rules_impl.h"
#include "core/time/clock.h"
#include "core/time/local_time.h"
#include "store/rules/holidays.h"
#include "util/json_out.h"

#define HOLIDAY_OBJECT "holiday"

static int check_days(const struct holiday *holiday, const char **ret_field) {
    const bool no_first = holiday->from == 0;
    if (no_first || holiday->to == 0) {
        *ret_field = holiday_rows[no_first ? HOLIDAY_FROM : HOLIDAY_TO].name;
        return E_MISSING;
    }
    const int64_t days = local_day_number(holiday->to) - local_day_number(holiday->from) + 1;
    if (days < 1 || days > HOLIDAYS_DAYS_MAX) {
        *ret_field = holiday_rows[HOLIDAY_TO].name;
        return E_RANGE;
    }
    return 0;
}

static void put_holiday(struct buf *out, const struct holiday *holiday, const struct holiday *other) {
    json_out_object_begin(out);
    holiday_json(holiday, other, out);
    json_out_object_end(out);
}

static int write_holiday(struct core *core, const struct actor *by, const struct holiday *before,
                         struct holiday *after) {
    _cleanup_(buf_donep) struct buf old = {0};
    _cleanup_(buf_donep) struct buf new = {0};
    int r = store_rules_next(core->store, &after->revision);
    if (r == 0) {
        r = store_holidays_put(core->store, after);
    }
    if (before != NULL) {
        put_holiday(&old, before, after);
    }
    put_holiday(&new, after, before);
    return r < 0 ? r : rules_audit(core, by, HOLIDAY_OBJECT, after->number, &old, &new);
}

static int next_free(struct core *core, struct arena *arena, uint8_t *ret_number) {
    for (uint8_t number = HOLIDAY_NUMBER_MIN; number <= HOLIDAY_NUMBER_MAX; number++) {
        struct holiday holiday;
        int r = store_holidays_get(core->store, number, arena, &holiday);
        if (r == E_NOTFOUND) {
            *ret_number = number;
            return 0;
        }
        if (r < 0) {
            return r;
        }
    }
    return E_CAPACITY;
}

/* Returns whether it affects the hours of days in progress or not settled yet. */
static bool is_recent(struct core *core, const struct holiday *holiday) {
    const int64_t today = local_day_number(clock_today(core));
    for (int64_t day = today - HOLIDAYS_RECENT_DAYS; day <= today; day++) {
        if (rules_holiday_is_on(holiday, local_day_of(day))) {
            return true;
        }
    }
    return false;
}

/* A caller who works by a shift may plan holidays, but not for a day that has begun. */
static int check_own(struct core *core, const struct actor *by, const struct holiday *holiday) {
    return is_recent(core, holiday) ? rules_check_own_shift(core, by, 0) : 0;
}

/* In the transaction. */
static int change_holiday(struct core *core, const struct actor *by, const struct holidays_change *change,
                          struct arena *arena, struct rules_saved *saved, const char **ret_field) {
    struct holiday after = change->holiday;
    struct holiday before = holiday_defaults;
    int r = after.number == 0 ? next_free(core, arena, &after.number) : 0;
    if (r < 0) {
        return r;
    }
    r = store_holidays_get(core->store, after.number, arena, &before);
    const bool exists = r == 0;
    if (r < 0 && r != E_NOTFOUND) {
        return r;
    }
    r = rules_check_revision(change->has_revision, change->holiday.revision, before.revision);
    if (r < 0) {
        *ret_field = holiday_rows[HOLIDAY_REVISION].name;
        return r;
    }
    after.revision = before.revision;
    const bool differs = !exists || !holiday_equal(&before, &after);
    if (differs) {
        r = check_own(core, by, &after);
    }
    if (r == 0 && differs && exists) {
        r = check_own(core, by, &before);
    }
    if (r < 0) {
        *ret_field = holiday_rows[HOLIDAY_FROM].name;
        return r;
    }
    if (differs) {
        r = write_holiday(core, by, exists ? &before : NULL, &after);
    }
    *saved = (struct rules_saved){.number = after.number, .revision = after.revision};
    return r;
}

int holidays_save(struct core *core, const struct actor *by, const struct holidays_change *change,
                  struct rules_saved *ret_saved, const char **ret_field) {
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, RULES_ARENA_MAX);
    *ret_field = NULL;
    int r = check_days(&change->holiday, ret_field);
    if (r == 0) {
        r = store_begin(core->store);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    return rules_commit(core, change_holiday(core, by, change, &arena, ret_saved, ret_field));
}

static int delete_one(struct core *core, const struct actor *by, uint8_t number, uint32_t *ret_deleted) {
    _cleanup_(arena_done) struct arena arena;
    _cleanup_(buf_donep) struct buf old = {0};
    struct buf none = {0};
    struct holiday holiday;
    arena_init(&arena, RULES_ARENA_MAX);
    int r = store_holidays_get(core->store, number, &arena, &holiday);
    if (r == E_NOTFOUND) {
        return 0;
    }
    if (r == 0) {
        r = check_own(core, by, &holiday);
    }
    if (r == 0) {
        r = store_holidays_delete(core->store, number);
    }
    if (r < 0) {
        return r;
    }
    *ret_deleted += 1;
    put_holiday(&old, &holiday, NULL);
    return rules_audit(core, by, HOLIDAY_OBJECT, number, &old, &none);
}

int holidays_delete(struct core *core, const struct actor *by, const uint8_t *numbers, size_t count,
                    uint32_t *ret_deleted) {
    *ret_deleted = 0;
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    for (size_t i = 0; r == 0 && i < count; i++) {
        r = delete_one(core, by, numbers[i], ret_deleted);
    }
    return rules_commit(core, r);
}
