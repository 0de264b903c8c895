/* The log lines of a state machine: a test follows one and checks its transitions. */
#ifndef POSTERN_TEST_TRANSITIONS_H
#define POSTERN_TEST_TRANSITIONS_H

/* Sets `module` to `debug` and follows the machine from now on. One at a time; call transitions_end() in tearDown(),
 * even if a test has followed none. */
void transitions_follow(const char *module, const char *machine);
void transitions_end(void);

/* Fails unless these are exactly the transitions since the last call, as in the log, one per line: "from=off to=joining
 * by=settings" and a line feed. */
void assert_transitions(const char *expected);

#endif
