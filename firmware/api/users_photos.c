/* Photos of users. */
#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/users/photos.h"
#include "util/arena.h"
#include "util/buf.h"
#include "util/err.h"

struct photo {
    const uint8_t *jpeg;
    size_t len;
};

static const char *field_of(int err) {
    return err == E_USER_UNKNOWN || err == E_ABOVE_LEVEL || err == E_NOTFOUND ? user_rows[USER_USERID].name : NULL;
}

int api_upload_photo(struct api_ctx *ctx, const struct upload_photo_req *req) {
    int r = photos_put(ctx->core, ctx->actor, req->userid, ctx->body, ctx->body_len);
    return status_refuse(ctx, r, field_of(r), 0);
}

static int photo_next(struct core *core, void *state, struct buf *out) {
    const struct photo *photo = state;
    (void)core;
    buf_append(out, photo->jpeg, photo->len);
    return 0;
}

int api_user_photo(struct api_ctx *ctx, const struct user_photo_req *req, struct api_file *ret_file) {
    struct photo *photo = arena_calloc(ctx->arena, 1, sizeof(*photo));
    int r = photo == NULL ? E_NOMEM : photos_get(ctx->core, req->userid, ctx->arena, &photo->jpeg, &photo->len);
    if (r < 0) {
        return status_refuse(ctx, r, field_of(r), 0);
    }
    *ret_file = (struct api_file){.type = "image/jpeg", .name = "photo.jpg", .state = photo, .next = photo_next};
    return CAT_OK;
}

int api_del_photo(struct api_ctx *ctx, const struct del_photo_req *req) {
    int r = photos_delete(ctx->core, ctx->actor, req->userid);
    return status_refuse(ctx, r, field_of(r), 0);
}
