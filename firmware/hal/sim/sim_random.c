/* See sim_random.h. SplitMix64: short, and good enough for a drawing. */
#include "hal/sim/sim_random.h"

#include <math.h>

uint64_t sim_random_next(struct sim_random *random) {
    random->state += 0x9E3779B97F4A7C15u;
    uint64_t mixed = random->state;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

struct sim_random sim_random_from(uint64_t seed, uint64_t stream) {
    struct sim_random random = {.state = seed};
    random.state = sim_random_next(&random) ^ (stream * 0xD1342543DE82EF95u);
    (void)sim_random_next(&random);
    return random;
}

double sim_random_between(struct sim_random *random, double min, double max) {
    return min + (max - min) * ((double)(sim_random_next(random) >> 11) * 0x1p-53);
}

double sim_random_normal(struct sim_random *random, double deviation) {
    double radius = sqrt(-2 * log(1 - sim_random_between(random, 0, 1)));
    return deviation * radius * cos(2 * M_PI * sim_random_between(random, 0, 1));
}
