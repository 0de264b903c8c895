/* Iris codes after Daugman: finds pupil and iris in the picture, unrolls the ring between them, and encodes the phase
 * of its texture at each place in two bits. Two codes of the same eye differ in few bits; of two eyes in half. Pure. */
#ifndef POSTERN_HAL_SIM_SIM_IRIS_CODE_H
#define POSTERN_HAL_SIM_SIM_IRIS_CODE_H

#include <stddef.h>
#include <stdint.h>

#include "hal/sim/sim_eye.h"

#define IRIS_CODE_BITS 2048
#define IRIS_CODE_WORDS (IRIS_CODE_BITS / 64)
#define IRIS_TEMPLATE_LEN (4 + (2 * IRIS_CODE_BITS / 8) + 2) /* bytes */
#define IRIS_DISTANCE_MAX 1000 /* thousandths of the bits visible in both */

struct iris_code {
    uint64_t bits[IRIS_CODE_WORDS]; /* word by word around the eye, so that turning the head rotates the words */
    uint64_t shown[IRIS_CODE_WORDS]; /* 1: neither lid nor reflection, and enough texture for a phase */
    unsigned quality; /* 0 to EYE_QUALITY_MAX: visible part and sharpness. Not in the template */
};

/* Computes the code of a picture. 0, or E_NOTFOUND: no eye in it. */
int iris_code(const struct eye_picture *picture, struct iris_code *ret_code);

/* Returns the share of differing bits, in thousandths of those visible in both, at the head rotation that gives the
 * least; IRIS_DISTANCE_MAX when too few are visible in both. */
unsigned iris_distance(const struct iris_code *a, const struct iris_code *b);

/* Writes a template of IRIS_TEMPLATE_LEN bytes. */
void iris_encode(const struct iris_code *code, uint8_t *buf);

/* Parses a template. 0, or E_FORMAT: of another kind, of another version, or damaged. */
int iris_decode(const void *data, size_t len, struct iris_code *ret_code);

/* Like iris_decode(), for a template that is known to be valid. */
void iris_unpack(const void *data, struct iris_code *ret_code);

#endif
