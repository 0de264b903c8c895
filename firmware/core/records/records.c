#include "core/records/records.h"

#include "core/base/about.h"
#include "core/events/log.h"

void records_read(struct core *core, struct records_state *ret_state) {
    struct hal_capacity_limits limits;
    about_capacity(core, &limits);
    *ret_state = (struct records_state){.records = (uint32_t)(log_last(core) - log_first(core) + 1),
                                        .capacity = limits.records,
                                        .alarm = log_is_nearly_full(core)};
}
