/* Files of a test's folder. */
#ifndef POSTERN_TEST_FOLDER_FILES_H
#define POSTERN_TEST_FOLDER_FILES_H

#include <stddef.h>

/* Returns the path of a file in a folder. Valid until the call after the next. */
const char *folder_path(const char *dir, const char *name);

/* Writes a file, replacing an existing one. */
void folder_write(const char *dir, const char *name, const void *octets, size_t len);
void folder_write_text(const char *dir, const char *name, const char *text);

/* Reads an existing file, up to `size` bytes; returns the number of bytes. */
size_t folder_read(const char *dir, const char *name, void *octets, size_t size);

#endif
