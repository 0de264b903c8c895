#include "core/records/records.h"

#include "core/base/about.h"
#include "core/settings/settings.h"

void records_read(struct core *core, struct records_state *ret_state) {
    struct hal_capacity_limits limits;
    about_capacity(core, &limits);
    uint16_t alarm = settings_get(core)->values.kaoqin_param.log_alarm;
    *ret_state = (struct records_state){.capacity = limits.records, .alarm = alarm > 0 && limits.records < alarm};
}
