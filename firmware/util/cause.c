#include "util/cause.h"

#include <stdio.h>
#include <string.h>

#define DOING_MAX 60 /* bytes of the operation */

static _Thread_local struct cause cause;

int cause_set(int error, const struct cause_site *site, const char *text) {
    cause.error = error;
    cause.site = *site;
    (void)snprintf(cause.text, sizeof(cause.text), "%s", text);
    return error;
}

int cause_prefix(int error, const char *doing) {
    if (error == 0 || cause.error != error) {
        return error;
    }
    size_t len = strnlen(doing, DOING_MAX);
    memmove(cause.text + len + 2, cause.text, sizeof(cause.text) - len - 2);
    memcpy(cause.text, doing, len);
    memcpy(cause.text + len, ": ", 2);
    cause.text[sizeof(cause.text) - 1] = '\0';
    return error;
}

int cause_rename(int instead_of, int error) {
    if (instead_of != 0 && cause.error == instead_of) {
        cause.error = error;
    }
    return error;
}

void cause_clear(void) {
    cause.error = 0;
    cause.text[0] = '\0';
}

const struct cause *cause_get(void) {
    return &cause;
}
