/* Photos of lines of the log. */
#include "api/api.h"
#include "api/api_piece.h"
#include "api/status.h"
#include "contract.h"
#include "core/records/record_photos.h"
#include "util/arena.h"
#include "util/err.h"

int api_record_photo(struct api_ctx *ctx, const struct record_photo_req *req, struct api_file *ret_file) {
    struct api_piece *photo = arena_alloc(ctx->arena, sizeof(*photo));
    int r = photo == NULL ? E_NOMEM
                          : record_photos_get(ctx->core, ctx->actor, req->seq, ctx->arena, &photo->octets, &photo->len);
    if (r < 0) {
        return status_refuse(ctx, r, r == E_NOTFOUND ? record_rows[RECORD_SEQ].name : NULL);
    }
    *ret_file = api_piece_file(photo, "image/jpeg", "photo.jpg");
    return CAT_OK;
}
