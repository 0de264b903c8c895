/* The folder of photos: what is stored, what is removed first, what is durable when, and what a start does with its
 * content. */
#include "store/record_photo.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_watch.h"
#include "prepared_state.h"
#include "rules_doc.h"
#include "store/erase.h"
#include "store/events/log.h"
#include "store/home_impl.h"
#include "unity.h"
#include "util/arena.h"

#define LEN ((size_t)3000) /* bytes of a photo: one block */
#define LINES 40
#define ROOM 8

static char dir[64];
static struct store_home *home;
static struct store *store;
static struct arena arena;
static uint8_t octets[STORE_RECORD_PHOTO_MAX + 1];

/* With room for `photos`. */
static void start(unsigned photos) {
    struct store_log_bounds bounds;
    TEST_ASSERT_EQUAL(0, store_home_open(dir, &home));
    TEST_ASSERT_EQUAL(0, store_open(home, &store));
    TEST_ASSERT_EQUAL(0, store_log_bounds(store, &bounds));
    const struct store_record_lines lines = {bounds.first, bounds.last};
    TEST_ASSERT_EQUAL(0, store_record_photos_open(store, &lines, (uint64_t)photos * STORE_RECORD_PHOTO_BLOCK));
}

static void stop(void) {
    store = store_free(store);
    home = store_home_close(home, true);
}

static void restart(unsigned photos) {
    stop();
    start(photos);
}

static void empty_folder(void) {
    char command[128];
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

static void add_lines(void) {
    const struct record line = {.time = 1, .username = "", .detail = "", .door = 1};
    int64_t seq = 0;
    TEST_ASSERT_EQUAL(0, store_begin(store));
    while (seq < LINES) {
        TEST_ASSERT_EQUAL(0, store_log_add(store, &line, &seq));
    }
    TEST_ASSERT_EQUAL(0, store_commit(store));
}

void setUp(void) {
    arena_init(&arena, (size_t)4 * 1024 * 1024);
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-photos-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    prepared_state_write(dir);
    for (size_t i = 0; i < sizeof(octets); i++) {
        octets[i] = (uint8_t)(i * 7);
    }
    start(ROOM);
    add_lines();
    restart(ROOM);
}

void tearDown(void) {
    stop();
    empty_folder();
    arena_done(&arena);
}

static int put(int64_t seq, bool is_stranger) {
    return store_record_photo_put(store, seq, is_stranger, octets, LEN);
}

static void make_file(const char *name) {
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/photos/%s", dir, name);
    FILE *file = fopen(path, "w");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_EQUAL(0, fclose(file));
}

static bool is_file(const char *name) {
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/photos/%s", dir, name);
    return access(path, F_OK) == 0;
}

void test_it_comes_back_and_lines_say_that_it_is_there(void) {
    const uint8_t *back = NULL;
    size_t len = 0, count = 0;
    struct record records[3];
    restart(STORE_RECORD_PHOTO_MAX / STORE_RECORD_PHOTO_BLOCK);
    TEST_ASSERT_EQUAL(0, store_record_photo_put(store, 2, false, octets, STORE_RECORD_PHOTO_MAX));
    TEST_ASSERT_EQUAL(E_TOO_LARGE, store_record_photo_put(store, 3, false, octets, STORE_RECORD_PHOTO_MAX + 1));
    TEST_ASSERT_EQUAL(0, store_record_photo_get(store, 2, &arena, &back, &len));
    TEST_ASSERT_EQUAL_size_t(STORE_RECORD_PHOTO_MAX, len);
    TEST_ASSERT_EQUAL_MEMORY(octets, back, len);
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_record_photo_get(store, 3, &arena, &back, &len));
    TEST_ASSERT_EQUAL(0, store_log_read(store, 0, records, 3, &arena, &count));
    TEST_ASSERT_FALSE(records[0].photo);
    TEST_ASSERT_TRUE(records[1].photo);
    TEST_ASSERT_FALSE(records[2].photo);
}

void test_it_is_read_again_at_the_next_start(void) {
    TEST_ASSERT_EQUAL(0, put(2, false));
    TEST_ASSERT_EQUAL(0, put(5, true));
    uint64_t before = store_record_photos_octets(store);
    TEST_ASSERT_EQUAL_UINT64(2 * STORE_RECORD_PHOTO_BLOCK, before);
    restart(ROOM);
    TEST_ASSERT_TRUE(store_record_photo_has(store, 2));
    TEST_ASSERT_TRUE(store_record_photo_has(store, 5));
    TEST_ASSERT_FALSE(store_record_photo_has(store, 4));
    TEST_ASSERT_EQUAL_INT64(2, store_record_photos_first(store));
    TEST_ASSERT_EQUAL_UINT64(before, store_record_photos_octets(store));
}

/* A power cut after any of these lines: before the rename the file does not count, after it the photo is complete. It
 * is not reported before the folder is synced. */
void test_all_of_it_is_durable_before_it_has_its_name(void) {
    char folder[80];
    (void)snprintf(folder, sizeof(folder), "%s/photos", dir);
    TEST_ASSERT_EQUAL(0, put(1, false));
    file_watch_start(folder);
    TEST_ASSERT_EQUAL(0, put(2, false));
    TEST_ASSERT_EQUAL_STRING("write new\nsync new\nrename new 2\nsync .\n", file_watch_stop());
}

void test_what_a_disk_does_not_take_leaves_nothing(void) {
    char folder[80];
    (void)snprintf(folder, sizeof(folder), "%s/photos", dir);
    TEST_ASSERT_EQUAL(0, put(1, false));
    file_watch_start(folder);
    file_watch_fill();
    TEST_ASSERT_EQUAL(E_NOSPC, put(2, false));
    (void)file_watch_stop();
    TEST_ASSERT_FALSE(store_record_photo_has(store, 2));
    TEST_ASSERT_FALSE(is_file("new"));
    TEST_ASSERT_FALSE(is_file("2"));
    TEST_ASSERT_EQUAL(0, put(2, false));
}

void test_what_is_not_finished_or_has_no_line_goes_at_the_start(void) {
    static const char *const gone[] = {"new", "41", "41x", "0", "-3", "007", "7y", "note"};
    TEST_ASSERT_EQUAL(0, put(LINES, false));
    for (size_t i = 0; i < sizeof(gone) / sizeof(gone[0]); i++) {
        make_file(gone[i]);
    }
    TEST_ASSERT_EQUAL(0, store_begin(store));
    TEST_ASSERT_EQUAL(0, put(3, false));
    TEST_ASSERT_EQUAL(0, store_log_drop(store, 3));
    TEST_ASSERT_EQUAL(0, store_commit(store));
    restart(ROOM);
    for (size_t i = 0; i < sizeof(gone) / sizeof(gone[0]); i++) {
        TEST_ASSERT_FALSE_MESSAGE(is_file(gone[i]), gone[i]);
    }
    TEST_ASSERT_FALSE(is_file("3"));
    TEST_ASSERT_FALSE(store_record_photo_has(store, 3));
    TEST_ASSERT_TRUE(store_record_photo_has(store, LINES));
}

void test_those_of_lines_that_went_are_trimmed_and_taken_no_more(void) {
    TEST_ASSERT_EQUAL(0, put(3, false));
    TEST_ASSERT_EQUAL(0, put(4, false));
    TEST_ASSERT_EQUAL(0, put(5, false));
    store_record_photos_trim(store, 5);
    TEST_ASSERT_FALSE(is_file("3"));
    TEST_ASSERT_FALSE(is_file("4"));
    TEST_ASSERT_EQUAL_INT64(5, store_record_photos_first(store));
    TEST_ASSERT_EQUAL(E_NOTFOUND, put(4, false));
    TEST_ASSERT_EQUAL(E_NOTFOUND, put(5, false)); /* it has one */
    store_record_photo_drop(store, 5);
    store_record_photo_drop(store, 5);
    TEST_ASSERT_FALSE(is_file("5"));
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, store_record_photos_first(store));
    TEST_ASSERT_EQUAL_UINT64(0, store_record_photos_octets(store));
}

void test_everything_takes_them_with_it(void) {
    TEST_ASSERT_EQUAL(0, put(3, false));
    TEST_ASSERT_EQUAL(0, erase_request(home, "serial"));
    stop();
    start(ROOM);
    char path[80];
    (void)snprintf(path, sizeof(path), "%s/photos", dir);
    TEST_ASSERT_NOT_EQUAL(0, access(path, F_OK));
    TEST_ASSERT_EQUAL(0, erase_finish(home));
}

void test_one_that_has_no_room_at_all_displaces_none(void) {
    restart(1);
    TEST_ASSERT_EQUAL(0, put(1, false));
    TEST_ASSERT_EQUAL(E_NOSPC, store_record_photo_put(store, 2, false, octets, STORE_RECORD_PHOTO_BLOCK + 1));
    TEST_ASSERT_TRUE(store_record_photo_has(store, 1));
}

void test_a_database_in_memory_has_none(void) {
    struct store *memory = NULL;
    const uint8_t *back = NULL;
    size_t len = 0;
    const struct store_record_lines lines = {1, 0};
    TEST_ASSERT_EQUAL(0, store_open_memory(&memory));
    TEST_ASSERT_EQUAL(0, store_record_photos_open(memory, &lines, 1));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_record_photo_put(memory, 1, false, octets, LEN));
    TEST_ASSERT_FALSE(store_record_photo_has(memory, 1));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_record_photo_get(memory, 1, &arena, &back, &len));
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, store_record_photos_first(memory));
    (void)store_free(memory);
}

static void check_room(char *line) {
    char kept[128] = "";
    size_t used = 0;
    char *arrow = strstr(line, " -> ");
    TEST_ASSERT_NOT_NULL_MESSAGE(arrow, line);
    store_record_photos_trim(store, 1);
    for (int64_t seq = 1; seq <= LINES; seq++) {
        store_record_photo_drop(store, seq);
    }
    for (const char *at = line; at < arrow; at++) {
        TEST_ASSERT_EQUAL_MESSAGE(0, put(at - line + 1, *at == 's'), line);
    }
    for (int64_t seq = 1; seq <= LINES; seq++) {
        if (store_record_photo_has(store, seq)) {
            used += (size_t)snprintf(kept + used, sizeof(kept) - used, "%s%" PRId64, used > 0 ? " " : "", seq);
        }
    }
    TEST_ASSERT_EQUAL_STRING_MESSAGE(arrow + 4, kept, line);
}

void test_the_examples_of_the_rules(void) {
    TEST_ASSERT_GREATER_THAN_size_t(5, rules_doc_each("recordPhotoRoom", check_room));
}
