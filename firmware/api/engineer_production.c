/* The production test. */
#include "core/engineer/production.h"

#include <stdio.h>

#include "api/api.h"
#include "api/api_piece.h"
#include "api/status.h"
#include "contract.h"
#include "core/base/about.h"
#include "core/base/core.h"
#include "util/arena.h"

#define NAME_LEN (ABOUT_SERIAL_MAX + 16)

int api_production_state(struct api_ctx *ctx, struct production_state_reply *reply) {
    struct production_view *view = arena_alloc(ctx->arena, sizeof(*view));
    struct api_production_step *steps = arena_calloc(ctx->arena, PRODUCTION_STEPS_MAX, sizeof(*steps));
    if (view == NULL || steps == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    production_look(ctx->core, view);
    for (size_t i = 0; i < view->step_count; i++) {
        const struct production_step *step = &view->steps[i];
        steps[i] = (struct api_production_step){.name = step->name,
                                                .verdict = step->verdict,
                                                .why = step->why,
                                                .measured = step->measured,
                                                .reason = step->reason};
    }
    *reply = (struct production_state_reply){.phase = view->phase,
                                             .passed = view->has_passed,
                                             .steps = steps,
                                             .steps_count = view->step_count,
                                             .at = view->at < view->step_count ? steps[view->at].name : "",
                                             .ask = view->ask,
                                             .shown = view->shown,
                                             .seconds_left = view->seconds_left,
                                             .sha256 = view->sha256};
    return CAT_OK;
}

int api_production_start(struct api_ctx *ctx) {
    return status_refuse(ctx, production_start(ctx->core, ctx->actor), NULL);
}

int api_production_answer(struct api_ctx *ctx, const struct production_answer_req *req) {
    unsigned wait_s = 0;
    struct production_said said = {
        .name = req->name, .answer = req->answer, .reason = req->has_reason ? req->reason : ""};
    int r = production_answer(ctx->core, ctx->actor, &said, &wait_s);
    return status_refuse_after(ctx, r, r == E_NOTFOUND ? "name" : r == E_MISSING ? "reason" : NULL, wait_s);
}

int api_download_production(struct api_ctx *ctx, struct api_file *ret_file) {
    struct api_piece *text = arena_alloc(ctx->arena, sizeof(*text));
    char *name = arena_alloc(ctx->arena, NAME_LEN);
    int r = text == NULL || name == NULL ? E_NOMEM : production_text(ctx->core, &text->owned);
    if (r < 0) {
        api_piece_end(text);
        return status_refuse(ctx, r, NULL);
    }
    (void)snprintf(name, NAME_LEN, "production-%s.txt", about_serial(ctx->core->shared));
    *ret_file = api_piece_file(text, "text/plain; charset=utf-8", name);
    return CAT_OK;
}
