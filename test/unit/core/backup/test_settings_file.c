#include "core/backup/settings_file.h"

#include <stdlib.h>
#include <string.h>

#include "core/settings/settings.h"
#include "core/start/start.h"
#include "store/base/audit.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static struct arena arena;
static struct settings_file file;
static const struct actor admin = {
    .account = "admin", .level = 16, .fresh = true, .peer = "192.0.2.1", .call = "settingsApply"};
static const struct actor eight = {
    .account = "8", .userid = 8, .level = 8, .peer = "192.0.2.1", .call = "settingsApply"};

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, (size_t)1024 * 1024);
    file = (struct settings_file){.serial = "", .firmware = ""};
    file.given = arena_alloc(&arena, sizeof(*file.given));
    TEST_ASSERT_NOT_NULL(file.given);
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

/* The setting is in the file; an error: as no value. */
static void give(const char *key, int error) {
    size_t row = 0;
    while (strcmp(setting_rows[row].key, key) != 0) {
        row++;
    }
    file.has_page[setting_rows[row].page] = true;
    file.values[row] = (struct settings_file_value){.given = true, .error = error, .text = error < 0 ? "?" : NULL};
}

static int64_t audited(void) {
    int64_t count = 0;
    TEST_ASSERT_EQUAL(0, store_audit_count(t.core->store, &count));
    return count;
}

static uint64_t bit(enum setting_page page) {
    return UINT64_C(1) << page;
}

void test_looking_changes_nothing(void) {
    struct settings_file_look look;
    give("MachineParam.volume", 0);
    file.given->machine_param.volume = 1;
    uint64_t generation = settings_get(t.core)->generation;
    TEST_ASSERT_EQUAL(0, settings_file_compare(t.core, &admin, &file, &arena, &look));
    TEST_ASSERT_EQUAL(1, look.count);
    TEST_ASSERT_EQUAL_STRING("volume", look.differences[0].setting);
    TEST_ASSERT_EQUAL_STRING("3", look.differences[0].before);
    TEST_ASSERT_EQUAL_STRING("1", look.differences[0].after);
    TEST_ASSERT_EQUAL(0, look.differences[0].error);
    TEST_ASSERT_EQUAL_UINT64(generation, settings_get(t.core)->generation);
    TEST_ASSERT_EQUAL_INT64(0, audited());
    TEST_ASSERT_EQUAL(3, settings_get(t.core)->values.machine_param.volume);
}

/* What a page's check refuses for a setting that the file has not is told at that setting, without a value. */
void test_a_check_that_names_a_secret_is_told_there(void) {
    struct settings_file_look look;
    struct settings_file_taken taken;
    give("CommMode.passwordOn", 0);
    file.given->comm_mode.password_on = true;
    struct setting_comm_mode values = settings_get(t.core)->values.comm_mode;
    values.password_on = false;
    values.password[0] = '\0';
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &admin, SETTING_PAGE_COMM_MODE, &values));
    TEST_ASSERT_EQUAL(0, settings_file_compare(t.core, &admin, &file, &arena, &look));
    TEST_ASSERT_EQUAL(2, look.count);
    TEST_ASSERT_EQUAL_STRING("password", look.differences[1].setting);
    TEST_ASSERT_EQUAL_STRING("", look.differences[1].before);
    TEST_ASSERT_EQUAL(E_MISSING, look.differences[1].error);
    TEST_ASSERT_EQUAL(0, settings_file_take(t.core, &admin, &file, bit(SETTING_PAGE_COMM_MODE), &arena, &taken));
    TEST_ASSERT_EQUAL(0, taken.saved_count);
    TEST_ASSERT_EQUAL(1, taken.failed_count);
    TEST_ASSERT_EQUAL_STRING("password", taken.failed[0].setting);
    TEST_ASSERT_FALSE(settings_get(t.core)->values.comm_mode.password_on);
}

/* The question that a save of the page would put is a refusal here: nobody is there to say that they are sure. */
void test_who_would_be_locked_out_keeps_a_page_from_being_taken(void) {
    struct settings_file_look look;
    struct settings_file_taken taken;
    fixture_add_user(&t, 7, "Ada", 0, 4301, NULL);
    give("IdentifyParam.identifyFactors", 0);
    file.given->identify_param = settings_get(t.core)->values.identify_param;
    give("IdentifyParam.identifyMode", 0);
    file.given->identify_param.identify_mode = DEFAULT_MODE_ALL;
    file.given->identify_param.identify_factors = 1U << FACTOR_CARD | 1U << FACTOR_PASSWORD;
    TEST_ASSERT_EQUAL(0, settings_file_compare(t.core, &admin, &file, &arena, &look));
    TEST_ASSERT_EQUAL(E_USERS_LOCKED_OUT, look.differences[0].error < 0 ? look.differences[0].error
                                                                        : look.differences[look.count - 1].error);
    TEST_ASSERT_EQUAL(0, settings_file_take(t.core, &admin, &file, bit(SETTING_PAGE_IDENTIFY_PARAM), &arena, &taken));
    TEST_ASSERT_EQUAL(0, taken.saved_count);
    TEST_ASSERT_EQUAL(E_USERS_LOCKED_OUT, taken.failed[0].error);
    TEST_ASSERT_EQUAL(0, audited());
}

/* A page is taken wholly or not at all; one is told for each. */
void test_a_page_with_a_wrong_value_keeps_its_others(void) {
    struct settings_file_taken taken;
    give("MachineParam.volume", 0);
    give("MachineParam.deviceName", E_TYPE);
    give("PrintParam.on", 0);
    file.given->machine_param.volume = 1;
    file.given->print_param.on = true;
    uint64_t pages = bit(SETTING_PAGE_MACHINE_PARAM) | bit(SETTING_PAGE_PRINT_PARAM) | bit(SETTING_PAGE_DST_PARAM);
    TEST_ASSERT_EQUAL(0, settings_file_take(t.core, &admin, &file, pages, &arena, &taken));
    TEST_ASSERT_EQUAL(1, taken.saved_count);
    TEST_ASSERT_EQUAL(SETTING_PAGE_PRINT_PARAM, taken.saved[0]);
    TEST_ASSERT_EQUAL(2, taken.failed_count);
    TEST_ASSERT_EQUAL_STRING("deviceName", taken.failed[0].setting);
    TEST_ASSERT_EQUAL_STRING("?", taken.failed[0].after);
    TEST_ASSERT_EQUAL(E_MISSING, taken.failed[1].error);
    TEST_ASSERT_EQUAL(3, settings_get(t.core)->values.machine_param.volume);
    TEST_ASSERT_TRUE(settings_get(t.core)->values.print_param.on);
    TEST_ASSERT_EQUAL_INT64(1, audited());
}

/* What may be read and not written is told with its values, what may not be read without. */
void test_rights_hold_as_page_by_page(void) {
    struct settings_file_look look;
    struct settings_file_taken taken;
    struct buf text = {0};
    char name[FILE_NAME_MAX];
    give("MachineParam.volume", 0); /* basicSetting: level 8 reads it */
    file.given->machine_param.volume = 1;
    TEST_ASSERT_EQUAL(0, settings_file_compare(t.core, &eight, &file, &arena, &look));
    TEST_ASSERT_EQUAL(1, look.count);
    TEST_ASSERT_EQUAL(E_FORBIDDEN, look.differences[0].error);
    TEST_ASSERT_EQUAL_STRING("3", look.differences[0].before);
    struct actor one = eight;
    one.level = 1; /* reads users alone */
    TEST_ASSERT_EQUAL(0, settings_file_compare(t.core, &one, &file, &arena, &look));
    TEST_ASSERT_EQUAL(1, look.count);
    TEST_ASSERT_EQUAL_STRING("", look.differences[0].setting);
    TEST_ASSERT_EQUAL_STRING("", look.differences[0].before);
    TEST_ASSERT_EQUAL(0, settings_file_take(t.core, &eight, &file, bit(SETTING_PAGE_MACHINE_PARAM), &arena, &taken));
    TEST_ASSERT_EQUAL(E_FORBIDDEN, taken.failed[0].error);
    TEST_ASSERT_EQUAL(0, settings_file_write(t.core, &one, &text, name));
    TEST_ASSERT_NULL(strstr(buf_text(&text), "MachineParam"));
    TEST_ASSERT_NULL(strstr(buf_text(&text), "CommMode"));
    buf_done(&text);
}

/* A device that does not answer takes its page back; the next one goes on. */
void test_a_device_that_fails_is_told_of_its_page(void) {
    struct settings_file_taken taken;
    give("MachineParam.volume", 0);
    give("PrintParam.on", 0);
    file.given->machine_param.volume = 1;
    file.given->print_param.on = true;
    t.fake.sound_offline = true;
    uint64_t pages = bit(SETTING_PAGE_MACHINE_PARAM) | bit(SETTING_PAGE_PRINT_PARAM);
    TEST_ASSERT_EQUAL(0, settings_file_take(t.core, &admin, &file, pages, &arena, &taken));
    TEST_ASSERT_EQUAL(1, taken.saved_count);
    TEST_ASSERT_EQUAL(1, taken.failed_count);
    TEST_ASSERT_TRUE(taken.failed[0].undone);
    TEST_ASSERT_EQUAL_STRING("volume", taken.failed[0].setting);
    TEST_ASSERT_EQUAL(3, settings_get(t.core)->values.machine_param.volume);
}

/* The disk is full or the store is held: the answer of the whole when nothing was saved. */
void test_a_store_that_is_held_is_the_answer(void) {
    struct settings_file_taken taken;
    struct core *other = fixture_core(&t);
    give("MachineParam.volume", 0);
    file.given->machine_param.volume = 1;
    TEST_ASSERT_EQUAL(0, store_begin(other->store));
    store_wait_most(t.core->store, 1);
    TEST_ASSERT_EQUAL(E_BUSY,
                      settings_file_take(t.core, &admin, &file, bit(SETTING_PAGE_MACHINE_PARAM), &arena, &taken));
    store_abort(other->store);
    start_thread_end(other);
}
