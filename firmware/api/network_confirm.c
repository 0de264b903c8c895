/* A change of the network that waits to be confirmed. */
#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/settings/provisional.h"
#include "core/settings/settings.h"
#include "util/err.h"

int api_network_pending(struct api_ctx *ctx, struct network_pending_reply *reply) {
    struct provisional state;
    provisional_read(ctx->core, &state);
    int64_t left_ms = state.step != PROVISIONAL_NONE ? state.deadline_ms - core_mono_ms(ctx->core) : 0;
    reply->page = state.step != PROVISIONAL_NONE ? setting_pages[state.page].name : "";
    reply->seconds_left = left_ms > 0 ? (uint32_t)((left_ms + 999) / 1000) : 0;
    reply->rolled_back = state.has_rolled_back ? setting_pages[state.rolled_back].name : "";
    reply->rolled_back_at = state.has_rolled_back ? state.rolled_back_ms / 1000 : 0;
    return CAT_OK;
}

/* `code` NULL for an account that signed in. */
static int network_keep(struct api_ctx *ctx, const char *code, const char **ret_page) {
    enum setting_page page = SETTING_PAGE_COUNT;
    int r = provisional_confirm(ctx->core, ctx->actor, code, &page);
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    *ret_page = setting_pages[page].name;
    return CAT_OK;
}

int api_confirm_network(struct api_ctx *ctx, const struct confirm_network_req *req,
                        struct confirm_network_reply *reply) {
    return network_keep(ctx, req->code, &reply->page);
}

int api_keep_network(struct api_ctx *ctx, struct keep_network_reply *reply) {
    return network_keep(ctx, NULL, &reply->page);
}

int api_revert_network(struct api_ctx *ctx) {
    int r = provisional_revert(ctx->core, ctx->actor);
    return status_refuse(ctx, r, NULL);
}
