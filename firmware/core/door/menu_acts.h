/* Who may open the administrator's menu (core/door/menu.h) and what of it, and the end of all waits. What else it does is
 * in core/machine/menu_jobs.h. Nothing here waits for the network. */
#ifndef POSTERN_CORE_MENU_ACTS_H
#define POSTERN_CORE_MENU_ACTS_H

#include "core/base/actor.h"
#include "core/door/menu.h"
#include "util/err.h"
#include "values.h"

struct core;

#define MENU_OWN_ID "0" /* no user has it: the code is MachineParam.keypadPassword */

/* Verifies who wants to open the menu: a user who may sign in today and write the group advSetting, by ID and code, or
 * anybody by the password of the keypad's menu if one is set. A code counts with those tried for the same ID at the
 * door, the password by itself; each is slowed down by core/accounts/throttle.h, also for an ID of nobody. Writes 0 with
 * who it is, whose address is "keypad"; E_PASSWORD_WRONG for all others alike; E_THROTTLED with the wait; or an error of
 * the store. Verifying takes about 30 ms. */
void menu_admit(struct core *core, const char *id, const char *code, struct menu_admission *ret_admission);

/* Whether who opened the menu may still do so, and write a group besides: E_SESSION_ENDED: may no more; E_FORBIDDEN: not the
 * group. The password of the keypad may all. */
_must_check_ int menu_check(struct core *core, const struct actor *by, enum function_group group);

/* Reads the interfaces with their addresses; quick. Returns how many there are. */
size_t menu_read_links(struct core *core, struct hal_menu_link ret_links[HAL_MENU_LINKS_MAX]);

/* Ends all waits of signing in and of the keypad, with its audit row: six times an hour and person, so that a person who
 * may do this gains no more than a few tries at the passwords of others. Returns 0; E_THROTTLED with *ret_wait_s;
 * E_SESSION_ENDED when `by` may open the menu no more; or an error of the store. */
_must_check_ int menu_end_waits(struct core *core, const struct actor *by, unsigned *ret_wait_s);

#endif
