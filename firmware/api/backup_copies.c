/* Copies by plan. */
#include "api/api.h"
#include "contract.h"

int api_backup_now(struct api_ctx *ctx) {
    (void)ctx;
    return CAT_SYSTEM_ERROR;
}
int api_backup_param_state(struct api_ctx *ctx, struct api_backup_copies *ret_state) {
    (void)ctx;
    (void)ret_state;
    return CAT_SYSTEM_ERROR;
}
