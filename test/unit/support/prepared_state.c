#include "prepared_state.h"

#include <stdio.h>
#include <stdlib.h>

#include "folder_files.h"
#include "store/home_impl.h"
#include "unity.h"

struct kept_file {
    const char *name;
    size_t size;
    unsigned char bytes[1024 * 1024];
};

static struct kept_file kept[] = {{.name = STORE_DB}, {.name = STORE_MARK}};
enum { KEPT_COUNT = sizeof(kept) / sizeof(kept[0]) };

static void make(void) {
    char dir[] = "/tmp/postern-prepared-XXXXXX";
    struct store_home *home = NULL;
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    TEST_ASSERT_NULL(store_home_close(home, true));
    for (size_t i = 0; i < KEPT_COUNT; i++) {
        kept[i].size = folder_read(dir, kept[i].name, kept[i].bytes, sizeof(kept[i].bytes));
        TEST_ASSERT_LESS_THAN_size_t(sizeof(kept[i].bytes), kept[i].size);
    }
    char command[64];
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

void prepared_state_write(const char *dir) {
    if (kept[0].size == 0) {
        make();
    }
    for (size_t i = 0; i < KEPT_COUNT; i++) {
        folder_write(dir, kept[i].name, kept[i].bytes, kept[i].size);
    }
}
