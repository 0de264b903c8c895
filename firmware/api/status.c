#include "api/status.h"

#include <stddef.h>

#include "util/err.h"

#define BUSY_WAIT_S 1     /* a write or a queue is in the way: a second later it is not */
#define STORAGE_WAIT_S 60 /* somebody has to make room first */

static const struct {
    int err;
    enum catalogue_code code;
} table[] = {
    {E_BUSY, CAT_BUSY},
    {E_TIMEOUT, CAT_BUSY},
    {E_CANCELLED, CAT_BUSY},
    {E_NOSPC, CAT_STORAGE_FULL},
    {E_NOTFOUND, CAT_USER_UNKNOWN},
    {E_EXISTS, CAT_USER_ID_EXISTS},
    {E_ID_EXISTS, CAT_USER_ID_EXISTS},
    {E_CARD_EXISTS, CAT_CARD_EXISTS},
    {E_PIN_EXISTS, CAT_PASSWORD_EXISTS},
    {E_CAPACITY, CAT_CAPACITY},
    {E_CHANGED, CAT_CHANGED_MEANWHILE},
    {E_PENDING, CAT_PROVISIONAL_PENDING},
    {E_OFFLINE, CAT_DEVICE_OFFLINE},
    {E_MISSING, CAT_MISSING_PARAMETER},
    {E_TYPE, CAT_WRONG_TYPE},
    {E_RANGE, CAT_OUT_OF_RANGE},
    {E_FORMAT, CAT_BAD_FORMAT},
    {E_TEXT, CAT_BAD_TEXT},
    {E_TOO_LARGE, CAT_BODY_TOO_LARGE},
    {E_DUPLICATE, CAT_DUPLICATE_KEY},
    {E_UNKNOWN, CAT_UNKNOWN_KEY},
    {E_ID_INVALID, CAT_USER_ID_INVALID},
    {E_DENIED, CAT_FORBIDDEN},
    {E_ABOVE_LEVEL, CAT_ABOVE_LEVEL},
    {E_OWN_ACCOUNT, CAT_OWN_ACCOUNT},
    {E_OWN_PASSWORD, CAT_OWN_PASSWORD},
    {E_SESSION, CAT_TOKEN_FAILED},
    {E_ENDED, CAT_SESSION_ENDED},
    {E_PASSWORD_CHANGE, CAT_PASSWORD_CHANGE_REQUIRED},
    {E_AUTH, CAT_PASSWORD_WRONG},
    {E_RULES, CAT_PASSWORD_RULES},
    {E_PASSWORD_MISMATCH, CAT_PASSWORD_MISMATCH},
    {E_THROTTLED, CAT_THROTTLED},
    {E_CERTIFICATE, CAT_CERTIFICATE_INVALID},
    {E_CERTIFICATE_TIME, CAT_CERTIFICATE_EXPIRED},
    {E_CERTIFICATE_KEY, CAT_CERTIFICATE_KEY},
    {E_HTTPS, CAT_HTTPS_NEEDED},
    {E_UNTRUSTED, CAT_CERTIFICATE_UNTRUSTED},
    {E_NAME_EXISTS, CAT_NAME_EXISTS},
    {E_TOO_OLD, CAT_CLOCK_TOO_OLD},
    {E_ADMIN_ONLY, CAT_ADMIN_ONLY},
    {E_SERIAL, CAT_SERIAL_WRONG},
    {E_ADDRESS, CAT_ADDRESS_INVALID},
    {E_GATEWAY, CAT_GATEWAY_OUTSIDE},
    {E_KEY_NEEDED, CAT_KEY_NEEDED},
    {E_SWITCHED_OFF, CAT_SWITCHED_OFF},
    {E_PAPER_OUT, CAT_PAPER_OUT},
};

enum catalogue_code status_of(int err) {
    if (err >= 0) {
        return CAT_OK;
    }
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].err == err) {
            return table[i].code;
        }
    }
    return CAT_SYSTEM_ERROR;
}

int status_refuse(struct api_ctx *ctx, int err, const char *field, unsigned wait_s) {
    enum catalogue_code code = status_of(err);
    ctx->error_field = field;
    if (code == CAT_THROTTLED) {
        ctx->retry_after_s = wait_s > 0 ? wait_s : 1;
    } else if (code == CAT_BUSY) {
        ctx->retry_after_s = BUSY_WAIT_S;
    } else if (code == CAT_STORAGE_FULL) {
        ctx->retry_after_s = STORAGE_WAIT_S;
    }
    return (int)code;
}
