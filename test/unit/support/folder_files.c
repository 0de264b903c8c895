#include "folder_files.h"

#include <stdio.h>
#include <string.h>

#include "unity.h"

const char *folder_path(const char *dir, const char *name) {
    static char paths[2][256];
    static unsigned turn;
    char *path = paths[turn++ % 2];
    (void)snprintf(path, sizeof(paths[0]), "%s/%s", dir, name);
    return path;
}

void folder_write(const char *dir, const char *name, const void *octets, size_t len) {
    FILE *file = fopen(folder_path(dir, name), "wb");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_EQUAL(len, fwrite(octets, 1, len, file));
    TEST_ASSERT_EQUAL(0, fclose(file));
}

void folder_write_text(const char *dir, const char *name, const char *text) {
    folder_write(dir, name, text, strlen(text));
}

size_t folder_read(const char *dir, const char *name, void *octets, size_t size) {
    FILE *file = fopen(folder_path(dir, name), "rb");
    TEST_ASSERT_NOT_NULL(file);
    size_t len = fread(octets, 1, size, file);
    TEST_ASSERT_EQUAL(0, fclose(file));
    return len;
}
