/* Settings as a file. */
#include "api/api.h"
#include "api/api_piece.h"
#include "api/decode_settings.h"
#include "api/settings.h"
#include "api/status.h"
#include "contract.h"
#include "core/backup/settings_file.h"
#include "util/arena.h"
#include "util/err.h"

int api_download_settings(struct api_ctx *ctx, struct api_file *ret_file) {
    struct api_piece *text = arena_alloc(ctx->arena, sizeof(*text));
    char *name = arena_alloc(ctx->arena, FILE_NAME_MAX);
    int r = text == NULL || name == NULL ? E_NOMEM : settings_file_write(ctx->core, ctx->actor, &text->owned, name);
    if (r < 0) {
        api_piece_end(text);
        return status_refuse(ctx, r, NULL);
    }
    *ret_file = api_piece_file(text, SETTINGS_FILE_MEDIA_TYPE, name);
    return CAT_OK;
}

/* NULL: no memory. */
static const struct api_setting_difference *tell_differences(struct api_ctx *ctx,
                                                             const struct settings_file_difference *list,
                                                             size_t count) {
    struct api_setting_difference *told = arena_calloc(ctx->arena, count, sizeof(*told));
    for (size_t i = 0; told != NULL && i < count; i++) {
        told[i] = (struct api_setting_difference){.page = list[i].page,
                                                  .setting = list[i].setting,
                                                  .before = list[i].before,
                                                  .after = list[i].after,
                                                  .code = (uint32_t)settings_code(list[i].error, list[i].undone)};
    }
    return told;
}

static int tell_secrets(struct api_ctx *ctx, const struct settings_file_look *look, struct settings_look_reply *reply) {
    struct api_setting_name *told = arena_calloc(ctx->arena, look->secret_count, sizeof(*told));
    for (size_t i = 0; told != NULL && i < look->secret_count; i++) {
        told[i] = (struct api_setting_name){look->secrets[i].page, look->secrets[i].setting};
    }
    reply->secrets = told;
    reply->secrets_count = look->secret_count;
    return told != NULL ? 0 : E_NOMEM;
}

int api_settings_look(struct api_ctx *ctx, struct settings_look_reply *reply) {
    struct settings_file_look look = {0};
    struct settings_file *file = arena_alloc(ctx->arena, sizeof(*file));
    int r = file != NULL ? api_decode_settings(ctx->body, ctx->body_len, ctx->arena, file) : E_NOMEM;
    if (r == 0) {
        r = settings_file_compare(ctx->core, ctx->actor, file, ctx->arena, &look);
    }
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    reply->serial = file->serial;
    reply->version = file->firmware;
    reply->made = file->made_s;
    reply->differences = tell_differences(ctx, look.differences, look.count);
    reply->differences_count = look.count;
    r = reply->differences != NULL ? tell_secrets(ctx, &look, reply) : E_NOMEM;
    return status_refuse(ctx, r, NULL);
}

/* Names with commas between, each known and named once. E_RANGE. */
static int read_pages(const char *text, uint64_t *ret_pages) {
    *ret_pages = 0;
    for (;;) {
        size_t len = strcspn(text, ",");
        enum setting_page page = settings_file_page(text, len);
        if (page == SETTING_PAGE_COUNT || (*ret_pages >> page & 1U) != 0) {
            return E_RANGE;
        }
        *ret_pages |= UINT64_C(1) << page;
        if (text[len] == '\0') {
            return 0;
        }
        text += len + 1;
    }
}

static int tell_taken(struct api_ctx *ctx, const struct settings_file_taken *taken,
                      struct settings_apply_reply *reply) {
    const char **saved = arena_calloc(ctx->arena, taken->saved_count, sizeof(*saved));
    for (size_t i = 0; saved != NULL && i < taken->saved_count; i++) {
        saved[i] = setting_pages[taken->saved[i]].name;
    }
    reply->saved = saved;
    reply->saved_count = taken->saved_count;
    reply->failed = tell_differences(ctx, taken->failed, taken->failed_count);
    reply->failed_count = taken->failed_count;
    return saved != NULL && reply->failed != NULL ? 0 : E_NOMEM;
}

int api_settings_apply(struct api_ctx *ctx, const struct settings_apply_req *req, struct settings_apply_reply *reply) {
    struct settings_file_taken taken = {0};
    uint64_t pages = 0;
    int r = read_pages(req->pages, &pages);
    if (r < 0) {
        return status_refuse(ctx, r, "pages");
    }
    struct settings_file *file = arena_alloc(ctx->arena, sizeof(*file));
    r = file != NULL ? api_decode_settings(ctx->body, ctx->body_len, ctx->arena, file) : E_NOMEM;
    if (r == 0) {
        r = settings_file_take(ctx->core, ctx->actor, file, pages, ctx->arena, &taken);
    }
    if (r == 0) {
        r = tell_taken(ctx, &taken, reply);
    }
    return status_refuse(ctx, r, NULL);
}
