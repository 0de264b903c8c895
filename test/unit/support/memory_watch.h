/* Searches for a leaked secret: in freed memory, and on the stack of returned functions. */
#ifndef POSTERN_TEST_MEMORY_WATCH_H
#define POSTERN_TEST_MEMORY_WATCH_H

#include <stddef.h>

/* Places where a secret was found. */
struct memory_found {
    unsigned freed; /* blocks freed with it inside, by any thread */
    unsigned frames; /* functions of the firmware that returned with it in a variable */
    unsigned stack; /* places on the stack at the end that nothing has overwritten */
};

/* Runs `act` on a separate stack, which is then searched. `secret` is read after `act` returned, so that `act` may
 * create it; memory that `act` frees is searched for the value of `secret` before. */
struct memory_found memory_watch(void (*act)(void), const void *secret, size_t len);

/* The same, and ends the test if anything is found. */
void memory_watch_nothing(void (*act)(void), const char *secret);

#endif
