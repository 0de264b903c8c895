/* The simulated devices with their own file, sim_<name>.c; one line each here and in sim_modules.c. */
#ifndef POSTERN_HAL_SIM_SIM_DEVICES_H
#define POSTERN_HAL_SIM_SIM_DEVICES_H

#include "hal/sim/sim.h"

extern const struct sim_module sim_clock; /* real-time clock */
extern const struct sim_module sim_display; /* the screen */
extern const struct sim_module sim_time_service; /* time servers */
extern const struct sim_module sim_ethernet; /* cable and DHCP */
extern const struct sim_module sim_wifi; /* the radio and the networks around it */
extern const struct sim_module sim_internet; /* default route, names, servers */
extern const struct sim_module sim_bluetooth; /* radio and the devices around it */
extern const struct sim_module sim_wiegand; /* bus of the Wiegand devices */
extern const struct sim_module sim_printer; /* receipt printer */
extern const struct sim_module sim_sound; /* loudspeaker */
extern const struct sim_module sim_camera; /* its light */
extern const struct sim_module sim_finger; /* fingerprint module */
extern const struct sim_module sim_face; /* face module */
extern const struct sim_module sim_iris; /* iris module */
extern const struct sim_module sim_thermometer; /* skin temperature */
extern const struct sim_module sim_door; /* relay, leaf, contacts, Wiegand line */
extern const struct sim_module sim_stopwatch; /* not a device: measures how long the terminal takes */
extern const struct sim_module sim_board; /* temperature, self-tests, restart */

#endif
