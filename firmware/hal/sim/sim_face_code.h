/* The 128 numbers that a face is: what the engine says of it, the template, and how alike two are. Pure. */
#ifndef POSTERN_HAL_SIM_SIM_FACE_CODE_H
#define POSTERN_HAL_SIM_SIM_FACE_CODE_H

#include <stddef.h>
#include <stdint.h>

#define FACE_NUMBERS 128
#define FACE_TEMPLATE_LEN (4 + (2 * FACE_NUMBERS) + 2) /* bytes */

/* Reads what a frame of faces says: how many, how good, and of a single one its template. 0 or E_FORMAT. */
int face_code_read(const uint8_t *data, size_t len, unsigned *ret_faces, unsigned *ret_quality,
                   uint8_t ret_template[FACE_TEMPLATE_LEN]);

/* 0, or E_FORMAT: of another kind, of another version, or damaged. */
int face_code_check(const void *data, size_t len);

/* 1000 for the same numbers, less by 800 for a (Euclidean) distance of 1; 0 from 1.25 on. Of good templates. */
unsigned face_code_likeness(const uint8_t *a, const uint8_t *b);

#endif
