#include "core/records/thermometry.h"

#include "core/base/core.h"
#include "core/records/search.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/time/clock_rules.h"
#include "core/time/local_time.h"

#define MS_PER_S 1000

int32_t thermometry_above(struct core *core) {
    return settings_get(core)->values.thermometry_param.limit;
}

int thermometry_any(struct core *core, bool *ret_any) {
    return store_log_any_temperature(core->store, ret_any);
}

int thermometry_read_day(struct core *core, uint32_t day, struct thermometry_day *ret_day) {
    struct local_history clock;
    clock_history(core, &clock);
    *ret_day = (struct thermometry_day){.day = day != 0 ? day : clock_today(core)};
    int64_t number = local_day_number(ret_day->day);
    const struct store_log_span span = {
        .from_ms = local_history_day_start(&clock, number) * MS_PER_S,
        .to_ms = local_history_day_start(&clock, number + 1) * MS_PER_S - 1,
        .above = thermometry_above(core),
        .budget = SEARCH_BUDGET,
    };
    int r = store_log_hours(core->store, &span, ret_day->hours, &ret_day->count);
    uint64_t measured = 0;
    for (size_t i = 0; i < ret_day->count; i++) {
        measured += ret_day->hours[i].count;
    }
    ret_day->partial = measured >= SEARCH_BUDGET;
    return r;
}
