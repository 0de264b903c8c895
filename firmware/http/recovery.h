/* What is served while the terminal does not start (core/base/about.h): /up and the calls it makes. Everything else is not
 * there. Pure. */
#ifndef POSTERN_HTTP_RECOVERY_H
#define POSTERN_HTTP_RECOVERY_H

#include <stdbool.h>

#include "http/request.h"

#define RECOVERY_PAGE "/up"
#define RECOVERY_FIELD_MAX 64 /* bytes of recovery_field(), with the NUL */

/* Whether the call of that name is served. */
bool recovery_has_call(const char *name);

/* Whether a path is /up or below it. */
bool recovery_has_page(struct http_text path);

/* The field of a reply's head that tells /up why this is the recovery, with its line end. */
void recovery_field(const char *reason, char ret_field[RECOVERY_FIELD_MAX]);

#endif
