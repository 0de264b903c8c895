#include "util/err.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

const char *err_text(int err) {
    switch (err) {
        case 0: return "no error";
#define ERR_TEXT(name, value, text) \
    case name: return text;
            ERR_LIST(ERR_TEXT)
            ERR_CATALOGUE(ERR_TEXT)
#undef ERR_TEXT
        default: return "unknown error";
    }
}

const char *err_name(int err) {
    switch (err) {
        case 0: return "OK";
#define ERR_NAME(name, value, text) \
    case name: return #name;
            ERR_LIST(ERR_NAME)
            ERR_CATALOGUE(ERR_NAME)
#undef ERR_NAME
        default: return "E_?";
    }
}

int err_from_stored(uint32_t number) {
    return number <= INT_MAX ? -(int)number : E_INTERNAL;
}

static int errno_error(int number) {
    switch (number) {
        case ENOMEM: return E_NOMEM;
        case ENOSPC:
        case EDQUOT: return E_NOSPC;
        case EINVAL: return E_INVAL;
        case EBUSY:
        case EAGAIN: return E_BUSY;
        case ETIMEDOUT: return E_TIMEOUT;
        case ENOENT: return E_NOTFOUND;
        case EEXIST: return E_EXISTS;
        case EIO: return E_IO;
        default: return E_SYSTEM;
    }
}

int err_with_errno_at(int error, int number, const struct cause_site *site) {
    const char *text = strerrordesc_np(number);
    return cause_set(error, site, text != NULL ? text : "unknown reason");
}

int err_from_errno_at(int number, const struct cause_site *site) {
    return err_with_errno_at(errno_error(number), number, site);
}
