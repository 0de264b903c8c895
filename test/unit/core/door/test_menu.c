/* The pages of the administrator's menu, as a table: what is pressed, and what stands on the display then. */
#include "core/door/menu.h"

#include <stdio.h>
#include <string.h>

#include "transitions.h"
#include "unity.h"
#include "util/err.h"

#define NOW INT64_C(5000)

static struct menu menu;

void setUp(void) {
    memset(&menu, 0, sizeof(menu));
}

void tearDown(void) {
    transitions_end();
}

static struct actor somebody(void) {
    return (struct actor){.userid = 7, .account = "7", .level = 9};
}

static struct menu_admission admitted(void) {
    return (struct menu_admission){.by = somebody(),
                                   .may = MENU_MAY_ENROL | MENU_MAY_NETWORK | MENU_HAS_FINGER | MENU_HAS_FACE};
}

/* Types, one after the other; the last is to be answered so. */
static void type(const char *keys, enum menu_act act, enum hal_menu_page page) {
    char one[2] = "";
    for (const char *key = keys; *key != '\0'; key++) {
        one[0] = *key;
        enum menu_act did = menu_digits(&menu, one, NOW);
        if (key[1] == '\0') {
            TEST_ASSERT_EQUAL_MESSAGE(act, did, keys);
        }
    }
    TEST_ASSERT_EQUAL_MESSAGE(page, menu.view.page, keys);
}

/* What a worker did: with no more than its error. */
static void did(int r) {
    struct menu_result result = {.r = r};
    TEST_ASSERT_EQUAL(HAL_MENU_WORKING, menu.view.page);
    menu_did(&menu, &result, NOW);
}

/* Puts it on a page, as somebody who has done that just now. */
static void put(enum hal_menu_page page) {
    setUp();
    if (page != HAL_MENU_CLOSED) {
        menu_key(&menu, NOW);
    }
    if (page == HAL_MENU_ASK_CODE || page > HAL_MENU_ASK_CODE) {
        TEST_ASSERT_EQUAL(MENU_SHOW, menu_digits(&menu, "7", NOW));
    }
    if (page > HAL_MENU_ASK_CODE) {
        struct menu_admission admission = admitted();
        TEST_ASSERT_EQUAL(MENU_ADMIT, menu_digits(&menu, "604713", NOW));
        menu_admitted(&menu, &admission, NOW);
    }
    if (page == HAL_MENU_WORKING) {
        type("4", MENU_ASK, page);
    }
    if (page == HAL_MENU_ENROL_USER) {
        type("2", MENU_SHOW, page);
    }
    if (page >= HAL_MENU_ENROL_WHAT && page <= HAL_MENU_ENROL_RUNS) {
        type("2", MENU_SHOW, HAL_MENU_ENROL_USER);
        TEST_ASSERT_EQUAL(MENU_ASK, menu_digits(&menu, "12", NOW));
        did(0);
    }
    if (page == HAL_MENU_ENROL_HAND) {
        type("1", MENU_SHOW, page);
    }
    if (page == HAL_MENU_ENROL_FINGER) {
        type("12", MENU_SHOW, page);
    }
    if (page == HAL_MENU_ENROL_RUNS) {
        type("3", MENU_ASK, HAL_MENU_WORKING);
        did(0);
    }
    if (page >= HAL_MENU_NETWORK && page <= HAL_MENU_KEEP_ADDRESS) {
        type("3", MENU_ASK, HAL_MENU_WORKING);
        did(0);
    }
    if (page >= HAL_MENU_ASK_ADDRESS && page <= HAL_MENU_KEEP_ADDRESS) {
        type("2", MENU_SHOW, HAL_MENU_ASK_ADDRESS);
    }
    if (page >= HAL_MENU_ASK_MASK && page <= HAL_MENU_KEEP_ADDRESS) {
        type("9123", MENU_SHOW, HAL_MENU_ASK_MASK);
    }
    if (page >= HAL_MENU_ASK_GATEWAY && page <= HAL_MENU_KEEP_ADDRESS) {
        type("8", MENU_SHOW, HAL_MENU_ASK_GATEWAY);
    }
    if (page >= HAL_MENU_SET_ADDRESS && page <= HAL_MENU_KEEP_ADDRESS) {
        type("9124", MENU_SHOW, HAL_MENU_SET_ADDRESS);
    }
    if (page == HAL_MENU_KEEP_ADDRESS) {
        struct menu_result result = {.wait_s = 90};
        type("1", MENU_ASK, HAL_MENU_WORKING);
        menu_did(&menu, &result, NOW);
    }
    if (page == HAL_MENU_RESTART) {
        type("5", MENU_SHOW, page);
    }
    if (page == HAL_MENU_SELF_TEST) {
        type("4", MENU_ASK, HAL_MENU_WORKING);
        did(0);
    }
    TEST_ASSERT_EQUAL(page, menu.view.page);
}

static void assert_forgotten(void) {
    static const struct menu nothing;
    TEST_ASSERT_EQUAL_MEMORY(&nothing, &menu, sizeof(nothing));
}

void test_keys_lead_from_page_to_page(void) {
    static const struct {
        enum hal_menu_page from;
        const char *digits;
        enum menu_act act;
        enum hal_menu_page to;
        bool is_longer; /* it stays open longer than before */
    } rows[] = {
        {HAL_MENU_CLOSED, "7", MENU_SHOW, HAL_MENU_CLOSED, false},
        {HAL_MENU_ASK_ID, "7", MENU_SHOW, HAL_MENU_ASK_CODE, true},
        {HAL_MENU_ASK_ID, "0", MENU_SHOW, HAL_MENU_ASK_CODE, true},
        {HAL_MENU_ASK_ID, "1234567890123456", MENU_SHOW, HAL_MENU_ASK_CODE, true},
        {HAL_MENU_ASK_CODE, "604713", MENU_ADMIT, HAL_MENU_ASK_CODE, false},
        {HAL_MENU_ENTRIES, "1", MENU_ASK, HAL_MENU_WORKING, true},
        {HAL_MENU_ENTRIES, "2", MENU_SHOW, HAL_MENU_ENROL_USER, true},
        {HAL_MENU_ENTRIES, "3", MENU_ASK, HAL_MENU_WORKING, true},
        {HAL_MENU_ENTRIES, "4", MENU_ASK, HAL_MENU_WORKING, true},
        {HAL_MENU_ENTRIES, "5", MENU_SHOW, HAL_MENU_RESTART, true},
        {HAL_MENU_ENTRIES, "0", MENU_SHOW, HAL_MENU_CLOSED, false},
        {HAL_MENU_ENTRIES, "6", MENU_SHOW, HAL_MENU_ENTRIES, false},
        {HAL_MENU_ENTRIES, "11", MENU_SHOW, HAL_MENU_ENTRIES, false},
        {HAL_MENU_WORKING, "1", MENU_SHOW, HAL_MENU_WORKING, false},
        {HAL_MENU_WORKING, "0", MENU_SHOW, HAL_MENU_WORKING, false},
        {HAL_MENU_ENROL_USER, "1", MENU_ASK, HAL_MENU_WORKING, true},
        {HAL_MENU_ENROL_USER, "999999999", MENU_ASK, HAL_MENU_WORKING, true},
        {HAL_MENU_ENROL_USER, "1000000000", MENU_SHOW, HAL_MENU_ENROL_USER, true},
        {HAL_MENU_ENROL_USER, "0", MENU_SHOW, HAL_MENU_ENTRIES, true},
        {HAL_MENU_ENROL_WHAT, "1", MENU_SHOW, HAL_MENU_ENROL_HAND, true},
        {HAL_MENU_ENROL_WHAT, "2", MENU_ASK, HAL_MENU_WORKING, true},
        {HAL_MENU_ENROL_WHAT, "3", MENU_ASK, HAL_MENU_WORKING, true},
        {HAL_MENU_ENROL_WHAT, "4", MENU_SHOW, HAL_MENU_ENROL_WHAT, false},
        {HAL_MENU_ENROL_WHAT, "0", MENU_SHOW, HAL_MENU_ENTRIES, true},
        {HAL_MENU_ENROL_HAND, "2", MENU_SHOW, HAL_MENU_ENROL_FINGER, true},
        {HAL_MENU_ENROL_HAND, "0", MENU_SHOW, HAL_MENU_ENROL_WHAT, true},
        {HAL_MENU_ENROL_FINGER, "5", MENU_ASK, HAL_MENU_WORKING, true},
        {HAL_MENU_ENROL_FINGER, "6", MENU_SHOW, HAL_MENU_ENROL_FINGER, false},
        {HAL_MENU_ENROL_FINGER, "0", MENU_SHOW, HAL_MENU_ENROL_HAND, true},
        {HAL_MENU_ENROL_RUNS, "0", MENU_ASK, HAL_MENU_WORKING, false},
        {HAL_MENU_ENROL_RUNS, "1", MENU_SHOW, HAL_MENU_ENROL_RUNS, false},
        {HAL_MENU_NETWORK, "1", MENU_ASK, HAL_MENU_WORKING, true},
        {HAL_MENU_NETWORK, "2", MENU_SHOW, HAL_MENU_ASK_ADDRESS, true},
        {HAL_MENU_NETWORK, "0", MENU_SHOW, HAL_MENU_ENTRIES, true},
        {HAL_MENU_ASK_ADDRESS, "255", MENU_SHOW, HAL_MENU_ASK_ADDRESS, true},
        {HAL_MENU_ASK_MASK, "30", MENU_SHOW, HAL_MENU_ASK_GATEWAY, true},
        {HAL_MENU_ASK_MASK, "31", MENU_SHOW, HAL_MENU_ASK_MASK, true},
        {HAL_MENU_ASK_MASK, "0", MENU_SHOW, HAL_MENU_ASK_MASK, true},
        {HAL_MENU_ASK_GATEWAY, "0", MENU_SHOW, HAL_MENU_SET_ADDRESS, true},
        {HAL_MENU_SET_ADDRESS, "1", MENU_ASK, HAL_MENU_WORKING, true},
        {HAL_MENU_SET_ADDRESS, "0", MENU_ASK, HAL_MENU_WORKING, true},
        {HAL_MENU_KEEP_ADDRESS, "1", MENU_ASK, HAL_MENU_WORKING, false},
        {HAL_MENU_KEEP_ADDRESS, "0", MENU_ASK, HAL_MENU_WORKING, false},
        {HAL_MENU_RESTART, "1", MENU_ASK, HAL_MENU_WORKING, true},
        {HAL_MENU_RESTART, "0", MENU_SHOW, HAL_MENU_ENTRIES, true},
        {HAL_MENU_SELF_TEST, "0", MENU_SHOW, HAL_MENU_ENTRIES, true},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        put(rows[i].from);
        int64_t until_ms = menu.until_ms;
        TEST_ASSERT_EQUAL_MESSAGE(rows[i].act, menu_digits(&menu, rows[i].digits, NOW + 1000), rows[i].digits);
        TEST_ASSERT_EQUAL_MESSAGE(rows[i].to, menu.view.page, rows[i].digits);
        TEST_ASSERT_EQUAL_MESSAGE(rows[i].is_longer, menu.until_ms > until_ms, rows[i].digits);
    }
}

void test_the_key_and_the_time_close_every_page(void) {
    for (int page = HAL_MENU_ASK_ID; page <= HAL_MENU_SELF_TEST; page++) {
        put((enum hal_menu_page)page);
        menu_key(&menu, NOW + 1);
        assert_forgotten();
        put((enum hal_menu_page)page);
        TEST_ASSERT_TRUE(menu_close(&menu, "test"));
        assert_forgotten();
        if (page == HAL_MENU_ENROL_RUNS) {
            continue; /* it ends by itself */
        }
        int idle_ms = page == HAL_MENU_KEEP_ADDRESS ? 90000 : MENU_IDLE_MS;
        put((enum hal_menu_page)page);
        TEST_ASSERT_EQUAL(1, menu_left_ms(&menu, NOW + idle_ms - 1, 99));
        TEST_ASSERT_EQUAL(99, menu_left_ms(&menu, NOW, 99));
        TEST_ASSERT_FALSE(menu_expire(&menu, NOW + idle_ms - 1));
        TEST_ASSERT_EQUAL(0, menu_left_ms(&menu, NOW + idle_ms + 5, 99));
        TEST_ASSERT_TRUE(menu_expire(&menu, NOW + idle_ms));
        assert_forgotten();
    }
    TEST_ASSERT_FALSE(menu_close(&menu, "test"));
    TEST_ASSERT_FALSE(menu_expire(&menu, INT64_MAX));
    TEST_ASSERT_EQUAL(99, menu_left_ms(&menu, NOW, 99));
}

void test_an_enrolment_holds_it_open_until_it_is_over(void) {
    put(HAL_MENU_ENROL_RUNS);
    TEST_ASSERT_EQUAL(MENU_LOOK_MS, menu_left_ms(&menu, NOW, 60000));
    TEST_ASSERT_EQUAL(9, menu_left_ms(&menu, NOW, 9));
    TEST_ASSERT_FALSE(menu_expire(&menu, NOW + 10 * MENU_IDLE_MS));
    menu_enrolled(&menu, NOW + 10 * MENU_IDLE_MS);
    TEST_ASSERT_EQUAL(HAL_MENU_ENROL_WHAT, menu.view.page);
    TEST_ASSERT_TRUE(menu_expire(&menu, NOW + 11 * MENU_IDLE_MS));
    put(HAL_MENU_NETWORK);
    menu_enrolled(&menu, NOW);
    TEST_ASSERT_EQUAL(HAL_MENU_NETWORK, menu.view.page);
}

void test_who_may_not_open_it_is_asked_again_and_told_no_more_than_that(void) {
    static const struct {
        int r;
        enum hal_menu_note note;
        unsigned wait_s;
    } rows[] = {{E_PASSWORD_WRONG, HAL_MENU_REFUSED, 0}, {E_THROTTLED, HAL_MENU_WAIT, 4}, {E_IO, HAL_MENU_FAILED, 0}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct menu_admission admission = admitted();
        admission.r = rows[i].r;
        admission.wait_s = 4;
        put(HAL_MENU_ASK_CODE);
        menu_admitted(&menu, &admission, NOW + 1000);
        struct hal_display_menu view;
        menu_view(&menu, &view);
        TEST_ASSERT_EQUAL(HAL_MENU_ASK_ID, view.page);
        TEST_ASSERT_EQUAL(rows[i].note, view.note);
        TEST_ASSERT_EQUAL(rows[i].wait_s, view.wait_s);
        TEST_ASSERT_EQUAL(0, view.entry_count);
        TEST_ASSERT_EQUAL(0, menu.by.userid);
        TEST_ASSERT_EQUAL(0, menu.may);
        TEST_ASSERT_EQUAL_STRING("", menu.id);
    }
}

void test_what_came_of_it_is_said_where_it_was_chosen(void) {
    static const struct {
        enum hal_menu_page from;
        const char *digits;
        int r;
        enum hal_menu_page page;
        enum hal_menu_note note;
    } rows[] = {
        {HAL_MENU_ENTRIES, "1", 0, HAL_MENU_ENTRIES, HAL_MENU_DONE},
        {HAL_MENU_ENTRIES, "1", E_THROTTLED, HAL_MENU_ENTRIES, HAL_MENU_WAIT},
        {HAL_MENU_ENTRIES, "1", E_IO, HAL_MENU_ENTRIES, HAL_MENU_FAILED},
        {HAL_MENU_ENTRIES, "1", E_SESSION_ENDED, HAL_MENU_CLOSED, HAL_MENU_NOTHING},
        {HAL_MENU_ENTRIES, "3", 0, HAL_MENU_NETWORK, HAL_MENU_NOTHING},
        {HAL_MENU_ENTRIES, "4", 0, HAL_MENU_SELF_TEST, HAL_MENU_NOTHING},
        {HAL_MENU_ENTRIES, "4", E_NOMEM, HAL_MENU_ENTRIES, HAL_MENU_FAILED},
        {HAL_MENU_ENROL_USER, "5", E_ABOVE_LEVEL, HAL_MENU_ENROL_USER, HAL_MENU_FORBIDDEN},
        {HAL_MENU_ENROL_USER, "5", E_FORBIDDEN, HAL_MENU_ENROL_USER, HAL_MENU_FORBIDDEN},
        {HAL_MENU_ENROL_WHAT, "3", E_ENROL_BUSY, HAL_MENU_ENROL_WHAT, HAL_MENU_BUSY},
        {HAL_MENU_ENROL_WHAT, "3", E_PASSWORD_NEEDED, HAL_MENU_ENROL_WHAT, HAL_MENU_FORBIDDEN},
        {HAL_MENU_ENROL_WHAT, "2", E_OFFLINE, HAL_MENU_ENROL_WHAT, HAL_MENU_OFFLINE},
        {HAL_MENU_ENROL_WHAT, "2", E_MODULE_FULL, HAL_MENU_ENROL_WHAT, HAL_MENU_FULL},
        {HAL_MENU_ENROL_WHAT, "2", 0, HAL_MENU_ENROL_RUNS, HAL_MENU_NOTHING},
        {HAL_MENU_ENROL_RUNS, "0", 0, HAL_MENU_ENROL_WHAT, HAL_MENU_NOTHING},
        {HAL_MENU_NETWORK, "1", 0, HAL_MENU_NETWORK, HAL_MENU_DONE},
        {HAL_MENU_NETWORK, "1", E_PROVISIONAL_PENDING, HAL_MENU_NETWORK, HAL_MENU_PENDING},
        {HAL_MENU_SET_ADDRESS, "1", E_ADDRESS_INVALID, HAL_MENU_ASK_ADDRESS, HAL_MENU_INVALID},
        {HAL_MENU_SET_ADDRESS, "1", E_GATEWAY_OUTSIDE, HAL_MENU_ASK_ADDRESS, HAL_MENU_INVALID},
        {HAL_MENU_SET_ADDRESS, "1", E_OFFLINE, HAL_MENU_NETWORK, HAL_MENU_OFFLINE},
        {HAL_MENU_SET_ADDRESS, "0", 0, HAL_MENU_NETWORK, HAL_MENU_NOTHING},
        {HAL_MENU_KEEP_ADDRESS, "1", 0, HAL_MENU_NETWORK, HAL_MENU_DONE},
        {HAL_MENU_KEEP_ADDRESS, "1", E_CONFIRM_UNKNOWN, HAL_MENU_NETWORK, HAL_MENU_UNDONE},
        {HAL_MENU_KEEP_ADDRESS, "0", 0, HAL_MENU_NETWORK, HAL_MENU_UNDONE},
        {HAL_MENU_RESTART, "1", 0, HAL_MENU_ENTRIES, HAL_MENU_DONE},
        {HAL_MENU_RESTART, "1", E_IO, HAL_MENU_ENTRIES, HAL_MENU_FAILED},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char what[64];
        (void)snprintf(what, sizeof(what), "row %zu: %s, %d", i, rows[i].digits, rows[i].r);
        struct menu_result result = {.r = rows[i].r};
        result.wait_s = rows[i].r == E_THROTTLED ? 1800 : 0;
        put(rows[i].from);
        TEST_ASSERT_EQUAL_MESSAGE(MENU_ASK, menu_digits(&menu, rows[i].digits, NOW), what);
        menu_did(&menu, &result, NOW);
        TEST_ASSERT_EQUAL_MESSAGE(rows[i].page, menu.view.page, what);
        TEST_ASSERT_EQUAL_MESSAGE(rows[i].note, menu.view.note, what);
        TEST_ASSERT_EQUAL_MESSAGE(rows[i].note == HAL_MENU_WAIT ? 1800 : 0, menu.view.wait_s, what);
    }
}

void test_what_is_offered_is_what_may_be_done(void) {
    static const struct {
        unsigned may;
        enum hal_menu_page page;
        const char *keys; /* that are offered */
    } rows[] = {
        {MENU_MAY_ENROL | MENU_MAY_NETWORK, HAL_MENU_ENTRIES, "123450"},
        {MENU_MAY_ENROL, HAL_MENU_ENTRIES, "12450"},
        {MENU_MAY_NETWORK, HAL_MENU_ENTRIES, "13450"},
        {0, HAL_MENU_ENTRIES, "1450"},
        {MENU_HAS_FINGER | MENU_HAS_FACE, HAL_MENU_ENROL_WHAT, "1230"},
        {MENU_HAS_FACE, HAL_MENU_ENROL_WHAT, "230"},
        {0, HAL_MENU_ENROL_WHAT, "30"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct hal_display_menu view;
        char keys[HAL_DISPLAY_ENTRIES_MAX + 1] = "";
        put(rows[i].page);
        menu.may = rows[i].may;
        menu_view(&menu, &view);
        for (size_t j = 0; j < view.entry_count; j++) {
            keys[j] = view.entries[j].key;
        }
        TEST_ASSERT_EQUAL_STRING(rows[i].keys, keys);
        for (char key = '0'; key <= '9'; key++) {
            char one[] = {key, '\0'};
            put(rows[i].page);
            menu.may = rows[i].may;
            (void)menu_digits(&menu, one, NOW);
            TEST_ASSERT_EQUAL_MESSAGE(strchr(rows[i].keys, key) == NULL, menu.view.page == rows[i].page, one);
        }
    }
}

void test_which_finger(void) {
    static const struct {
        const char *keys;
        uint8_t finger;
    } rows[] = {{"111", 0}, {"112", 1}, {"115", 4}, {"121", 9}, {"122", 8}, {"125", 5}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        put(HAL_MENU_ENROL_WHAT);
        type(rows[i].keys, MENU_ASK, HAL_MENU_WORKING);
        TEST_ASSERT_EQUAL(MENU_TASK_ENROL, menu.job.task);
        TEST_ASSERT_EQUAL(ENROL_FACTOR_FINGER, menu.job.factor);
        TEST_ASSERT_EQUAL_MESSAGE(rows[i].finger, menu.job.finger, rows[i].keys);
        TEST_ASSERT_EQUAL(12, menu.job.userid);
    }
}

/* Types the parts of addresses with dots between, as a person does with OK. */
static void type_parts(const char *parts) {
    char part[8];
    while (*parts != '\0') {
        size_t len = strcspn(parts, ".");
        (void)snprintf(part, sizeof(part), "%.*s", (int)len, parts);
        (void)menu_digits(&menu, part, NOW);
        parts += parts[len] == '.' ? len + 1 : len;
    }
}

void test_an_address_is_typed_part_by_part(void) {
    put(HAL_MENU_ASK_ADDRESS);
    type_parts("192.168");
    TEST_ASSERT_EQUAL_STRING("192.168.", menu.view.address);
    type_parts("256");
    TEST_ASSERT_EQUAL(HAL_MENU_INVALID, menu.view.note);
    TEST_ASSERT_EQUAL_STRING("192.168.", menu.view.address);
    type_parts("1.50");
    TEST_ASSERT_EQUAL_STRING("192.168.1.50", menu.view.address);
    TEST_ASSERT_EQUAL(HAL_MENU_ASK_MASK, menu.view.page);
    type_parts("23");
    TEST_ASSERT_EQUAL_STRING("255.255.254.0", menu.view.mask);
    type_parts("192.168.0.1");
    TEST_ASSERT_EQUAL_STRING("192.168.0.1", menu.view.gateway);
    type("1", MENU_ASK, HAL_MENU_WORKING);
    TEST_ASSERT_EQUAL(MENU_TASK_SET_ADDRESS, menu.job.task);
    TEST_ASSERT_FALSE(menu.job.dhcp);
    TEST_ASSERT_EQUAL_STRING("192.168.1.50", menu.job.address);
    TEST_ASSERT_EQUAL_STRING("255.255.254.0", menu.job.mask);
    TEST_ASSERT_EQUAL_STRING("192.168.0.1", menu.job.gateway);
}

void test_an_address_that_no_device_can_have_is_asked_for_anew(void) {
    put(HAL_MENU_ASK_ADDRESS);
    type_parts("127.0.0.1");
    TEST_ASSERT_EQUAL(HAL_MENU_ASK_ADDRESS, menu.view.page);
    TEST_ASSERT_EQUAL(HAL_MENU_INVALID, menu.view.note);
    TEST_ASSERT_EQUAL_STRING("", menu.view.address);
    type_parts("10.0.0.9");
    TEST_ASSERT_EQUAL_STRING("10.0.0.9", menu.view.address);
}

void test_no_gateway_and_dhcp_leave_nothing_of_what_was_typed(void) {
    put(HAL_MENU_SET_ADDRESS);
    TEST_ASSERT_EQUAL_STRING("9.1.2.4", menu.view.gateway);
    type("0", MENU_ASK, HAL_MENU_WORKING);
    did(0);
    type("2", MENU_SHOW, HAL_MENU_ASK_ADDRESS);
    type_parts("9.1.2.3.8.0");
    TEST_ASSERT_EQUAL(HAL_MENU_SET_ADDRESS, menu.view.page);
    TEST_ASSERT_EQUAL_STRING("", menu.view.gateway);
    type("0", MENU_ASK, HAL_MENU_WORKING);
    did(0);
    type("1", MENU_ASK, HAL_MENU_WORKING);
    TEST_ASSERT_TRUE(menu.job.dhcp);
    TEST_ASSERT_EQUAL_STRING("", menu.job.address);
}

void test_an_address_that_comes_later_is_shown(void) {
    struct menu_result result = {.links = {{WAN_MODE_ETHERNET, LEASE_STATE_ASKING, ""}}, .link_count = 1};
    struct hal_menu_link later = {WAN_MODE_ETHERNET, LEASE_STATE_BOUND, "10.0.0.9"};
    put(HAL_MENU_ENTRIES);
    type("3", MENU_ASK, HAL_MENU_WORKING);
    menu_did(&menu, &result, NOW);
    TEST_ASSERT_EQUAL(MENU_LOOK_MS, menu_left_ms(&menu, NOW, 60000));
    TEST_ASSERT_FALSE(menu_links(&menu, result.links, 1));
    TEST_ASSERT_TRUE(menu_links(&menu, &later, 1));
    TEST_ASSERT_EQUAL_STRING("10.0.0.9", menu.view.links[0].address);
    TEST_ASSERT_FALSE(menu_links(&menu, &later, 1));
    type("0", MENU_SHOW, HAL_MENU_ENTRIES);
    TEST_ASSERT_FALSE(menu_links(&menu, result.links, 1));
}

void test_a_code_counts_five_minutes_for_what_asks_for_one_again(void) {
    put(HAL_MENU_ENTRIES);
    TEST_ASSERT_EQUAL(MENU_ASK, menu_digits(&menu, "4", NOW + 299999));
    TEST_ASSERT_TRUE(menu.job.by.fresh);
    TEST_ASSERT_EQUAL(7, menu.job.by.userid);
    put(HAL_MENU_ENTRIES);
    TEST_ASSERT_EQUAL(MENU_ASK, menu_digits(&menu, "4", NOW + 300000));
    TEST_ASSERT_FALSE(menu.job.by.fresh);
}

/* From every page, also from one that somebody else has opened: what was typed or opened there is gone. */
void test_the_initial_card_asks_for_the_code(void) {
    for (int page = HAL_MENU_CLOSED; page <= HAL_MENU_SELF_TEST; page++) {
        put((enum hal_menu_page)page);
        menu_card(&menu, "12", NOW + 5);
        TEST_ASSERT_EQUAL(HAL_MENU_ASK_CODE, menu.view.page);
        TEST_ASSERT_EQUAL_STRING("12", menu.id);
        TEST_ASSERT_EQUAL_UINT32(0, menu.by.userid);
        TEST_ASSERT_EQUAL_INT64(NOW + 5 + MENU_IDLE_MS, menu.until_ms);
        TEST_ASSERT_EQUAL(MENU_ADMIT, menu_digits(&menu, "604713", NOW + 6));
    }
}

/* --- The log ------------------------------------------------------------------------------------------------------------ */

void test_the_menu_is_in_the_log_page_by_page(void) {
    transitions_follow("terminal", "menu");
    put(HAL_MENU_ENROL_RUNS);
    menu_enrolled(&menu, NOW);
    menu_key(&menu, NOW);
    assert_transitions("from=closed to=id by=key\n"
                       "from=id to=code by=digits\n"
                       "from=code to=entries by=code\n"
                       "from=entries to=enrolUser by=digits\n"
                       "from=enrolUser to=working by=digits\n"
                       "from=working to=enrolWhat by=result\n"
                       "from=enrolWhat to=working by=digits\n"
                       "from=working to=enrolRuns by=result\n"
                       "from=enrolRuns to=enrolWhat by=\"enrolment over\"\n"
                       "from=enrolWhat to=closed by=key\n");
    menu_card(&menu, "7", NOW);
    TEST_ASSERT_TRUE(menu_expire(&menu, NOW + MENU_IDLE_MS));
    assert_transitions("from=closed to=code by=\"initial card\"\n"
                       "from=code to=closed by=time\n");
}

void test_a_menu_that_is_refused_or_closed_is_in_the_log(void) {
    struct menu_admission refused = {.r = E_PASSWORD_WRONG};
    put(HAL_MENU_ASK_CODE);
    transitions_follow("terminal", "menu");
    menu_admitted(&menu, &refused, NOW);
    TEST_ASSERT_TRUE(menu_close(&menu, "credential"));
    assert_transitions("from=code to=id by=code\n"
                       "from=id to=closed by=credential\n");
    put(HAL_MENU_WORKING);
    assert_transitions("from=closed to=id by=key\n"
                       "from=id to=code by=digits\n"
                       "from=code to=entries by=code\n"
                       "from=entries to=working by=digits\n");
    did(E_SESSION_ENDED);
    put(HAL_MENU_ENTRIES);
    type("0", MENU_SHOW, HAL_MENU_CLOSED);
    assert_transitions("from=working to=closed by=\"session ended\"\n"
                       "from=closed to=id by=key\n"
                       "from=id to=code by=digits\n"
                       "from=code to=entries by=code\n"
                       "from=entries to=closed by=digits\n");
}
