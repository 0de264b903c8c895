/* A module of fingers, faces or irises for tests: a few slots that hold a text each, an enrolment whose state the test
 * writes, and errors on demand. */
#ifndef POSTERN_TEST_FAKE_MODULE_H
#define POSTERN_TEST_FAKE_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/biometric.h"

#define FAKE_MODULE_SLOTS 4
#define FAKE_MODULE_TEXT_MAX 32 /* bytes of a template, with the NUL */
#define FAKE_MODULE_PRESSES 3 /* that enrol() says are needed */

struct fake_module {
    struct hal_biometric_info info; /* what info() says */
    struct hal_enrol_state state; /* what enrol_state() says; enrol() starts it */
    bool taken[FAKE_MODULE_SLOTS];
    char content[FAKE_MODULE_SLOTS][FAKE_MODULE_TEXT_MAX]; /* the templates */
    int enrol_error, read_error, erase_error, list_error; /* what these answer; 0: they work */
    unsigned enrolled, cancelled, erased; /* calls */
    uint32_t erased_slot; /* of the last erase() */
    size_t picture_len; /* of the last enrol_picture(); 0: the last one was none */
    uint8_t picture[64]; /* its first bytes */
};

/* Fits the module into `ops`: online, FAKE_MODULE_SLOTS free slots, a serial made of `kind`. */
void fake_module_fit(struct fake_module *module, uint8_t kind, struct hal_biometric *ops);

/* The enrolment is done: the template of its slot is `content`. */
void fake_module_finish(struct fake_module *module, const char *content);

/* The enrolment failed. */
void fake_module_fail(struct fake_module *module, enum hal_enrol_note note);

#endif
