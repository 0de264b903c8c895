/* The self-test of the terminal: the state of each device, and tests of some. Nothing that could grant access is
 * switched: the relay is only read back and compared with its commanded state. */
#ifndef POSTERN_CORE_SELF_TEST_H
#define POSTERN_CORE_SELF_TEST_H

#include "hal/display.h"

struct core;

/* Tests all parts; plays the test sound. Takes as long as a picture of the camera: for a worker. */
void self_test(struct core *core, enum hal_menu_result ret_checks[HAL_PARTS]);

#endif
