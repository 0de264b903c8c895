/* What the admin levels may do. */
#include <stdbool.h>
#include <stdio.h>

#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/accounts/roles.h"
#include "util/arena.h"
#include "util/err.h"

#define ROLES_FIELD_MAX 40 /* bytes of "levels[14].basicSetting", with room */

static void fill_level(struct api_level_rights *out, unsigned level, const struct roles *roles) {
    const uint8_t *right = roles->rights.right[level];
    *out = (struct api_level_rights){
        .level = (uint8_t)level,
        .user = right[FUNCTION_GROUP_USER],
        .network = right[FUNCTION_GROUP_NETWORK],
        .basic_setting = right[FUNCTION_GROUP_BASIC_SETTING],
        .acc_setting = right[FUNCTION_GROUP_ACC_SETTING],
        .adv_setting = right[FUNCTION_GROUP_ADV_SETTING],
        .accounts = roles->accounts[level],
    };
}

int api_set_roles(struct api_ctx *ctx, struct set_roles_reply *reply) {
    struct roles roles;
    struct api_level_rights *levels = arena_calloc(ctx->arena, RIGHTS_LEVEL_MAX, sizeof(*levels));
    int r = levels != NULL ? roles_read(ctx->core, &roles) : E_NOMEM;
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    for (unsigned level = 1; level <= RIGHTS_LEVEL_MAX; level++) {
        fill_level(&levels[level - 1], level, &roles);
    }
    reply->levels = levels;
    reply->levels_count = RIGHTS_LEVEL_MAX;
    reply->revision = roles.revision;
    reply->editable = roles_may_edit(ctx->actor);
    return CAT_OK;
}

/* Where the right that is too low stands in the request, or that of the level below, which has more. */
static const char *roles_field(const struct api_ctx *ctx, const struct get_roles_req *req,
                               const struct roles_refusal *refusal) {
    char *field = arena_alloc(ctx->arena, ROLES_FIELD_MAX);
    size_t at = req->levels_count;
    for (size_t i = 0; i < req->levels_count; i++) {
        bool is_below = req->levels[i].level + 1U == refusal->level;
        at = req->levels[i].level == refusal->level || (is_below && at == req->levels_count) ? i : at;
    }
    if (field == NULL || at == req->levels_count) {
        return "levels";
    }
    (void)snprintf(field, ROLES_FIELD_MAX, "levels[%zu].%s", at, function_group_text_of(refusal->group));
    return field;
}

int api_get_roles(struct api_ctx *ctx, const struct get_roles_req *req, struct get_roles_reply *reply) {
    struct roles_change changes[sizeof(req->levels) / sizeof(req->levels[0])];
    struct roles_refusal refusal;
    for (size_t i = 0; i < req->levels_count; i++) {
        const struct api_level_change_in *level = &req->levels[i];
        changes[i] = (struct roles_change){
            .level = level->level,
            .right = {[FUNCTION_GROUP_USER] = (uint8_t)level->user,
                      [FUNCTION_GROUP_NETWORK] = (uint8_t)level->network,
                      [FUNCTION_GROUP_BASIC_SETTING] = (uint8_t)level->basic_setting,
                      [FUNCTION_GROUP_ACC_SETTING] = (uint8_t)level->acc_setting,
                      [FUNCTION_GROUP_ADV_SETTING] = (uint8_t)level->adv_setting},
        };
    }
    int r = roles_save(ctx->core, ctx->actor, req->has_revision ? &req->revision : NULL, changes, req->levels_count,
                       &reply->revision, &refusal);
    return status_refuse(ctx, r, r == E_RANGE ? roles_field(ctx, req, &refusal) : NULL);
}
