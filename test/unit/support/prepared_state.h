/* A state folder with the schema already created, which is the main cost of a start under the sanitizers. */
#ifndef POSTERN_TEST_PREPARED_STATE_H
#define POSTERN_TEST_PREPARED_STATE_H

/* Fills the empty folder `dir` as if the store had been opened and closed in it. The first call of a program does that
 * with the firmware's own code; later ones copy the result. */
void prepared_state_write(const char *dir);

#endif
