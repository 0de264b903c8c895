/* Signing in and out, passwords, rights. */
#include <string.h>

#include "api/api.h"
#include "api/route_may.h"
#include "api/status.h"
#include "contract.h"
#include "core/accounts/accounts.h"
#include "core/accounts/sessions.h"
#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/settings/settings.h"
#include "util/arena.h"
#include "util/err.h"

/* The groups of `funs`, in memory that lives as long as the reply. */
static int fill_funs(struct api_ctx *ctx, unsigned level, struct chklogin_reply *reply) {
    enum function_group *funs = arena_calloc(ctx->arena, FUNCTION_GROUP_COUNT, sizeof(*funs));
    if (funs == NULL) {
        return E_NOMEM;
    }
    reply->funs_count = rights_groups(&settings_get(ctx->core)->rights, level, funs);
    reply->funs = funs;
    return 0;
}

int api_chklogin(struct api_ctx *ctx, const struct chklogin_req *req, struct chklogin_reply *reply) {
    struct accounts_sign_in *sign_in = arena_alloc(ctx->arena, sizeof(*sign_in));
    if (sign_in == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    unsigned wait_s = 0;
    struct accounts_credentials typed = {
        .name = req->username, .password = req->password, .browser = req->has_browser_name ? req->browser_name : ""};
    int r = accounts_sign_in(ctx->core, ctx->actor, &typed, sign_in, &wait_s);
    if (r == 0) {
        r = fill_funs(ctx, sign_in->account.level, reply);
    }
    if (r < 0) {
        return status_refuse_after(ctx, r, NULL, wait_s);
    }
    reply->token = sign_in->token;
    reply->browser = sign_in->browser;
    reply->userid = sign_in->account.account;
    reply->name = sign_in->account.name;
    reply->level = sign_in->account.level;
    reply->must_change_password = sign_in->account.must_change;
    return CAT_OK;
}

int api_confirm_password(struct api_ctx *ctx, const struct confirm_password_req *req) {
    unsigned wait_s = 0;
    int r = accounts_confirm(ctx->core, ctx->actor, req->password, &wait_s);
    return status_refuse_after(ctx, r, r == E_PASSWORD_WRONG ? "password" : NULL, wait_s);
}

int api_logout(struct api_ctx *ctx) {
    return status_refuse(ctx, accounts_sign_out(ctx->core, ctx->actor), NULL);
}

/* The field of EditPwd that a refusal is about. */
static const char *password_field(int err) {
    switch (err) {
        case E_PASSWORD_WRONG: return "oldpassword";
        case E_PASSWORD_RULES: return "password";
        default: return NULL;
    }
}

int api_edit_pwd(struct api_ctx *ctx, const struct edit_pwd_req *req) {
    if (strcmp(req->userid, ctx->actor->account) != 0) {
        return status_refuse(ctx, E_USER_ID_INVALID, "userid");
    }
    if (strcmp(req->password, req->confirm) != 0) {
        return status_refuse(ctx, E_PASSWORD_MISMATCH, "confirm");
    }
    unsigned wait_s = 0;
    int r = accounts_change_password(ctx->core, ctx->actor, req->oldpassword, req->password, &wait_s);
    return status_refuse_after(ctx, r, password_field(r), wait_s);
}

/* The field of EditPassphrase that a refusal is about. */
static const char *passphrase_field(int err) {
    switch (err) {
        case E_PASSWORD_WRONG: return "oldpassword";
        case E_PASSWORD_RULES: return "passphrase";
        default: return NULL;
    }
}

int api_edit_passphrase(struct api_ctx *ctx, const struct edit_passphrase_req *req) {
    if (strcmp(req->passphrase, req->confirm) != 0) {
        return status_refuse(ctx, E_PASSWORD_MISMATCH, "confirm");
    }
    unsigned wait_s = 0;
    int r = accounts_set_passphrase(ctx->core, ctx->actor, req->oldpassword, req->passphrase, &wait_s);
    return status_refuse_after(ctx, r, passphrase_field(r), wait_s);
}

/* The route of a call by its bare name; NULL if there is none. */
static const struct api_route *route_of(const char *call) {
    for (size_t i = 0; i < api_route_count; i++) {
        if (strcmp(api_routes[i].name, call) == 0) {
            return &api_routes[i];
        }
    }
    return NULL;
}

int api_check_power(struct api_ctx *ctx, const struct check_power_req *req, struct check_power_reply *reply) {
    const struct rights_table *rights = &settings_get(ctx->core)->rights;
    if (req->has_call) {
        const struct api_route *route = route_of(req->call);
        if (route == NULL) {
            ctx->error_field = "call";
            return CAT_NO_SUCH_CALL;
        }
        reply->read = reply->write = api_may(rights, ctx->actor, route);
        return CAT_OK;
    }
    if (!req->has_group) {
        return status_refuse(ctx, E_MISSING, "call");
    }
    reply->read = rights_may(rights, ctx->actor, (int)req->group, RIGHT_READ);
    reply->write = rights_may(rights, ctx->actor, (int)req->group, RIGHT_WRITE);
    return CAT_OK;
}
