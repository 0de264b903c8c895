/* Between the administrator's menu, which the terminal's thread leads and which never waits, and the worker that does what
 * was chosen there (core/machine/menu_jobs.h): one job, one result, and what was begun and is to be ended when the menu
 * closes. Guards itself; in memory alone. */
#ifndef POSTERN_CORE_MENU_DESK_H
#define POSTERN_CORE_MENU_DESK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/door/menu.h"
#include "util/err.h"

struct core;
struct menu_desk;

/* For core/door/door.c, which has it: door_menu_desk(). E_NOMEM. */
_must_check_ int menu_desk_new(struct menu_desk **ret_desk);
void menu_desk_free(struct menu_desk *desk); /* takes NULL */

/* Terminal's thread: gives a job, in the place of one that nobody has taken; and takes the result of the job given last.
 * False: there is none yet. */
void menu_desk_ask(struct core *core, struct menu_desk *desk, const struct menu_job *job);
bool menu_desk_take(struct menu_desk *desk, struct menu_result *ret_result);

/* The menu is closed: nobody waits for a result any more, and what was begun ends: an enrolment is cancelled, an address that
 * was not kept goes back. */
void menu_desk_leave(struct core *core, struct menu_desk *desk);

/* The enrolment that was begun is over by itself. */
void menu_desk_enrolled(struct menu_desk *desk);

/* The worker: whether something is to be done; the next job, which is behind what is to be ended; and what came of it. */
bool menu_desk_has(struct menu_desk *desk);
bool menu_desk_next(struct menu_desk *desk, struct menu_job *ret_job);
void menu_desk_done(struct core *core, struct menu_desk *desk, const struct menu_job *job,
                    const struct menu_result *result);

#endif
