/* Users of a file who could not enter: how many, why, and the first of them. */
#include "core/bulk/bulk_barred.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bulk_job.h"
#include "core/bulk/bulk_impl.h"
#include "folder_files.h"
#include "unity.h"

static struct bulk_job job;
static struct arena arena;
static struct bulk_barred_list list;

void setUp(void) {
    bulk_job_up(&job);
    arena_init(&arena, (size_t)1024 * 1024);
}

void tearDown(void) {
    arena_done(&arena);
    bulk_job_down(&job);
}

/* "obstacle group: rows (line id name, ...);" */
static const char *barred(void) {
    static char text[2048];
    size_t len = 0;
    text[0] = '\0';
    TEST_ASSERT_EQUAL_INT(0, bulk_barred_list(job.t.core, &arena, &list));
    for (size_t i = 0; i < list.reason_count; i++) {
        const struct bulk_barred_reason *reason = &list.reasons[i];
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%s %u: %u (", entry_obstacle_text_of(reason->obstacle),
                                reason->group, reason->rows);
        for (size_t p = 0; p < list.person_count; p++) {
            const struct bulk_barred_person *person = &list.people[p];
            if (person->obstacle == reason->obstacle && person->group == reason->group) {
                len += (size_t)snprintf(text + len, sizeof(text) - len, "%u %u %s,", person->line, person->userid,
                                        person->name);
            }
        }
        len += (size_t)snprintf(text + len, sizeof(text) - len, ");");
    }
    return text;
}

void test_rows_that_would_be_written_are_counted_by_reason(void) {
    fixture_add_user(&job.t, 20, "There", 0, 2000, NULL);
    bulk_job_checked(
        &job, &job.admin,
        "101,Ann,1,,7\n102,Bob,2,,1\n103,Cem,3,,7\n104,Dan,4,,0\n105,Eva,,,1\nx,Fay,,,7\n20,There,2000,,1\n");
    TEST_ASSERT_EQUAL_STRING("groupUndefined 7: 2 (1 101 Ann,3 103 Cem,);groupNever 0: 1 (4 104 Dan,);"
                             "noCredential 0: 1 (5 105 Eva,);",
                             barred());
    bulk_job_checked(&job, &job.admin, "20,,,,9\n");
    TEST_ASSERT_EQUAL_STRING("groupUndefined 9: 1 (1 20 There,);", barred());
    bulk_job_checked(&job, &job.admin, "20,Other\n");
    TEST_ASSERT_EQUAL_STRING("", barred());
}

void test_of_each_reason_the_first_are_listed(void) {
    char rows[2000] = "";
    for (unsigned i = 0; i < 40; i++) {
        (void)snprintf(rows + strlen(rows), sizeof(rows) - strlen(rows), "%u,Person %u,%u,,7\n", 101 + i, i, i + 1);
    }
    bulk_job_checked(&job, &job.admin, rows);
    TEST_ASSERT_EQUAL_STRING("groupUndefined 7: 40 (1 101 Person 0,2 102 Person 1,3 103 Person 2,4 104 Person 3,"
                             "5 105 Person 4,);",
                             barred());
}

void test_each_group_is_a_reason_of_its_own(void) {
    char rows[2000] = "";
    for (unsigned i = 0; i < 17; i++) {
        (void)snprintf(rows + strlen(rows), sizeof(rows) - strlen(rows), "%u,,%u,,%u\n", 101 + i, i + 1, i);
    }
    bulk_job_checked(&job, &job.admin, rows);
    TEST_ASSERT_EQUAL_INT(0, bulk_barred_list(job.t.core, &arena, &list));
    TEST_ASSERT_EQUAL_size_t(16, list.reason_count);
    TEST_ASSERT_EQUAL_size_t(16, list.person_count);
}

void test_a_change_of_many_is_looked_at_too(void) {
    const struct user_change change = {.values = {.username = "", .group = 5}, .given = GIVEN(GROUP)};
    fixture_add_user(&job.t, 20, "Ann", 0, 2000, NULL);
    TEST_ASSERT_EQUAL_INT(0, bulk_job_edit(&job, &job.admin, (const uint32_t[]){20}, 1, &change));
    bulk_job_work(&job);
    TEST_ASSERT_EQUAL_STRING("groupUndefined 5: 1 (0 20 Ann,);", barred());
}

void test_there_is_none_before_and_after(void) {
    TEST_ASSERT_EQUAL_STRING("", barred());
    bulk_job_checked(&job, &job.admin, "101,Ann,1,,7\n");
    TEST_ASSERT_TRUE(bulk_job_has(&job, BULK_BARRED));
    TEST_ASSERT_EQUAL_INT(0, bulk_start(job.t.core, &job.admin, false));
    TEST_ASSERT_EQUAL_STRING("", barred());
    bulk_job_work(&job);
    TEST_ASSERT_TRUE(bulk_job_is_there(&job, 101)); /* a warning, no refusal */
    TEST_ASSERT_EQUAL_STRING("", barred());
    TEST_ASSERT_FALSE(bulk_job_has(&job, BULK_BARRED));
}

void test_a_damaged_file_is_none(void) {
    char folder[80];
    bulk_job_checked(&job, &job.admin, "101,Ann,1,,7\n");
    (void)snprintf(folder, sizeof(folder), "%s/bulk", job.t.dir);
    folder_write_text(folder, BULK_BARRED, "another job took the file meanwhile, and wrote this into it, as it may be");
    TEST_ASSERT_EQUAL_INT(E_BUSY, bulk_barred_list(job.t.core, &arena, &list));
}
