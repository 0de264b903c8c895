#include "seeded.h"

#include <stdio.h>
#include <stdlib.h>

void seeded_start(struct seeded *random, uint32_t own) {
    const char *text = getenv("SEED");
    random->seed = text != NULL ? (uint32_t)strtoul(text, NULL, 10) : own;
    random->state = random->seed;
    printf("SEED=%u\n", (unsigned)random->seed);
}

/* mulberry32, as in test/harness/random.ts. */
unsigned seeded_below(struct seeded *random, unsigned count) {
    random->state += 0x6d2b79f5U;
    uint32_t x = random->state;
    x = (x ^ (x >> 15)) * (x | 1U);
    x ^= x + (x ^ (x >> 7)) * (x | 61U);
    return (unsigned)(((uint64_t)(x ^ (x >> 14)) * count) >> 32);
}

bool seeded_once_in(struct seeded *random, unsigned count) {
    return seeded_below(random, count) == 0;
}
