/* Records of a wrong clock, and moving their punches. */
#include "api/records_moves.h"

#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/events/clock_errors.h"
#include "core/events/log.h"
#include "core/records/moves.h"
#include "core/records/search.h"
#include "core/time/clock.h"
#include "util/arena.h"

static int put_error(struct core *core, const struct store_clock_error *error, struct api_clock_error *ret_error) {
    struct clock_errors_span span;
    int r = clock_errors_span(core, error, &span);
    *ret_error = (struct api_clock_error){
        .first = error->first,
        .last = span.last,
        .from = span.from_ms,
        .to = span.to_ms,
        .from_offset = span.from_offset_min,
        .to_offset = span.to_offset_min,
        .unset = error->is_unset,
        .lasts = error->last == 0,
        .shift = error->shift_s,
    };
    return r;
}

int api_clock_errors(struct api_ctx *ctx, struct clock_errors_reply *reply) {
    struct clock_errors errors;
    struct api_clock_error *rows = arena_calloc(ctx->arena, STORE_CLOCK_ERRORS_MAX, sizeof(*rows));
    int r = rows == NULL ? E_NOMEM : clock_errors_read(ctx->core, &errors);
    for (size_t i = 0; r == 0 && i < errors.count; i++) {
        r = put_error(ctx->core, &errors.rows[i], &rows[reply->errors_count++]);
    }
    reply->errors = rows;
    reply->newest = log_last(ctx->core);
    reply->today = clock_today(ctx->core);
    return status_refuse(ctx, r, NULL);
}

int records_put_clock_errors(struct api_ctx *ctx, const struct search *search, const struct search_page *page,
                             struct searchrecord_reply *reply) {
    struct api_clock_error *rows = arena_calloc(ctx->arena, search->errors.count, sizeof(*rows));
    int r = rows == NULL ? E_NOMEM : 0;
    for (size_t i = 0; r == 0 && i < search->errors.count; i++) {
        const struct store_clock_error *error = &search->errors.rows[i];
        bool is_of_page = false;
        for (size_t j = 0; j < page->count; j++) {
            is_of_page = is_of_page || clock_errors_of(&search->errors, page->records[j].seq) == error;
        }
        if (is_of_page) {
            r = put_error(ctx->core, error, &rows[reply->clock_errors_count++]);
        }
    }
    reply->clock_errors = rows;
    return r;
}

int api_move_punches(struct api_ctx *ctx, const struct move_punches_req *req, struct move_punches_reply *reply) {
    const struct move_order order = {
        .what = req->what,
        .first = req->first,
        .last = req->last,
        .from_day = req->has_from_day ? req->from_day : 0,
        .to_day = req->has_to_day ? req->to_day : 0,
        .shift_s = req->shift,
        .reason = req->reason,
        .is_dry = req->dry_run,
    };
    struct move_result result;
    const char *field = NULL;
    struct api_void_refusal *refused = arena_calloc(ctx->arena, MOVES_MAX, sizeof(*refused));
    int r = refused == NULL ? E_NOMEM : moves_run(ctx->core, ctx->actor, &order, &result, &field);
    if (r < 0) {
        return status_refuse(ctx, r, field);
    }
    for (size_t i = 0; i < result.refused_count; i++) {
        refused[i] = (struct api_void_refusal){.seq = result.refused[i].seq,
                                               .code = (uint16_t)status_of(result.refused[i].error)};
    }
    *reply = (struct move_punches_reply){.moved = (uint32_t)result.moved,
                                         .refused = refused,
                                         .refused_count = result.refused_count,
                                         .next = result.next,
                                         .first_seq = result.last_seq != 0 ? result.first_seq : 0,
                                         .last_seq = result.last_seq};
    return CAT_OK;
}
