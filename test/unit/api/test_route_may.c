/* Who may make which call, by the table of rights, and by a super session. */
#include "api/route_may.h"

#include "core/base/actor.h"
#include "core/base/rights.h"
#include "unity.h"

#define GROUP FUNCTION_GROUP_ADV_SETTING

static struct rights_table rights;
static struct actor reader, writer, nobody, super;

void setUp(void) {
    rights = (struct rights_table){0};
    rights.right[3][GROUP] = RIGHT_READ;
    rights.right[5][GROUP] = RIGHT_WRITE;
    reader = (struct actor){.account = "7", .userid = 7, .level = 3};
    writer = (struct actor){.account = "8", .userid = 8, .level = 5};
    nobody = actor_nobody("192.0.2.1", "call");
    super = (struct actor){.account = "engineer", .userid = ACTOR_USERID_ENGINEER, .super = true};
}

void tearDown(void) {
}

/* One letter each who may: reader, writer, admin, nobody, the engineer. */
static void check(const char *expected, enum api_access access, bool or_super) {
    const struct api_route route = {.access = access, .group = GROUP, .or_super = or_super};
    const struct actor admin = {.account = "admin", .level = 16};
    const struct actor *const all[] = {&reader, &writer, &admin, &nobody, &super};
    char may[] = "-----";
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        may[i] = api_may(&rights, all[i], &route) ? "rwane"[i] : '-';
    }
    TEST_ASSERT_EQUAL_STRING(expected, may);
}

void test_calls_that_ask_for_no_right(void) {
    check("rwane", API_ACCESS_NONE, false);
    check("rwane", API_ACCESS_OPEN, false);
    check("rwane", API_ACCESS_SESSION, false); /* that there is one is the walker's to see */
}

void test_rights_are_those_of_the_level(void) {
    check("rwa--", API_ACCESS_READ, false);
    check("-wa--", API_ACCESS_WRITE, false);
}

/* Admin has every right of the table, but not the engineer password. */
void test_a_super_session_is_a_right_of_its_own(void) {
    check("----e", API_ACCESS_SUPER, false);
}

void test_where_a_super_session_does_as_well(void) {
    check("rwa-e", API_ACCESS_READ, true);
    check("-wa-e", API_ACCESS_WRITE, true);
}

/* A raised session keeps the permissions of its account. */
void test_a_raised_session_has_both(void) {
    reader.super = true;
    check("r---e", API_ACCESS_SUPER, false);
    check("rwa-e", API_ACCESS_WRITE, true);
    check("-wa--", API_ACCESS_WRITE, false);
    check("rwa--", API_ACCESS_READ, false);
}
