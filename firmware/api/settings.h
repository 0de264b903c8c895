/* Reading and writing of a settings page, shared by the generated handlers (setting_calls.c). */
#ifndef POSTERN_API_SETTINGS_H
#define POSTERN_API_SETTINGS_H

#include <stddef.h>
#include <stdint.h>

#include "api/api.h"
#include "catalogue.h"
#include "core/settings/settings.h"

/* Result of a write. Texts are valid as long as the reply. */
struct settings_saved {
    uint32_t revision;
    const char *const *changed; /* names */
    size_t changed_count;
    uint32_t confirm_seconds;
    const char *confirm_code;
    const char *confirm_url;
};

/* Context and request for the `act` fields of a write. */
struct settings_act {
    struct api_ctx *ctx;
    const void *req;
};

/* Returns a copy of the values of a page (struct setting_<page>) in ctx->arena, and its revision; NULL without memory. */
const void *settings_read(struct api_ctx *ctx, enum setting_page page, uint32_t *ret_revision);

/* Returns the catalogue code for the error of a save. A failed effect gives CAT_EFFECT_FAILED, unless its own error is
 * more specific. */
enum catalogue_code settings_code(int err, bool undone);

/* Saves the change as the caller of the session. Returns 0 or a catalogue code, with the field in the context. *ret_saved
 * is filled in both cases. */
int settings_write(struct api_ctx *ctx, const struct settings_change *change, struct settings_saved *ret_saved);

#endif
