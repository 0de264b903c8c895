/* Reads an archive as a program does that opens it: by its directory. Fails the test where it is not as the format says. */
#ifndef POSTERN_TEST_ARCHIVE_H
#define POSTERN_TEST_ARCHIVE_H

#include <stddef.h>

#include "util/buf.h"

/* Entries of an archive. */
size_t archive_count(const struct buf *archive);

/* Appends an entry, with a NUL that does not count; its checksum is right. */
void archive_entry(const struct buf *archive, const char *name, struct buf *out);

#endif
