/* What a worker does for the administrator's menu, and the desk between the two. */
#include "core/machine/menu_jobs.h"

#include <stdio.h>
#include <string.h>

#include "core/accounts/roles.h"
#include "core/door/door.h"
#include "core/door/menu_acts.h"
#include "core/door/menu_desk.h"
#include "core/settings/provisional.h"
#include "core/settings/settings.h"
#include "core/users/enrol.h"
#include "core/users/users.h"
#include "hal/hal.h"
#include "store/base/audit.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "util/err.h"

static struct fixture t;
static struct menu_result result;
static const struct actor admin = {.account = "admin", .level = 16, .peer = "-", .call = "test", .fresh = true};

void setUp(void) {
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada", 16, 0, "604713");
    fixture_add_user(&t, 8, "Bob", 0, 0, NULL);
}

void tearDown(void) {
    fixture_down(&t);
}

static void set_own_password(const char *password) {
    struct setting_machine_param values = {0};
    struct settings_result saved;
    (void)snprintf(values.keypad_password, sizeof(values.keypad_password), "%s", password);
    struct settings_change change = {
        .page = SETTING_PAGE_MACHINE_PARAM, .values = &values, .given = SETTING_MACHINE_PARAM_KEYPAD_PASSWORD};
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &admin, &change, &saved));
}

/* Who has opened the menu. */
static struct menu_admission opened(const char *id, const char *code) {
    struct menu_admission admission;
    menu_admit(t.core, id, code, &admission);
    TEST_ASSERT_EQUAL(0, admission.r);
    admission.by.fresh = true;
    return admission;
}

static struct menu_job job_of(const struct actor *by, enum menu_task task) {
    return (struct menu_job){.task = task, .by = *by};
}

static int run(const struct menu_job *job) {
    menu_jobs_do(t.core, job, &result);
    return result.r;
}

static struct menu_job card_of(const struct actor *by, uint32_t userid) {
    struct menu_job job = job_of(by, MENU_TASK_ENROL);
    job.userid = userid;
    job.factor = ENROL_FACTOR_CARD;
    return job;
}

static bool exists(uint32_t userid, struct user *ret_user) {
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, 4096);
    return users_get(t.core, userid, &arena, ret_user) == 0;
}

struct seen {
    const char *call;
    unsigned count;
};

static int count_row(void *ctx, const struct store_audit_row *row) {
    struct seen *seen = ctx;
    if (strcmp(row->call, seen->call) == 0) {
        seen->count++;
        TEST_ASSERT_EQUAL_STRING("keypad", row->peer);
    }
    return 0;
}

static unsigned audit_rows(void) {
    struct seen seen = {.call = "menu"};
    TEST_ASSERT_EQUAL(0, store_audit_read(t.core->store, 100, count_row, &seen));
    return seen.count;
}

void test_a_new_id_becomes_a_user_who_is_enrolled(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job find = job_of(&by, MENU_TASK_FIND_USER), job = card_of(&by, 12);
    struct user user;
    find.userid = 12;
    TEST_ASSERT_EQUAL(0, run(&find));
    TEST_ASSERT_TRUE(result.is_new);
    TEST_ASSERT_FALSE(exists(12, &user));
    TEST_ASSERT_EQUAL(0, run(&job));
    TEST_ASSERT_TRUE(exists(12, &user));
    TEST_ASSERT_EQUAL(0, user.level);
    TEST_ASSERT_TRUE(enrol_goes_on(t.core));
    TEST_ASSERT_TRUE(enrol_takes_card(t.core, 5550001, false));
    enrol_upkeep(t.core);
    TEST_ASSERT_FALSE(enrol_goes_on(t.core));
    TEST_ASSERT_TRUE(exists(12, &user));
    TEST_ASSERT_EQUAL_UINT64(5550001, user.cardno);
    TEST_ASSERT_EQUAL_UINT(3, audit_rows()); /* the user, that it began, the card */
}

void test_a_user_is_named(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job find = job_of(&by, MENU_TASK_FIND_USER);
    find.userid = 8;
    TEST_ASSERT_EQUAL(0, run(&find));
    TEST_ASSERT_FALSE(result.is_new);
    TEST_ASSERT_EQUAL_STRING("Bob", result.name);
}

void test_one_at_a_time_and_who_holds_it(void) {
    struct actor by = opened("7", "604713").by;
    struct enrol_wish wish = {.userid = 8, .factor = ENROL_FACTOR_CARD};
    struct users_refusal refusal = {0};
    struct menu_job job = card_of(&by, 12);
    struct user user;
    TEST_ASSERT_EQUAL(0, enrol_start(t.core, &admin, &wish, &refusal));
    TEST_ASSERT_EQUAL(E_ENROL_BUSY, run(&job));
    TEST_ASSERT_EQUAL_STRING("admin", result.holder);
    TEST_ASSERT_FALSE_MESSAGE(exists(12, &user), "nobody is added for an enrolment that does not begin");
}

void test_the_password_of_the_keypad_makes_no_administrator(void) {
    set_own_password("407231");
    struct actor by = opened("0", "407231").by;
    struct menu_job find = job_of(&by, MENU_TASK_FIND_USER), job = card_of(&by, 7);
    find.userid = 7;
    TEST_ASSERT_EQUAL(E_ABOVE_LEVEL, run(&find));
    TEST_ASSERT_EQUAL(E_ABOVE_LEVEL, run(&job));
    TEST_ASSERT_FALSE(enrol_goes_on(t.core));
    job.userid = 8;
    TEST_ASSERT_EQUAL(0, run(&job));
    TEST_ASSERT_TRUE(enrol_goes_on(t.core));
}

void test_who_opened_it_by_the_password_enrols_to_the_end(void) {
    set_own_password("4072");
    struct actor by = opened(MENU_OWN_ID, "4072").by;
    struct menu_job job = card_of(&by, 8);
    struct user user;
    TEST_ASSERT_EQUAL(0, run(&job));
    TEST_ASSERT_TRUE(enrol_takes_card(t.core, 5550001, false));
    enrol_upkeep(t.core);
    TEST_ASSERT_FALSE(enrol_goes_on(t.core));
    TEST_ASSERT_TRUE(exists(8, &user));
    TEST_ASSERT_EQUAL_UINT64(5550001, user.cardno);
}

void test_a_password_that_is_taken_away_ends_what_it_has_begun(void) {
    set_own_password("4072");
    struct actor by = opened(MENU_OWN_ID, "4072").by;
    struct menu_job job = card_of(&by, 8);
    struct user user;
    TEST_ASSERT_EQUAL(0, run(&job));
    set_own_password("");
    TEST_ASSERT_TRUE(enrol_takes_card(t.core, 5550001, false));
    enrol_upkeep(t.core);
    TEST_ASSERT_FALSE(enrol_goes_on(t.core));
    TEST_ASSERT_TRUE(exists(8, &user));
    TEST_ASSERT_EQUAL_UINT64(0, user.cardno);
}

void test_an_administrator_is_enrolled_by_a_code_typed_just_now(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job job = card_of(&by, 7);
    job.by.fresh = false;
    TEST_ASSERT_EQUAL(E_FORBIDDEN, run(&job));
    job.by.fresh = true;
    TEST_ASSERT_EQUAL(0, run(&job));
}

static void set_rights(enum right user, enum right network) {
    struct roles_change changes[15] = {0};
    struct roles_refusal refusal;
    uint32_t revision = 0;
    for (unsigned i = 0; i < 15; i++) {
        changes[i].level = (uint8_t)(i + 1);
        if (i + 1 >= 9) {
            changes[i].right[FUNCTION_GROUP_ADV_SETTING] = RIGHT_WRITE;
            changes[i].right[FUNCTION_GROUP_USER] = (uint8_t)user;
            changes[i].right[FUNCTION_GROUP_NETWORK] = (uint8_t)network;
        }
    }
    TEST_ASSERT_EQUAL(0, roles_save(t.core, &admin, NULL, changes, 15, &revision, &refusal));
}

void test_a_right_that_is_missing_or_lost(void) {
    fixture_add_user(&t, 9, "Eve", 9, 0, "604715");
    set_rights(RIGHT_READ, RIGHT_READ);
    struct menu_admission eve = opened("9", "604715");
    struct menu_job enrol = card_of(&eve.by, 8), network = job_of(&eve.by, MENU_TASK_SET_ADDRESS);
    struct menu_job test = job_of(&eve.by, MENU_TASK_TEST), restart = job_of(&eve.by, MENU_TASK_RESTART);
    TEST_ASSERT_EQUAL_UINT(0, eve.may & (MENU_MAY_ENROL | MENU_MAY_NETWORK));
    TEST_ASSERT_EQUAL_UINT(MENU_HAS_FINGER, eve.may & (MENU_HAS_FINGER | MENU_HAS_FACE));
    TEST_ASSERT_EQUAL(E_FORBIDDEN, run(&enrol));
    network.dhcp = true;
    TEST_ASSERT_EQUAL(E_FORBIDDEN, run(&network));
    TEST_ASSERT_EQUAL(0, run(&test));
    set_rights(RIGHT_WRITE, RIGHT_READ);
    TEST_ASSERT_EQUAL_UINT(MENU_MAY_ENROL, opened("9", "604715").may & (MENU_MAY_ENROL | MENU_MAY_NETWORK));
    set_rights(RIGHT_READ, RIGHT_WRITE);
    TEST_ASSERT_EQUAL_UINT(MENU_MAY_NETWORK, opened("9", "604715").may & (MENU_MAY_ENROL | MENU_MAY_NETWORK));
    TEST_ASSERT_EQUAL(0, users_delete(t.core, &admin, 9));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, run(&test));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, run(&restart));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, run(&network));
}

static struct menu_job address_of(const struct actor *by, const char *address) {
    struct menu_job job = job_of(by, MENU_TASK_SET_ADDRESS);
    (void)snprintf(job.address, sizeof(job.address), "%s", address);
    (void)snprintf(job.mask, sizeof(job.mask), "255.255.255.0");
    return job;
}

static const char *address_now(void) {
    return settings_get(t.core)->values.ethernet.address;
}

void test_an_address_is_kept_or_goes_back(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job set = address_of(&by, "10.0.0.9"), other = address_of(&by, "10.0.0.8"),
                    undo = job_of(&by, MENU_TASK_UNDO_ADDRESS), keep = job_of(&by, MENU_TASK_KEEP_ADDRESS);
    TEST_ASSERT_EQUAL(0, run(&set));
    TEST_ASSERT_EQUAL_UINT(90, result.wait_s);
    TEST_ASSERT_EQUAL_STRING("10.0.0.9", address_now());
    TEST_ASSERT_EQUAL(E_PROVISIONAL_PENDING, run(&other));
    TEST_ASSERT_EQUAL(0, run(&undo));
    TEST_ASSERT_EQUAL_STRING("", address_now());
    TEST_ASSERT_EQUAL(E_CONFIRM_UNKNOWN, run(&keep));
    TEST_ASSERT_EQUAL(0, run(&set));
    TEST_ASSERT_EQUAL(0, run(&keep));
    fake_hal_advance(&t.fake, 90000);
    provisional_expire(t.core);
    TEST_ASSERT_EQUAL_STRING("10.0.0.9", address_now());
    TEST_ASSERT_EQUAL(0, run(&set));
    TEST_ASSERT_EQUAL_UINT(0, result.wait_s); /* nothing differs */
}

static const struct setting_internet *internet_now(void) {
    return &settings_get(t.core)->values.internet;
}

void test_a_fixed_address_keeps_the_name_servers_of_dhcp(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job broadcast = address_of(&by, "10.0.0.255"), set = address_of(&by, "10.0.0.9");
    t.fake.net.states[WAN_MODE_ETHERNET].dns[0] = 0x0a000001;
    t.fake.net.states[WAN_MODE_ETHERNET].dns[1] = 0x0a000002;
    TEST_ASSERT_EQUAL(E_ADDRESS_INVALID, run(&broadcast));
    TEST_ASSERT_EQUAL_STRING("", internet_now()->dns1); /* of an address that cannot be, nothing is stored */
    TEST_ASSERT_EQUAL(0, run(&set));
    TEST_ASSERT_EQUAL_STRING("10.0.0.1", internet_now()->dns1);
    TEST_ASSERT_EQUAL_STRING("10.0.0.2", internet_now()->dns2);
}

void test_a_fixed_address_leaves_name_servers_alone_that_are_stored(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job first = address_of(&by, "10.0.0.9"), keep = job_of(&by, MENU_TASK_KEEP_ADDRESS),
                    second = address_of(&by, "10.0.0.8");
    TEST_ASSERT_EQUAL(0, run(&first)); /* DHCP gave none */
    TEST_ASSERT_EQUAL_STRING("", internet_now()->dns1);
    TEST_ASSERT_EQUAL(0, run(&keep));
    t.fake.net.states[WAN_MODE_ETHERNET].dns[0] = 0x0a000001;
    TEST_ASSERT_EQUAL(0, run(&second)); /* the address was fixed before */
    TEST_ASSERT_EQUAL_STRING("", internet_now()->dns1);
}

void test_an_address_that_cannot_be(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job broadcast = address_of(&by, "10.0.0.255"), outside = address_of(&by, "10.0.0.9");
    (void)snprintf(outside.gateway, sizeof(outside.gateway), "10.0.1.1");
    TEST_ASSERT_EQUAL(E_ADDRESS_INVALID, run(&broadcast));
    TEST_ASSERT_EQUAL(E_GATEWAY_OUTSIDE, run(&outside));
    TEST_ASSERT_EQUAL_STRING("", address_now());
}

void test_the_restart_is_asked_for_and_audited(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job restart = job_of(&by, MENU_TASK_RESTART);
    TEST_ASSERT_EQUAL(0, run(&restart));
    TEST_ASSERT_EQUAL_UINT(1, audit_rows());
}

/* As the terminal's thread and a worker do it, one after the other. */
static bool work(const struct menu_job *job) {
    menu_desk_ask(t.core, door_menu_desk(t.core), job);
    TEST_ASSERT_EQUAL_INT64(0, menu_jobs_due_ms(t.core));
    menu_jobs_upkeep(t.core);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, menu_jobs_due_ms(t.core));
    return menu_desk_take(door_menu_desk(t.core), &result);
}

static void leave(void) {
    menu_desk_leave(t.core, door_menu_desk(t.core));
    if (menu_jobs_due_ms(t.core) == 0) {
        menu_jobs_upkeep(t.core);
    }
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, menu_jobs_due_ms(t.core));
    TEST_ASSERT_FALSE(menu_desk_take(door_menu_desk(t.core), &result));
}

void test_who_leaves_ends_what_was_begun(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job set = address_of(&by, "10.0.0.9"), enrol = card_of(&by, 8);
    TEST_ASSERT_TRUE(work(&set));
    TEST_ASSERT_EQUAL_STRING("10.0.0.9", address_now());
    leave();
    TEST_ASSERT_EQUAL_STRING("", address_now());
    TEST_ASSERT_TRUE(work(&enrol));
    TEST_ASSERT_TRUE(enrol_goes_on(t.core));
    leave();
    TEST_ASSERT_FALSE(enrol_goes_on(t.core));
    leave(); /* nothing more */
}

void test_who_leaves_ends_nothing_of_others_and_nothing_that_was_kept(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job set = address_of(&by, "10.0.0.9"), keep = job_of(&by, MENU_TASK_KEEP_ADDRESS);
    struct menu_job enrol = card_of(&by, 8);
    struct enrol_wish wish = {.userid = 8, .factor = ENROL_FACTOR_CARD};
    struct users_refusal refusal = {0};
    TEST_ASSERT_TRUE(work(&set));
    TEST_ASSERT_TRUE(work(&keep));
    leave();
    TEST_ASSERT_EQUAL_STRING("10.0.0.9", address_now());
    TEST_ASSERT_TRUE(work(&enrol));
    TEST_ASSERT_TRUE(enrol_takes_card(t.core, 5550001, false));
    enrol_upkeep(t.core);
    menu_desk_enrolled(door_menu_desk(t.core));
    TEST_ASSERT_EQUAL(0, enrol_start(t.core, &admin, &wish, &refusal));
    leave();
    TEST_ASSERT_TRUE(enrol_goes_on(t.core));
}

static void save_address(const char *address) {
    struct setting_ethernet values = {.mode = ADDRESS_MODE_FIXED};
    struct settings_result saved;
    (void)snprintf(values.address, sizeof(values.address), "%s", address);
    (void)snprintf(values.mask, sizeof(values.mask), "255.255.255.0");
    struct settings_change change = {.page = SETTING_PAGE_ETHERNET,
                                     .values = &values,
                                     .given = SETTING_ETHERNET_MODE | SETTING_ETHERNET_ADDRESS | SETTING_ETHERNET_MASK};
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &admin, &change, &saved));
    TEST_ASSERT_TRUE(saved.confirm_seconds > 0);
}

/* Meanwhile somebody has undone it in the console, and has another one waiting. */
void test_the_address_of_somebody_else_is_neither_kept_nor_undone(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job set = address_of(&by, "10.0.0.9"), keep = job_of(&by, MENU_TASK_KEEP_ADDRESS),
                    undo = job_of(&by, MENU_TASK_UNDO_ADDRESS);
    TEST_ASSERT_TRUE(work(&set));
    TEST_ASSERT_EQUAL(0, provisional_revert(t.core, &admin));
    save_address("10.0.0.7");
    leave();
    TEST_ASSERT_EQUAL_STRING("10.0.0.7", address_now());
    TEST_ASSERT_EQUAL(0, provisional_revert(t.core, &admin));
    TEST_ASSERT_TRUE(work(&set));
    TEST_ASSERT_EQUAL(0, result.r);
    TEST_ASSERT_EQUAL(0, provisional_revert(t.core, &admin));
    save_address("10.0.0.7");
    TEST_ASSERT_TRUE(work(&undo));
    TEST_ASSERT_EQUAL(E_CONFIRM_UNKNOWN, result.r);
    TEST_ASSERT_TRUE(work(&keep));
    TEST_ASSERT_EQUAL(E_CONFIRM_UNKNOWN, result.r);
    TEST_ASSERT_EQUAL_STRING("10.0.0.7", address_now());
    fake_hal_advance(&t.fake, 90000);
    provisional_expire(t.core);
    TEST_ASSERT_EQUAL_STRING_MESSAGE("", address_now(), "nobody has confirmed it");
}

void test_what_could_not_be_kept_goes_back_with_the_menu(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job set = address_of(&by, "10.0.0.9"), keep = job_of(&by, MENU_TASK_KEEP_ADDRESS);
    TEST_ASSERT_TRUE(work(&set));
    TEST_ASSERT_EQUAL(0, users_delete(t.core, &admin, 7));
    TEST_ASSERT_TRUE(work(&keep));
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, result.r);
    TEST_ASSERT_EQUAL_STRING("10.0.0.9", address_now());
    leave();
    TEST_ASSERT_EQUAL_STRING("", address_now());
}

void test_the_enrolment_of_somebody_else_goes_on(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job enrol = card_of(&by, 8), cancel = job_of(&by, MENU_TASK_CANCEL);
    struct enrol_wish wish = {.userid = 8, .factor = ENROL_FACTOR_CARD};
    struct users_refusal refusal = {0};
    TEST_ASSERT_TRUE(work(&enrol));
    TEST_ASSERT_EQUAL(0, enrol_cancel(t.core, &admin));
    TEST_ASSERT_EQUAL(0, enrol_start(t.core, &admin, &wish, &refusal));
    leave();
    TEST_ASSERT_TRUE(enrol_goes_on(t.core));
    TEST_ASSERT_EQUAL(0, enrol_cancel(t.core, &admin));
    TEST_ASSERT_TRUE(work(&enrol));
    TEST_ASSERT_EQUAL(0, enrol_cancel(t.core, &admin));
    TEST_ASSERT_EQUAL(0, enrol_start(t.core, &admin, &wish, &refusal));
    TEST_ASSERT_TRUE(work(&cancel));
    TEST_ASSERT_TRUE(enrol_goes_on(t.core));
}

/* The menu closes while the worker is at it: what it has begun then ends at once, and nobody gets the result. */
void test_who_leaves_early_ends_what_is_being_begun(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_desk *desk = door_menu_desk(t.core);
    struct menu_job set = address_of(&by, "10.0.0.9"), links = job_of(&by, MENU_TASK_LINKS), next;
    menu_desk_ask(t.core, desk, &set);
    TEST_ASSERT_TRUE(menu_desk_next(desk, &next));
    menu_desk_leave(t.core, desk);
    menu_desk_ask(t.core, desk, &links); /* somebody opens it again meanwhile */
    TEST_ASSERT_EQUAL(0, run(&next));
    menu_desk_done(t.core, desk, &next, &result);
    TEST_ASSERT_FALSE(menu_desk_take(desk, &result));
    TEST_ASSERT_TRUE(menu_desk_next(desk, &next));
    TEST_ASSERT_EQUAL(MENU_TASK_UNDO_ADDRESS, next.task);
    TEST_ASSERT_EQUAL(0, run(&next));
    menu_desk_done(t.core, desk, &next, &result);
    TEST_ASSERT_FALSE(menu_desk_take(desk, &result));
    menu_jobs_upkeep(t.core);
    TEST_ASSERT_TRUE(menu_desk_take(desk, &result));
    TEST_ASSERT_EQUAL_size_t(2, result.link_count);
    TEST_ASSERT_EQUAL_STRING("", address_now());
}

void test_what_was_asked_for_and_not_begun_is_not_done(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job set = address_of(&by, "10.0.0.9");
    menu_desk_ask(t.core, door_menu_desk(t.core), &set);
    leave();
    TEST_ASSERT_EQUAL_STRING("", address_now());
}

/* --- What is told of a user, and of an address ----------------------------------------------------------------------------- */

void test_a_user_above_who_asks_is_named_and_left_alone(void) {
    fixture_add_user(&t, 9, "Eve", 9, 0, "604715");
    set_rights(RIGHT_WRITE, RIGHT_WRITE);
    struct actor by = opened("9", "604715").by;
    struct menu_job find = job_of(&by, MENU_TASK_FIND_USER);
    fixture_add_user(&t, 10, "Reached", (uint8_t)actor_reach(&by), 0, NULL);
    fixture_add_user(&t, 11, "Above", (uint8_t)(actor_reach(&by) + 1), 0, NULL);
    find.userid = 7;
    TEST_ASSERT_EQUAL(E_ABOVE_LEVEL, run(&find));
    TEST_ASSERT_EQUAL_STRING("Ada", result.name);
    TEST_ASSERT_FALSE(result.is_new);
    find.userid = 8;
    TEST_ASSERT_EQUAL(0, run(&find));
    TEST_ASSERT_EQUAL_STRING("Bob", result.name);
    find.userid = 10;
    TEST_ASSERT_EQUAL(0, run(&find));
    find.userid = 11;
    TEST_ASSERT_EQUAL(E_ABOVE_LEVEL, run(&find));
}

/* A user who was added and one who was there. */
void test_whether_the_user_was_added(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job job = card_of(&by, 8);
    TEST_ASSERT_EQUAL(0, run(&job));
    TEST_ASSERT_FALSE(result.is_new);
    enrol_cancel_own(t.core, job.mark);
}

void test_all_of_an_address_is_set(void) {
    const struct setting_ethernet *ethernet = NULL;
    struct actor by = opened("7", "604713").by;
    struct menu_job set = address_of(&by, "10.0.0.9"), dhcp = job_of(&by, MENU_TASK_SET_ADDRESS),
                    keep = job_of(&by, MENU_TASK_KEEP_ADDRESS);
    (void)snprintf(set.gateway, sizeof(set.gateway), "10.0.0.1");
    TEST_ASSERT_EQUAL(0, run(&set));
    TEST_ASSERT_EQUAL(0, run(&keep));
    ethernet = &settings_get(t.core)->values.ethernet;
    TEST_ASSERT_EQUAL(ADDRESS_MODE_FIXED, ethernet->mode);
    TEST_ASSERT_EQUAL_STRING("255.255.255.0", ethernet->mask);
    TEST_ASSERT_EQUAL_STRING("10.0.0.1", ethernet->gateway);
    dhcp.dhcp = true;
    TEST_ASSERT_EQUAL(0, run(&dhcp));
    ethernet = &settings_get(t.core)->values.ethernet;
    TEST_ASSERT_EQUAL(ADDRESS_MODE_DHCP, ethernet->mode);
    TEST_ASSERT_EQUAL_STRING("10.0.0.9", ethernet->address); /* kept for the day it is wanted again */
    TEST_ASSERT_EQUAL_STRING("10.0.0.1", ethernet->gateway);
}

/* Each task asks for the right of its page. */
void test_each_task_asks_for_its_own_right(void) {
    static const struct {
        enum menu_task task;
        bool is_user, is_network;
    } all[] = {
        {MENU_TASK_FIND_USER, true, false}, {MENU_TASK_LINKS, false, true}, {MENU_TASK_KEEP_ADDRESS, false, true}};
    fixture_add_user(&t, 9, "Eve", 9, 0, "604715");
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        set_rights(RIGHT_WRITE, RIGHT_WRITE);
        struct actor by = opened("9", "604715").by;
        struct menu_job job = job_of(&by, all[i].task);
        job.userid = 8;
        TEST_ASSERT_NOT_EQUAL(E_FORBIDDEN, run(&job));
        set_rights(all[i].is_user ? RIGHT_READ : RIGHT_WRITE, all[i].is_network ? RIGHT_READ : RIGHT_WRITE);
        TEST_ASSERT_EQUAL(E_FORBIDDEN, run(&job));
    }
}

/* The links are told with whatever was asked. */
void test_links_are_told_with_each_answer(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job job = job_of(&by, MENU_TASK_LINKS);
    TEST_ASSERT_EQUAL(0, run(&job));
    size_t links = result.link_count;
    TEST_ASSERT_GREATER_THAN(0, links);
    job.task = MENU_TASK_CANCEL;
    TEST_ASSERT_EQUAL(0, run(&job));
    TEST_ASSERT_EQUAL(links, result.link_count);
}

void test_the_test_of_the_terminal_gives_its_results(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job job = job_of(&by, MENU_TASK_TEST);
    TEST_ASSERT_EQUAL(0, run(&job));
    TEST_ASSERT_EQUAL(HAL_CHECK_GOOD, result.checks[HAL_PART_DISPLAY]);
}

void test_a_task_that_is_none_does_nothing(void) {
    struct actor by = opened("7", "604713").by;
    struct menu_job job = job_of(&by, MENU_TASK_NONE);
    TEST_ASSERT_EQUAL(0, run(&job));
    TEST_ASSERT_EQUAL_UINT(0, audit_rows());
}
