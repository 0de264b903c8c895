/* The code of an iris after Daugman: pupil and iris are found in the picture, the ring between them is unrolled, and at
 * each place the phase of its texture is two bits. Two codes of the same eye differ in few bits; of two eyes in half.
 * Pure. */
#ifndef POSTERN_HAL_SIM_SIM_IRIS_CODE_H
#define POSTERN_HAL_SIM_SIM_IRIS_CODE_H

#include <stddef.h>
#include <stdint.h>

#include "hal/sim/sim_eye.h"

#define IRIS_CODE_BITS 2048
#define IRIS_CODE_WORDS (IRIS_CODE_BITS / 64)
#define IRIS_TEMPLATE_LEN (4 + (2 * IRIS_CODE_BITS / 8) + 2) /* bytes */
#define IRIS_DISTANCE_MAX 1000 /* thousandths of the bits that both show */

struct iris_code {
    uint64_t bits[IRIS_CODE_WORDS]; /* word by word round the eye, so that turning the head moves words */
    uint64_t shown[IRIS_CODE_WORDS]; /* 1: neither lid nor reflection, and enough texture to have a phase */
    unsigned quality; /* 0 to EYE_QUALITY_MAX: how much is shown, and how sharp it is. Not in the template */
};

/* Makes the code of a picture. 0, or E_NOTFOUND when there is no eye in it. */
int iris_code(const struct eye_picture *picture, struct iris_code *ret_code);

/* Share of the bits that differ, in thousandths of those that both show, in the turn of the head in which it is least;
 * IRIS_DISTANCE_MAX when they show too little in common. */
unsigned iris_distance(const struct iris_code *a, const struct iris_code *b);

/* Writes a template of IRIS_TEMPLATE_LEN bytes. */
void iris_encode(const struct iris_code *code, uint8_t *buf);

/* Reads one. 0, or E_FORMAT: of another kind, of another version, or damaged. */
int iris_decode(const void *data, size_t len, struct iris_code *ret_code);

/* The same of one that was read before and found good. */
void iris_unpack(const void *data, struct iris_code *ret_code);

#endif
