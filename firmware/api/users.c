/* Users of the terminal. */
#include <assert.h>

#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/users/users.h"
#include "util/arena.h"
#include "util/err.h"

static_assert((int)USERS_MODE_DEVICE == (int)API_IDENTIFY_MODE_DEVICE, "one order of modes");
static_assert((int)USERS_MODE_ANY == (int)API_IDENTIFY_MODE_ANY, "one order of modes");
static_assert((int)USERS_MODE_ALL == (int)API_IDENTIFY_MODE_ALL, "one order of modes");
static_assert(USERS_FACTOR_CARD == 1 << API_FACTOR_CARD, "one order of factors");
static_assert(USERS_FACTOR_FINGER == 1 << API_FACTOR_FINGER, "one order of factors");
static_assert(USERS_FACTOR_PASSWORD == 1 << API_FACTOR_PASSWORD, "one order of factors");
static_assert(USERS_FACTOR_FACE == 1 << API_FACTOR_FACE, "one order of factors");
static_assert(USERS_FACTOR_IRIS == 1 << API_FACTOR_IRIS, "one order of factors");
static_assert(USERS_FACTOR_ID == 1 << API_FACTOR_ID, "one order of factors");
static_assert(USERS_FACTORS_ALL == (1 << API_FACTOR_COUNT) - 1, "all factors");

static const char *field_name(enum users_field field) {
    switch (field) {
        case USERS_FIELD_NONE: return NULL;
        case USERS_FIELD_ID: return "userid";
        case USERS_FIELD_NAME: return "username";
        case USERS_FIELD_CARD: return "cardno";
        case USERS_FIELD_PASSWORD: return "password";
        case USERS_FIELD_LEVEL: return "level";
        case USERS_FIELD_GROUP: return "group";
        case USERS_FIELD_MODE: return "identifyMode";
        case USERS_FIELD_FACTORS: return "identifyFactors";
        case USERS_FIELD_SHIFT: return "shift";
        case USERS_FIELD_VALID_FROM: return "validFrom";
        case USERS_FIELD_VALID_TO: return "validTo";
        case USERS_FIELD_REVISION: return "revision";
        case USERS_FIELD_AFTER: return "after";
        case USERS_FIELD_BEFORE: return "before";
    }
    return NULL;
}

/* Ends a handler; a name that the decoder would have refused has a code of its own. */
static int refuse(struct api_ctx *ctx, int err, const struct users_refusal *refusal) {
    int code = status_refuse(ctx, err, field_name(refusal->field), refusal->wait_s);

    return err == E_TEXT && refusal->field == USERS_FIELD_NAME ? CAT_USER_NAME_FORMAT : code;
}

static struct api_user user_of(const struct store_user *user) {
    return (struct api_user){
        .userid = user->id,
        .username = user->name,
        .cardno = user->card,
        .has_password = user->has_password,
        .level = user->level,
        .group = user->group,
        .identify_mode = (enum api_identify_mode)user->mode,
        .identify_factors = user->factors,
        .shift = user->shift,
        .valid_from = user->valid_from,
        .valid_to = user->valid_to,
        .revision = user->revision,
    };
}

/* Words that are not sent have the value of no filter, which comes first in the store's enums. */
static struct store_users_query query_of(const struct userlist_req *req) {
    static const enum store_users_credential credentials[] = {
        [API_CREDENTIAL_FILTER_CARD] = STORE_CREDENTIAL_CARD,
        [API_CREDENTIAL_FILTER_PASSWORD] = STORE_CREDENTIAL_PASSWORD,
        [API_CREDENTIAL_FILTER_NONE] = STORE_CREDENTIAL_NONE,
    };
    static const enum store_users_role roles[] = {
        [API_ROLE_FILTER_USER] = STORE_ROLE_USER,
        [API_ROLE_FILTER_ADMIN] = STORE_ROLE_ADMIN,
    };
    static const enum store_users_expiry expiries[] = {
        [API_EXPIRY_FILTER_VALID] = STORE_EXPIRY_VALID,
        [API_EXPIRY_FILTER_EXPIRED] = STORE_EXPIRY_EXPIRED,
    };

    return (struct store_users_query){
        .search = req->has_search ? req->search : NULL,
        .group = req->has_group ? req->group : STORE_FILTER_NONE,
        .shift = req->has_shift ? req->shift : STORE_FILTER_NONE,
        .role = req->has_role ? roles[req->role] : STORE_ROLE_ANY,
        .credential = req->has_credential ? credentials[req->credential] : STORE_CREDENTIAL_ANY,
        .expiry = req->has_expiry ? expiries[req->expiry] : STORE_EXPIRY_ANY,
        .sort = req->sort == API_USER_SORT_NAME ? STORE_USERS_BY_NAME : STORE_USERS_BY_ID,
        .descending = req->order == API_SORT_ORDER_DESC,
        .limit = req->limit,
        .after = req->has_after ? req->after : NULL,
        .before = req->has_before ? req->before : NULL,
    };
}

int api_userlist(struct api_ctx *ctx, const struct userlist_req *req, struct userlist_reply *reply) {
    struct store_users_query query = query_of(req);
    struct users_refusal refusal = {0};
    struct store_users_page page;
    struct api_user *users;
    int r = users_list(ctx->core, &query, ctx->arena, &page, &refusal);

    if (r) {
        return refuse(ctx, r, &refusal);
    }
    users = arena_calloc(ctx->arena, page.count > 0 ? page.count : 1, sizeof *users);
    if (!users) {
        return refuse(ctx, E_NOMEM, &refusal);
    }
    for (size_t i = 0; i < page.count; i++) {
        users[i] = user_of(&page.users[i]);
    }
    reply->users = users;
    reply->users_count = page.count;
    reply->total = page.total;
    reply->total_is_more = page.total_is_more;
    reply->position = page.position;
    reply->next = page.next;
    reply->previous = page.previous;
    return CAT_OK;
}

int api_get_user_info(struct api_ctx *ctx, const struct get_user_info_req *req, struct get_user_info_reply *reply) {
    struct users_refusal refusal = {.field = req->has_userid ? USERS_FIELD_ID : USERS_FIELD_NONE};
    struct store_user user;
    int r = req->has_userid ? users_get(ctx->core, req->userid, ctx->arena, &user) : users_defaults(ctx->core, &user);

    if (r) {
        return refuse(ctx, r, &refusal);
    }
    reply->user = user_of(&user);
    return CAT_OK;
}

/* adduser and edituser send the same fields of a user, in two structs. */
#define CHANGE_OF(req)                                            \
    {                                                             \
        .id = (req)->userid,                                      \
        .name = (req)->has_username ? (req)->username : NULL,     \
        .password = (req)->has_password ? (req)->password : NULL, \
        .has_card = (req)->has_cardno,                            \
        .has_level = (req)->has_level,                            \
        .has_group = (req)->has_group,                            \
        .has_mode = (req)->has_identify_mode,                     \
        .has_factors = (req)->has_identify_factors,               \
        .has_shift = (req)->has_shift,                            \
        .has_valid_from = (req)->has_valid_from,                  \
        .has_valid_to = (req)->has_valid_to,                      \
        .card = (req)->cardno,                                    \
        .level = (req)->level,                                    \
        .group = (req)->group,                                    \
        .mode = (uint8_t)(req)->identify_mode,                    \
        .shift = (req)->shift,                                    \
        .factors = (req)->identify_factors,                       \
        .valid_from = (req)->valid_from,                          \
        .valid_to = (req)->valid_to,                              \
    }

int api_adduser(struct api_ctx *ctx, const struct adduser_req *req, struct adduser_reply *reply) {
    struct users_change change = CHANGE_OF(req);
    struct users_refusal refusal = {0};
    struct users_saved saved;
    int r = users_add(ctx->core, ctx->actor, &change, req->again, &saved, &refusal);

    if (r) {
        return refuse(ctx, r, &refusal);
    }
    reply->userid = saved.id;
    reply->revision = saved.revision;
    return CAT_OK;
}

int api_edituser(struct api_ctx *ctx, const struct edituser_req *req, struct edituser_reply *reply) {
    struct users_change change = CHANGE_OF(req);
    struct users_refusal refusal = {0};
    struct users_saved saved;
    int r;

    change.has_revision = req->has_revision;
    change.revision = req->revision;
    r = users_edit(ctx->core, ctx->actor, &change, &saved, &refusal);
    if (r) {
        return refuse(ctx, r, &refusal);
    }
    reply->userid = saved.id;
    reply->revision = saved.revision;
    return CAT_OK;
}

int api_deleteuser(struct api_ctx *ctx, const struct deleteuser_req *req) {
    int r = users_delete(ctx->core, ctx->actor, req->userid);

    return status_refuse(ctx, r, r == E_USER_UNKNOWN || r == E_ABOVE_LEVEL || r == E_OWN_ACCOUNT ? "userid" : NULL, 0);
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
    int *results = arena_calloc(ctx->arena, count, sizeof *results);
    uint32_t *deleted = arena_calloc(ctx->arena, count, sizeof *deleted);
    struct api_delete_failure *failed = arena_calloc(ctx->arena, count, sizeof *failed);
    int r =
        results && deleted && failed ? users_delete_many(ctx->core, ctx->actor, req->userids, count, results) : E_NOMEM;

    if (r) {
        return status_refuse(ctx, r, NULL, 0);
    }
    for (size_t i = 0; i < count; i++) {
        if (is_repeated(req->userids, i)) {
            continue;
        }
        if (results[i]) {
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
