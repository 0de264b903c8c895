/* Backup of everything, and restoring it. */
#include "core/backup/backup.h"

#include <string.h>

#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/backup/restore.h"
#include "util/arena.h"

int api_backup_state(struct api_ctx *ctx, struct backup_state_reply *reply) {
    struct backup_state state;
    int r = backup_read(ctx->core, &state);
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    *reply = (struct backup_state_reply){.users = state.users,
                                         .records = state.records,
                                         .database_octets = state.database_octets,
                                         .photos = state.photos,
                                         .photo_octets = state.photo_octets,
                                         .last = state.last_s,
                                         .making = state.making,
                                         .done = (uint8_t)state.percent};
    return CAT_OK;
}

int api_download_backup(struct api_ctx *ctx, const struct download_backup_req *req, struct api_file *ret_file) {
    const struct backup_content plan = {.passphrase = req->passphrase, .photos = req->photos, .keys = req->keys};
    struct backup_writer *writer = NULL;
    int r = backup_download(ctx->core, ctx->actor, &plan, &writer);
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    *ret_file = (struct api_file){.type = "application/octet-stream",
                                  .name = backup_writer_name(writer),
                                  .state = writer,
                                  .next = backup_download_next,
                                  .end = backup_writer_free};
    return CAT_OK;
}

int api_restore_state(struct api_ctx *ctx, struct restore_state_reply *reply) {
    struct restore_state *state = arena_alloc(ctx->arena, sizeof(*state));
    if (state == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    restore_read(ctx->core, state);
    *reply = (struct restore_state_reply){.step = state->step,
                                          .name = state->name,
                                          .own = strcmp(state->holder, ctx->actor->account) == 0,
                                          .holder = state->holder,
                                          .received = state->received,
                                          .total = state->total,
                                          .done = state->done,
                                          .restored_from = state->from,
                                          .restored_made = state->made_s,
                                          .code = (uint32_t)status_of(state->error)};
    return CAT_OK;
}

int api_restore_upload(struct api_ctx *ctx, const struct restore_upload_req *req, struct restore_upload_reply *reply) {
    const struct restore_piece piece = {
        .offset = req->offset, .total = req->total, .name = req->name, .data = ctx->body, .len = ctx->body_len};
    int r = restore_upload(ctx->core, ctx->actor, &piece, &reply->received);
    return status_refuse(ctx, r, NULL);
}

/* What is wrong with what was typed says so at its field. */
static int restore_refuse(struct api_ctx *ctx, int r, unsigned wait_s) {
    const char *field = NULL;
    switch (r) {
        case E_BACKUP_PASSPHRASE: field = "passphrase"; break;
        case E_SERIAL_WRONG: field = "serial"; break;
        case E_RANGE: field = "keys"; break;
        default: break;
    }
    return status_refuse_after(ctx, r, field, wait_s);
}

int api_restore_look(struct api_ctx *ctx, const struct restore_look_req *req, struct restore_look_reply *reply) {
    struct restore_look *look = arena_alloc(ctx->arena, sizeof(*look));
    unsigned wait_s = 0;
    int r = look != NULL ? restore_look(ctx->core, ctx->actor, req->passphrase, look, &wait_s) : E_NOMEM;
    if (r < 0) {
        return restore_refuse(ctx, r, wait_s);
    }
    const struct backup_manifest *manifest = &look->manifest;
    *reply = (struct restore_look_reply){.serial = manifest->serial,
                                         .origin = look->origin,
                                         .device_name = manifest->device_name,
                                         .made = manifest->made_s,
                                         .version = manifest->version,
                                         .newer = look->is_newer,
                                         .users = manifest->users,
                                         .records = manifest->records,
                                         .photos = manifest->photos,
                                         .keys = manifest->has_keys,
                                         .users_now = look->users,
                                         .records_now = look->records,
                                         .records_later = look->later};
    return CAT_OK;
}

int api_restore_start(struct api_ctx *ctx, const struct restore_start_req *req) {
    const struct restore_wish wish = {.passphrase = req->passphrase, .keys = req->keys, .serial_end = req->serial};
    unsigned wait_s = 0;
    int r = restore_start(ctx->core, ctx->actor, &wish, &wait_s);
    return restore_refuse(ctx, r, wait_s);
}

int api_restore_cancel(struct api_ctx *ctx) {
    int r = restore_cancel(ctx->core, ctx->actor);
    return status_refuse(ctx, r, NULL);
}
