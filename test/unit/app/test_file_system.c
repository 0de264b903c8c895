/* The file system of the state folder, out of a table of mounts as the kernel writes it. */
#include "app/file_system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "unity.h"

static char table[] = "/tmp/postern-mounts-XXXXXX";
static char name[FILE_SYSTEM_MAX];

void setUp(void) {
    (void)strcpy(table + sizeof(table) - 7, "XXXXXX");
    int fd = mkstemp(table);
    TEST_ASSERT_GREATER_OR_EQUAL(0, fd);
    (void)close(fd);
}

void tearDown(void) {
    (void)unlink(table);
}

/* A table with another mount before and behind that of /tmp, whose line ends with `end`. */
static void read_with(const char *end) {
    struct stat found;
    TEST_ASSERT_EQUAL(0, stat("/tmp", &found));
    FILE *file = fopen(table, "we");
    TEST_ASSERT_NOT_NULL(file);
    (void)fprintf(file,
                  "22 1 253:0 / / ro,relatime shared:1 - squashfs /dev/root ro\n"
                  "36 22 %u:%u / /data rw,noatime shared:2 - %s\n"
                  "37 22 0:99 / /proc rw - proc proc rw\n",
                  major(found.st_dev), minor(found.st_dev), end);
    (void)fclose(file);
    file_system_read(table, "/tmp", name);
}

void test_is_the_one_that_the_folder_lies_on(void) {
    read_with("ext4 /dev/mmcblk0p5 rw");
    TEST_ASSERT_EQUAL_STRING("ext4", name);
}

void test_has_its_version_where_the_kernel_tells_one(void) {
    read_with("nfs4 server:/data rw,vers=4.2,rsize=1048576");
    TEST_ASSERT_EQUAL_STRING("nfs4 4.2", name);
}

void test_is_unknown_where_nothing_tells_it(void) {
    file_system_read("/nonexistent", "/tmp", name);
    TEST_ASSERT_EQUAL_STRING("unknown", name);
    file_system_read(table, "/tmp", name); /* empty */
    TEST_ASSERT_EQUAL_STRING("unknown", name);
    file_system_read(table, "/nonexistent", name);
    TEST_ASSERT_EQUAL_STRING("unknown", name);
}
