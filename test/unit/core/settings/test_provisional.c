#include "core/base/actor.h"
#include "core/settings/provisional.h"

#include <stdio.h>
#include <string.h>

#include "audit_rows.h"
#include "core/base/audit.h"
#include "core/network/network.h"
#include "core/settings/settings.h"
#include "store/base/audit.h"
#include "store/settings/provisional.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "transitions.h"
#include "unity.h"
#include "util/err.h"
#include "util/log.h"

static struct fixture t;
static const struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "GetEthernet"};

void setUp(void) {
    log_set_level(LOG_LEVEL_ERROR);
    fixture_up(&t);
    network_serve(t.shared, 8080, 0);
}

void tearDown(void) {
    transitions_end();
    fixture_down(&t);
    log_set_level(LOG_LEVEL_INFO);
}

static const struct setting_ethernet *ethernet(void) {
    return &settings_get(t.core)->values.ethernet;
}

static int save(const char *address, struct settings_result *result) {
    struct setting_ethernet values = {.mode = ADDRESS_MODE_FIXED, .mask = "255.255.255.0"};
    memcpy(values.address, address, strlen(address) + 1);
    struct settings_change change = {.page = SETTING_PAGE_ETHERNET,
                                     .values = &values,
                                     .given = SETTING_ETHERNET_MODE | SETTING_ETHERNET_ADDRESS | SETTING_ETHERNET_MASK};
    return settings_save(t.core, &by, &change, result);
}

static void assert_kept(bool kept) {
    char page[STORE_PAGE_MAX];
    uint32_t revision = 99;
    TEST_ASSERT_EQUAL(kept ? 0 : E_NOTFOUND, store_provisional_get(t.core->store, page, &revision));
    if (kept) {
        TEST_ASSERT_EQUAL_STRING("Ethernet", page);
        TEST_ASSERT_EQUAL(0, revision);
    }
}

static void assert_old(void) {
    TEST_ASSERT_EQUAL(ADDRESS_MODE_DHCP, ethernet()->mode);
    TEST_ASSERT_EQUAL_STRING("", ethernet()->address);
    TEST_ASSERT_EQUAL(0, settings_get(t.core)->revision[SETTING_PAGE_ETHERNET]);
    assert_kept(false);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, provisional_due_ms(t.core));
}

void test_change_is_in_force_and_waits(void) {
    struct settings_result result;
    struct provisional state;
    TEST_ASSERT_EQUAL(0, save("10.1.2.3", &result));
    TEST_ASSERT_EQUAL_STRING("10.1.2.3", ethernet()->address);
    TEST_ASSERT_EQUAL(90, result.confirm_seconds);
    TEST_ASSERT_EQUAL(43, strlen(result.confirm_code));
    TEST_ASSERT_NOT_NULL(strstr(result.confirm_url, ":8080/network/confirm#"));
    TEST_ASSERT_NOT_NULL(strstr(result.confirm_url, result.confirm_code));
    provisional_read(t.core, &state);
    TEST_ASSERT_NOT_EQUAL(PROVISIONAL_NONE, state.step);
    TEST_ASSERT_EQUAL(SETTING_PAGE_ETHERNET, state.page);
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core) + 90000, provisional_due_ms(t.core));
    TEST_ASSERT_NULL(memmem(&state, sizeof(state), result.confirm_code, 43));
    assert_kept(true);
}

void test_confirmed_change_stays(void) {
    struct settings_result result;
    enum setting_page page = SETTING_PAGE_COUNT;
    char wrong[SETTINGS_CODE_MAX];
    TEST_ASSERT_EQUAL(0, save("10.1.2.3", &result));
    memcpy(wrong, result.confirm_code, sizeof(wrong));
    wrong[7] = wrong[7] == 'A' ? 'B' : 'A';
    TEST_ASSERT_EQUAL(E_CONFIRM_UNKNOWN, provisional_confirm(t.core, &by, wrong, &page));
    fake_hal_advance(&t.fake, 89999);
    TEST_ASSERT_EQUAL(0, provisional_confirm(t.core, &by, result.confirm_code, &page));
    TEST_ASSERT_EQUAL(SETTING_PAGE_ETHERNET, page);
    TEST_ASSERT_EQUAL(E_CONFIRM_UNKNOWN, provisional_confirm(t.core, &by, result.confirm_code, &page));
    assert_kept(false);
    fake_hal_advance(&t.fake, 90000);
    provisional_expire(t.core);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_STRING("10.1.2.3", ethernet()->address);
}

void test_who_signed_in_needs_no_code(void) {
    struct settings_result result;
    enum setting_page page = SETTING_PAGE_COUNT;
    TEST_ASSERT_EQUAL(E_CONFIRM_UNKNOWN, provisional_confirm(t.core, &by, NULL, &page));
    TEST_ASSERT_EQUAL(0, save("10.1.2.3", &result));
    TEST_ASSERT_EQUAL(0, provisional_confirm(t.core, &by, NULL, &page));
    TEST_ASSERT_EQUAL(SETTING_PAGE_ETHERNET, page);
    assert_kept(false);
    fake_hal_advance(&t.fake, 90000);
    TEST_ASSERT_EQUAL(0, save("10.1.2.4", &result));
    fake_hal_advance(&t.fake, 90000);
    TEST_ASSERT_EQUAL(E_CONFIRM_UNKNOWN,
                      provisional_confirm(t.core, &by, NULL, &page)); /* too late, though not undone yet */
}

static int compare_expired(void *ctx, const struct store_audit_row *row) {
    unsigned *rows = ctx;
    TEST_ASSERT_EQUAL_STRING("undo", row->call);
    TEST_ASSERT_EQUAL_STRING("-", row->account);
    *rows += strcmp(row->object, "setting Ethernet.mode") == 0 ? 1 : 0;
    *rows += strcmp(row->object, "setting Ethernet.address") == 0 ? 10 : 0;
    return 0;
}

void test_time_over_puts_the_old_values_back(void) {
    struct settings_result result;
    struct provisional state;
    enum setting_page page;
    unsigned rows = 0;
    TEST_ASSERT_EQUAL(0, save("10.1.2.3", &result));
    fake_hal_advance(&t.fake, 89999);
    provisional_expire(t.core);
    TEST_ASSERT_EQUAL_STRING("10.1.2.3", ethernet()->address);
    fake_hal_advance(&t.fake, 1);
    TEST_ASSERT_EQUAL(E_CONFIRM_UNKNOWN, provisional_confirm(t.core, &by, result.confirm_code, &page));
    provisional_expire(t.core);
    assert_old();
    provisional_read(t.core, &state);
    TEST_ASSERT_EQUAL(PROVISIONAL_NONE, state.step);
    TEST_ASSERT_TRUE(state.has_rolled_back);
    TEST_ASSERT_EQUAL(SETTING_PAGE_ETHERNET, state.rolled_back);
    TEST_ASSERT_EQUAL_INT64(core_utc_ms(t.core), state.rolled_back_ms);
    TEST_ASSERT_EQUAL(0, store_audit_read(t.core->store, 2, compare_expired, &rows));
    TEST_ASSERT_EQUAL(11, rows);
}

/* The number of the change that was undone is not given again. */
void test_revision_goes_back_and_then_on(void) {
    struct settings_result result;
    TEST_ASSERT_EQUAL(0, save("10.1.2.3", &result));
    TEST_ASSERT_EQUAL(1, result.revision);
    TEST_ASSERT_EQUAL(0, provisional_revert(t.core, &by));
    assert_old();
    TEST_ASSERT_EQUAL(0, save("10.1.2.4", &result));
    TEST_ASSERT_EQUAL(2, result.revision);
}

/* A client that only sees that nothing is pending any more can distinguish this from a confirmation. */
void test_undoing_on_request_is_noted_and_a_confirmation_is_not(void) {
    struct settings_result result;
    struct provisional state;
    enum setting_page page;
    TEST_ASSERT_EQUAL(0, save("10.1.2.3", &result));
    TEST_ASSERT_EQUAL(0, provisional_confirm(t.core, &by, result.confirm_code, &page));
    provisional_read(t.core, &state);
    TEST_ASSERT_FALSE(state.has_rolled_back);
    TEST_ASSERT_EQUAL(0, save("10.1.2.4", &result));
    fake_hal_advance(&t.fake, 5000);
    TEST_ASSERT_EQUAL(0, provisional_revert(t.core, &by));
    provisional_read(t.core, &state);
    TEST_ASSERT_EQUAL(PROVISIONAL_NONE, state.step);
    TEST_ASSERT_TRUE(state.has_rolled_back);
    TEST_ASSERT_EQUAL(SETTING_PAGE_ETHERNET, state.rolled_back);
    TEST_ASSERT_EQUAL_INT64(core_utc_ms(t.core), state.rolled_back_ms);
}

/* The database takes no more pages than it has, and those it has are filled. */
static void fill_up(void) {
    sqlite3_stmt *query = NULL;
    char sql[64];
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_prepare_v2(t.core->store->db, "PRAGMA page_count", -1, &query, NULL));
    TEST_ASSERT_EQUAL(SQLITE_ROW, sqlite3_step(query));
    (void)snprintf(sql, sizeof(sql), "PRAGMA max_page_count = %d", sqlite3_column_int(query, 0));
    (void)sqlite3_finalize(query);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, sql));
    int r = 0;
    for (int i = 0; r == 0 && i < 10000; i++) {
        r = audit_add(t.core, &by, &(struct audit_change){.object = "-", .after = "{}"});
    }
    TEST_ASSERT_EQUAL(E_NOSPC, r);
}

void test_full_disk_does_not_keep_the_terminal_from_starting(void) {
    struct settings_result result;
    struct provisional state;
    enum setting_page page;
    TEST_ASSERT_EQUAL(0, save("10.1.2.3", &result));
    provisional_end(t.core, "test"); /* as a start finds it: in the store only */
    fill_up();
    TEST_ASSERT_EQUAL(0, provisional_start(t.shared, t.core->store));
    provisional_read(t.core, &state);
    TEST_ASSERT_NOT_EQUAL(PROVISIONAL_NONE, state.step);
    TEST_ASSERT_EQUAL(SETTING_PAGE_ETHERNET, state.page);
    TEST_ASSERT_FALSE(state.has_rolled_back);
    assert_kept(true);
    TEST_ASSERT_EQUAL(E_CONFIRM_UNKNOWN, provisional_confirm(t.core, &by, NULL, &page));
    fake_hal_advance(&t.fake, 1000);
    provisional_expire(t.core); /* still full */
    assert_kept(true);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "PRAGMA max_page_count = 100000"));
    fake_hal_advance(&t.fake, 1000);
    provisional_expire(t.core);
    assert_old();
}

void test_restart_puts_the_old_values_back(void) {
    struct settings_result result;
    struct provisional state;
    TEST_ASSERT_EQUAL(0, save("10.1.2.3", &result));
    fixture_restart(&t);
    assert_old();
    provisional_read(t.core, &state);
    TEST_ASSERT_EQUAL(PROVISIONAL_NONE, state.step);
    TEST_ASSERT_TRUE(state.has_rolled_back);
}

void test_only_one_change_waits(void) {
    struct settings_result result;
    struct setting_internet values = {.dns1 = "192.0.2.53"};
    struct settings_change internet = {
        .page = SETTING_PAGE_INTERNET, .values = &values, .given = SETTING_INTERNET_DNS1};
    TEST_ASSERT_EQUAL(E_CONFIRM_UNKNOWN, provisional_revert(t.core, &by));
    TEST_ASSERT_EQUAL(0, save("10.1.2.3", &result));
    TEST_ASSERT_EQUAL(E_PROVISIONAL_PENDING, save("10.1.2.4", &result));
    TEST_ASSERT_EQUAL(E_PROVISIONAL_PENDING, settings_save(t.core, &by, &internet, &result));
    TEST_ASSERT_EQUAL(0, provisional_revert(t.core, &by));
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &by, &internet, &result));
    TEST_ASSERT_EQUAL(0, result.confirm_seconds); /* it cuts nobody off */
}

void test_other_pages_are_saved_while_one_waits(void) {
    struct settings_result result;
    struct setting_machine_param values = {.volume = 1};
    struct settings_change machine = {
        .page = SETTING_PAGE_MACHINE_PARAM, .values = &values, .given = SETTING_MACHINE_PARAM_VOLUME};
    TEST_ASSERT_EQUAL(0, save("10.1.2.3", &result));
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &by, &machine, &result));
    fixture_restart(&t);
    assert_old();
    TEST_ASSERT_EQUAL(1, settings_get(t.core)->values.machine_param.volume);
}

void test_failure_of_another_page_leaves_it_waiting(void) {
    struct settings_result result;
    struct setting_machine_param values = {.volume = 1};
    struct settings_change machine = {
        .page = SETTING_PAGE_MACHINE_PARAM, .values = &values, .given = SETTING_MACHINE_PARAM_VOLUME};
    TEST_ASSERT_EQUAL(0, save("10.1.2.3", &result));
    t.fake.sound_offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, settings_save(t.core, &by, &machine, &result));
    TEST_ASSERT_EQUAL(E_PROVISIONAL_PENDING, save("10.1.2.4", &result));
    TEST_ASSERT_EQUAL(0, provisional_revert(t.core, &by));
    assert_old();
}

/* Leaves the connection so that the save cannot be taken back just now. */
static int spoil(void *ctx) {
    (void)ctx;
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    return E_IO;
}

void test_save_that_cannot_be_taken_back_is_as_soon_as_it_can(void) {
    struct settings_result result;
    enum setting_page page;
    struct setting_ethernet values = {.mode = ADDRESS_MODE_FIXED, .address = "10.1.2.3"};
    struct settings_change change = {.page = SETTING_PAGE_ETHERNET,
                                     .values = &values,
                                     .given = SETTING_ETHERNET_MODE | SETTING_ETHERNET_ADDRESS,
                                     .act = spoil};
    log_set_level(LOG_LEVEL_ERROR);
    TEST_ASSERT_EQUAL(E_INVAL, settings_save(t.core, &by, &change, &result));
    TEST_ASSERT_FALSE(result.undone);
    TEST_ASSERT_EQUAL_STRING("10.1.2.3", ethernet()->address);
    assert_kept(true);
    TEST_ASSERT_EQUAL(E_CONFIRM_UNKNOWN, provisional_confirm(t.core, &by, "", &page));
    fake_hal_advance(&t.fake, 1000);
    provisional_expire(t.core); /* still spoiled */
    assert_kept(true);
    store_abort(t.core->store);
    TEST_ASSERT_EQUAL(E_CONFIRM_UNKNOWN,
                      provisional_confirm(t.core, &by, NULL, &page)); /* not even by who needs no code */
    assert_kept(true);
    fake_hal_advance(&t.fake, 1000);
    provisional_expire(t.core);
    assert_old();
}

/* No randomness for the code: nobody could confirm, so the save is taken back at once. */
void test_without_a_code_nothing_is_saved(void) {
    struct settings_result result;
    t.fake.entropy_fails = true;
    TEST_ASSERT_EQUAL(E_IO, save("10.1.2.3", &result));
    t.fake.entropy_fails = false;
    TEST_ASSERT_TRUE(result.undone);
    assert_old();
}

void test_stored_change_of_an_unknown_page_does_not_stop_the_terminal(void) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_provisional_put(t.core->store, "NoSuchPage", 3));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    fixture_restart(&t);
    assert_old();
}

/* Who said so is noted; what cannot be noted is not confirmed, and can be again. */
void test_a_confirmation_has_its_row(void) {
    struct audit_rows rows;
    struct settings_result result;
    struct provisional state;
    enum setting_page page;
    TEST_ASSERT_EQUAL(0, save("10.1.2.3", &result));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE audit RENAME TO gone"));
    TEST_ASSERT_LESS_THAN(0, provisional_confirm(t.core, &by, result.confirm_code, &page));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE gone RENAME TO audit"));
    provisional_read(t.core, &state);
    TEST_ASSERT_NOT_EQUAL(PROVISIONAL_NONE, state.step);
    assert_kept(true);
    TEST_ASSERT_EQUAL(0, provisional_confirm(t.core, &by, result.confirm_code, &page));
    audit_rows_read(t.core->store, &rows);
    TEST_ASSERT_EQUAL_STRING("settings Ethernet", rows.rows[0].object);
    TEST_ASSERT_EQUAL_STRING("admin", rows.rows[0].account);
    TEST_ASSERT_EQUAL_STRING("{\"confirmed\":false}", rows.rows[0].before);
    TEST_ASSERT_EQUAL_STRING("{\"confirmed\":true}", rows.rows[0].after);
    assert_kept(false);
}

/* --- The log ------------------------------------------------------------------------------------------------------------ */

void test_a_change_that_waits_is_in_the_log(void) {
    struct settings_result result;
    enum setting_page page;
    transitions_follow("settings", "provisional");
    TEST_ASSERT_EQUAL(0, save("10.1.2.3", &result));
    TEST_ASSERT_EQUAL(E_CONFIRM_UNKNOWN, provisional_confirm(t.core, &by, "no such code", &page));
    TEST_ASSERT_EQUAL(0, provisional_confirm(t.core, &by, result.confirm_code, &page));
    TEST_ASSERT_EQUAL(0, save("10.1.2.4", &result));
    TEST_ASSERT_EQUAL(0, provisional_confirm(t.core, &by, NULL, &page));
    TEST_ASSERT_EQUAL(0, save("10.1.2.5", &result));
    TEST_ASSERT_EQUAL(0, provisional_confirm_own(t.core, &by, 0));
    assert_transitions("from=none to=waiting by=save\n"
                       "from=waiting to=none by=code\n"
                       "from=none to=waiting by=save\n"
                       "from=waiting to=none by=session\n"
                       "from=none to=waiting by=save\n"
                       "from=waiting to=none by=menu\n");
}

void test_a_change_that_is_undone_is_in_the_log_with_its_cause(void) {
    struct settings_result result;
    transitions_follow("settings", "provisional");
    TEST_ASSERT_EQUAL(0, save("10.1.2.3", &result));
    TEST_ASSERT_EQUAL(0, provisional_revert(t.core, &by));
    TEST_ASSERT_EQUAL(0, save("10.1.2.3", &result));
    fill_up();
    fake_hal_advance(&t.fake, PROVISIONAL_MS);
    provisional_expire(t.core);
    fake_hal_advance(&t.fake, 1000);
    provisional_expire(t.core); /* still full */
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "PRAGMA max_page_count = 100000"));
    fake_hal_advance(&t.fake, 1000);
    provisional_expire(t.core);
    assert_old();
    assert_transitions("from=none to=waiting by=save\n"
                       "from=waiting to=none by=revert\n"
                       "from=none to=waiting by=save\n"
                       "from=waiting to=undoing by=E_NOSPC\n"
                       "from=undoing to=none by=time\n");
}
