/* Minutiae: the ends and forks of a finger's ridges, as a fingerprint module finds them in a picture. Compares two
 * sets, merges several presses into a template, and encodes it. Pure; sim_fingertip.h draws the finger. */
#ifndef POSTERN_HAL_SIM_SIM_MINUTIAE_H
#define POSTERN_HAL_SIM_SIM_MINUTIAE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

#define MINUTIAE_MAX 64 /* of a set */
#define MINUTIAE_SKETCH_WORDS 32
#define MINUTIAE_TEMPLATE_MAX (8 + (MINUTIAE_MAX * 5) + 2) /* bytes of a template */

struct minutia {
    int16_t x, y; /* pixels at 500 dpi */
    uint8_t angle; /* direction of the ridge, in 1/256 of a turn */
};

struct minutiae {
    unsigned count;
    struct minutia at[MINUTIAE_MAX];
};

/* Returns the similarity of two sets, 0 to 1000: aligns one with the other and counts the matching minutiae. */
unsigned minutiae_likeness(const struct minutiae *a, const struct minutiae *b);

/* Merges `count` sets of the same finger: minutiae that most sets have, at their position in the first. */
void minutiae_merge(const struct minutiae *sets, size_t count, struct minutiae *ret_merged);

/* Computes the sketch of a set: kinds of pairs of neighbours, one bit each, which do not change when a picture is
 * turned or shifted. A fast, but inexact, comparison of fingers. The sketch of a searched press is `spread`: it also
 * contains the adjacent kinds. */
void minutiae_sketch(const struct minutiae *set, bool spread, uint64_t ret_sketch[MINUTIAE_SKETCH_WORDS]);

/* Returns how much of a template's sketch is in the spread sketch of a press, 0 to 1000; higher is more similar. */
unsigned minutiae_sketch_common(const uint64_t *press, const uint64_t *stored);

/* Writes a template of at most MINUTIAE_TEMPLATE_MAX bytes and returns its length. */
size_t minutiae_encode(const struct minutiae *set, uint8_t *buf);

/* Parses a template. 0, or E_FORMAT: of another kind, of another version, or damaged. */
int minutiae_decode(const void *data, size_t len, struct minutiae *ret_set);

/* Like minutiae_decode(), for a template that is known to be valid. */
void minutiae_unpack(const void *data, struct minutiae *ret_set);

#endif
