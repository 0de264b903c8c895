/* Reads an archive by its directory, like a program that opens it. Fails the test if it does not match the format. */
#ifndef POSTERN_TEST_ARCHIVE_H
#define POSTERN_TEST_ARCHIVE_H

#include <stddef.h>

#include "util/buf.h"

/* Returns the number of entries of an archive. */
size_t archive_count(const struct buf *archive);

/* Appends an entry, with a NUL that does not count, and verifies its checksum. */
void archive_entry(const struct buf *archive, const char *name, struct buf *out);

#endif
