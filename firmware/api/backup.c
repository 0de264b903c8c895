/* Backup and restoring. */
#include "api/api.h"
#include "contract.h"

int api_backup_state(struct api_ctx *ctx, struct backup_state_reply *reply) {
    (void)ctx;
    (void)reply;
    return CAT_SYSTEM_ERROR;
}
int api_download_backup(struct api_ctx *ctx, const struct download_backup_req *req, struct api_file *ret_file) {
    (void)ctx;
    (void)req;
    (void)ret_file;
    return CAT_SYSTEM_ERROR;
}
int api_restore_state(struct api_ctx *ctx, struct restore_state_reply *reply) {
    (void)ctx;
    (void)reply;
    return CAT_SYSTEM_ERROR;
}
int api_restore_upload(struct api_ctx *ctx, const struct restore_upload_req *req, struct restore_upload_reply *reply) {
    (void)ctx;
    (void)req;
    (void)reply;
    return CAT_SYSTEM_ERROR;
}
int api_restore_look(struct api_ctx *ctx, const struct restore_look_req *req, struct restore_look_reply *reply) {
    (void)ctx;
    (void)req;
    (void)reply;
    return CAT_SYSTEM_ERROR;
}
int api_restore_start(struct api_ctx *ctx, const struct restore_start_req *req) {
    (void)ctx;
    (void)req;
    return CAT_SYSTEM_ERROR;
}
int api_restore_cancel(struct api_ctx *ctx) {
    (void)ctx;
    return CAT_SYSTEM_ERROR;
}
