/* How programs and browsers reach the terminal: certificate, HTTPS. */
#include <stdio.h>

#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/accounts/sessions.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/network/certificate.h"
#include "core/network/network.h"
#include "core/settings/settings.h"
#include "util/arena.h"
#include "util/err.h"

#define FINGERPRINT_MAX (3 * X509_SHA256_LEN) /* hexadecimal with colons between, and the NUL */

int api_rest_param_state(struct api_ctx *ctx, struct api_security_state *ret_state) {
    ret_state->https = network_https(ctx->core);
    ret_state->secure = ctx->secure;
    ret_state->own_certificate = certificate_is_own(ctx->core);
    ret_state->webhook =
        settings_get(ctx->core)->values.rest_param.webhook_on ? WEBHOOK_STATE_NOT_INSTALLED : WEBHOOK_STATE_OFF;
    return CAT_OK;
}

static char *fingerprint_of(struct api_ctx *ctx, const uint8_t sha256[X509_SHA256_LEN]) {
    char text[FINGERPRINT_MAX + 1];
    for (size_t i = 0; i < X509_SHA256_LEN; i++) {
        (void)snprintf(text + 3 * i, 4, "%02X:", sha256[i]);
    }
    text[FINGERPRINT_MAX - 1] = '\0';
    return arena_strdup(ctx->arena, text);
}

int api_certificate_info(struct api_ctx *ctx, struct certificate_info_reply *reply) {
    struct certificate_info info;
    certificate_read(ctx->core, &info);
    reply->subject = arena_strdup(ctx->arena, info.x509.subject);
    reply->issuer = arena_strdup(ctx->arena, info.x509.issuer);
    reply->names = arena_strdup(ctx->arena, info.x509.names);
    reply->key = arena_strdup(ctx->arena, info.x509.key);
    reply->fingerprint = fingerprint_of(ctx, info.x509.sha256);
    if (reply->subject == NULL || reply->issuer == NULL || reply->names == NULL || reply->key == NULL ||
        reply->fingerprint == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    reply->not_before = info.x509.not_before_s;
    reply->not_after = info.x509.not_after_s;
    reply->own = info.own;
    reply->requested = info.requested;
    return CAT_OK;
}

int api_certificate_request(struct api_ctx *ctx, const struct certificate_request_req *req,
                            struct certificate_request_reply *reply) {
    const char *names[sizeof(req->names) / sizeof(req->names[0])] = {NULL};
    for (size_t i = 0; i < req->names_count && i < sizeof(names) / sizeof(names[0]); i++) {
        names[i] = req->names[i];
    }
    struct x509_subject subject = {.common_name = req->common_name,
                                   .organization = req->has_organization ? req->organization : NULL,
                                   .names = names,
                                   .name_count = req->names_count};
    char *pem = arena_alloc(ctx->arena, X509_PEM_MAX);
    int r = pem == NULL ? E_NOMEM : certificate_request(ctx->core, ctx->actor, &subject, pem);
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    reply->request = pem;
    return CAT_OK;
}

int api_upload_certificate(struct api_ctx *ctx, const struct upload_certificate_req *req,
                           struct upload_certificate_reply *reply) {
    int r =
        certificate_upload(ctx->core, ctx->actor, req->certificate, req->has_key ? req->key : "", &reply->not_after);
    return status_refuse(ctx, r, r == E_CERTIFICATE_KEY ? "key" : "certificate");
}

int api_reset_certificate(struct api_ctx *ctx, struct reset_certificate_reply *reply) {
    return status_refuse(ctx, certificate_reset(ctx->core, ctx->actor, &reply->not_after), NULL);
}
