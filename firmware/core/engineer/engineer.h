/* Actions of the field engineer: the SN key, log levels, a still of the camera. The walker checks the permission; each
 * action adds an audit entry. */
#ifndef POSTERN_CORE_ENGINEER_ENGINEER_H
#define POSTERN_CORE_ENGINEER_ENGINEER_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"
#include "util/log.h"
#include "values.h"

struct actor;
struct buf;
struct core;
struct engineer;

#define ENGINEER_STILL_MS 2000 /* least time between two stills, for all callers together */
#define ENGINEER_LOOK_MS (INT64_C(10) * 60 * 1000) /* interval of audit entries about the same viewer */

/* For core/start. E_NOMEM. */
_must_check_ int engineer_new(struct engineer **ret_engineer);
void engineer_free(struct engineer *engineer); /* accepts NULL */

/* Sets the SN key; replacing one requires a super session. E_SN_KEY, E_SUPER_NEEDED, an error of the store or the
 * system. */
_must_check_ int engineer_set_sn_key(struct core *core, const struct actor *by, const char *key);

/* Opens or closes /up. An error of the store or the system. */
_must_check_ int engineer_set_up(struct core *core, const struct actor *by, bool open);

/* Sets the log level of a module, or of `all`. E_NOTFOUND: unknown module. An error of the store. */
_must_check_ int engineer_set_level(struct core *core, const struct actor *by, const char *name, enum log_level level);

/* Appends a still of the camera, re-encoded as a JPEG. In normal mode (production.h) for the engineer and for write
 * permission to Advanced Setup: E_TOKEN_FAILED: `by` has no session; E_FORBIDDEN: no such permission. The audit log
 * gets an entry for each viewer, and another every ENGINEER_LOOK_MS. E_THROTTLED with *ret_wait_s: too soon after the
 * last one; E_BUSY: in progress, call again; E_OFFLINE; E_NOMEM; and errors of picture_portrait() for an invalid
 * picture. */
_must_check_ int engineer_still(struct core *core, const struct actor *by, struct buf *out, unsigned *ret_wait_s);

#endif
