/* Settings as a file. */
#include "api/api.h"
#include "contract.h"

int api_download_settings(struct api_ctx *ctx, struct api_file *ret_file) {
    (void)ctx;
    (void)ret_file;
    return CAT_SYSTEM_ERROR;
}
int api_settings_look(struct api_ctx *ctx, struct settings_look_reply *reply) {
    (void)ctx;
    (void)reply;
    return CAT_SYSTEM_ERROR;
}
int api_settings_apply(struct api_ctx *ctx, const struct settings_apply_req *req, struct settings_apply_reply *reply) {
    (void)ctx;
    (void)req;
    (void)reply;
    return CAT_SYSTEM_ERROR;
}
