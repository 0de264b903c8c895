#include "store/network/certificate.h"

#include "store/store.h"
#include "unity.h"

static struct store *store;
static struct store_certificate got;

void setUp(void) {
    TEST_ASSERT_EQUAL(0, store_open_memory(&store));
    TEST_ASSERT_EQUAL(0, store_begin(store));
    got = (struct store_certificate){.own = false};
}

static void done(void) {
    buf_done(&got.chain);
    buf_done(&got.key_sealed);
}

void tearDown(void) {
    done();
    store = store_free(store);
}

void test_slots_are_read_as_they_were_written(void) {
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_certificate_get(store, STORE_CERTIFICATE_USED, &got));
    TEST_ASSERT_EQUAL(0, store_certificate_put(store, STORE_CERTIFICATE_USED, "old", "k\0y", 3, false));
    TEST_ASSERT_EQUAL(0, store_certificate_put(store, STORE_CERTIFICATE_REQUESTED, "request", "z", 1, false));
    TEST_ASSERT_EQUAL(0, store_certificate_put(store, STORE_CERTIFICATE_USED, "chain", "K\0Y", 3, true));
    TEST_ASSERT_EQUAL(0, store_certificate_get(store, STORE_CERTIFICATE_USED, &got));
    TEST_ASSERT_EQUAL_STRING("chain", buf_text(&got.chain));
    TEST_ASSERT_EQUAL(3, got.key_sealed.len);
    TEST_ASSERT_EQUAL_MEMORY("K\0Y", got.key_sealed.data, 3);
    TEST_ASSERT_TRUE(got.own);
}

void test_an_emptied_slot(void) {
    TEST_ASSERT_EQUAL(0, store_certificate_put(store, STORE_CERTIFICATE_REQUESTED, "request", "z", 1, false));
    TEST_ASSERT_EQUAL(0, store_certificate_delete(store, STORE_CERTIFICATE_REQUESTED));
    TEST_ASSERT_EQUAL(0, store_certificate_delete(store, STORE_CERTIFICATE_REQUESTED));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_certificate_get(store, STORE_CERTIFICATE_REQUESTED, &got));
}
