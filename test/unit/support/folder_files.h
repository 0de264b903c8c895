/* Files of a test's own folder. */
#ifndef POSTERN_TEST_FOLDER_FILES_H
#define POSTERN_TEST_FOLDER_FILES_H

#include <stddef.h>

/* The path of a file in a folder. It lives until the next call but one. */
const char *folder_path(const char *dir, const char *name);

/* Writes a file, in place of one that is there. */
void folder_write(const char *dir, const char *name, const void *octets, size_t len);
void folder_write_text(const char *dir, const char *name, const char *text);

/* Reads a file that is there, up to `size` bytes; gives how many came. */
size_t folder_read(const char *dir, const char *name, void *octets, size_t size);

#endif
