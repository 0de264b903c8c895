/* Users in bulk. */
#include "core/bulk/bulk.h"

#include <string.h>

#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "util/arena.h"
#include "util/err.h"

int api_bulk_state(struct api_ctx *ctx, struct bulk_state_reply *reply) {
    struct bulk_view *view = arena_alloc(ctx->arena, sizeof(*view));
    if (view == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    bulk_view(ctx->core, ctx->actor, view);
    const struct store_bulk *state = &view->state;
    *reply = (struct bulk_state_reply){
        .step = state->step,
        .kind = state->kind,
        .name = state->name,
        .own = view->own,
        .holder = state->holder.account,
        .holder_name = state->holder.name,
        .received = view->received,
        .total = state->total,
        .at = state->counts.at,
        .rows = state->counts.rows,
        .added = state->counts.added,
        .changed = state->counts.changed,
        .same = state->counts.same,
        .skipped = state->counts.skipped,
        .bad = state->counts.bad,
        .raises = state->raises,
        .whole = state->whole,
        .cancellable = view->cancellable,
        .code = (uint32_t)status_of(err_from_stored(state->code)),
        .asks = state->found.asks,
        .date_order = state->found.reading.date_order,
        .calendar = state->found.reading.calendar,
        .card_base = state->found.reading.card_base,
        .card_groups = state->found.reading.card_groups,
        .unnamed = state->found.unnamed,
        .ignored = state->found.ignored,
        .left_out = state->found.left_out,
    };
    return CAT_OK;
}

int api_bulk_upload(struct api_ctx *ctx, const struct bulk_upload_req *req, struct bulk_upload_reply *reply) {
    const struct bulk_piece piece = {.kind = req->kind,
                                     .offset = req->offset,
                                     .total = req->total,
                                     .name = req->name,
                                     .data = ctx->body,
                                     .len = ctx->body_len};
    const char *field = NULL;
    int r = bulk_upload(ctx->core, ctx->actor, &piece, &reply->received, &field);
    return status_refuse(ctx, r, field);
}

int api_bulk_check(struct api_ctx *ctx, const struct bulk_check_req *req) {
    struct store_bulk_form form = {.encoding = req->encoding,
                                   .delimiter = req->delimiter,
                                   .heading = req->heading,
                                   .heading_line = req->has_heading_line ? req->heading_line : 0,
                                   .sheet = req->has_sheet ? req->sheet : STORE_BULK_SHEET_FIND,
                                   .existing = req->existing,
                                   .column_count = (uint8_t)req->columns_count,
                                   .reading = {.date_order = req->date_order,
                                               .calendar = req->calendar,
                                               .card_base = req->card_base,
                                               .card_groups = req->card_groups}};
    for (size_t i = 0; i < req->columns_count; i++) {
        form.columns[i] = (uint8_t)req->columns[i];
    }
    int r = bulk_check(ctx->core, ctx->actor, &form);
    const bool of_columns = r == E_COLUMN_MISSING || r == E_COLUMN_TWICE || r == E_COLUMN_OTHER ||
                            r == E_PUNCH_TIME_MISSING || r == E_ROSTER_DAY_MISSING || r == E_ROSTER_SHIFT_MISSING;
    return status_refuse(ctx, r,
                         of_columns          ? "columns"
                         : r == E_NOT_FITTED ? "encoding"
                         : r == E_RANGE      ? "headingLine"
                                             : NULL);
}

int api_bulk_edit(struct api_ctx *ctx, const struct bulk_edit_req *req) {
    struct user_change change;
    user_change_of_bulk_change(&req->change, &change);
    const struct bulk_edit_asked asked = {.query = &req->user_query,
                                          .ids = req->has_userids ? req->userids : NULL,
                                          .id_count = req->userids_count,
                                          .change = &change};
    const char *field = NULL;
    int r = bulk_edit(ctx->core, ctx->actor, &asked, &field);
    return status_refuse(ctx, r, field);
}

int api_bulk_errors(struct api_ctx *ctx, const struct bulk_errors_req *req, struct bulk_errors_reply *reply) {
    struct bulk_wrong *wrong = NULL;
    struct api_bulk_error *errors = arena_calloc(ctx->arena, req->limit, sizeof(*errors));
    int r = errors == NULL ? E_NOMEM
                           : bulk_errors(ctx->core, ctx->actor, req->after, req->limit, ctx->arena, &wrong,
                                         &reply->errors_count, &reply->total);
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    for (size_t i = 0; i < reply->errors_count; i++) {
        errors[i] = (struct api_bulk_error){.line = wrong[i].line,
                                            .userid = wrong[i].userid,
                                            .name = wrong[i].name,
                                            .field = wrong[i].field,
                                            .text = wrong[i].text,
                                            .other_line = wrong[i].other_line,
                                            .other_userid = wrong[i].other_userid,
                                            .other_name = wrong[i].other_name,
                                            .column = wrong[i].column,
                                            .code = (uint32_t)status_of(wrong[i].err)};
    }
    reply->errors = errors;
    return CAT_OK;
}

static const struct api_barred_users *reasons_of(struct arena *arena, const struct bulk_barred_list *list) {
    struct api_barred_users *reasons = arena_calloc(arena, list->reason_count, sizeof(*reasons));
    for (size_t i = 0; reasons != NULL && i < list->reason_count; i++) {
        const struct bulk_barred_reason *reason = &list->reasons[i];
        reasons[i] =
            (struct api_barred_users){.obstacle = reason->obstacle, .group = reason->group, .rows = reason->rows};
    }
    return reasons;
}

static const struct api_barred_user *people_of(struct arena *arena, const struct bulk_barred_list *list) {
    struct api_barred_user *people = arena_calloc(arena, list->person_count, sizeof(*people));
    for (size_t i = 0; people != NULL && i < list->person_count; i++) {
        const struct bulk_barred_person *person = &list->people[i];
        people[i] = (struct api_barred_user){.obstacle = person->obstacle,
                                             .group = person->group,
                                             .line = person->line,
                                             .userid = person->userid,
                                             .name = person->name};
    }
    return people;
}

int api_bulk_barred(struct api_ctx *ctx, struct bulk_barred_reply *reply) {
    struct bulk_barred_list list = {.reason_count = 0};
    int r = bulk_barred_list(ctx->core, ctx->arena, &list);
    *reply = (struct bulk_barred_reply){.reasons = r < 0 ? NULL : reasons_of(ctx->arena, &list),
                                        .reasons_count = list.reason_count,
                                        .people = r < 0 ? NULL : people_of(ctx->arena, &list),
                                        .people_count = list.person_count};
    const bool is_full = r == 0 && (reply->reasons == NULL || reply->people == NULL);
    return status_refuse(ctx, is_full ? E_NOMEM : r, NULL);
}

int api_bulk_start(struct api_ctx *ctx, const struct bulk_start_req *req) {
    return status_refuse(ctx, bulk_start(ctx->core, ctx->actor, req->whole), NULL);
}

int api_bulk_cancel(struct api_ctx *ctx) {
    return status_refuse(ctx, bulk_cancel(ctx->core, ctx->actor), NULL);
}
