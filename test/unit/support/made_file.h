/* A file in memory with given bytes, for testing readers. */
#ifndef POSTERN_TEST_MADE_FILE_H
#define POSTERN_TEST_MADE_FILE_H

#include <stddef.h>

/* Creates it, replacing the previous one, and returns its path. */
const char *made_file(const void *octets, size_t len);
void made_file_done(void);

#endif
