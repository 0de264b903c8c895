/* Photos of lines of the log: which lines get one, what a camera does to it, whose it is. */
#include "core/records/record_photos.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/actor.h"
#include "core/door/door.h"
#include "core/door/journal.h"
#include "core/events/log.h"
#include "core/start/start.h"
#include "hal/sim/sim_jpeg.h"
#include "picture/picture.h"
#include "rules_doc.h"
#include "store/record_photo.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/buf.h"

#define WIDTH 48
#define HEIGHT 64
#define LINES 64

static struct fixture t;
static struct arena arena;
static const struct actor admin = {.account = "admin", .level = 16, .peer = "192.0.2.1", .call = "recordPhoto"};
static struct buf picture;
static unsigned woken;

static void appended(void *ctx) {
    (void)ctx;
    woken++;
}

static void camera_works(void) {
    t.fake.still = picture.data;
    t.fake.still_len = picture.len;
}

static void world_up(void) {
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
    camera_works();
    log_set_appended(t.shared, appended, NULL);
}

void setUp(void) {
    static uint8_t grey[WIDTH * HEIGHT];
    arena_init(&arena, (size_t)2 * 1024 * 1024);
    memset(grey, 90, sizeof(grey));
    buf_init(&picture);
    jpeg_write(grey, WIDTH, HEIGHT, &picture);
    world_up();
}

void tearDown(void) {
    fixture_down(&t);
    buf_done(&picture);
    arena_done(&arena);
}

static void append(enum record_kind kind, enum record_result result, uint32_t userid, int64_t age_ms) {
    const struct record record = {.time = core_utc_ms(t.core) - age_ms,
                                  .kind = kind,
                                  .result = result,
                                  .userid = userid,
                                  .username = userid != 0 ? "Ada" : ""};
    journal_line(t.core, door_journal(t.core), &record, 0, PASSBACK_UNKNOWN);
}

static void granted(void) {
    append(RECORD_KIND_ACCESS, RECORD_RESULT_GRANTED, 7, 0);
}

static bool is_due(void) {
    return record_photos_due_ms(t.core) <= core_mono_ms(t.core);
}

static void work(void) {
    if (is_due()) {
        record_photos_upkeep(t.core);
    }
}

static int get(int64_t seq, const uint8_t **ret_jpeg, size_t *ret_len) {
    return record_photos_get(t.core, &admin, seq, &arena, ret_jpeg, ret_len);
}

void test_it_is_a_portrait_of_one_size_and_known_when_it_is_there(void) {
    const uint8_t *jpeg = NULL;
    size_t len = 0;
    uint64_t told = record_photos_made(t.core);
    int64_t news[RECORD_PHOTOS_NEWS_MAX];
    granted();
    TEST_ASSERT_EQUAL(E_NOTFOUND, get(1, &jpeg, &len));
    TEST_ASSERT_TRUE(is_due());
    woken = 0;
    work();
    TEST_ASSERT_GREATER_THAN_UINT(0, woken);
    TEST_ASSERT_FALSE(is_due());
    TEST_ASSERT_EQUAL(0, get(1, &jpeg, &len));
    TEST_ASSERT_EQUAL(E_FORBIDDEN, record_photos_get(t.core, &(struct actor){.level = 0}, 1, &arena, &jpeg, &len));
    struct picture_head head;
    TEST_ASSERT_EQUAL(0, picture_head(jpeg, len, &head));
    TEST_ASSERT_EQUAL_UINT32(PICTURE_WIDTH, head.width);
    TEST_ASSERT_EQUAL_UINT32(PICTURE_HEIGHT, head.height);
    TEST_ASSERT_EQUAL_UINT64(told + 1, record_photos_made(t.core));
    TEST_ASSERT_EQUAL_size_t(1, record_photos_news(t.core, &told, news));
    TEST_ASSERT_EQUAL_INT64(1, news[0]);
    TEST_ASSERT_EQUAL_size_t(0, record_photos_news(t.core, &told, news));
}

void test_who_asks_wakes_the_loop_after_the_line_is_there(void) {
    woken = 0;
    append(RECORD_KIND_OPENED, RECORD_RESULT_NONE, 0, 0);
    TEST_ASSERT_EQUAL_UINT(1, woken); /* for the line */
    granted();
    TEST_ASSERT_EQUAL_UINT(3, woken);
}

/* Who asks through a device that may not ask need not stand before the camera. */
void test_none_is_taken_for_a_device_that_is_not_authorized(void) {
    struct record record = {.time = core_utc_ms(t.core),
                            .kind = RECORD_KIND_ACCESS,
                            .result = RECORD_RESULT_REFUSED,
                            .reason = RECORD_REASON_NOT_AUTHORIZED,
                            .username = ""};
    journal_line(t.core, door_journal(t.core), &record, 0, PASSBACK_UNKNOWN);
    TEST_ASSERT_FALSE(is_due());
    record.reason = RECORD_REASON_DEVICE_GROUP;
    journal_line(t.core, door_journal(t.core), &record, 0, PASSBACK_UNKNOWN);
    TEST_ASSERT_TRUE(is_due());
}

void test_more_than_wait_are_left_out(void) {
    t.fake.camera_busy = true;
    for (unsigned i = 0; i < RECORD_PHOTOS_WAIT_MAX + 3; i++) {
        granted();
    }
    t.fake.camera_busy = false;
    work();
    TEST_ASSERT_EQUAL_UINT(RECORD_PHOTOS_WAIT_MAX, t.fake.stills);
    TEST_ASSERT_TRUE(store_record_photo_has(t.core->store, RECORD_PHOTOS_WAIT_MAX));
    TEST_ASSERT_FALSE(store_record_photo_has(t.core->store, RECORD_PHOTOS_WAIT_MAX + 1));
}

void test_a_camera_that_takes_its_time_is_asked_again_and_nobody_waits(void) {
    t.fake.camera_busy = true;
    granted();
    work();
    TEST_ASSERT_FALSE(is_due());
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core) + RECORD_PHOTOS_AGAIN_MS, record_photos_due_ms(t.core));
    fake_hal_advance(&t.fake, RECORD_PHOTOS_AGAIN_MS);
    TEST_ASSERT_TRUE(is_due());
}

void test_only_so_many_are_remembered_as_news(void) {
    int64_t news[RECORD_PHOTOS_NEWS_MAX];
    uint64_t told = 0;
    for (unsigned i = 0; i < RECORD_PHOTOS_NEWS_MAX + 2; i++) {
        granted();
        work();
    }
    TEST_ASSERT_EQUAL_size_t(RECORD_PHOTOS_NEWS_MAX, record_photos_news(t.core, &told, news));
    TEST_ASSERT_EQUAL_INT64(3, news[0]);
    TEST_ASSERT_EQUAL_INT64(RECORD_PHOTOS_NEWS_MAX + 2, news[RECORD_PHOTOS_NEWS_MAX - 1]);
}

static void path_of(int64_t seq, char ret_path[128]) {
    (void)snprintf(ret_path, 128, "%s/photos/%d", t.dir, (int)seq);
}

/* Nothing of the picture is on the disk as it is, and a file that is copied to the name of another is refused. */
void test_it_is_sealed_for_its_line(void) {
    const uint8_t *jpeg = NULL;
    size_t len = 0;
    char one[128], two[128];
    static uint8_t octets[STORE_RECORD_PHOTO_MAX];
    granted();
    granted();
    work();
    path_of(1, one);
    path_of(2, two);
    FILE *file = fopen(one, "r");
    TEST_ASSERT_NOT_NULL(file);
    size_t sealed = fread(octets, 1, sizeof(octets), file);
    TEST_ASSERT_EQUAL(0, fclose(file));
    TEST_ASSERT_EQUAL(0, get(1, &jpeg, &len));
    TEST_ASSERT_GREATER_THAN_size_t(len, sealed);
    TEST_ASSERT_NULL(memmem(octets, sealed, jpeg, 16));
    TEST_ASSERT_EQUAL(0, rename(one, two));
    TEST_ASSERT_EQUAL(E_NOTFOUND, get(2, &jpeg, &len));
    TEST_ASSERT_FALSE(store_record_photo_has(t.core->store, 2));
    TEST_ASSERT_NOT_EQUAL(0, access(two, F_OK));
}

/* The number of a line that was lost comes again: what is left of the lost one is not the new one's. */
void test_it_is_sealed_for_the_time_of_its_line(void) {
    const uint8_t *jpeg = NULL;
    size_t len = 0;
    granted();
    work();
    TEST_ASSERT_EQUAL(0, get(1, &jpeg, &len));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "UPDATE record SET time = time + 1"));
    TEST_ASSERT_EQUAL(E_NOTFOUND, get(1, &jpeg, &len));
}

/* One word of an example. */
static void play(const char *word) {
    char *unit = NULL;
    long number = strtol(word, &unit, 10);
    if (isdigit((unsigned char)word[0])) {
        fake_hal_advance(&t.fake, strcmp(unit, "ms") == 0 ? number : 1000 * number);
    } else if (strcmp(word, "granted") == 0) {
        granted();
    } else if (strcmp(word, "refused") == 0) {
        append(RECORD_KIND_ACCESS, RECORD_RESULT_REFUSED, 7, 0);
    } else if (strcmp(word, "stranger") == 0) {
        append(RECORD_KIND_ACCESS, RECORD_RESULT_REFUSED, 0, 0);
    } else if (strcmp(word, "old") == 0) {
        append(RECORD_KIND_ACCESS, RECORD_RESULT_REFUSED, 7, RECORD_PHOTOS_LATE_MS);
    } else if (strcmp(word, "opened") == 0) {
        append(RECORD_KIND_OPENED, RECORD_RESULT_NONE, 0, 0);
    } else if (strcmp(word, "work") == 0) {
        work();
    } else if (strcmp(word, "offline") == 0 || strcmp(word, "online") == 0) {
        t.fake.camera_offline = word[1] == 'f';
    } else if (strcmp(word, "busy") == 0 || strcmp(word, "idle") == 0) {
        t.fake.camera_busy = word[0] == 'b';
    } else if (strcmp(word, "garbage") == 0) {
        t.fake.still = NULL;
    } else if (strcmp(word, "cut") == 0) {
        fixture_restart(&t);
        camera_works();
    } else if (strcmp(word, "erase") == 0) {
        TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
        TEST_ASSERT_EQUAL(0, log_erase(t.core));
        TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
        log_erased(t.core);
        record_photos_erased(t.core);
    } else {
        TEST_FAIL_MESSAGE(word);
    }
}

static void check_example(char *line) {
    char example[512], found[256] = "", *rest = NULL;
    struct record records[LINES];
    size_t count = 0, used = 0;
    (void)snprintf(example, sizeof(example), "%s", line);
    char *arrow = strstr(line, " -> ");
    TEST_ASSERT_NOT_NULL_MESSAGE(arrow, example);
    *arrow = '\0';
    fixture_down(&t);
    world_up();
    for (char *word = strtok_r(line, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        play(word);
    }
    work();
    TEST_ASSERT_EQUAL(0, log_read(t.core, 0, records, LINES, &arena, &count));
    for (size_t i = 0; i < count; i++) {
        used += (size_t)snprintf(found + used, sizeof(found) - used, "%s%s", i > 0 ? " " : "",
                                 records[i].photo ? "photo" : "none");
    }
    TEST_ASSERT_EQUAL_STRING_MESSAGE(arrow + 4, found, example);
}

void test_the_examples_of_the_rules(void) {
    TEST_ASSERT_GREATER_THAN_size_t(15, rules_doc_each("recordPhoto", check_example));
}
