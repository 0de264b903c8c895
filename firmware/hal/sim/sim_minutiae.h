/* Minutiae: the ends and forks of a finger's ridges, as a fingerprint module finds them in a picture. How two sets are
 * compared, how several presses become one template, and how that is written. Pure; the finger itself is drawn by
 * sim_fingertip.h. */
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
    uint8_t angle; /* direction of the ridge, in 256ths of a turn */
};

struct minutiae {
    unsigned count;
    struct minutia at[MINUTIAE_MAX];
};

/* How alike two sets are, 0 to 1000: one is laid on the other as it fits best, and what has a partner then is counted. */
unsigned minutiae_likeness(const struct minutiae *a, const struct minutiae *b);

/* What is in most of `count` sets of the same finger, in the place that it has in the first. */
void minutiae_merge(const struct minutiae *sets, size_t count, struct minutiae *ret_merged);

/* The sketch of a set: what it has in common with all turned and shifted pictures of the same finger, kinds of pairs of
 * neighbours, a bit each. Two fingers are told apart by it badly and fast. The set of a press that is looked for is
 * `spread`: it also has the kinds next to its own. */
void minutiae_sketch(const struct minutiae *set, bool spread, uint64_t ret_sketch[MINUTIAE_SKETCH_WORDS]);

/* How much of a template's sketch is in the spread one of a press, 0 to 1000; the higher the likelier the same finger. */
unsigned minutiae_sketch_common(const uint64_t *press, const uint64_t *stored);

/* Writes a template of at most MINUTIAE_TEMPLATE_MAX bytes and returns its length. */
size_t minutiae_encode(const struct minutiae *set, uint8_t *buf);

/* Reads one. 0, or E_FORMAT: of another kind, of another version, or damaged. */
int minutiae_decode(const void *data, size_t len, struct minutiae *ret_set);

/* The same of one that was read before and found good. */
void minutiae_unpack(const void *data, struct minutiae *ret_set);

#endif
