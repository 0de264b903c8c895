/* Requests served in recovery mode (core/base/about.h): /up and the calls it makes. Everything else is not found.
 * Pure. */
#ifndef POSTERN_HTTP_RECOVERY_H
#define POSTERN_HTTP_RECOVERY_H

#include <stdbool.h>

#include "http/request.h"

#define RECOVERY_PAGE "/up"
#define RECOVERY_FIELD_MAX 64 /* bytes of recovery_field(), with the NUL */

/* Returns true if the call of that name is served. */
bool recovery_has_call(const char *name);

/* Returns true if a path is /up or below it. */
bool recovery_has_page(struct http_text path);

/* Writes the head field that tells /up the reason of the recovery mode, with its line end. */
void recovery_field(const char *reason, char ret_field[RECOVERY_FIELD_MAX]);

#endif
