/* The lines of a state machine in the log: a test follows one and asks which transitions it took. */
#ifndef POSTERN_TEST_TRANSITIONS_H
#define POSTERN_TEST_TRANSITIONS_H

/* Sets `module` to `debug` and follows the machine from here on. One at a time; transitions_end() in tearDown(), also
 * where a test has followed none. */
void transitions_follow(const char *module, const char *machine);
void transitions_end(void);

/* Fails unless these are exactly the transitions since the last call, as they are in the log, a line each:
 * "from=off to=joining by=settings\n". */
void assert_transitions(const char *expected);

#endif
