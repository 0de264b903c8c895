/* The self-test of the terminal: what each device says of itself, and what was tried. Nothing moves that could let anybody
 * in: the relay is not switched, it is read back and compared with what it was told. */
#ifndef POSTERN_CORE_SELF_TEST_H
#define POSTERN_CORE_SELF_TEST_H

#include "hal/display.h"

struct core;

/* Looks at all parts; plays the test sound. Takes as long as a picture of the camera: for a worker. */
void self_test(struct core *core, enum hal_menu_result ret_checks[HAL_PARTS]);

#endif
