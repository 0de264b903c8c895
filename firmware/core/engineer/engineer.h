/* What the field engineer does at a terminal: the SN key, what is written into the log, a still of the camera. Who may is
 * decided by the walker; each act leaves an audit row. */
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

#define ENGINEER_STILL_MS 2000 /* between two stills, whoever asks */
#define ENGINEER_LOOK_MS (INT64_C(10) * 60 * 1000) /* between two rows of the audit log about the same looker */

/* For core/start. E_NOMEM. */
_must_check_ int engineer_new(struct engineer **ret_engineer);
void engineer_free(struct engineer *engineer); /* takes NULL */

/* Writes the SN key; `by` super, where there is one. E_SN_KEY, E_SUPER_NEEDED, an error of the store or the system. */
_must_check_ int engineer_set_sn_key(struct core *core, const struct actor *by, const char *key);

/* Opens or closes /up. An error of the store or the system. */
_must_check_ int engineer_set_up(struct core *core, const struct actor *by, bool open);

/* Sets what a part of the firmware writes into the log, or `all`. E_NOTFOUND: no part is called so. An error of the store. */
_must_check_ int engineer_set_level(struct core *core, const struct actor *by, const char *name, enum log_level level);

/* Appends a still of the camera, made again as a JPEG. In normal mode (production.h) for the engineer and who may
 * write Advanced Setup: E_TOKEN_FAILED: `by` has no session; E_FORBIDDEN: not that right. In the audit log there is a
 * row for each who looks on, and another every ENGINEER_LOOK_MS. E_THROTTLED with *ret_wait_s: one was taken just
 * now; E_BUSY: it is being taken, ask again; E_OFFLINE; E_NOMEM; and what picture_portrait() says of a picture that
 * is none. */
_must_check_ int engineer_still(struct core *core, const struct actor *by, struct buf *out, unsigned *ret_wait_s);

#endif
