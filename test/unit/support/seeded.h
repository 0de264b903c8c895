/* Random numbers of a test: the same seed gives the same run. SEED in the environment overrides the test's own seed. */
#ifndef POSTERN_TEST_SEEDED_H
#define POSTERN_TEST_SEEDED_H

#include <stdbool.h>
#include <stdint.h>

struct seeded {
    uint32_t seed, state;
};

/* Starts with the test's own seed, or with SEED, and prints it. */
void seeded_start(struct seeded *random, uint32_t own);

/* Returns a whole number from 0 to `count` - 1; `count` is at least 1. */
unsigned seeded_below(struct seeded *random, unsigned count);

/* Returns true once in `count` times, on average. */
bool seeded_once_in(struct seeded *random, unsigned count);

#endif
