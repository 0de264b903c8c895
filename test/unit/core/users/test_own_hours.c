/* Nobody changes what the own hours are measured by: not through an account of one's own making, and by none of the ways that lead
 * there. Ada (7) made 8, who made 9; Bea (20) was made by admin. */
#include "core/users/users.h"

#include "core/base/actor.h"
#include "core/records/corrections.h"
#include "core/records/leave.h"
#include "core/rules/holidays.h"
#include "core/rules/hours.h"
#include "core/rules/shifts.h"
#include "core/time/clock.h"
#include "core/time/local_time.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"

#define GROUP 3

static struct fixture t;
static const char *field;
static struct users_refusal refusal;

static const struct actor admin = {
    .session = 1, .account = "admin", .level = 16, .fresh = true, .peer = "-", .call = "edituser"};
static const struct actor ada = {.account = "7", .userid = 7, .level = 8, .peer = "-", .call = "edituser"};
static const struct actor made = {.session = 2,
                                  .account = "8",
                                  .fresh = true,
                                  .userid = 8,
                                  .level = 8,
                                  .sponsor = 7,
                                  .peer = "-",
                                  .call = "edituser"};
static const struct actor made_twice = {
    .account = "9", .userid = 9, .level = 8, .sponsor = 7, .peer = "-", .call = "edituser"};
static const struct actor key = {.account = "key 1",
                                 .userid = ACTOR_USERID_KEY,
                                 .key_id = 1,
                                 .maker = 9,
                                 .sponsor = 7,
                                 .level = 8,
                                 .peer = "-",
                                 .call = "edituser"};
static const struct actor bea = {.account = "20", .userid = 20, .level = 8, .peer = "-", .call = "edituser"};

static void set_maker(uint32_t userid, uint32_t sponsor, uint32_t maker) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_set_sponsor(t.core->store, userid, sponsor, maker));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

static int edit(const struct actor *by, struct user values, enum user_field given) {
    struct users_saved saved;
    const struct user_change change = {.values = values, .given = VALUE_BIT(given)};
    refusal = (struct users_refusal){0};
    return users_edit(t.core, by, &change, &saved, &refusal);
}

static int assign(const struct actor *by, struct shifts_wish wish) {
    uint32_t id = 0;
    return shifts_assign(t.core, by, &wish, &id, &field);
}

void setUp(void) {
    struct rules_saved saved;
    const struct shift_change shift = {.values = {.number = 1, .on_duty = 480}, .given = VALUE_BIT(SHIFT_ON_DUTY)};
    const struct group_change group = {.values = {.number = GROUP}};
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada", 8, 0, "402913");
    fixture_add_user(&t, 8, "Made", 8, 0, "402914");
    fixture_add_user(&t, 9, "Made twice", 8, 0, "402915");
    fixture_add_user(&t, 20, "Bea", 8, 0, "402916");
    fixture_add_user(&t, 30, "Worker", 0, 0, NULL);
    set_maker(8, 7, 7);
    set_maker(9, 7, 8);
    TEST_ASSERT_EQUAL(0, shifts_save(t.core, &admin, &shift, &saved, &field));
    TEST_ASSERT_EQUAL(0, hours_save_group(t.core, &admin, &group, &saved, &field));
}

void tearDown(void) {
    fixture_down(&t);
}

void test_an_account_counts_as_everybody_who_made_it(void) {
    static const struct {
        const struct actor *by;
        uint32_t userid;
        int expected;
    } cases[] = {
        {&ada, 7, E_OWN_HOURS},
        {&ada, 8, 0},
        {&ada, 20, 0},
        {&ada, 30, 0},
        {&made, 7, E_OWN_HOURS},
        {&made, 8, E_OWN_HOURS},
        {&made, 9, 0},
        {&made, 20, 0},
        {&made_twice, 7, E_OWN_HOURS},
        {&made_twice, 8, E_OWN_HOURS},
        {&made_twice, 9, E_OWN_HOURS},
        {&made_twice, 20, 0},
        {&made_twice, 30, 0},
        {&key, 7, E_OWN_HOURS},
        {&key, 8, E_OWN_HOURS},
        {&key, 9, E_OWN_HOURS},
        {&key, 20, 0},
        {&bea, 7, 0},
        {&bea, 20, E_OWN_HOURS},
        {&admin, 7, 0},
        {&admin, 0, 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].expected, users_check_own_hours(t.core, cases[i].by, cases[i].userid),
                                  cases[i].by->account);
    }
}

void test_the_one_behind_all_is_known_where_an_account_between_was_deleted(void) {
    TEST_ASSERT_EQUAL(0, users_delete(t.core, &admin, 8));
    TEST_ASSERT_EQUAL(E_OWN_HOURS, users_check_own_hours(t.core, &made_twice, 7));
    TEST_ASSERT_EQUAL(0, users_check_own_hours(t.core, &made_twice, 20));
    TEST_ASSERT_EQUAL(
        0, assign(&made_twice,
                  (struct shifts_wish){.group = GROUP, .shift = 1})); /* none of these accounts is in the group */
}

void test_accounts_that_gave_each_other_passwords_end_the_search(void) {
    set_maker(7, 0, 8);
    TEST_ASSERT_EQUAL(E_OWN_HOURS, users_check_own_hours(t.core, &made, 7));
    TEST_ASSERT_EQUAL(E_OWN_HOURS, users_check_own_hours(t.core, &made_twice, 8));
    TEST_ASSERT_EQUAL(0, users_check_own_hours(t.core, &made_twice, 20));
}

void test_who_gives_a_password_is_the_maker(void) {
    struct users_saved saved;
    uint32_t maker = 0;
    struct user_change change = {.values = {.userid = 31, .username = "New", .level = 2},
                                 .given = VALUE_BIT(USER_USERNAME) | VALUE_BIT(USER_LEVEL) | VALUE_BIT(USER_PASSWORD)};
    change.password = "739158";
    TEST_ASSERT_EQUAL(0, users_add(t.core, &made, &change, false, &saved, &refusal));
    TEST_ASSERT_EQUAL(0, store_users_maker(t.core->store, 31, &maker));
    TEST_ASSERT_EQUAL(8, maker);
    change.password = "739159";
    TEST_ASSERT_EQUAL(0, users_edit(t.core, &admin, &change, &saved, &refusal));
    TEST_ASSERT_EQUAL(0, store_users_maker(t.core->store, 31, &maker));
    TEST_ASSERT_EQUAL(0, maker);
}

void test_of_the_own_user_what_hours_are_measured_by_is_somebody_elses(void) {
    static const struct {
        enum user_field given;
        struct user values;
        const char *field;
    } cases[] = {
        {USER_SHIFT, {.userid = 7, .shift = 1}, "shift"},
        {USER_GROUP, {.userid = 7, .group = GROUP}, "group"},
        {USER_VALID_FROM, {.userid = 7, .valid_from = 20260601}, "validFrom"},
        {USER_VALID_TO, {.userid = 7, .valid_to = 20991231}, "validTo"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        TEST_ASSERT_EQUAL(E_OWN_HOURS, edit(&ada, cases[i].values, cases[i].given));
        TEST_ASSERT_EQUAL_STRING(cases[i].field, refusal.field);
        TEST_ASSERT_EQUAL(E_OWN_HOURS, edit(&made_twice, cases[i].values, cases[i].given));
        TEST_ASSERT_EQUAL(0, edit(&bea, cases[i].values, cases[i].given));
        TEST_ASSERT_EQUAL(0, edit(&ada, cases[i].values, cases[i].given)); /* nothing differs any more */
    }
    TEST_ASSERT_EQUAL(0, edit(&ada, (struct user){.userid = 7, .username = "Ada B."}, USER_USERNAME));
}

void test_nobody_deletes_the_user_behind_the_own_account(void) {
    int results[2] = {0};
    const uint32_t ids[] = {7, 30};
    TEST_ASSERT_EQUAL(E_OWN_HOURS, users_delete(t.core, &made_twice, 7));
    TEST_ASSERT_EQUAL(0, users_delete_many(t.core, &made, ids, 2, results));
    TEST_ASSERT_EQUAL(E_OWN_HOURS, results[0]);
    TEST_ASSERT_EQUAL(0, results[1]);
    TEST_ASSERT_EQUAL(0, users_delete(t.core, &ada, 9));
}

void test_a_shift_of_the_own_group_is_given_and_taken_away_by_somebody_else(void) {
    uint32_t id = 0;
    const struct shifts_wish own = {.group = GROUP, .shift = 1};
    const struct shifts_wish other = {.group = GROUP + 1, .shift = 1};
    TEST_ASSERT_EQUAL(0, edit(&admin, (struct user){.userid = 7, .group = GROUP}, USER_GROUP));
    TEST_ASSERT_EQUAL(E_OWN_HOURS, assign(&ada, own));
    TEST_ASSERT_EQUAL_STRING("group", field);
    TEST_ASSERT_EQUAL(E_OWN_HOURS, assign(&made_twice, own));
    TEST_ASSERT_EQUAL(0, assign(&ada, other));
    TEST_ASSERT_EQUAL(0, shifts_assign(t.core, &bea, &own, &id, &field));
    TEST_ASSERT_EQUAL(E_OWN_HOURS, shifts_unassign(t.core, &ada, id));
    TEST_ASSERT_EQUAL(E_OWN_HOURS, shifts_unassign(t.core, &key, id));
    TEST_ASSERT_EQUAL(E_OWN_HOURS, hours_delete_group(t.core, &made, GROUP, true));
    TEST_ASSERT_EQUAL(0, shifts_unassign(t.core, &bea, id));
    TEST_ASSERT_EQUAL(0, hours_delete_group(t.core, &bea, GROUP, true));
}

void test_leave_and_punches_of_who_made_the_account(void) {
    const struct leave leave = {.userid = 7, .kind = LEAVE_KIND_SICK, .from = 20260601, .to = 20260602, .note = ""};
    const struct correction correction = {
        .userid = 7, .day = clock_today(t.core), .minute = 0, .status = PUNCH_STATUS_IN, .reason = "forgot"};
    uint32_t id = 0;
    int64_t seq = 0;
    TEST_ASSERT_EQUAL(E_OWN_HOURS, leave_add(t.core, &made, &leave, &id, &field));
    TEST_ASSERT_EQUAL(E_OWN_HOURS, corrections_add(t.core, &made_twice, &correction, &seq, &field));
    TEST_ASSERT_EQUAL(0, leave_add(t.core, &bea, &leave, &id, &field));
    TEST_ASSERT_EQUAL(E_OWN_HOURS, leave_delete(t.core, &made_twice, id));
}

static int grace(const struct actor *by, uint8_t number, int minutes) {
    struct rules_saved saved;
    const struct shift_change change = {.values = {.number = number, .late_grace = minutes},
                                        .given = VALUE_BIT(SHIFT_LATE_GRACE)};
    return shifts_save(t.core, by, &change, &saved, &field);
}

/* The usual shift, an own assignment, and one of the group. */
void test_a_shift_that_one_works_by_is_changed_by_somebody_else(void) {
    const struct shifts_wish wishes[] = {{.userid = 7, .shift = 2, .from = 20200101, .to = 20200102},
                                         {.group = GROUP, .shift = 3}};
    struct rules_saved saved;
    const struct shift_change name = {.values = {.number = 1, .name = "Early"}, .given = VALUE_BIT(SHIFT_NAME)};
    TEST_ASSERT_EQUAL(0, grace(&admin, 2, 1));
    TEST_ASSERT_EQUAL(0, grace(&admin, 3, 1));
    TEST_ASSERT_EQUAL(0, edit(&admin, (struct user){.userid = 7, .shift = 1}, USER_SHIFT));
    TEST_ASSERT_EQUAL(0, edit(&admin, (struct user){.userid = 7, .group = GROUP}, USER_GROUP));
    TEST_ASSERT_EQUAL(0, assign(&admin, wishes[0]));
    TEST_ASSERT_EQUAL(0, assign(&admin, wishes[1]));
    for (uint8_t number = 1; number <= 3; number++) {
        TEST_ASSERT_EQUAL(E_OWN_HOURS, grace(&ada, number, 30));
        TEST_ASSERT_EQUAL(E_OWN_HOURS, grace(&made_twice, number, 30));
        TEST_ASSERT_EQUAL(E_OWN_HOURS, shifts_delete(t.core, &ada, number, true));
        TEST_ASSERT_EQUAL(0, grace(&bea, number, 30));
    }
    TEST_ASSERT_EQUAL(0, shifts_save(t.core, &ada, &name, &saved, &field));
    TEST_ASSERT_EQUAL(0, grace(&ada, 4, 30));
    TEST_ASSERT_EQUAL(0, shifts_delete(t.core, &ada, 4, true));
    TEST_ASSERT_EQUAL(0, shifts_delete(t.core, &bea, 3, true));
}

static int holiday(const struct actor *by, uint8_t number, int days_from_today, bool yearly) {
    const uint32_t day = local_day_of(local_day_number(clock_today(t.core)) + days_from_today);
    struct rules_saved saved;
    const struct holidays_change change = {
        .holiday = {.number = number, .name = "Day off", .from = day, .to = day, .yearly = yearly}};
    return holidays_save(t.core, by, &change, &saved, &field);
}

void test_a_day_that_has_begun_is_made_a_holiday_by_somebody_else(void) {
    const uint8_t first = 1;
    uint32_t deleted = 0;
    TEST_ASSERT_EQUAL(0, holiday(&ada, 9, 0, false)); /* without a shift nothing is asked of her */
    TEST_ASSERT_EQUAL(0, edit(&admin, (struct user){.userid = 7, .shift = 1}, USER_SHIFT));
    TEST_ASSERT_EQUAL(E_OWN_HOURS, holiday(&ada, 1, 0, false));
    TEST_ASSERT_EQUAL_STRING("from", field);
    TEST_ASSERT_EQUAL(E_OWN_HOURS, holiday(&made, 1, -HOLIDAYS_RECENT_DAYS, false));
    TEST_ASSERT_EQUAL(E_OWN_HOURS, holiday(&ada, 1, -365, true));
    TEST_ASSERT_EQUAL(0, holiday(&ada, 1, -HOLIDAYS_RECENT_DAYS - 1, false));
    TEST_ASSERT_EQUAL(0, holiday(&ada, 1, 1, false));
    TEST_ASSERT_EQUAL(0, holiday(&bea, 1, 0, false));
    TEST_ASSERT_EQUAL(E_OWN_HOURS, holiday(&ada, 1, 1, false)); /* it is not taken away from today either */
    TEST_ASSERT_EQUAL(E_OWN_HOURS, holidays_delete(t.core, &ada, &first, 1, &deleted));
    TEST_ASSERT_EQUAL(0, holidays_delete(t.core, &bea, &first, 1, &deleted));
}
