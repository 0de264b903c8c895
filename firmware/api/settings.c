#include "api/settings.h"

#include <string.h>

#include "api/status.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "util/arena.h"
#include "util/crypto.h"
#include "util/err.h"

const void *settings_read(struct api_ctx *ctx, enum setting_page page, uint32_t *ret_revision) {
    const struct settings *settings = settings_get(ctx->core);
    const struct setting_page_row *row = &setting_pages[page];
    void *copy = arena_alloc(ctx->arena, row->size);
    if (copy != NULL) {
        memcpy(copy, (const char *)&settings->values + row->offset, row->size);
        *ret_revision = settings->revision[page];
    }
    return copy;
}

static int fill_changed(struct api_ctx *ctx, const struct setting_page_row *page, uint64_t changed,
                        struct settings_saved *ret_saved) {
    const char **names = arena_alloc(ctx->arena, page->count * sizeof(*names));
    if (names == NULL) {
        return E_NOMEM;
    }
    ret_saved->changed = names;
    for (uint32_t i = 0; i < page->count; i++) {
        if (changed >> i & 1u) {
            names[ret_saved->changed_count++] = setting_rows[page->first + i].value.name;
        }
    }
    return 0;
}

enum catalogue_code settings_code(int err, bool undone) {
    enum catalogue_code code = status_of(err);
    return undone && code == CAT_SYSTEM_ERROR ? CAT_EFFECT_FAILED : code;
}

static int settings_refuse(struct api_ctx *ctx, int err, const struct settings_result *result) {
    const char *field = result->field != NULL ? result->field : ctx->error_field; /* the act names its own */
    (void)status_refuse(ctx, err, field);
    return (int)settings_code(err, result->undone);
}

int settings_write(struct api_ctx *ctx, const struct settings_change *change, struct settings_saved *ret_saved) {
    struct settings_result result;
    *ret_saved = (struct settings_saved){.confirm_code = "", .confirm_url = ""};
    int r = settings_save(ctx->core, ctx->actor, change, &result);
    ret_saved->revision = result.revision;
    if (r < 0) {
        return settings_refuse(ctx, r, &result);
    }
    r = fill_changed(ctx, &setting_pages[change->page], result.changed, ret_saved);
    if (r == 0 && result.confirm_seconds > 0) {
        ret_saved->confirm_seconds = result.confirm_seconds;
        ret_saved->confirm_code = arena_strdup(ctx->arena, result.confirm_code);
        ret_saved->confirm_url = arena_strdup(ctx->arena, result.confirm_url);
        crypto_wipe(&result, sizeof(result)); /* who has the code confirms */
        r = ret_saved->confirm_code != NULL && ret_saved->confirm_url != NULL ? 0 : E_NOMEM;
    }
    return status_refuse(ctx, r, NULL);
}
