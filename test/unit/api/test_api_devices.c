/* The handlers of display, Bluetooth, Wiegand devices and printer. */
#include <stdio.h>
#include <string.h>

#include "api_world.h"
#include "contract.h"
#include "core/devices/authorization.h"
#include "core/devices/bluetooth.h"
#include "core/settings/settings.h"
#include "hal/link_device.h"
#include "unity.h"

#define LEFT "00:00:00:00:00:0A"
#define RIGHT "00:00:00:00:00:0B"
#define OTHER "00:00:00:00:00:0C"

static struct api_world w;
static struct fake_devices *fake;

void setUp(void) {
    api_world_up(&w);
    fake = &w.t.fake.devices;
}

void tearDown(void) {
    api_world_down(&w);
}

static void refused(int code, const char *field, int answer) {
    api_world_check(&w, code, field, answer);
}

/* --- Display --- */

void test_the_display(void) {
    struct api_display_state state;
    struct setting_time_param time = settings_get(w.t.core)->values.time_param;
    TEST_ASSERT_EQUAL(CAT_OK, api_time_param_state(&w.ctx, &state));
    TEST_ASSERT_TRUE(state.online);
    TEST_ASSERT_FALSE(state.locked);
    time.keyboard_lock = true;
    TEST_ASSERT_EQUAL(0, fixture_save(w.t.core, &w.by, SETTING_PAGE_TIME_PARAM, &time));
    TEST_ASSERT_EQUAL(CAT_OK, api_time_param_state(&w.ctx, &state));
    TEST_ASSERT_TRUE(state.locked);
    w.t.fake.display_offline = true;
    TEST_ASSERT_EQUAL(CAT_OK, api_time_param_state(&w.ctx, &state));
    TEST_ASSERT_FALSE(state.online);
    TEST_ASSERT_FALSE(state.asleep);
}

void test_the_language_and_whether_it_is_offered(void) {
    struct set_language_setting_item_reply now = {0};
    struct get_language_setting_item_req req = {.language = LANGUAGE_ES};
    struct get_language_setting_item_reply reply = {0};
    struct setting_time_param time = settings_get(w.t.core)->values.time_param;
    time.language_menu = false;
    TEST_ASSERT_EQUAL(0, fixture_save(w.t.core, &w.by, SETTING_PAGE_TIME_PARAM, &time));
    TEST_ASSERT_EQUAL(CAT_OK, api_set_language_setting_item(&w.ctx, &now));
    TEST_ASSERT_FALSE(now.offered);
    refused(CAT_SWITCHED_OFF, NULL, api_get_language_setting_item(&w.ctx, &req, &reply));
    time.language_menu = true;
    TEST_ASSERT_EQUAL(0, fixture_save(w.t.core, &w.by, SETTING_PAGE_TIME_PARAM, &time));
    refused(CAT_OK, NULL, api_get_language_setting_item(&w.ctx, &req, &reply));
    TEST_ASSERT_EQUAL(LANGUAGE_ES, reply.language_setting);
    TEST_ASSERT_EQUAL(CAT_OK, api_set_language_setting_item(&w.ctx, &now));
    TEST_ASSERT_TRUE(now.offered);
    TEST_ASSERT_EQUAL(LANGUAGE_ES, now.language_setting_item);
}

/* --- Bluetooth --- */

static struct api_bluetooth_state bluetooth;

static int call_bluetooth(void) {
    return api_bluetooth_param_state(&w.ctx, &bluetooth);
}

void test_the_radio(void) {
    fake->state = (struct hal_bluetooth_state){
        .phase = BLUETOOTH_PHASE_CONNECTING, .peer = LEFT, .failure = BLUETOOTH_FAILURE_REFUSED};
    TEST_ASSERT_EQUAL(CAT_OK, call_bluetooth());
    TEST_ASSERT_EQUAL_STRING("02:00:5E:10:00:01", bluetooth.address);
    TEST_ASSERT_EQUAL_STRING(LEFT, bluetooth.peer);
    TEST_ASSERT_EQUAL(BLUETOOTH_PHASE_CONNECTING, bluetooth.phase);
    TEST_ASSERT_EQUAL(BLUETOOTH_FAILURE_REFUSED, bluetooth.failure);
    api_world_without_memory(&w, 16, call_bluetooth);
}

static void switch_client_on(void) {
    struct setting_bluetooth_param values = {.client_on = true};
    TEST_ASSERT_EQUAL(0, fixture_save(w.t.core, &w.by, SETTING_PAGE_BLUETOOTH_PARAM, &values));
}

static void hear(const char *mac, const char *name, int32_t signal_dbm) {
    struct hal_bluetooth_device *device = &fake->heard[fake->heard_count++];
    (void)snprintf(device->mac, sizeof(device->mac), "%s", mac);
    (void)snprintf(device->name, sizeof(device->name), "%s", name);
    device->signal_dbm = signal_dbm;
}

static bool start;
static struct get_search_ble_dev_reply found;
static struct set_ble_dev_group_reply paired;

static int call_search(void) {
    memset(&found, 0, sizeof(found));
    return api_get_search_ble_dev(&w.ctx, &(struct get_search_ble_dev_req){.start = start}, &found);
}

static int call_paired(void) {
    memset(&paired, 0, sizeof(paired));
    return api_set_ble_dev_group(&w.ctx, &paired);
}

static int connect(const char *mac, bool on) {
    struct get_ble_connect_req req = {.connect = on};
    (void)snprintf(req.mac, sizeof(req.mac), "%s", mac);
    return api_get_ble_connect(&w.ctx, &req);
}

static int set_group(const char *mac, uint8_t group) {
    struct get_ble_dev_group_req req = {.group = group};
    (void)snprintf(req.mac, sizeof(req.mac), "%s", mac);
    return api_get_ble_dev_group(&w.ctx, &req);
}

void test_devices_are_searched(void) {
    start = false;
    refused(CAT_SWITCHED_OFF, NULL, call_search());
    switch_client_on();
    hear(LEFT, "Lock", -70);
    hear(RIGHT, "Reader", -50);
    TEST_ASSERT_EQUAL(CAT_OK, call_search());
    TEST_ASSERT_EQUAL(2, found.devices_count);
    TEST_ASSERT_EQUAL_STRING(RIGHT, found.devices[0].mac); /* the strongest first */
    TEST_ASSERT_EQUAL_STRING("Reader", found.devices[0].name);
    TEST_ASSERT_EQUAL(-50, found.devices[0].signal);
    TEST_ASSERT_FALSE(found.devices[0].paired);
    TEST_ASSERT_FALSE(found.devices[0].connected);
    TEST_ASSERT_EQUAL_STRING(LEFT, found.devices[1].mac);
    TEST_ASSERT_EQUAL(-70, found.devices[1].signal);
    TEST_ASSERT_EQUAL(0, found.seconds_left);
    TEST_ASSERT_FALSE(w.ctx.wait);
    fake->state.search_left_ms = 1;
    start = true;
    TEST_ASSERT_EQUAL(CAT_OK, call_search());
    TEST_ASSERT_EQUAL(1, found.seconds_left); /* begun seconds count */
    TEST_ASSERT_TRUE(w.ctx.wait);
    fake->state.search_left_ms = 2000;
    TEST_ASSERT_EQUAL(CAT_OK, call_search());
    TEST_ASSERT_EQUAL(2, found.seconds_left);
    fake->state.search_left_ms = 2001;
    TEST_ASSERT_EQUAL(CAT_OK, call_search());
    TEST_ASSERT_EQUAL(3, found.seconds_left);
    api_world_without_memory(&w, 32, call_search);
    TEST_ASSERT_EQUAL(2, found.devices_count);
    fake->radio_offline = true;
    refused(CAT_DEVICE_OFFLINE, NULL, call_search());
    start = false; /* what was heard is still known */
    refused(CAT_OK, NULL, call_search());
}

void test_a_device_is_paired(void) {
    switch_client_on();
    hear(LEFT, "Lock", -70);
    fake->heard[0].connected = true;
    refused(CAT_GONE, "mac", connect(OTHER, true));
    refused(CAT_GONE, "mac", connect(LEFT, false));
    refused(CAT_GONE, "mac", set_group(LEFT, 3));
    TEST_ASSERT_EQUAL(CAT_OK, call_paired());
    TEST_ASSERT_EQUAL(0, paired.devices_count);
    refused(CAT_OK, NULL, connect(LEFT, true));
    TEST_ASSERT_EQUAL_STRING(LEFT, fake->connecting);
    fake_devices_pair(fake, LEFT, "Lock");
    bluetooth_upkeep(w.t.core);
    refused(CAT_OK, NULL, set_group(LEFT, 3));
    TEST_ASSERT_EQUAL(CAT_OK, call_paired());
    TEST_ASSERT_EQUAL(1, paired.devices_count);
    TEST_ASSERT_EQUAL_STRING(LEFT, paired.devices[0].mac);
    TEST_ASSERT_EQUAL_STRING("Lock", paired.devices[0].name);
    TEST_ASSERT_EQUAL(-70, paired.devices[0].signal);
    TEST_ASSERT_TRUE(paired.devices[0].paired);
    TEST_ASSERT_TRUE(paired.devices[0].connected);
    TEST_ASSERT_EQUAL(3, paired.devices[0].group);
    api_world_without_memory(&w, 32, call_paired);
    fake->radio_offline = true;
    refused(CAT_DEVICE_OFFLINE, NULL, connect(LEFT, false));
    fake->radio_offline = false;
    refused(CAT_OK, NULL, connect(LEFT, false));
    TEST_ASSERT_EQUAL_STRING(LEFT, fake->forgotten);
    TEST_ASSERT_EQUAL(CAT_OK, call_paired());
    TEST_ASSERT_EQUAL(0, paired.devices_count);
}

/* --- Wiegand devices that are paired --- */

static struct anviz_wiegand_match_req match;
static struct anviz_wiegand_match_reply matched;

static int call_match(void) {
    memset(&matched, 0, sizeof(matched));
    int code = api_anviz_wiegand_match(&w.ctx, &match, &matched);
    TEST_ASSERT_TRUE(code != CAT_OK || matched.found != NULL);
    return code;
}

static void step(bool do_start, bool do_cancel) {
    match = (struct anviz_wiegand_match_req){.start = do_start, .cancel = do_cancel};
    w.ctx.wait = false;
    refused(CAT_OK, NULL, call_match());
}

void test_wiegand_devices_are_matched(void) {
    step(false, false);
    TEST_ASSERT_EQUAL(MATCH_RESULT_NONE, matched.result);
    TEST_ASSERT_FALSE(w.ctx.wait);
    TEST_ASSERT_FALSE(fake->calling);
    step(true, false);
    TEST_ASSERT_EQUAL(MATCH_RESULT_RUNNING, matched.result);
    TEST_ASSERT_EQUAL(60, matched.seconds_left);
    TEST_ASSERT_EQUAL(0, matched.found_count);
    TEST_ASSERT_TRUE(w.ctx.wait);
    fake_devices_answer(fake, LEFT, true);
    fake->answers[0].device.route1 = 6;
    fake->answers[0].device.route2 = 7;
    fake_devices_answer(fake, RIGHT, true);
    step(false, false);
    TEST_ASSERT_EQUAL(2, matched.found_count);
    TEST_ASSERT_EQUAL_STRING(LEFT, matched.found[0].mac);
    TEST_ASSERT_EQUAL_STRING("WR-1", matched.found[0].model);
    TEST_ASSERT_EQUAL(5, matched.found[0].machine);
    TEST_ASSERT_EQUAL(6, matched.found[0].route1);
    TEST_ASSERT_EQUAL(7, matched.found[0].route2);
    TEST_ASSERT_FALSE(matched.found[0].authorized);
    TEST_ASSERT_EQUAL_STRING(RIGHT, matched.found[1].mac);
    api_world_without_memory(&w, 16, call_match);
    step(false, true);
    TEST_ASSERT_EQUAL(MATCH_RESULT_FOUND, matched.result);
    TEST_ASSERT_EQUAL(0, matched.seconds_left);
    TEST_ASSERT_FALSE(fake->calling);
    TEST_ASSERT_FALSE(w.ctx.wait);
    step(true, false);
    fake_hal_advance(&w.t.fake, 20000);
    step(true, false); /* joins the one that goes on */
    TEST_ASSERT_EQUAL(40, matched.seconds_left);
    step(true, true); /* ends the one and begins another */
    TEST_ASSERT_EQUAL(60, matched.seconds_left);
    step(false, true);
    fake->bus_offline = true;
    match = (struct anviz_wiegand_match_req){.start = true};
    refused(CAT_DEVICE_OFFLINE, NULL, call_match());
}

/* --- Authorization lists --- */

static void ask(enum store_link link, const char *mac, const char *model, uint32_t machine) {
    struct hal_link_device device = {.machine = machine, .route1 = 6, .route2 = 7};
    (void)snprintf(device.mac, sizeof(device.mac), "%s", mac);
    (void)snprintf(device.model, sizeof(device.model), "%s", model);
    TEST_ASSERT_EQUAL(0, authorization_ask(w.t.core, link, &device));
}

static struct set_anviz_wiegand_authorize_req filter;
static struct set_anviz_wiegand_authorize_reply wiegand;
static struct set_bluetooth_authorize_reply phones;

static int call_wiegand(void) {
    memset(&wiegand, 0, sizeof(wiegand));
    return api_set_anviz_wiegand_authorize(&w.ctx, &filter, &wiegand);
}

static int call_phones(void) {
    return api_set_bluetooth_authorize(&w.ctx, &(struct set_bluetooth_authorize_req){.mac_text = ""}, &phones);
}

static void list(size_t on_the_bus, size_t of_phones) {
    TEST_ASSERT_EQUAL(CAT_OK, call_wiegand());
    TEST_ASSERT_EQUAL(on_the_bus, wiegand.devices_count);
    TEST_ASSERT_EQUAL(CAT_OK, call_phones());
    TEST_ASSERT_EQUAL(of_phones, phones.devices_count);
}

static void ask_all(void) {
    filter = (struct set_anviz_wiegand_authorize_req){.mac_text = ""};
    ask(STORE_LINK_WIEGAND, LEFT, "WR-1", 5);
    ask(STORE_LINK_WIEGAND, RIGHT, "WR-2", 8);
    ask(STORE_LINK_BLUETOOTH, OTHER, "Phone", 9);
}

void test_what_is_on_the_lists(void) {
    ask_all();
    list(2, 1);
    TEST_ASSERT_EQUAL_STRING(LEFT, wiegand.devices[0].mac);
    TEST_ASSERT_EQUAL_STRING("WR-1", wiegand.devices[0].model);
    TEST_ASSERT_EQUAL(5, wiegand.devices[0].machine);
    TEST_ASSERT_EQUAL(6, wiegand.devices[0].route1);
    TEST_ASSERT_EQUAL(7, wiegand.devices[0].route2);
    TEST_ASSERT_FALSE(wiegand.devices[0].authorized);
    TEST_ASSERT_EQUAL_STRING(RIGHT, wiegand.devices[1].mac);
    TEST_ASSERT_EQUAL_STRING(OTHER, phones.devices[0].mac);
    filter.authorization_filter =
        (struct authorization_filter){.model = "WR-2", .given = VALUE_BIT(AUTHORIZATION_FILTER_MODEL)};
    list(1, 1); /* each list has its own filter */
    TEST_ASSERT_EQUAL_STRING(RIGHT, wiegand.devices[0].mac);
    api_world_without_memory(&w, 32, call_wiegand);
    TEST_ASSERT_EQUAL(1, wiegand.devices_count);
}

static int authorize(const char *mac, const char *also, bool authorized) {
    struct get_anviz_wiegand_authorize_req req = {.macs_count = also != NULL ? 2 : 1, .authorized = authorized};
    (void)snprintf(req.macs[0], sizeof(req.macs[0]), "%s", mac);
    (void)snprintf(req.macs[1], sizeof(req.macs[1]), "%s", also != NULL ? also : "");
    return api_get_anviz_wiegand_authorize(&w.ctx, &req);
}

static int authorize_phone(const char *mac, bool authorized) {
    struct get_bluetooth_authorize_req req = {.macs_count = 1, .authorized = authorized};
    (void)snprintf(req.macs[0], sizeof(req.macs[0]), "%s", mac);
    return api_get_bluetooth_authorize(&w.ctx, &req);
}

void test_devices_are_authorized_all_or_none(void) {
    ask_all();
    refused(CAT_GONE, "macs", authorize(LEFT, OTHER, true)); /* it is on the other list */
    list(2, 1);
    TEST_ASSERT_FALSE(wiegand.devices[0].authorized);
    refused(CAT_OK, NULL, authorize(LEFT, RIGHT, true));
    list(2, 1);
    TEST_ASSERT_TRUE(wiegand.devices[0].authorized && wiegand.devices[1].authorized);
    TEST_ASSERT_FALSE(phones.devices[0].authorized);
    refused(CAT_OK, NULL, authorize(RIGHT, NULL, false));
    refused(CAT_GONE, "macs", authorize_phone(LEFT, true));
    refused(CAT_OK, NULL, authorize_phone(OTHER, true));
    list(2, 1);
    TEST_ASSERT_TRUE(wiegand.devices[0].authorized);
    TEST_ASSERT_FALSE(wiegand.devices[1].authorized);
    TEST_ASSERT_TRUE(phones.devices[0].authorized);
    refused(CAT_OK, NULL, authorize_phone(OTHER, false));
    list(2, 1);
    TEST_ASSERT_FALSE(phones.devices[0].authorized);
}

void test_devices_are_deleted(void) {
    struct delete_some_wiegand_req on_the_bus = {.macs = {LEFT, OTHER}, .macs_count = 2};
    struct delete_some_wiegand_reply deleted = {.deleted = 9};
    struct delete_some_bluetooth_req of_phones = {.macs = {OTHER, RIGHT}, .macs_count = 2};
    struct delete_some_bluetooth_reply gone = {.deleted = 9};
    ask_all();
    ask(STORE_LINK_BLUETOOTH, LEFT, "Phone", 4);
    refused(CAT_OK, NULL, api_delete_some_wiegand(&w.ctx, &on_the_bus, &deleted));
    TEST_ASSERT_EQUAL(1, deleted.deleted);
    list(1, 2);
    refused(CAT_OK, NULL, api_delete_some_bluetooth(&w.ctx, &of_phones, &gone));
    TEST_ASSERT_EQUAL(1, gone.deleted);
    list(1, 1);
    TEST_ASSERT_EQUAL_STRING(RIGHT, wiegand.devices[0].mac);
    TEST_ASSERT_EQUAL_STRING(LEFT, phones.devices[0].mac);
}

/* --- Printer --- */

static struct slip_preview_req slip;
static struct slip_preview_reply preview;

static int call_preview(void) {
    memset(&preview, 0, sizeof(preview));
    return api_slip_preview(&w.ctx, &slip, &preview);
}

void test_a_slip_is_shown(void) {
    slip = (struct slip_preview_req){.fields = 1U << SLIP_FIELD_USERID, .header = "Above", .footer = "Below"};
    TEST_ASSERT_EQUAL(CAT_OK, call_preview());
    TEST_ASSERT_EQUAL(5, preview.lines_count);
    TEST_ASSERT_NOT_NULL(strstr(preview.lines[0], "Above"));
    TEST_ASSERT_EQUAL_STRING("ID 1001", preview.lines[2]);
    TEST_ASSERT_NOT_NULL(strstr(preview.lines[4], "Below"));
    TEST_ASSERT_EQUAL(32, preview.columns);
    TEST_ASSERT_EQUAL_STRING("CP858", preview.code_page);
    api_world_without_memory(&w, 64, call_preview);
    TEST_ASSERT_EQUAL(5, preview.lines_count);
    slip.fields = 0;
    slip.header[0] = slip.footer[0] = '\0';
    TEST_ASSERT_EQUAL(CAT_OK, call_preview());
    TEST_ASSERT_EQUAL(0, preview.lines_count);
}

void test_the_printer(void) {
    struct api_printer_status status;
    struct setting_print_param values = settings_get(w.t.core)->values.print_param;
    refused(CAT_SWITCHED_OFF, NULL, api_test_print(&w.ctx));
    TEST_ASSERT_EQUAL(CAT_OK, api_print_param_state(&w.ctx, &status));
    TEST_ASSERT_EQUAL(PRINTER_STATE_OFF, status.printer);
    values.on = true;
    TEST_ASSERT_EQUAL(0, fixture_save(w.t.core, &w.by, SETTING_PAGE_PRINT_PARAM, &values));
    refused(CAT_OK, NULL, api_test_print(&w.ctx));
    TEST_ASSERT_EQUAL(1, fake->jobs);
    fake->printer = (struct hal_printer_status){.condition = PRINTER_STATE_PAPER_OUT, .waiting = 3};
    TEST_ASSERT_EQUAL(CAT_OK, api_print_param_state(&w.ctx, &status));
    TEST_ASSERT_EQUAL(PRINTER_STATE_PAPER_OUT, status.printer);
    TEST_ASSERT_EQUAL(3, status.waiting);
    TEST_ASSERT_EQUAL_STRING("CP858", status.code_page);
    refused(CAT_PAPER_OUT, NULL, api_test_print(&w.ctx));
}
