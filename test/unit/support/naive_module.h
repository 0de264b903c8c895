/* A biometric module for tests, written from hal/biometric.h: slots with short templates, and faults. */
#ifndef POSTERN_TEST_NAIVE_MODULE_H
#define POSTERN_TEST_NAIVE_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/biometric.h"

#define NAIVE_MODULE_SLOTS 700
#define NAIVE_MODULE_TEMPLATE_MAX 8

struct naive_module {
    bool absent, offline, busy;
    uint8_t serial[HAL_BIOMETRIC_SERIAL_LEN];
    char templates[NAIVE_MODULE_SLOTS][NAIVE_MODULE_TEMPLATE_MAX]; /* "" a free slot */
    int refused; /* a slot that rejects templates; -1: none */
    unsigned precision;
    unsigned writes, erases, clears; /* requested operations */
    struct hal_enrol_state enrol;
};

/* Initializes it, with a serial of this number, and sets the ops in `hal`. */
void naive_module_init(struct naive_module *module, uint8_t serial, struct hal_biometric *hal);

/* Replaces it by another one, empty. */
void naive_module_swap(struct naive_module *module, uint8_t serial);

uint32_t naive_module_count(const struct naive_module *module);

#endif
