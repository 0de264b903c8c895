/* The context of the current certificate: only the TLS library has its private key. */
#include "net/tls.h"

#include <string.h>

#include "memory_watch.h"
#include "terminal_fixture.h"
#include "unity.h"

static struct fixture fixture;

void setUp(void) {
    fixture_up(&fixture);
}

void tearDown(void) {
    fixture_down(&fixture);
}

static void make_context(void) {
    struct tls *tls = NULL;
    TEST_ASSERT_EQUAL(0, tls_new(fixture.shared, &tls));
    TEST_ASSERT_NULL(tls_free(tls));
}

void test_the_private_key_is_not_left_behind(void) {
    memory_watch_nothing(make_context,
                         "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg"); /* of each P-256 key as PEM */
}
