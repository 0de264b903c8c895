/* A file with given bytes, for what reads files. It lies in memory. */
#ifndef POSTERN_TEST_MADE_FILE_H
#define POSTERN_TEST_MADE_FILE_H

#include <stddef.h>

/* Makes it, in place of one made before, and gives its path. */
const char *made_file(const void *octets, size_t len);
void made_file_done(void);

#endif
