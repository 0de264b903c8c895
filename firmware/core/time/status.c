#include "core/time/status.h"

#include <assert.h>
#include <string.h>

#include "core/settings/settings.h"
#include "core/time/clock_rules.h"

static_assert(STATUS_COUNT == PUNCH_STATUS_COUNT, "all statuses");

struct status_schedule status_schedule_of(const struct settings *settings) {
    const struct setting_status_change_info *set = &settings->values.status_change_info;
    const uint16_t *const starts[STATUS_COUNT] = {set->in,      set->out,     set->status1, set->status2,
                                                  set->status3, set->status4, set->status5, set->status6};
    struct status_schedule schedule = {0};
    static_assert(sizeof(set->in) == sizeof(schedule.start[0]), "minutes of seven days");
    for (size_t i = 0; i < STATUS_COUNT; i++) {
        memcpy(schedule.start[i], starts[i], sizeof(schedule.start[i]));
    }
    return schedule;
}

const char *status_label_of(const struct settings *settings, unsigned status) {
    const struct setting_apply_param *set = &settings->values.apply_param;
    const char *const labels[STATUS_COUNT] = {set->in,      set->out,     set->status1, set->status2,
                                              set->status3, set->status4, set->status5, set->status6};
    return labels[status];
}

struct status_now status_now_of(const struct settings *settings, const struct local_rule *rule, int64_t utc_s,
                                struct local_time *ret_local) {
    struct status_schedule schedule = status_schedule_of(settings);
    *ret_local = local_of(rule, utc_s);
    return status_at(&schedule, ret_local->weekday, ret_local->hour * 60u + ret_local->minute);
}

enum punch_status status_of_time(struct core *core, int64_t utc_ms) {
    const struct local_rule rule = clock_rule_at(core, utc_ms / 1000);
    struct local_time local;
    return (enum punch_status)status_now_of(settings_get(core), &rule, utc_ms / 1000, &local).status;
}

const char *status_label_at(struct core *core, int64_t utc_ms) {
    return status_label_of(settings_get(core), status_of_time(core, utc_ms));
}
