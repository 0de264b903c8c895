/* Who finds a place for a list that is made while it is sent. */
#include "http/downloads.h"

#include <string.h>

#include "api/api.h"
#include "catalogue.h"
#include "unity.h"

#define TASKS (DOWNLOADS_MAX + 4)

static struct http_server server;
static struct http_task tasks[TASKS];
static struct walker_refusal refusal;

static const struct api_route list = {.name = "list", .is_file = true, .thread = API_ON_WORKER_SLOW};
static const struct api_route photo = {.name = "photo", .is_file = true, .thread = API_ON_WORKER};
static const struct api_route hash = {.name = "hash", .thread = API_ON_WORKER_SLOW};

void setUp(void) {
    memset(&server, 0, sizeof(server));
    memset(tasks, 0, sizeof(tasks));
    refusal = (struct walker_refusal){.code = CAT_OK};
}

void tearDown(void) {
}

/* Asks for a place in a session of its own, or with a REST key that the user made. */
static int admit(size_t task, const struct api_route *route, uint32_t userid, uint32_t key_id) {
    tasks[task].call.route = route;
    tasks[task].call.actor = (struct actor){.session = key_id == 0 ? task + 1 : 0,
                                            .userid = key_id == 0 ? userid : ACTOR_USERID_KEY,
                                            .maker = userid,
                                            .key_id = key_id};
    return downloads_admit(&server, &tasks[task], &refusal);
}

void test_an_account_has_three_however_often_signed_in(void) {
    for (size_t i = 0; i < DOWNLOADS_PERSON_MAX; i++) {
        TEST_ASSERT_EQUAL(CAT_OK, admit(i, &list, 7, 0));
    }
    TEST_ASSERT_EQUAL(CAT_DOWNLOADS_OF_PERSON, admit(3, &list, 7, 0));
    TEST_ASSERT_EQUAL(CAT_DOWNLOADS_OF_PERSON, refusal.code);
    TEST_ASSERT_EQUAL_UINT(5, refusal.retry_after_s);
    TEST_ASSERT_NULL(tasks[3].download);
    TEST_ASSERT_EQUAL(CAT_OK, admit(4, &list, 8, 0)); /* somebody else is not kept out */
}

void test_who_made_rest_keys_has_three_with_them(void) {
    for (size_t i = 0; i < DOWNLOADS_PERSON_MAX; i++) {
        TEST_ASSERT_EQUAL(CAT_OK, admit(i, &list, 7, (uint32_t)i));
    }
    TEST_ASSERT_EQUAL(CAT_DOWNLOADS_OF_PERSON, admit(3, &list, 7, 3));
    TEST_ASSERT_EQUAL(CAT_DOWNLOADS_OF_PERSON, admit(4, &list, 7, 0));
    TEST_ASSERT_EQUAL(CAT_OK, admit(5, &list, 8, 4));
}

void test_there_are_twelve_in_all(void) {
    for (uint32_t i = 0; i < DOWNLOADS_MAX; i++) {
        TEST_ASSERT_EQUAL(CAT_OK, admit(i, &list, i, 0));
    }
    TEST_ASSERT_EQUAL(CAT_DOWNLOADS_FULL, admit(DOWNLOADS_MAX, &list, 90, 0));
    TEST_ASSERT_EQUAL(CAT_DOWNLOADS_FULL, refusal.code);
    downloads_drop(&tasks[5]);
    TEST_ASSERT_EQUAL(CAT_OK, admit(DOWNLOADS_MAX, &list, 90, 0));
    TEST_ASSERT_EQUAL(CAT_DOWNLOADS_FULL, admit(DOWNLOADS_MAX + 1, &list, 91, 0));
}

void test_who_has_three_is_told_so_when_all_are_taken_too(void) {
    for (uint32_t i = 0; i < DOWNLOADS_MAX; i++) {
        TEST_ASSERT_EQUAL(CAT_OK, admit(i, &list, i / DOWNLOADS_PERSON_MAX, 0));
    }
    TEST_ASSERT_EQUAL(CAT_DOWNLOADS_OF_PERSON, admit(DOWNLOADS_MAX, &list, 0, 0));
}

void test_what_is_made_at_once_takes_no_place_and_gives_none_back(void) {
    for (uint32_t i = 0; i < DOWNLOADS_PERSON_MAX; i++) {
        TEST_ASSERT_EQUAL(CAT_OK, admit(i, &list, 7, 0));
    }
    TEST_ASSERT_EQUAL(CAT_OK, admit(3, &photo, 7, 0));
    TEST_ASSERT_EQUAL(CAT_OK, admit(4, &hash, 7, 0));
    downloads_drop(&tasks[3]);
    downloads_drop(&tasks[4]);
    TEST_ASSERT_EQUAL(CAT_DOWNLOADS_OF_PERSON, admit(5, &list, 7, 0));
}

void test_a_place_is_given_back_once(void) {
    TEST_ASSERT_EQUAL(CAT_OK, admit(0, &list, 7, 0));
    downloads_drop(&tasks[0]);
    TEST_ASSERT_EQUAL(CAT_OK, admit(1, &list, 8, 0));
    downloads_drop(&tasks[0]); /* that place is somebody else's now */
    for (uint32_t i = 2; i <= DOWNLOADS_MAX; i++) {
        TEST_ASSERT_EQUAL(CAT_OK, admit(i, &list, i + 20, 0));
    }
    TEST_ASSERT_EQUAL(CAT_DOWNLOADS_FULL, admit(DOWNLOADS_MAX + 1, &list, 90, 0));
}
