/* Face embeddings of 128 numbers: the engine's output, the template, and the similarity of two. Pure. */
#ifndef POSTERN_HAL_SIM_SIM_FACE_CODE_H
#define POSTERN_HAL_SIM_SIM_FACE_CODE_H

#include <stddef.h>
#include <stdint.h>

#define FACE_NUMBERS 128
#define FACE_TEMPLATE_LEN (4 + (2 * FACE_NUMBERS) + 2) /* bytes */

/* Parses a frame of faces: their number, the quality, and for a single face its template. 0 or E_FORMAT. */
int face_code_read(const uint8_t *data, size_t len, unsigned *ret_faces, unsigned *ret_quality,
                   uint8_t ret_template[FACE_TEMPLATE_LEN]);

/* Returns 0, or E_FORMAT: of another kind, of another version, or damaged. */
int face_code_check(const void *data, size_t len);

/* Returns 1000 for equal numbers, 800 less per (Euclidean) distance of 1; 0 from 1.25 on. Both templates must be
 * valid. */
unsigned face_code_likeness(const uint8_t *a, const uint8_t *b);

#endif
