/* Users of the terminal. */
#include "core/users/users.h"
#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/users/users_export.h"
#include "util/arena.h"
#include "util/err.h"

#define VALUES_MAX 500

int api_userlist(struct api_ctx *ctx, const struct userlist_req *req, struct userlist_reply *reply) {
    struct users_refusal refusal = {0};
    struct store_users_page page;
    int r = users_list(ctx->core, &req->user_query, ctx->arena, &page, &refusal);
    if (r < 0) {
        return status_refuse_after(ctx, r, refusal.field, refusal.wait_s);
    }
    *reply = (struct userlist_reply){
        .users = page.users,
        .users_count = page.count,
        .total = page.total,
        .total_is_more = page.total_is_more,
        .position = page.position,
        .next = page.next,
        .previous = page.previous,
    };
    return CAT_OK;
}

int api_download_users(struct api_ctx *ctx, const struct download_users_req *req, struct api_file *ret_file) {
    struct users_export *export = NULL;
    const struct users_export_form form = {
        .format = req->format, .language = ctx->language, .columns = req->has_columns ? req->columns : 0};
    int r = users_export_new(ctx->core, ctx->actor, &req->user_query, &form, &export);
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    *ret_file = (struct api_file){.type = users_export_media_type(export),
                                  .name = users_export_name(export),
                                  .state = export,
                                  .next = users_export_next,
                                  .end = users_export_free};
    return CAT_OK;
}

int api_user_values(struct api_ctx *ctx, const struct user_values_req *req, struct user_values_reply *reply) {
    struct store_users_value *found = arena_calloc(ctx->arena, VALUES_MAX, sizeof(*found));
    struct api_user_value *values = arena_calloc(ctx->arena, VALUES_MAX, sizeof(*values));
    const enum user_field field = (enum user_field)user_value_field_fields[req->field];
    int r = found == NULL || values == NULL
                ? E_NOMEM
                : users_values(ctx->core, field, ctx->arena, found, VALUES_MAX, &reply->values_count, &reply->more);
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    for (size_t i = 0; i < reply->values_count; i++) {
        values[i] = (struct api_user_value){.value = found[i].value, .users = found[i].users};
    }
    reply->values = values;
    return CAT_OK;
}

int api_get_user_info(struct api_ctx *ctx, const struct get_user_info_req *req, struct get_user_info_reply *reply) {
    int r = req->has_userid ? users_get(ctx->core, req->userid, ctx->arena, &reply->user)
                            : users_defaults(ctx->core, &reply->user);
    return status_refuse(ctx, r, req->has_userid ? user_rows[USER_USERID].name : NULL);
}

int api_adduser(struct api_ctx *ctx, const struct adduser_req *req, struct adduser_reply *reply) {
    struct users_refusal refusal = {0};
    struct users_saved saved;
    int r = users_add(ctx->core, ctx->actor, &req->user, req->again, &saved, &refusal);
    if (r < 0) {
        return status_refuse_after(ctx, r, refusal.field, refusal.wait_s);
    }
    *reply = (struct adduser_reply){.userid = saved.userid, .revision = saved.revision};
    return CAT_OK;
}

int api_edituser(struct api_ctx *ctx, const struct edituser_req *req, struct edituser_reply *reply) {
    struct users_refusal refusal = {0};
    struct users_saved saved;
    int r = users_edit(ctx->core, ctx->actor, &req->user, &saved, &refusal);
    if (r < 0) {
        return status_refuse_after(ctx, r, refusal.field, refusal.wait_s);
    }
    *reply = (struct edituser_reply){.userid = saved.userid, .revision = saved.revision};
    return CAT_OK;
}

int api_deleteuser(struct api_ctx *ctx, const struct deleteuser_req *req) {
    int r = users_delete(ctx->core, ctx->actor, req->userid);

    return status_refuse(ctx, r,
                         r == E_USER_UNKNOWN || r == E_ABOVE_LEVEL || r == E_OWN_ACCOUNT || r == E_OWN_HOURS
                             ? user_rows[USER_USERID].name
                             : NULL);
}

/* True when an ID stands in the list before: it has been answered. */
static bool is_repeated(const uint32_t *ids, size_t at) {
    for (size_t i = 0; i < at; i++) {
        if (ids[i] == ids[at]) {
            return true;
        }
    }
    return false;
}

int api_deletsomeuser(struct api_ctx *ctx, const struct deletsomeuser_req *req, struct deletsomeuser_reply *reply) {
    size_t count = req->userids_count;
    int *results = arena_calloc(ctx->arena, count, sizeof(*results));
    uint32_t *deleted = arena_calloc(ctx->arena, count, sizeof(*deleted));
    struct api_delete_failure *failed = arena_calloc(ctx->arena, count, sizeof(*failed));
    int r = results != NULL && deleted != NULL && failed != NULL
                ? users_delete_many(ctx->core, ctx->actor, req->userids, count, results)
                : E_NOMEM;

    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    for (size_t i = 0; i < count; i++) {
        if (is_repeated(req->userids, i)) {
            continue;
        }
        if (results[i] < 0) {
            failed[reply->failed_count++] =
                (struct api_delete_failure){.userid = req->userids[i], .code = (uint32_t)status_of(results[i])};
        } else {
            deleted[reply->deleted_count++] = req->userids[i];
        }
    }
    reply->deleted = deleted;
    reply->failed = failed;
    return CAT_OK;
}
