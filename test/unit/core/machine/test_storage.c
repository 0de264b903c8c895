/* The disk that is full: when it is looked at, and that it is said once. */
#include "core/machine/storage.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "core/base/core.h"
#include "store/home_impl.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/log.h"

static struct fixture t;
static uint64_t free_bytes; /* that the disk says it has; 0: plenty */
static int lines; /* descriptor of what is logged */

int said_statvfs(const char *path, struct statvfs *ret_info) __asm__("statvfs64");
int said_statvfs(const char *path, struct statvfs *ret_info) {
    (void)path;
    *ret_info = (struct statvfs){.f_frsize = 1, .f_bavail = free_bytes != 0 ? free_bytes : UINT64_C(1) << 40};
    return 0;
}

void setUp(void) {
    char path[] = "/tmp/postern-lines-XXXXXX";
    free_bytes = 0;
    fixture_up(&t);
    lines = mkstemp(path);
    TEST_ASSERT_TRUE(lines >= 0);
    TEST_ASSERT_EQUAL(0, unlink(path));
    log_init(&(struct log_options){.fd = lines, .level = LOG_LEVEL_INFO});
}

void tearDown(void) {
    log_init(&(struct log_options){.fd = STDERR_FILENO, .level = LOG_LEVEL_INFO});
    (void)close(lines);
    fixture_down(&t);
}

/* Whether exactly the lines with these words were written since the last call; "" for none. */
static void assert_said(const char *words) {
    char text[4096] = "";
    ssize_t len = pread(lines, text, sizeof(text) - 1, 0);
    TEST_ASSERT_TRUE(len >= 0);
    unsigned count = 0;
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++) {
        count++;
    }
    TEST_ASSERT_EQUAL_MESSAGE(words[0] != '\0' ? 1 : 0, count, text);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(text, words), text);
    TEST_ASSERT_EQUAL(0, ftruncate(lines, 0));
    TEST_ASSERT_EQUAL(0, lseek(lines, 0, SEEK_SET));
}

void test_with_room_nothing_is_ever_due(void) {
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, storage_due_ms(t.core));
    storage_upkeep(t.core);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, storage_due_ms(t.core));
    assert_said("");
}

void test_a_full_disk_is_said_once_and_looked_at_every_five_seconds(void) {
    store_reserve_give_up(t.home);
    assert_said("");
    free_bytes = 1000;
    TEST_ASSERT_TRUE(storage_due_ms(t.core) <= core_mono_ms(t.core));
    storage_upkeep(t.core);
    assert_said("\"the disk is full, nothing that grows is taken\" free=1000 ");
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core) + STORAGE_AGAIN_MS, storage_due_ms(t.core));
    fake_hal_advance(&t.fake, STORAGE_AGAIN_MS);
    storage_upkeep(t.core);
    assert_said("");
    free_bytes = 0;
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core) + STORAGE_AGAIN_MS, storage_due_ms(t.core));
    fake_hal_advance(&t.fake, STORAGE_AGAIN_MS);
    storage_upkeep(t.core);
    assert_said("\"there is room again\"");
    TEST_ASSERT_FALSE(store_home_is_short(t.home));
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, storage_due_ms(t.core));
    storage_upkeep(t.core);
    assert_said("");
    store_reserve_give_up(t.home); /* the next time it is said again */
    free_bytes = 1000;
    assert_said("");
    storage_upkeep(t.core);
    assert_said("\"the disk is full, nothing that grows is taken\"");
}

/* Somebody else has made the reserve: it is said behind that as well. */
void test_room_that_was_made_elsewhere_is_said(void) {
    store_reserve_give_up(t.home);
    free_bytes = 1000;
    storage_upkeep(t.core);
    assert_said("the disk is full");
    free_bytes = 0;
    TEST_ASSERT_EQUAL(0, store_reserve_restore(t.core->store));
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core) + STORAGE_AGAIN_MS, storage_due_ms(t.core));
    storage_upkeep(t.core);
    assert_said("\"there is room again\"");
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, storage_due_ms(t.core));
}

void test_free_takes_nothing(void) {
    storage_free(NULL);
}
