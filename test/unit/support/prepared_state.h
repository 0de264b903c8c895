/* A state folder in which the schema has been made already: most of what a start costs under the sanitizers. */
#ifndef POSTERN_TEST_PREPARED_STATE_H
#define POSTERN_TEST_PREPARED_STATE_H

/* Writes into the empty folder `dir` what opening the store in it and closing it again leaves. The first call of a program
 * makes that with the firmware's own code; the next ones copy it. */
void prepared_state_write(const char *dir);

#endif
