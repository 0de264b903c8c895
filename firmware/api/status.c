#include "api/status.h"

#include <stddef.h>

#include "util/err.h"

#define BUSY_WAIT_S 1     /* a write or a queue is in the way: a second later it is not */
#define STORAGE_WAIT_S 60 /* somebody has to make room first */

/* What clients are told of errors that are not the catalogue's own. */
static const struct {
    int err;
    enum catalogue_code code;
} table[] = {
    {E_TIMEOUT, CAT_BUSY},
    {E_CANCELLED, CAT_BUSY},
    {E_NOSPC, CAT_STORAGE_FULL},
    {E_NOTFOUND, CAT_GONE},
    {E_OFFLINE, CAT_DEVICE_OFFLINE},
    {E_MISSING, CAT_MISSING_PARAMETER},
    {E_TYPE, CAT_WRONG_TYPE},
    {E_RANGE, CAT_OUT_OF_RANGE},
    {E_FORMAT, CAT_BAD_FORMAT},
    {E_TEXT, CAT_BAD_TEXT},
    {E_TOO_LARGE, CAT_BODY_TOO_LARGE},
    {E_DUPLICATE, CAT_DUPLICATE_KEY},
    {E_UNKNOWN, CAT_UNKNOWN_KEY},
    {E_NOT_ALLOWED, CAT_NOT_PERMITTED},
};

/* Whether it is the negative code of an answer. */
static bool is_catalogue(int err) {
    switch (err) {
#define ERR_CASE(name, code, text) case name:
        ERR_CATALOGUE(ERR_CASE)
#undef ERR_CASE
        return true;
        default: return false;
    }
}

enum catalogue_code status_of(int err) {
    if (err >= 0) {
        return CAT_OK;
    }
    if (is_catalogue(err)) {
        return (enum catalogue_code) - err;
    }
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        if (table[i].err == err) {
            return table[i].code;
        }
    }
    return CAT_SYSTEM_ERROR;
}

int status_refuse_after(struct api_ctx *ctx, int err, const char *field, unsigned wait_s) {
    enum catalogue_code code = status_of(err);
    ctx->error = err;
    ctx->error_field = err < 0 ? field : NULL;
    if (code == CAT_THROTTLED) {
        ctx->retry_after_s = wait_s > 0 ? wait_s : 1;
    } else if (code == CAT_BUSY) {
        ctx->retry_after_s = BUSY_WAIT_S;
    } else if (code == CAT_STORAGE_FULL) {
        ctx->retry_after_s = STORAGE_WAIT_S;
    }
    return (int)code;
}

int status_refuse(struct api_ctx *ctx, int err, const char *field) {
    return status_refuse_after(ctx, err, field, 0);
}
