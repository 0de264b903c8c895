/* Upgrading the firmware. */
#include "core/upgrade/upgrade.h"

#include <string.h>

#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/accounts/accounts.h"
#include "core/base/about.h"
#include "core/base/core.h"
#include "core/base/factory.h"
#include "core/engineer/engineer.h"
#include "util/arena.h"
#include "util/log.h"

#define NOTES_LINES_MAX 100 /* of what is new; the contract says so too */

/* The lines of a text, which is cut up for it. */
static void fill_notes(struct api_ctx *ctx, char *notes, struct api_bundle *bundle) {
    const char **lines = arena_calloc(ctx->arena, NOTES_LINES_MAX, sizeof(*lines));
    bundle->notes = lines;
    for (char *line = notes; lines != NULL && *line != '\0' && bundle->notes_count < NOTES_LINES_MAX;) {
        char *end = line + strcspn(line, "\n");
        bool is_last = *end == '\0';
        *end = '\0';
        lines[bundle->notes_count++] = line;
        line = is_last ? end : end + 1;
    }
}

/* What is in a bundle. Its texts live as long as `offer`, whose notes are cut up. */
static void fill_bundle(struct api_ctx *ctx, struct upgrade_offer *offer, struct api_bundle *ret_bundle) {
    const struct bundle_facts *facts = &offer->facts;
    *ret_bundle = (struct api_bundle){.version = facts->version,
                                      .build_id = facts->build_id,
                                      .brand = facts->brand,
                                      .built = facts->built_s,
                                      .counter = facts->counter,
                                      .signer = facts->signer.subject,
                                      .octets = (int64_t)facts->image_size,
                                      .older = offer->older,
                                      .earlier = offer->earlier,
                                      .same = offer->same,
                                      .other_brand = offer->other_brand};
    fill_notes(ctx, offer->facts.notes, ret_bundle);
}

static void fill_last(const struct upgrade_history *history, struct api_upgrade_last *ret_last) {
    bool is_back = history->phase == UPGRADE_PHASE_BACK;
    bool is_over = is_back || history->phase == UPGRADE_PHASE_CONFIRMED;
    *ret_last = (struct api_upgrade_last){.end = !is_over  ? UPGRADE_END_NONE
                                                 : is_back ? UPGRADE_END_WENT_BACK
                                                           : UPGRADE_END_CONFIRMED,
                                          .reason = history->reason,
                                          .from = history->from,
                                          .to = history->to,
                                          .at = is_over ? history->at_s : 0,
                                          .records = history->lines_taken,
                                          .records_lost = history->lines_left,
                                          .device = history->device};
}

/* Copies how it stands into memory that lives as long as the reply; NULL when there is none. */
static struct upgrade_state *read_state(struct api_ctx *ctx) {
    struct upgrade_state *state = arena_alloc(ctx->arena, sizeof(*state));
    if (state != NULL) {
        upgrade_read(ctx->core, state);
    }
    return state;
}

int api_upgrade_state(struct api_ctx *ctx, struct upgrade_state_reply *reply) {
    const struct about_facts *about = about_facts(ctx->core->shared);
    struct upgrade_state *state = read_state(ctx);
    if (state == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    *reply = (struct upgrade_state_reply){.fitted = state->fitted,
                                          .version = about->version,
                                          .build_id = about->build_id,
                                          .board = state->board,
                                          .slot = state->fitted ? slots_name(state->slot) : "",
                                          .floor = state->floor,
                                          .open = factory_up_is_open(ctx->core->shared),
                                          .step = state->step,
                                          .name = state->name,
                                          .own = strcmp(state->holder, ctx->actor->account) == 0,
                                          .holder = state->holder,
                                          .received = state->received,
                                          .total = state->total,
                                          .done = (uint8_t)state->percent,
                                          .code = (uint32_t)status_of(state->error)};
    fill_bundle(ctx, &state->offer, &reply->bundle);
    fill_last(&state->history, &reply->last);
    return CAT_OK;
}

/* Who would have to be asked before it starts. */
static int check_starter(const struct actor *by) {
    return by->super ? 0 : accounts_check_fresh(by);
}

/* Starts what was offered with its head. One that is refused is not left there. */
static int start_offered(struct api_ctx *ctx) {
    int r = upgrade_start(ctx->core, ctx->actor, &(struct upgrade_wish){.force = false});
    if (r < 0 && upgrade_cancel(ctx->core, ctx->actor) < 0) {
        log_warn("upgrade", "a bundle that was not started is still offered");
    }
    return r;
}

int api_update_machine(struct api_ctx *ctx, const struct update_machine_req *req, struct update_machine_reply *reply) {
    const struct upgrade_piece piece = {
        .offset = req->offset, .total = req->total, .name = req->name, .data = ctx->body, .len = ctx->body_len};
    const bool starts = req->start && req->offset == 0;
    int r = starts ? check_starter(ctx->actor) : 0;
    if (r == 0) {
        r = upgrade_piece(ctx->core, ctx->actor, &piece, &reply->received);
    }
    if (r == 0 && starts) {
        r = start_offered(ctx);
    }
    struct upgrade_state *state = r == 0 ? read_state(ctx) : NULL;
    if (state == NULL) {
        return status_refuse(ctx, r < 0 ? r : E_NOMEM, NULL);
    }
    reply->step = state->step;
    fill_bundle(ctx, &state->offer, &reply->bundle);
    return CAT_OK;
}

int api_upgrade_start(struct api_ctx *ctx, const struct upgrade_start_req *req) {
    const struct upgrade_wish wish = {.force = req->force, .serial_end = req->has_serial ? req->serial : NULL};
    int r = upgrade_start(ctx->core, ctx->actor, &wish);
    return status_refuse(ctx, r, r == E_SERIAL_WRONG ? "serial" : NULL);
}

int api_upgrade_cancel(struct api_ctx *ctx) {
    return status_refuse(ctx, upgrade_cancel(ctx->core, ctx->actor), NULL);
}

int api_set_web_upgrade_mode(struct api_ctx *ctx, const struct set_web_upgrade_mode_req *req) {
    return status_refuse(ctx, engineer_set_up(ctx->core, ctx->actor, req->open), NULL);
}
