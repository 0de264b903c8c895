/* Photos of lines of the log. */
#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/records/record_photos.h"
#include "util/arena.h"
#include "util/buf.h"
#include "util/err.h"

struct record_photo {
    const uint8_t *jpeg;
    size_t len;
};

static int record_photo_next(struct core *core, void *state, struct buf *out) {
    const struct record_photo *photo = state;
    (void)core;
    buf_append(out, photo->jpeg, photo->len);
    return 0;
}

int api_record_photo(struct api_ctx *ctx, const struct record_photo_req *req, struct api_file *ret_file) {
    struct record_photo *photo = arena_calloc(ctx->arena, 1, sizeof(*photo));
    int r = photo == NULL ? E_NOMEM : record_photos_get(ctx->core, req->seq, ctx->arena, &photo->jpeg, &photo->len);
    if (r < 0) {
        return status_refuse(ctx, r, r == E_NOTFOUND ? record_rows[RECORD_SEQ].name : NULL, 0);
    }
    *ret_file = (struct api_file){.type = "image/jpeg", .name = "photo.jpg", .state = photo, .next = record_photo_next};
    return CAT_OK;
}
