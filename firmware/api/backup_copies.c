/* Copies by plan. */
#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/backup/copies.h"

int api_backup_now(struct api_ctx *ctx) {
    int r = copies_ask(ctx->core, ctx->actor);
    return status_refuse(ctx, r, NULL);
}

int api_backup_param_state(struct api_ctx *ctx, struct api_backup_copies *ret_state) {
    struct copies_state state;
    copies_read(ctx->core, &state);
    *ret_state = (struct api_backup_copies){.folder = state.folder,
                                            .writable = state.writable,
                                            .count = state.count,
                                            .last = state.last_s,
                                            .last_octets = state.last_octets,
                                            .code = (uint32_t)status_of(state.error),
                                            .next = state.next_s,
                                            .making = state.making};
    return CAT_OK;
}
