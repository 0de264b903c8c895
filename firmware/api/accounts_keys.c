/* Keys of programs. */
#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/accounts/rest_keys.h"
#include "core/base/core.h"
#include "core/users/users.h"
#include "util/arena.h"
#include "util/err.h"

int api_rest_keys(struct api_ctx *ctx, struct rest_keys_reply *reply) {
    struct store_rest_key *keys = arena_calloc(ctx->arena, REST_KEYS_MAX, sizeof(*keys));
    struct api_rest_key *shown = arena_calloc(ctx->arena, REST_KEYS_MAX, sizeof(*shown));
    size_t count = 0;
    int r = keys != NULL && shown != NULL ? rest_keys_list(ctx->core, keys, &count) : E_NOMEM;
    for (size_t i = 0; i < count; i++) {
        shown[i] = (struct api_rest_key){.id = keys[i].id,
                                         .name = keys[i].name,
                                         .level = keys[i].level,
                                         .hint = keys[i].hint,
                                         .created = keys[i].created_s,
                                         .last_used = keys[i].used_s,
                                         .last_peer = keys[i].used_peer};
    }
    reply->keys = shown;
    reply->keys_count = count;
    return status_refuse(ctx, r, NULL);
}

int api_add_rest_key(struct api_ctx *ctx, const struct add_rest_key_req *req, struct add_rest_key_reply *reply) {
    char *key = arena_alloc(ctx->arena, REST_KEYS_KEY_LEN + 1);
    int r = key == NULL ? E_NOMEM : rest_keys_add(ctx->core, ctx->actor, req->name, req->level, &reply->id, key);
    reply->key = key;
    return status_refuse(ctx, r, r == E_ABOVE_LEVEL ? "level" : r == E_USER_NAME_EXISTS ? "name" : NULL);
}

int api_delete_rest_key(struct api_ctx *ctx, const struct delete_rest_key_req *req) {
    int r = rest_keys_delete(ctx->core, ctx->actor, req->id);
    return status_refuse(ctx, r, r == E_NOTFOUND || r == E_ABOVE_LEVEL ? "id" : NULL);
}
