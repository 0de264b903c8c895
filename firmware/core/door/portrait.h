/* The photo of who was let in, on the terminal's display: asked for by the terminal's thread, which goes on, and read, made
 * small and shown by a worker a moment later. One at a time: who comes next takes the place of who was before. */
#ifndef POSTERN_CORE_PORTRAIT_H
#define POSTERN_CORE_PORTRAIT_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"

struct core;
struct portrait;

/* For core/door/door.c, which has it: door_portrait(). E_NOMEM. */
_must_check_ int portrait_new(struct portrait **ret_portrait);
void portrait_free(struct portrait *portrait); /* takes NULL */

/* Terminal's thread: takes no time. */
void portrait_ask(struct core *core, struct portrait *portrait, uint32_t userid);

/* Whether one is asked for; and showing it, if the user has a photo, on a worker. */
bool portrait_waits(const struct portrait *portrait);
void portrait_show(struct core *core, struct portrait *portrait);

#endif
