/* Groups and shifts by name. */
#include "core/bulk/bulk_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bulk_job.h"
#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_name_files.h"
#include "core/rules/hours.h"
#include "store/upload.h"
#include "unity.h"

static struct bulk_job job;
static struct arena arena;
static struct bulk_names *names;

static void make_group(uint8_t number, const char *name) {
    struct group_change change = {.given = VALUE_BIT(GROUP_NUMBER) | VALUE_BIT(GROUP_NAME)};
    struct rules_saved saved;
    const char *field = NULL;
    change.values.number = number;
    change.values.name = name;
    TEST_ASSERT_EQUAL_INT(0, hours_save_group(job.t.core, &job.admin, &change, &saved, &field));
}

void setUp(void) {
    bulk_job_up(&job);
    arena_init(&arena, (size_t)64 * 1024);
    make_group(3, "Almac\xc3\xa9n");
    make_group(4, "Office");
    make_group(5, "OFFICE");
}

void tearDown(void) {
    free(names);
    names = NULL;
    arena_done(&arena);
    bulk_job_down(&job);
}

static void open_names(void) {
    const struct store_bulk_form form = {.columns = {BULK_FIELD_USERID, BULK_FIELD_GROUP}, .column_count = 2};
    free(names);
    names = NULL;
    TEST_ASSERT_EQUAL_INT(0, bulk_names_open(job.t.core, &form, &names));
    TEST_ASSERT_NOT_NULL(names);
}

static void assert_group(int number, const char *text) {
    uint8_t found = 99;
    bool is_out = true;
    int r = bulk_names_find(names, USER_GROUP, text, &found, &is_out);
    TEST_ASSERT_EQUAL_INT_MESSAGE(number < 0 ? number : 0, r, text);
    TEST_ASSERT_EQUAL_INT_MESSAGE(number < 0 ? 0 : number, found, text);
    TEST_ASSERT_FALSE(is_out);
}

void test_a_name_is_found_as_it_is_written_before_in_any_case(void) {
    open_names();
    assert_group(3, "Almac\xc3\xa9n");
    assert_group(3, "ALMACEN");
    assert_group(4, "Office");
    assert_group(5, "OFFICE");
    assert_group(E_GROUP_NAME, "office"); /* it could be either */
    assert_group(E_GROUP_NAME, "Sales");
    uint8_t number;
    bool is_out;
    TEST_ASSERT_EQUAL_INT(E_SHIFT_NAME, bulk_names_find(names, USER_SHIFT, "Office", &number, &is_out));
}

void test_without_their_columns_no_names_are_read(void) {
    const struct store_bulk_form form = {.columns = {BULK_FIELD_USERID}, .column_count = 1};
    TEST_ASSERT_EQUAL_INT(0, bulk_names_open(job.t.core, &form, &names));
    TEST_ASSERT_NULL(names);
}

void test_unknown_names_are_counted_and_bounded(void) {
    char text[32];
    open_names();
    bulk_names_note(names, USER_GROUP, "Sales", 7);
    bulk_names_note(names, USER_GROUP, "s\xc3\xa1les", 8);
    bulk_names_note(names, USER_SHIFT, "Sales", 9);
    TEST_ASSERT_EQUAL_size_t(2, names->seen_count);
    TEST_ASSERT_EQUAL_UINT32(2, names->seen[0].rows);
    TEST_ASSERT_EQUAL_UINT32(7, names->seen[0].line);
    for (unsigned i = 0; i < 2 * BULK_NAMES_MAX; i++) {
        (void)snprintf(text, sizeof(text), "name %u", i);
        bulk_names_note(names, USER_GROUP, text, i);
    }
    TEST_ASSERT_EQUAL_size_t(BULK_NAMES_MAX, names->seen_count);
}

static void use(const char *text, uint8_t number) {
    const struct bulk_name_use one = {.field = USER_GROUP, .number = number, .text = text};
    TEST_ASSERT_EQUAL_INT(0, bulk_use_names(job.t.core, &job.admin, &one, 1));
    bulk_job_work(&job);
}

void test_what_is_said_counts_over_what_is_defined_and_the_last_word_stays(void) {
    bulk_job_checked(&job, &job.admin, "201,A,,,office\n");
    TEST_ASSERT_EQUAL_UINT32(1, bulk_job_state(&job, &job.admin)->counts.bad);
    use("office", 4);
    TEST_ASSERT_EQUAL_UINT32(1, bulk_job_state(&job, &job.admin)->counts.added);
    use("Office", 2);
    open_names();
    assert_group(2, "office");
}

/* A power cut while it is written leaves a part of it: what was said is asked again, and nothing is refused. */
void test_what_is_left_of_a_file_that_is_cut_counts(void) {
    char path[STORE_UPLOAD_PATH_MAX];
    bulk_job_checked(&job, &job.admin, "201,A,,,Sales\n202,B,,,Guests\n");
    use("Sales", 3);
    use("Guests", 4);
    TEST_ASSERT_EQUAL_INT(0, bulk_path(job.t.core, BULK_NAME_USES, path));
    FILE *file = fopen(path, "r+");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_EQUAL_INT(0, fseek(file, 0, SEEK_END));
    TEST_ASSERT_EQUAL_INT(0, ftruncate(fileno(file), ftell(file) - 3));
    TEST_ASSERT_EQUAL_INT(0, fclose(file));
    open_names();
    assert_group(3, "Sales");
    assert_group(E_GROUP_NAME, "Guests");
}
