/* The initial administrator's card. */
#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/users/enrol.h"
#include "core/users/init_card.h"
#include "core/users/init_card_write.h"

int api_init_admin_card(struct api_ctx *ctx, const struct init_admin_card_req *req) {
    return status_refuse(ctx, init_card_start(ctx->core, ctx->actor, req->again), NULL);
}

int api_init_card_status(struct api_ctx *ctx, struct init_card_status_reply *reply) {
    struct init_card card;
    struct enrol_view view;
    enrol_look(ctx->core, ctx->actor, &view);
    int r = init_card_get(ctx->core, &card);
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    *reply = (struct init_card_status_reply){
        .written = card.is_written, .written_at = card.written_s, .userid = card.userid};
    if (view.wish.is_init_card) {
        reply->step = view.step;
        reply->note = view.note;
        reply->duplicate = view.duplicate;
        reply->seconds_left = view.seconds_left;
        reply->own = view.own;
    }
    ctx->wait = view.wish.is_init_card && view.step == ENROL_STEP_PRESENT;
    return CAT_OK;
}

int api_init_card_cancel(struct api_ctx *ctx) {
    return status_refuse(ctx, init_card_cancel(ctx->core, ctx->actor), NULL);
}
