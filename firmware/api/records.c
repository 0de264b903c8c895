/* The log of punches. */
#include "core/records/records.h"

#include "api/api.h"
#include "contract.h"
#include "setting_hooks.h"

int api_kaoqin_param_state(struct api_ctx *ctx, struct api_log_state *ret_state) {
    struct records_state state;
    records_read(ctx->core, &state);
    *ret_state = (struct api_log_state){.records = state.records, .capacity = state.capacity, .alarm = state.alarm};
    return CAT_OK;
}
