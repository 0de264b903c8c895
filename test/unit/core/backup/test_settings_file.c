#include "core/backup/settings_file.h"

#include <stdlib.h>
#include <string.h>

#include "audit_rows.h"
#include "core/base/about.h"
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

/* --- The file ------------------------------------------------------------------------------------------------------------- */

static struct buf text;

static const char *written(const struct actor *by, char ret_name[FILE_NAME_MAX]) {
    buf_clear(&text);
    TEST_ASSERT_EQUAL(0, settings_file_write(t.core, by, &text, ret_name));
    return buf_text(&text);
}

static void set_password(const char *password) {
    struct setting_machine_param values = settings_get(t.core)->values.machine_param;
    (void)strcpy(values.keypad_password, password);
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &admin, SETTING_PAGE_MACHINE_PARAM, &values));
}

static bool ends_with(const char *all, const char *end) {
    return strlen(all) >= strlen(end) && strcmp(all + strlen(all) - strlen(end), end) == 0;
}

void test_the_form_of_the_file(void) {
    char name[FILE_NAME_MAX], head[512];
    struct audit_rows rows;
    set_password("407231");
    const char *all = written(&admin, name);
    (void)snprintf(head, sizeof(head),
                   "{\n  \"postern\": \"settings\",\n  \"version\": 1,\n  \"firmware\": \"0.1.0\",\n"
                   "  \"serial\": \"%s\",\n  \"made\": 1790000000,\n  \"settings\": {\n    \"%s\": {\n      \"%s\": ",
                   about_serial(t.shared), setting_pages[0].name, setting_rows[setting_pages[0].first].value.name);
    TEST_ASSERT_EQUAL_STRING_LEN(head, all, strlen(head));
    TEST_ASSERT_NOT_NULL(strstr(all, ",\n      \"volume\": 3"));
    TEST_ASSERT_NOT_NULL(strstr(all, "\n    },\n    \"PrintParam\": {\n      \"on\": false,\n"));
    TEST_ASSERT_NULL(strstr(all, "407231"));
    TEST_ASSERT_NULL(strstr(all, "\"keypadPassword\":"));
    TEST_ASSERT_TRUE_MESSAGE(
        ends_with(all, "\n    }\n  },\n  \"secrets\": [\"MachineParam.keypadPassword\",\"CommMode.password\"]\n}\n") ||
            ends_with(all,
                      "\n    }\n  },\n  \"secrets\": [\"CommMode.password\",\"MachineParam.keypadPassword\"]\n}\n"),
        all + (strlen(all) > 200 ? strlen(all) - 200 : 0));
    TEST_ASSERT_NOT_NULL(strstr(name, "settings"));
    TEST_ASSERT_TRUE(ends_with(name, ".json"));
    audit_rows_read(t.core->store, &rows);
    TEST_ASSERT_EQUAL_STRING("settings", rows.rows[0].object);
    set_password("");
    TEST_ASSERT_NULL(strstr(written(&admin, name), "keypadPassword")); /* one that is not set is not named */
    buf_done(&text);
}

/* Names of secrets are of the pages that one may read. */
void test_secrets_are_named_to_who_may_read_their_page(void) {
    char name[FILE_NAME_MAX];
    struct actor one = eight;
    one.level = 1;
    TEST_ASSERT_NOT_NULL(strstr(written(&admin, name), "CommMode.password"));
    TEST_ASSERT_TRUE(ends_with(written(&one, name), "\"settings\": {\n  },\n  \"secrets\": []\n}\n"));
    buf_done(&text);
}

void test_the_page_of_a_name(void) {
    TEST_ASSERT_EQUAL(SETTING_PAGE_MACHINE_PARAM, settings_file_page("MachineParam", 12));
    TEST_ASSERT_EQUAL(SETTING_PAGE_MACHINE_PARAM, settings_file_page("MachineParamX", 12));
    TEST_ASSERT_EQUAL(SETTING_PAGE_COUNT, settings_file_page("MachineParam", 11));
    TEST_ASSERT_EQUAL(SETTING_PAGE_COUNT, settings_file_page("MachineParan", 12));
    TEST_ASSERT_EQUAL(SETTING_PAGE_COUNT, settings_file_page("machineParam", 12));
    TEST_ASSERT_EQUAL(SETTING_PAGE_COUNT, settings_file_page("", 0));
}

/* --- What differs --------------------------------------------------------------------------------------------------------- */

static struct settings_file_look found;

static void compare(const struct actor *by) {
    TEST_ASSERT_EQUAL(0, settings_file_compare(t.core, by, &file, &arena, &found));
}

static void assert_difference(size_t at, const char *page, const char *setting, int error) {
    TEST_ASSERT_TRUE(at < found.count);
    TEST_ASSERT_EQUAL_STRING(page, found.differences[at].page);
    TEST_ASSERT_EQUAL_STRING(setting, found.differences[at].setting);
    TEST_ASSERT_EQUAL(error, found.differences[at].error);
}

static size_t row_of(const char *key) {
    size_t row = 0;
    while (strcmp(setting_rows[row].key, key) != 0) {
        row++;
    }
    return row;
}

/* Set there and not here. */
void test_secrets_that_are_missing_here(void) {
    struct actor one = eight;
    one.level = 1;
    file.is_secret_set[row_of("MachineParam.keypadPassword")] = true;
    file.is_secret_set[row_of("CommMode.password")] = true; /* which is here, too */
    file.is_secret_set[row_of("MachineParam.volume")] = false;
    compare(&admin);
    TEST_ASSERT_EQUAL(0, found.count);
    TEST_ASSERT_EQUAL(1, found.secret_count);
    TEST_ASSERT_EQUAL_STRING("MachineParam", found.secrets[0].page);
    TEST_ASSERT_EQUAL_STRING("keypadPassword", found.secrets[0].setting);
    compare(&one);
    TEST_ASSERT_EQUAL(0, found.secret_count);
}

/* Names that this firmware has not: told at the end, and a page that has one is not taken. */
void test_odd_names(void) {
    static const struct settings_file_odd odd[] = {{"MachineParam", "colour"}, {"Lift", ""}};
    struct settings_file_taken taken;
    file.odd = odd;
    file.odd_count = 2;
    give("MachineParam.volume", 0);
    give("PrintParam.on", 0);
    file.given->machine_param.volume = 1;
    compare(&admin);
    TEST_ASSERT_EQUAL(3, found.count); /* printing is as it was */
    assert_difference(0, "MachineParam", "volume", 0);
    assert_difference(1, "MachineParam", "colour", E_UNKNOWN);
    assert_difference(2, "Lift", "", E_UNKNOWN);
    file.given->print_param.on = true;
    uint64_t pages = bit(SETTING_PAGE_MACHINE_PARAM) | bit(SETTING_PAGE_PRINT_PARAM);
    TEST_ASSERT_EQUAL(0, settings_file_take(t.core, &admin, &file, pages, &arena, &taken));
    TEST_ASSERT_EQUAL(1, taken.saved_count);
    TEST_ASSERT_EQUAL(SETTING_PAGE_PRINT_PARAM, taken.saved[0]);
    TEST_ASSERT_EQUAL(1, taken.failed_count);
    TEST_ASSERT_EQUAL_STRING("colour", taken.failed[0].setting);
    TEST_ASSERT_EQUAL(E_UNKNOWN, taken.failed[0].error);
    TEST_ASSERT_FALSE(taken.failed[0].undone);
}

/* A value that is none is told beside those that differ; without the right to write all others are refused. */
void test_wrong_values_and_missing_rights_beside_each_other(void) {
    give("MachineParam.volume", E_RANGE);
    give("MachineParam.deviceNumber", 0);
    file.given->machine_param.device_number = 77;
    compare(&admin);
    TEST_ASSERT_EQUAL(2, found.count);
    for (size_t i = 0; i < 2; i++) {
        bool is_volume = strcmp(found.differences[i].setting, "volume") == 0;
        TEST_ASSERT_EQUAL(is_volume ? E_RANGE : 0, found.differences[i].error);
        TEST_ASSERT_EQUAL_STRING(is_volume ? "?" : "77", found.differences[i].after);
    }
    compare(&eight);
    for (size_t i = 0; i < 2; i++) {
        bool is_volume = strcmp(found.differences[i].setting, "volume") == 0;
        TEST_ASSERT_EQUAL(is_volume ? E_RANGE : E_FORBIDDEN, found.differences[i].error);
    }
}

/* Long values are told by their first characters, whole ones. */
void test_what_is_told_of_a_long_value(void) {
    static char accents[2 * (SETTINGS_FILE_CUT + 10) + 1], plain[SETTINGS_FILE_CUT + 1];
    for (size_t i = 0; i + 1 < sizeof(accents); i += 2) {
        memcpy(accents + i, "é", 2);
    }
    memset(plain, 'x', SETTINGS_FILE_CUT);
    give("MachineParam.deviceName", E_TEXT);
    size_t row = row_of("MachineParam.deviceName");
    file.values[row].text = accents;
    compare(&admin);
    TEST_ASSERT_EQUAL(2 * SETTINGS_FILE_CUT, strlen(found.differences[0].after));
    file.values[row].text = plain;
    compare(&admin);
    TEST_ASSERT_EQUAL_STRING(plain, found.differences[0].after);
    file.values[row].text = "\xff";
    compare(&admin);
    TEST_ASSERT_EQUAL_STRING("\xff", found.differences[0].after);
}

/* --- The order of the pages ------------------------------------------------------------------------------------------------ */

static void give_address(void) {
    give("Ethernet.mode", 0);
    give("Ethernet.address", 0);
    give("Ethernet.mask", 0);
    file.given->ethernet =
        (struct setting_ethernet){.mode = ADDRESS_MODE_FIXED, .address = "10.1.2.3", .mask = "255.255.255.0"};
}

/* What may cut the connection comes last, and one alone. */
void test_what_may_cut_the_connection_comes_last(void) {
    struct settings_file_taken taken;
    give_address();
    give("Internet.wan", 0);
    file.given->internet.wan = WAN_MODE_WIFI;
    give("PrintParam.on", 0);
    file.given->print_param.on = true;
    uint64_t pages = bit(SETTING_PAGE_ETHERNET) | bit(SETTING_PAGE_INTERNET) | bit(SETTING_PAGE_PRINT_PARAM);
    TEST_ASSERT_EQUAL(0, settings_file_take(t.core, &admin, &file, pages, &arena, &taken));
    TEST_ASSERT_EQUAL(2, taken.saved_count);
    TEST_ASSERT_EQUAL(SETTING_PAGE_PRINT_PARAM, taken.saved[0]);
    TEST_ASSERT_EQUAL(1, taken.failed_count);
    TEST_ASSERT_EQUAL(E_PROVISIONAL_PENDING, taken.failed[0].error);
    TEST_ASSERT_EQUAL_STRING("", taken.failed[0].setting); /* it is about the page */
    give("MachineParam.volume", 0);
    file.given->machine_param.volume = 1;
    compare(&admin); /* as the page would be refused now */
    bool is_told = false;
    for (size_t i = 0; i < found.count; i++) {
        is_told = is_told || found.differences[i].error == E_PROVISIONAL_PENDING;
    }
    TEST_ASSERT_TRUE(is_told);
}

static struct core *holder;

static int hold_store(void *ctx, unsigned volume) {
    (void)ctx;
    (void)volume;
    return store_begin(holder->store);
}

/* The store fails behind the first page: what is left is not tried, and fails with the same. */
void test_a_store_that_fails_half_way(void) {
    struct settings_file_taken taken;
    holder = fixture_core(&t);
    store_wait_most(t.core->store, 1);
    t.fake.hal.sound.set_volume = hold_store;
    t.fake.hal.sound.ctx = &t.fake;
    give("MachineParam.volume", 0);
    give("PrintParam.on", 0);
    give_address();
    file.given->machine_param.volume = 1;
    file.given->print_param.on = true;
    uint64_t pages = bit(SETTING_PAGE_MACHINE_PARAM) | bit(SETTING_PAGE_PRINT_PARAM) | bit(SETTING_PAGE_ETHERNET);
    bool is_first = SETTING_PAGE_MACHINE_PARAM < SETTING_PAGE_PRINT_PARAM;
    TEST_ASSERT_EQUAL(0, settings_file_take(t.core, &admin, &file, pages, &arena, &taken));
    store_abort(holder->store);
    start_thread_end(holder);
    TEST_ASSERT_EQUAL(is_first ? 1 : 2, taken.saved_count);
    TEST_ASSERT_EQUAL(is_first ? 2 : 1, taken.failed_count);
    for (size_t i = 0; i < taken.failed_count; i++) {
        TEST_ASSERT_EQUAL(E_BUSY, taken.failed[i].error);
        TEST_ASSERT_EQUAL_STRING("", taken.failed[i].setting);
        TEST_ASSERT_FALSE(taken.failed[i].undone);
    }
    TEST_ASSERT_EQUAL(ADDRESS_MODE_DHCP, settings_get(t.core)->values.ethernet.mode);
}

static struct arena own;

static int compare_in(size_t room) {
    arena_done(&own);
    arena_init(&own, room);
    return settings_file_compare(t.core, &admin, &file, &own, &found);
}

/* Too little memory at any place is the answer of the whole: what is half told must not look whole. */
void test_too_little_memory_is_the_answer(void) {
    struct settings_file_taken taken;
    size_t enough = 0;
    give("MachineParam.volume", E_RANGE);
    give("MachineParam.deviceNumber", 0);
    file.given->machine_param.device_number = 77;
    while (compare_in(enough) < 0 && enough < arena.cap) {
        enough += 1024;
    }
    for (size_t less = 0; less <= 1024; less += 16) {
        int r = compare_in(enough - less);
        TEST_ASSERT_EQUAL(r < 0 ? E_NOMEM : 0, r);
        TEST_ASSERT_EQUAL(2, r == 0 ? found.count : 2);
        r = settings_file_take(t.core, &admin, &file, bit(SETTING_PAGE_MACHINE_PARAM), &own, &taken);
        TEST_ASSERT_TRUE(r == E_NOMEM || (r == 0 && taken.failed_count == 1 && taken.failed[0].error == E_RANGE));
    }
    TEST_ASSERT_EQUAL(E_NOMEM, compare_in(0));
    arena_done(&own);
}
