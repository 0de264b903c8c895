#include "http/recovery.h"

#include <stdio.h>
#include <string.h>

#define FILES RECOVERY_PAGE "/"

/* The calls of web/up/calls.ts. Each requires the engineer's session, except the one that opens it. */
static const char *const calls[] = {"engineerLogin", "upgradeState", "UpdateMachine", "upgradeStart",
                                    "upgradeCancel", "SetInfoParam", "recoveryState", "recoverData"};

bool recovery_has_call(const char *name) {
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        if (strcmp(name, calls[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool begins_with(struct http_text path, const char *with) {
    size_t len = strlen(with);
    return path.len >= len && memcmp(path.at, with, len) == 0;
}

bool recovery_has_page(struct http_text path) {
    bool is_up = path.len == strlen(RECOVERY_PAGE) && begins_with(path, RECOVERY_PAGE);
    return is_up || begins_with(path, FILES);
}

void recovery_field(const char *reason, char ret_field[RECOVERY_FIELD_MAX]) {
    (void)snprintf(ret_field, RECOVERY_FIELD_MAX, "Postern-Recovery: %s\r\n", reason);
}
