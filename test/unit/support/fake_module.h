/* A biometric module for tests: a few slots with a text each, an enrolment controlled by the test, and errors on
 * demand. */
#ifndef POSTERN_TEST_FAKE_MODULE_H
#define POSTERN_TEST_FAKE_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/biometric.h"

#define FAKE_MODULE_SLOTS 4
#define FAKE_MODULE_TEXT_MAX 32 /* bytes of a template, with the NUL */
#define FAKE_MODULE_PRESSES 3 /* presses that enrol() requires */

struct fake_module {
    struct hal_biometric_info info; /* result of info() */
    struct hal_enrol_state state; /* result of enrol_state(); enrol() starts it */
    bool taken[FAKE_MODULE_SLOTS];
    char content[FAKE_MODULE_SLOTS][FAKE_MODULE_TEXT_MAX]; /* the templates */
    int enrol_error, read_error, erase_error, list_error; /* results of these ops; 0: success */
    unsigned enrolled, cancelled, erased; /* calls */
    uint32_t erased_slot; /* of the last erase() */
    size_t picture_len; /* of the last enrol_picture(); 0: the last one was none */
    uint8_t picture[64]; /* its first bytes */
};

/* Sets the ops: online, FAKE_MODULE_SLOTS free slots, a serial derived from `kind`. */
void fake_module_fit(struct fake_module *module, uint8_t kind, struct hal_biometric *ops);

/* Completes the enrolment: the template of its slot is `content`. */
void fake_module_finish(struct fake_module *module, const char *content);

/* Fails the enrolment. */
void fake_module_fail(struct fake_module *module, enum hal_enrol_note note);

#endif
