/* Open sessions and known browsers. */
#include <inttypes.h>
#include <stdio.h>

#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/accounts/accounts.h"
#include "core/accounts/browsers.h"
#include "core/accounts/sessions.h"
#include "core/base/core.h"
#include "util/arena.h"
#include "util/err.h"

static int fill_sessions(struct api_ctx *ctx, struct sessions_reply *reply) {
    struct sessions_view *views = arena_calloc(ctx->arena, SESSIONS_MAX, sizeof(*views));
    struct api_open_session *shown = arena_calloc(ctx->arena, SESSIONS_MAX, sizeof(*shown));
    if (views == NULL || shown == NULL) {
        return E_NOMEM;
    }
    reply->sessions_count = accounts_sessions(ctx->core, ctx->actor, views);
    for (size_t i = 0; i < reply->sessions_count; i++) {
        shown[i] = (struct api_open_session){.id = (int64_t)views[i].id,
                                             .account = views[i].account,
                                             .name = views[i].name,
                                             .browser = views[i].browser,
                                             .peer = views[i].peer,
                                             .opened = views[i].opened_s,
                                             .used = views[i].used_s,
                                             .current = views[i].id == ctx->actor->session};
    }
    reply->sessions = shown;
    return 0;
}

/* The name of an account: that of admin, or the user's ID. */
static const char *account_name(struct api_ctx *ctx, uint32_t userid) {
    char *name = userid == 0 ? NULL : arena_alloc(ctx->arena, ACTOR_ACCOUNT_MAX);
    if (name != NULL) {
        (void)snprintf(name, ACTOR_ACCOUNT_MAX, "%" PRIu32, userid);
    }
    return name != NULL ? name : ACCOUNTS_ADMIN;
}

static int fill_browsers(struct api_ctx *ctx, struct sessions_reply *reply) {
    struct store_browser *browsers = arena_calloc(ctx->arena, BROWSERS_MAX, sizeof(*browsers));
    struct api_known_browser *shown = arena_calloc(ctx->arena, BROWSERS_MAX, sizeof(*shown));
    int r = browsers == NULL || shown == NULL ? E_NOMEM
                                              : browsers_list(ctx->core, ctx->actor, browsers, &reply->browsers_count);
    for (size_t i = 0; r == 0 && i < reply->browsers_count; i++) {
        shown[i] = (struct api_known_browser){.id = browsers[i].id,
                                              .account = account_name(ctx, browsers[i].userid),
                                              .browser = browsers[i].name,
                                              .peer = browsers[i].peer,
                                              .made = browsers[i].made_s,
                                              .used = browsers[i].used_s,
                                              .current = browsers[i].id == ctx->actor->browser};
    }
    reply->browsers = shown;
    return r;
}

int api_sessions(struct api_ctx *ctx, struct sessions_reply *reply) {
    int r = fill_browsers(ctx, reply);
    return status_refuse(ctx, r < 0 ? r : fill_sessions(ctx, reply), NULL);
}

int api_end_session(struct api_ctx *ctx, const struct end_session_req *req) {
    int r = accounts_end_session(ctx->core, ctx->actor, (uint64_t)req->id);
    return status_refuse(ctx, r, r == E_NOTFOUND ? "id" : NULL);
}

int api_forget_browser(struct api_ctx *ctx, const struct forget_browser_req *req) {
    int r = browsers_forget(ctx->core, ctx->actor, req->id);
    return status_refuse(ctx, r, r == E_NOTFOUND ? "id" : NULL);
}
