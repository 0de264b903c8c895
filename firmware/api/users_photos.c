/* Photos of users. */
#include "api/api.h"
#include "api/api_piece.h"
#include "api/status.h"
#include "contract.h"
#include "core/users/photos.h"
#include "util/arena.h"
#include "util/err.h"

static const char *field_of(int err) {
    return err == E_USER_UNKNOWN || err == E_ABOVE_LEVEL || err == E_NOTFOUND ? user_rows[USER_USERID].name : NULL;
}

int api_upload_photo(struct api_ctx *ctx, const struct upload_photo_req *req) {
    int r = photos_put(ctx->core, ctx->actor, req->userid, ctx->body, ctx->body_len);
    return status_refuse(ctx, r, field_of(r));
}

int api_user_photo(struct api_ctx *ctx, const struct user_photo_req *req, struct api_file *ret_file) {
    struct api_piece *photo = arena_alloc(ctx->arena, sizeof(*photo));
    int r = photo == NULL ? E_NOMEM : photos_get(ctx->core, req->userid, ctx->arena, &photo->octets, &photo->len);
    if (r < 0) {
        return status_refuse(ctx, r, field_of(r));
    }
    *ret_file = api_piece_file(photo, "image/jpeg", "photo.jpg");
    return CAT_OK;
}

int api_del_photo(struct api_ctx *ctx, const struct del_photo_req *req) {
    int r = photos_delete(ctx->core, ctx->actor, req->userid);
    return status_refuse(ctx, r, field_of(r));
}
