/* Shifts, and who has them. */
#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/rules/shifts.h"
#include "core/rules/shifts_list.h"
#include "core/time/clock.h"
#include "util/arena.h"
#include "util/err.h"

int api_set_shifts_info(struct api_ctx *ctx, struct set_shifts_info_reply *reply) {
    struct shifts_list list;
    int r = shifts_list(ctx->core, ctx->arena, &list);
    struct api_shift_use *uses = r == 0 ? arena_calloc(ctx->arena, list.count, sizeof(*uses)) : NULL;
    if (uses == NULL) {
        return status_refuse(ctx, r < 0 ? r : E_NOMEM, NULL);
    }
    for (size_t i = 0; i < list.count; i++) {
        uses[i] = (struct api_shift_use){
            .number = list.shifts[i].number, .users = list.uses[i].users, .assigned = list.uses[i].assigned};
    }
    *reply = (struct set_shifts_info_reply){.shifts = list.shifts,
                                            .shifts_count = list.count,
                                            .uses = uses,
                                            .uses_count = list.count,
                                            .groups = list.groups,
                                            .groups_count = list.group_count,
                                            .today = clock_today(ctx->core)};
    return CAT_OK;
}

int api_get_shifts_info(struct api_ctx *ctx, const struct get_shifts_info_req *req,
                        struct get_shifts_info_reply *reply) {
    struct rules_saved saved;
    const char *field = NULL;
    int r = shifts_save(ctx->core, ctx->actor, &req->shift, &saved, &field);
    if (r < 0) {
        return status_refuse(ctx, r, field);
    }
    *reply = (struct get_shifts_info_reply){.number = saved.number, .revision = saved.revision};
    return CAT_OK;
}

int api_del_shift(struct api_ctx *ctx, const struct del_shift_req *req) {
    int r = shifts_delete(ctx->core, ctx->actor, req->number, req->sure);
    return status_refuse(ctx, r, shift_rows[SHIFT_NUMBER].name);
}

int api_shifts_of(struct api_ctx *ctx, const struct shifts_of_req *req, struct shifts_of_reply *reply) {
    struct shifts_of of;
    int r = shifts_of_user(ctx->core, req->userid, ctx->arena, &of);
    if (r < 0) {
        return status_refuse(ctx, r, r == E_USER_UNKNOWN ? shift_assignment_rows[SHIFT_ASSIGNMENT_USERID].name : NULL);
    }
    *reply = (struct shifts_of_reply){.usual = of.usual,
                                      .group = of.group,
                                      .assigned = of.rows,
                                      .assigned_count = of.count,
                                      .today = clock_today(ctx->core)};
    return CAT_OK;
}

int api_assign_shift(struct api_ctx *ctx, const struct assign_shift_req *req, struct assign_shift_reply *reply) {
    const char *field = shift_assignment_rows[SHIFT_ASSIGNMENT_USERID].name;
    const struct shifts_wish wish = {
        .id = req->has_id ? req->id : 0,
        .userid = req->has_userid ? req->userid : 0,
        .group = req->has_group ? req->group : 0,
        .shift = req->shift,
        .from = req->from,
        .to = req->has_to ? req->to : 0,
    };
    if (req->has_userid == req->has_group) {
        return status_refuse(ctx, req->has_group ? E_RANGE : E_MISSING, field);
    }
    int r = shifts_assign(ctx->core, ctx->actor, &wish, &reply->id, &field);
    return status_refuse(ctx, r, field);
}

int api_assign_shift_many(struct api_ctx *ctx, const struct assign_shift_many_req *req,
                          struct assign_shift_many_reply *reply) {
    const struct shifts_wish wish = {.shift = req->shift, .from = req->from, .to = req->has_to ? req->to : 0};
    struct shifts_many many;
    const char *field = NULL;
    int r =
        shifts_assign_many(ctx->core, ctx->actor, &wish, req->userids, req->userids_count, req->sure, &many, &field);
    *reply = (struct assign_shift_many_reply){.assigned = many.assigned,
                                              .meeting = many.meeting,
                                              .own = many.own,
                                              .full = many.full,
                                              .unknown = many.unknown};
    return status_refuse(ctx, r, field);
}

int api_unassign_shift(struct api_ctx *ctx, const struct unassign_shift_req *req) {
    int r = shifts_unassign(ctx->core, ctx->actor, req->id);
    return status_refuse(ctx, r, shift_assignment_rows[SHIFT_ASSIGNMENT_ID].name);
}
