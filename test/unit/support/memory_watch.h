/* Looks for a secret where it would be left behind: in memory that is freed, and on the stack of a function that
 * returned. */
#ifndef POSTERN_TEST_MEMORY_WATCH_H
#define POSTERN_TEST_MEMORY_WATCH_H

#include <stddef.h>

/* What was found of a secret. */
struct memory_found {
    unsigned freed; /* blocks that were freed with it inside, by any thread */
    unsigned frames; /* functions of the firmware that returned with it in a variable */
    unsigned stack; /* places on the stack at the end: what nothing has written over */
};

/* Runs `act` on a stack of its own, which is searched afterwards. `secret` is read after `act` returned, so that it can
 * be one that `act` makes; what `act` frees is searched for what `secret` is before. */
struct memory_found memory_watch(void (*act)(void), const void *secret, size_t len);

/* The same, and ends the test if there is anything. */
void memory_watch_nothing(void (*act)(void), const char *secret);

#endif
