/* Chance in the simulated world that comes out the same for the same seed: what a finger or an eye looks like, and in
 * what its pictures differ. Not for secrets. */
#ifndef POSTERN_HAL_SIM_SIM_RANDOM_H
#define POSTERN_HAL_SIM_SIM_RANDOM_H

#include <stdint.h>

struct sim_random {
    uint64_t state;
};

/* A sequence of its own for each pair of numbers. */
struct sim_random sim_random_from(uint64_t seed, uint64_t stream);

/* The next number, all 64 bits even. */
uint64_t sim_random_next(struct sim_random *random);

/* From `min` to just below `max`, even. */
double sim_random_between(struct sim_random *random, double min, double max);

/* About 0, normal, with this deviation. */
double sim_random_normal(struct sim_random *random, double deviation);

#endif
