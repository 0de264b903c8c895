/* Jobs of the administrator's menu (core/door/menu.h) that a worker does, from its desk (core/door/menu_desk.h). Each
 * checks again whether the person who opened the menu still may, and is audited with the call "menu" and the address
 * "keypad". None opens the door. */
#ifndef POSTERN_CORE_MENU_JOBS_H
#define POSTERN_CORE_MENU_JOBS_H

#include <stdint.h>

struct core;
struct menu_job;
struct menu_result;

/* Does one job. */
void menu_jobs_do(struct core *core, const struct menu_job *job, struct menu_result *ret_result);

/* For app/upkeep: when there is a job, and doing all jobs, on a worker. */
int64_t menu_jobs_due_ms(struct core *core);
void menu_jobs_upkeep(struct core *core);

#endif
