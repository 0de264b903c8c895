/* What the field engineer needs. */
#include "core/engineer/engineer.h"

#include <string.h>

#include "api/api.h"
#include "api/api_piece.h"
#include "api/status.h"
#include "contract.h"
#include "core/accounts/engineer.h"
#include "core/base/core.h"
#include "core/base/factory.h"
#include "core/engineer/files.h"
#include "core/engineer/production.h"
#include "core/engineer/recover.h"
#include "util/arena.h"

#define SN_KEY_END 4 /* characters of the key that everybody may see who may read the page */

static const char text_type[] = "text/plain; charset=utf-8";

int api_super_login(struct api_ctx *ctx, const struct super_login_req *req, struct super_login_reply *reply) {
    unsigned wait_s = 0;
    int r = engineer_raise(ctx->core, ctx->actor, req->password, &wait_s);
    reply->seconds = (uint32_t)(SESSIONS_SUPER_MS / 1000);
    return status_refuse_after(ctx, r, r == E_PASSWORD_WRONG ? "password" : NULL, wait_s);
}

int api_engineer_login(struct api_ctx *ctx, const struct engineer_login_req *req, struct engineer_login_reply *reply) {
    unsigned wait_s = 0;
    char *token = arena_alloc(ctx->arena, SESSIONS_TOKEN_LEN + 1);
    int r = token == NULL ? E_NOMEM : engineer_sign_in(ctx->core, ctx->actor, req->password, token, &wait_s);
    reply->token = token;
    return status_refuse_after(ctx, r, r == E_PASSWORD_WRONG ? "password" : NULL, wait_s);
}

int api_recovery_state(struct api_ctx *ctx, struct recovery_state_reply *reply) {
    struct store_kept_data kept = {0};
    int r = recover_read(ctx->core, &kept);
    *reply = (struct recovery_state_reply){.copied = kept.copied_s, .replaced = kept.replaced_s};
    return status_refuse(ctx, r, NULL);
}

int api_recover_data(struct api_ctx *ctx, const struct recover_data_req *req) {
    int r = recover_choose(ctx->core, ctx->actor, req->data, req->serial);
    return status_refuse(ctx, r, r == E_SERIAL_WRONG ? "serial" : r == E_NOTFOUND ? "data" : NULL);
}

/* The last characters of a key. */
static const char *key_end(const char *key) {
    size_t len = strlen(key);
    return key + (len > SN_KEY_END ? len - SN_KEY_END : 0);
}

static char *read_key(struct api_ctx *ctx) {
    char *key = arena_alloc(ctx->arena, FACTORY_SN_KEY_MAX);
    if (key != NULL) {
        factory_sn_key(ctx->core->shared, key);
    }
    return key;
}

int api_set_sn_key_param(struct api_ctx *ctx, struct set_sn_key_param_reply *reply) {
    const char *key = read_key(ctx);
    if (key == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    *reply = (struct set_sn_key_param_reply){
        .is_set = key[0] != '\0', .key = ctx->actor->super ? key : "", .end = key_end(key)};
    return CAT_OK;
}

int api_get_sn_key_param(struct api_ctx *ctx, const struct get_sn_key_param_req *req,
                         struct get_sn_key_param_reply *reply) {
    int r = engineer_set_sn_key(ctx->core, ctx->actor, req->key);
    const char *key = r == 0 ? read_key(ctx) : NULL;
    if (key == NULL) {
        return status_refuse(ctx, r < 0 ? r : E_NOMEM, r == E_SN_KEY ? "key" : NULL);
    }
    reply->end = key_end(key);
    return CAT_OK;
}

int api_set_debug_param(struct api_ctx *ctx, struct set_debug_param_reply *reply) {
    struct api_log_module *modules = arena_calloc(ctx->arena, LOG_MODULES, sizeof(*modules));
    struct engineer_crash *crash = arena_alloc(ctx->arena, sizeof(*crash));
    if (modules == NULL || crash == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    for (unsigned i = 0; i < LOG_MODULES; i++) {
        modules[i] =
            (struct api_log_module){.name = log_module_name(i), .level = (enum debug_level)log_module_level(i)};
    }
    engineer_crash_read(ctx->core, crash);
    *reply = (struct set_debug_param_reply){
        .modules = modules,
        .modules_count = LOG_MODULES,
        .log_octets = engineer_log_octets(ctx->core),
        .crash = {.at = crash->at_s, .build_id = crash->build_id, .reason = crash->reason},
        .mode = production_mode(ctx->core)};
    return CAT_OK;
}

int api_get_debug_param(struct api_ctx *ctx, const struct get_debug_param_req *req) {
    int r = engineer_set_level(ctx->core, ctx->actor, req->name, (enum log_level)req->level);
    return status_refuse(ctx, r, r == E_NOTFOUND ? "name" : NULL);
}

static int engineer_give(struct api_ctx *ctx, int r, struct engineer_file *file, const char *name,
                         struct api_file *ret_file) {
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    *ret_file = (struct api_file){
        .type = text_type, .name = name, .state = file, .next = engineer_file_next, .end = engineer_file_free};
    return CAT_OK;
}

int api_download_log(struct api_ctx *ctx, struct api_file *ret_file) {
    struct engineer_file *file = NULL;
    int r = engineer_log_open(ctx->core, ctx->actor, &file);
    return engineer_give(ctx, r, file, "log.txt", ret_file);
}

int api_download_crash(struct api_ctx *ctx, struct api_file *ret_file) {
    struct engineer_file *file = NULL;
    int r = engineer_crash_open(ctx->core, ctx->actor, &file);
    return engineer_give(ctx, r, file, "crash.txt", ret_file);
}

int api_set_mode(struct api_ctx *ctx, const struct set_mode_req *req) {
    return status_refuse(ctx, production_set_mode(ctx->core, ctx->actor, req->mode), NULL);
}

int api_test_takephoto(struct api_ctx *ctx, struct api_file *ret_file) {
    unsigned wait_s = 0;
    struct api_piece *still = arena_alloc(ctx->arena, sizeof(*still));
    int r = still == NULL ? E_NOMEM : engineer_still(ctx->core, ctx->actor, &still->owned, &wait_s);
    if (r < 0) {
        api_piece_end(still);
        return status_refuse_after(ctx, r == E_FORMAT || r == E_TOO_LARGE ? E_OFFLINE : r, NULL, wait_s);
    }
    *ret_file = api_piece_file(still, "image/jpeg", "photo.jpg");
    return CAT_OK;
}
