/* What the generated handlers of the pairs (setting_calls.c) have in common: a page of settings is read and written
 * here, whatever it holds. */
#ifndef POSTERN_API_SETTINGS_H
#define POSTERN_API_SETTINGS_H

#include <stddef.h>
#include <stdint.h>

#include "api/api.h"
#include "catalogue.h"
#include "core/settings/settings.h"

/* What a write answers. Texts live as long as the reply. */
struct settings_saved {
    uint32_t revision;
    const char *const *changed; /* names */
    size_t changed_count;
    uint32_t confirm_seconds;
    const char *confirm_code;
    const char *confirm_url;
};

/* For the act of a write: its request, beside the context. */
struct settings_act {
    struct api_ctx *ctx;
    const void *req;
};

/* A copy of the values of a page (struct setting_<page>) in ctx->arena, and its revision. NULL: no memory. */
const void *settings_read(struct api_ctx *ctx, enum setting_page page, uint32_t *ret_revision);

/* The catalogue's code for what a save was refused with; what an effect could not do is told as that, unless it says
 * more. */
enum catalogue_code settings_code(int err, bool undone);

/* Saves, in the name of the session. 0 or a code of the catalogue, with the field in the context. *ret_saved is filled
 * either way. */
int settings_write(struct api_ctx *ctx, const struct settings_change *change, struct settings_saved *ret_saved);

#endif
