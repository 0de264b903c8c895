#include "store/settings.h"

#include <stdio.h>
#include <string.h>

#include "store/store.h"
#include "unity.h"

static struct store *store;
static char seen[256];
static unsigned rights, all;

void setUp(void) {
    TEST_ASSERT_EQUAL(0, store_open_memory(&store));
    seen[0] = '\0';
    rights = all = 0;
}

void tearDown(void) {
    store = store_free(store);
}

static int note(void *ctx, const char *key, const char *value) {
    size_t len = strlen(seen);
    (void)snprintf(seen + len, sizeof seen - len, "%s=%s ", key, value);
    return ctx ? *(const int *)ctx : 0;
}

static int note_right(void *ctx, int level, int group, int access) {
    (void)ctx;
    TEST_ASSERT_TRUE(level >= 1 && level <= 16 && group >= 0 && group <= 4 && access >= 0 && access <= 2);
    rights++;
    all += level == 16 && access == 2;
    return 0;
}

void test_settings_are_put_and_changed(void) {
    int stop = -9;
    TEST_ASSERT_EQUAL(0, store_settings_put(store, "language", "en"));
    TEST_ASSERT_EQUAL(0, store_settings_put(store, "deviceName", "Tür «1»"));
    TEST_ASSERT_EQUAL(0, store_settings_put(store, "language", "ar"));
    TEST_ASSERT_EQUAL(0, store_settings_each(store, note, NULL));
    TEST_ASSERT_EQUAL_STRING("deviceName=Tür «1» language=ar ", seen);
    TEST_ASSERT_EQUAL(-9, store_settings_each(store, note, &stop));
}

void test_every_level_has_a_right_for_every_group(void) {
    TEST_ASSERT_EQUAL(0, store_settings_each_right(store, note_right, NULL));
    TEST_ASSERT_EQUAL(16 * 5, rights);
    TEST_ASSERT_EQUAL(5, all);
}
