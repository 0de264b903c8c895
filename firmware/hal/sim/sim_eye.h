/* A drawn eye, as an infrared camera sees it close up: pupil, iris, lids, a reflection of the lamp. The seed identifies
 * the eye; no two pictures are alike. Pure. */
#ifndef POSTERN_HAL_SIM_SIM_EYE_H
#define POSTERN_HAL_SIM_SIM_EYE_H

#include <stdint.h>

#define EYE_WIDTH 240 /* pixels */
#define EYE_HEIGHT 180
#define EYE_QUALITY_MAX 100

struct eye_picture {
    uint8_t grey[EYE_HEIGHT][EYE_WIDTH]; /* 0 black to 255 white */
};

/* Draws picture number `look` of eye `seed`. `quality`: 0 (blurred, half shut) to 100 (sharp, wide open). */
void eye_draw(uint64_t seed, uint64_t look, unsigned quality, struct eye_picture *ret_picture);

#endif
