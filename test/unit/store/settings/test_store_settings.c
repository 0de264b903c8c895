#include "store/settings/settings.h"

#include <stdio.h>
#include <string.h>

#include "store/settings/provisional.h"
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

static int note(void *ctx, const struct store_setting *setting) {
    size_t len = strlen(seen);
    if (setting->value) {
        (void)snprintf(seen + len, sizeof(seen) - len, "%s=%s ", setting->key, setting->value);
    } else {
        (void)snprintf(seen + len, sizeof(seen) - len, "%s:%zu:%.*s ", setting->key, setting->sealed_len,
                       (int)setting->sealed_len, (const char *)setting->sealed);
    }
    return ctx ? *(const int *)ctx : 0;
}

static int note_page(void *ctx, const char *page, uint32_t revision, uint32_t last) {
    size_t len = strlen(seen);
    (void)ctx;
    (void)snprintf(seen + len, sizeof(seen) - len, "%s=%u/%u ", page, revision, last);
    return 0;
}

static int note_right(void *ctx, int level, int group, int access) {
    (void)ctx;
    TEST_ASSERT_TRUE(level >= 1 && level <= 16 && group >= 0 && group <= 4 && access >= 0 && access <= 2);
    rights++;
    all += level == 16 && access == 2;
    return 0;
}

static void put(const char *key, const char *value) {
    TEST_ASSERT_EQUAL(0, store_settings_put(store, &(struct store_setting){.key = key, .value = value}));
}

static void put_sealed(const char *key, const char *sealed) {
    TEST_ASSERT_EQUAL(0, store_settings_put(store, &(struct store_setting){
                                                       .key = key, .sealed = sealed, .sealed_len = strlen(sealed)}));
}

static void assert_stored(const char *expected) {
    seen[0] = '\0';
    TEST_ASSERT_EQUAL(0, store_settings_each(store, note, NULL));
    TEST_ASSERT_EQUAL_STRING(expected, seen);
}

void test_settings_are_put_changed_and_deleted(void) {
    int stop = -9;
    put("b", "1");
    put("a", "Tür «1»");
    put("b", "2");
    put_sealed("c", "xyz");
    assert_stored("a=Tür «1» b=2 c:3:xyz ");
    TEST_ASSERT_EQUAL(-9, store_settings_each(store, note, &stop));
    put("c", "plain");
    TEST_ASSERT_EQUAL(0, store_settings_delete(store, "a"));
    TEST_ASSERT_EQUAL(0, store_settings_delete(store, "nope"));
    assert_stored("b=2 c=plain ");
    TEST_ASSERT_EQUAL(0, store_settings_clear(store));
    assert_stored("");
}

void test_pages_have_two_numbers(void) {
    TEST_ASSERT_EQUAL(0, store_settings_put_page(store, "A", 3, 3));
    TEST_ASSERT_EQUAL(0, store_settings_put_page(store, "B", 4000000000u, 4000000001u));
    TEST_ASSERT_EQUAL(0, store_settings_put_page(store, "A", 2, 3));
    TEST_ASSERT_EQUAL(0, store_settings_each_page(store, note_page, NULL));
    TEST_ASSERT_EQUAL_STRING("A=2/3 B=4000000000/4000000001 ", seen);
    TEST_ASSERT_NOT_EQUAL(0, store_settings_put_page(store, "A", 4, 3));
}

void test_every_level_has_a_right_for_every_group(void) {
    TEST_ASSERT_EQUAL(0, store_settings_each_right(store, note_right, NULL));
    TEST_ASSERT_EQUAL(16 * 5, rights);
    TEST_ASSERT_EQUAL(5, all);
}

void test_kept_settings_are_restored_as_they_were(void) {
    char page[STORE_PAGE_MAX];
    uint32_t revision = 0;
    put("a", "1");
    put_sealed("c", "xyz");
    put("other", "o");
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_provisional_get(store, page, &revision));
    TEST_ASSERT_EQUAL(0, store_provisional_put(store, "Ethernet", 7));
    TEST_ASSERT_EQUAL(0, store_provisional_keep(store, "a"));
    TEST_ASSERT_EQUAL(0, store_provisional_keep(store, "b"));
    TEST_ASSERT_EQUAL(0, store_provisional_keep(store, "c"));
    put("a", "2");
    put("b", "new");
    TEST_ASSERT_EQUAL(0, store_settings_delete(store, "c"));
    TEST_ASSERT_EQUAL(0, store_provisional_get(store, page, &revision));
    TEST_ASSERT_EQUAL_STRING("Ethernet", page);
    TEST_ASSERT_EQUAL(7, revision);
    TEST_ASSERT_NOT_EQUAL(0, store_provisional_put(store, "Internet", 1)); /* one at a time */
    TEST_ASSERT_EQUAL(0, store_provisional_restore(store));
    TEST_ASSERT_EQUAL(0, store_provisional_drop(store));
    assert_stored("a=1 c:3:xyz other=o ");
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_provisional_get(store, page, &revision));
}
