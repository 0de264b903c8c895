/* How long a test waits for another thread or process. */
#ifndef POSTERN_TEST_PATIENCE_H
#define POSTERN_TEST_PATIENCE_H

/* Milliseconds of real time: more than a busy machine needs, since only a failing test waits so long. */
#define PATIENCE_MS 300000

#endif
