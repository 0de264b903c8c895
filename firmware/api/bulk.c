/* Users in bulk. */
#include "api/api.h"
#include "contract.h"

int api_bulk_state(struct api_ctx *ctx, struct bulk_state_reply *reply) {
    (void)ctx;
    (void)reply;
    return CAT_SYSTEM_ERROR;
}
int api_bulk_upload(struct api_ctx *ctx, const struct bulk_upload_req *req, struct bulk_upload_reply *reply) {
    (void)ctx;
    (void)req;
    (void)reply;
    return CAT_SYSTEM_ERROR;
}
int api_bulk_look(struct api_ctx *ctx, const struct bulk_look_req *req, struct bulk_look_reply *reply) {
    (void)ctx;
    (void)req;
    (void)reply;
    return CAT_SYSTEM_ERROR;
}
int api_bulk_check(struct api_ctx *ctx, const struct bulk_check_req *req) {
    (void)ctx;
    (void)req;
    return CAT_SYSTEM_ERROR;
}
int api_bulk_edit(struct api_ctx *ctx, const struct bulk_edit_req *req) {
    (void)ctx;
    (void)req;
    return CAT_SYSTEM_ERROR;
}
int api_bulk_errors(struct api_ctx *ctx, const struct bulk_errors_req *req, struct bulk_errors_reply *reply) {
    (void)ctx;
    (void)req;
    (void)reply;
    return CAT_SYSTEM_ERROR;
}
int api_download_bulk_errors(struct api_ctx *ctx, struct api_file *ret_file) {
    (void)ctx;
    (void)ret_file;
    return CAT_SYSTEM_ERROR;
}
int api_download_bulk_template(struct api_ctx *ctx, const struct download_bulk_template_req *req,
                               struct api_file *ret_file) {
    (void)ctx;
    (void)req;
    (void)ret_file;
    return CAT_SYSTEM_ERROR;
}
int api_bulk_start(struct api_ctx *ctx, const struct bulk_start_req *req) {
    (void)ctx;
    (void)req;
    return CAT_SYSTEM_ERROR;
}
int api_bulk_cancel(struct api_ctx *ctx) {
    (void)ctx;
    return CAT_SYSTEM_ERROR;
}
