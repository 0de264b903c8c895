/* The photo of who was let in, on the display a moment later. */
#include "core/door/portrait.h"

#include <stdlib.h>

#include "core/base/hooks.h"
#include "core/users/photos.h"
#include "made_picture.h"
#include "picture/picture.h"
#include "store/users/photo.h"
#include "store/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"

static const struct actor admin = {.account = "admin", .level = 16, .peer = "-", .call = "setPhoto"};
static struct fixture t;
static struct portrait *portrait;
static unsigned wakes;

static void on_wake(void *ctx) {
    (void)ctx;
    wakes++;
}

static void give_photo(uint32_t userid) {
    uint8_t *picture = NULL;
    size_t len = 0;
    made_picture(&picture, &len);
    TEST_ASSERT_EQUAL(0, photos_put(t.core, &admin, userid, picture, len));
    free(picture);
}

void setUp(void) {
    fixture_up(&t);
    TEST_ASSERT_EQUAL(0, portrait_new(&portrait));
    hooks_set_wake(t.shared, on_wake, NULL);
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
    fixture_add_user(&t, 8, "Bob", 0, 0, NULL);
    fixture_add_user(&t, 9, "Cleo", 0, 0, NULL);
    give_photo(7);
    give_photo(8);
    wakes = 0;
}

void tearDown(void) {
    hooks_set_wake(t.shared, NULL, NULL);
    portrait_free(portrait);
    fixture_down(&t);
}

static void ask(uint32_t userid) {
    portrait_ask(t.core, portrait, userid);
}

static void show(void) {
    portrait_show(t.core, portrait);
}

void test_it_is_shown_small_and_once(void) {
    TEST_ASSERT_FALSE(portrait_waits(portrait));
    show();
    TEST_ASSERT_EQUAL_UINT(0, t.fake.photos);
    ask(7);
    TEST_ASSERT_TRUE(portrait_waits(portrait));
    TEST_ASSERT_EQUAL_UINT(1, wakes);
    TEST_ASSERT_EQUAL_UINT(0, t.fake.photos); /* takes no time */
    show();
    TEST_ASSERT_FALSE(portrait_waits(portrait));
    TEST_ASSERT_EQUAL_UINT(1, t.fake.photos);
    TEST_ASSERT_EQUAL_UINT32(7, t.fake.photo_of);
    TEST_ASSERT_GREATER_THAN(0, t.fake.photo_len);
    TEST_ASSERT_LESS_OR_EQUAL(PICTURE_SMALL_MAX, t.fake.photo_len);
    show();
    TEST_ASSERT_EQUAL_UINT(1, t.fake.photos);
}

void test_who_comes_next_takes_the_place(void) {
    ask(7);
    ask(8);
    show();
    TEST_ASSERT_EQUAL_UINT(1, t.fake.photos);
    TEST_ASSERT_EQUAL_UINT32(8, t.fake.photo_of);
    ask(7);
    ask(0); /* somebody without an ID */
    TEST_ASSERT_FALSE(portrait_waits(portrait));
    show();
    TEST_ASSERT_EQUAL_UINT(1, t.fake.photos);
}

void test_without_a_photo_nothing_is_shown_and_the_next_one_is(void) {
    ask(9);
    show();
    TEST_ASSERT_EQUAL_UINT(0, t.fake.photos);
    ask(99);
    show();
    TEST_ASSERT_EQUAL_UINT(0, t.fake.photos);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_photo_put(t.core->store, 9, "damaged", 7));
    TEST_ASSERT_EQUAL(0, store_users_delete(t.core->store, 7)); /* meanwhile */
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    ask(9);
    show();
    ask(7);
    show();
    TEST_ASSERT_EQUAL_UINT(0, t.fake.photos);
    TEST_ASSERT_FALSE(portrait_waits(portrait));
    ask(8);
    show();
    TEST_ASSERT_EQUAL_UINT32(8, t.fake.photo_of);
}
