/* How many lines of the log one kind of thing at the door may make: so many at once, then one every few seconds; the rest
 * is counted and told in one line. So nobody at the door displaces what the log has or
 * wears the flash out. Pure; the clock is an argument. docs/rules.md ("A flood"). */
#ifndef POSTERN_CORE_RATION_H
#define POSTERN_CORE_RATION_H

#include <stdbool.h>
#include <stdint.h>

#define RATION_BURST 240 /* lines at once */
#define RATION_EVERY_MS 3000 /* after that, one each */
#define RATION_NEVER INT64_MAX

/* Zeroed at first. */
struct ration {
    unsigned used; /* of the burst */
    int64_t since_ms; /* monotonic time up to which used ones were given back */
    unsigned left_out; /* not told yet */
};

/* True if a line may be written; else it is counted as left out. */
bool ration_take(struct ration *ration, int64_t now_ms);

/* How many were left out, as soon as a line may tell it, which is used up by that; 0: none, or not yet. */
unsigned ration_tell(struct ration *ration, int64_t now_ms);

/* When ration_tell() has something to tell; RATION_NEVER: nothing was left out. */
int64_t ration_due(const struct ration *ration);

#endif
