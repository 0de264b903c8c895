/* What users are recognised by besides card and password, and enrolling it. */
#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/devices/modules.h"
#include "core/users/credentials.h"
#include "core/users/enrol.h"
#include "core/users/users.h"
#include "util/arena.h"
#include "util/err.h"

/* What a refusal is about: the user, or which finger or eye. */
static const char *field_of(int err, const char *place) {
    if (err == E_USER_UNKNOWN || err == E_ABOVE_LEVEL) {
        return user_rows[USER_USERID].name;
    }
    return err == E_NOTFOUND ? place : NULL;
}

int api_regfp(struct api_ctx *ctx, const struct regfp_req *req) {
    struct users_refusal refusal = {0};
    struct enrol_wish wish = {
        .userid = req->userid,
        .factor = req->factor,
        .index = req->has_finger ? req->finger : req->index,
        .duress = req->duress,
        .another = req->another,
    };
    int r = enrol_start(ctx->core, ctx->actor, &wish, &refusal);
    return status_refuse_after(ctx, r, refusal.field, refusal.wait_s);
}

int api_enrol_face(struct api_ctx *ctx, const struct enrol_face_req *req) {
    struct users_refusal refusal = {0};
    int r = enrol_start_picture(ctx->core, ctx->actor, req->userid, ctx->body, ctx->body_len, &refusal);
    return status_refuse_after(ctx, r, refusal.field, refusal.wait_s);
}

int api_get_online_enroll_status(struct api_ctx *ctx, struct get_online_enroll_status_reply *reply) {
    struct enrol_view *view = arena_alloc(ctx->arena, sizeof(*view)); /* the reply borrows its texts */
    if (view == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    enrol_look(ctx->core, ctx->actor, view);
    *reply = (struct get_online_enroll_status_reply){
        .step = view->step,
        .note = view->note,
        .userid = view->wish.userid,
        .factor = view->wish.factor,
        .index = view->wish.index,
        .duress = view->wish.duress,
        .picture = view->wish.picture,
        .presses = (uint8_t)view->presses,
        .needed = (uint8_t)view->needed,
        .quality = (uint8_t)view->quality,
        .duplicate = view->duplicate,
        .seconds_left = view->seconds_left,
        .own = view->own,
        .holder = view->holder,
        .holder_name = view->holder_name,
    };
    ctx->wait = view->step == ENROL_STEP_PRESENT || view->step == ENROL_STEP_LIFT || view->step == ENROL_STEP_WORKING;
    return CAT_OK;
}

int api_enrol_cancel(struct api_ctx *ctx) {
    return status_refuse(ctx, enrol_cancel(ctx->core, ctx->actor), NULL);
}

/* The words of the contract have no more than what has a module, and cards. */
static enum enrol_factor word_of(enum factor factor) {
    return factor == FACTOR_FINGER ? ENROL_FACTOR_FINGER
           : factor == FACTOR_FACE ? ENROL_FACTOR_FACE
                                   : ENROL_FACTOR_IRIS;
}

static enum factor factor_of(enum enrol_factor word) {
    switch (word) {
        case ENROL_FACTOR_FINGER: return FACTOR_FINGER;
        case ENROL_FACTOR_FACE: return FACTOR_FACE;
        case ENROL_FACTOR_IRIS: return FACTOR_IRIS;
        case ENROL_FACTOR_CARD: break;
    }
    return FACTOR_CARD;
}

static int put_credentials(struct api_ctx *ctx, uint32_t userid, struct credentials_reply *reply) {
    struct credential all[CREDENTIALS_USER_MAX];
    struct api_credential *out = arena_calloc(ctx->arena, CREDENTIALS_USER_MAX, sizeof(*out));
    size_t count = 0;
    int r = out != NULL ? credentials_of(ctx->core, userid, all, &count) : E_NOMEM;
    for (size_t i = 0; r == 0 && i < count; i++) {
        out[i] = (struct api_credential){
            .factor = word_of(all[i].factor),
            .index = all[i].index,
            .duress = all[i].duress,
            .quality = all[i].quality,
            .enrolled = all[i].enrolled_s,
        };
    }
    reply->credentials = out;
    reply->credentials_count = count;
    return r;
}

static int put_modules(struct api_ctx *ctx, const struct api_module_state **ret_states, size_t *ret_count) {
    struct modules_view views[MODULES_COUNT];
    struct api_module_state *out = arena_calloc(ctx->arena, MODULES_COUNT, sizeof(*out));
    if (out == NULL) {
        return E_NOMEM;
    }
    modules_look(ctx->core, views);
    for (size_t i = 0; i < MODULES_COUNT; i++) {
        out[i] = (struct api_module_state){
            .factor = word_of(views[i].factor),
            .fitted = views[i].fitted,
            .online = views[i].online,
            .capacity = views[i].capacity,
            .count = views[i].count,
            .whole = views[i].whole,
            .done = views[i].done,
            .total = views[i].total,
            .failed = views[i].failed,
        };
    }
    *ret_states = out;
    *ret_count = MODULES_COUNT;
    return 0;
}

int api_credentials(struct api_ctx *ctx, const struct credentials_req *req, struct credentials_reply *reply) {
    struct user user;
    int r = users_get(ctx->core, req->userid, ctx->arena, &user);
    if (r == 0) {
        r = put_credentials(ctx, req->userid, reply);
    }
    if (r == 0) {
        r = put_modules(ctx, &reply->modules, &reply->modules_count);
    }
    return status_refuse(ctx, r, field_of(r, NULL));
}

int api_modules(struct api_ctx *ctx, struct modules_reply *reply) {
    return status_refuse(ctx, put_modules(ctx, &reply->modules, &reply->modules_count), NULL);
}

int api_lacking(struct api_ctx *ctx, const struct lacking_req *req, struct lacking_reply *reply) {
    struct api_lacking_users *out = arena_calloc(ctx->arena, FACTOR_COUNT, sizeof(*out));
    int r = out != NULL ? 0 : E_NOMEM;
    for (unsigned factor = 0; r == 0 && factor < FACTOR_COUNT; factor++) {
        uint32_t users = 0;
        if ((req->factors >> factor & 1U) == 0) {
            continue;
        }
        r = credentials_lacking(ctx->core, (enum factor)factor, &users);
        if (r == 0 && users > 0) {
            out[reply->lacking_count++] = (struct api_lacking_users){.factor = (enum factor)factor, .users = users};
        }
    }
    reply->lacking = out;
    return status_refuse(ctx, r, NULL);
}

int api_del_credential(struct api_ctx *ctx, const struct del_credential_req *req) {
    int r = credentials_delete(ctx->core, ctx->actor, req->userid, factor_of(req->factor), req->index);
    return status_refuse(ctx, r, field_of(r, "index"));
}

int api_set_duress(struct api_ctx *ctx, const struct set_duress_req *req) {
    int r = credentials_set_duress(ctx->core, ctx->actor, req->userid, req->finger, req->duress);
    return status_refuse(ctx, r, field_of(r, "finger"));
}
