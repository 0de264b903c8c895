/* Reproducible pseudo-random numbers of the simulated world: the look of a finger or an eye, and the differences
 * between its pictures. Not for secrets. */
#ifndef POSTERN_HAL_SIM_SIM_RANDOM_H
#define POSTERN_HAL_SIM_SIM_RANDOM_H

#include <stdint.h>

struct sim_random {
    uint64_t state;
};

/* Returns a separate sequence for each pair of numbers. */
struct sim_random sim_random_from(uint64_t seed, uint64_t stream);

/* Returns the next number, 64 uniformly distributed bits. */
uint64_t sim_random_next(struct sim_random *random);

/* Returns a uniform number from `min` to just below `max`. */
double sim_random_between(struct sim_random *random, double min, double max);

/* Returns a normally distributed number around 0 with this standard deviation. */
double sim_random_normal(struct sim_random *random, double deviation);

#endif
