/* The administrator's menu on the simulated display, as an event of the bench socket. */
#ifndef POSTERN_HAL_SIM_SIM_MENU_H
#define POSTERN_HAL_SIM_SIM_MENU_H

#include "hal/display.h"

/* Returns the event "menu" as a line (bench.h), allocated; NULL when out of memory. */
char *sim_menu_line(const struct hal_display_menu *menu);

#endif
