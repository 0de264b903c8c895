/* The log of punches. */
#include "api/api.h"
#include "contract.h"
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "hal/hal.h"
#include "setting_hooks.h"

int api_kaoqin_param_state(struct api_ctx *ctx, struct api_log_state *ret_state) {
    struct hal_capacity_limits limits;
    const struct hal *hal = ctx->core->shared->hal;
    hal->capacity.read(hal->capacity.ctx, &limits);
    uint16_t alarm = settings_get(ctx->core)->values.kaoqin_param.log_alarm;
    /* Records are not stored by this version: all of the log is free. */
    *ret_state =
        (struct api_log_state){.records = 0, .capacity = limits.records, .alarm = alarm > 0 && limits.records < alarm};
    return 0;
}
