/* What a worker does for the administrator's menu (core/door/menu.h): the jobs that lie on its desk
 * (core/door/menu_desk.h). Each looks again whether who opened the menu still may, and is audited with the call "menu" and
 * the address "keypad". Nothing here opens the door. */
#ifndef POSTERN_CORE_MENU_JOBS_H
#define POSTERN_CORE_MENU_JOBS_H

#include <stdint.h>

struct core;
struct menu_job;
struct menu_result;

/* Does one. */
void menu_jobs_do(struct core *core, const struct menu_job *job, struct menu_result *ret_result);

/* For app/upkeep: when there is one, and doing all that there are, on a worker. */
int64_t menu_jobs_due_ms(struct core *core);
void menu_jobs_upkeep(struct core *core);

#endif
