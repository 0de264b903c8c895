#include "bulk_job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/users/users.h"
#include "store/upload.h"
#include "unity.h"

#define RUNS_MAX 10000
#define ROW_MAX 64
#define WRONG_MAX 100

static struct bulk_job *current;

/* In the place of the fake clock: it goes on by itself where a test says so. */
static int64_t ticking(void *ctx) {
    struct fake_hal *fake = ctx;
    return (int64_t)atomic_fetch_add(&fake->mono_ms, current->tick_ms) + current->tick_ms;
}

void bulk_job_up(struct bulk_job *job) {
    memset(job, 0, sizeof(*job));
    current = job;
    fixture_up(&job->t);
    job->t.fake.hal.clock.mono_ms = ticking;
    fixture_add_user(&job->t, 8, "Officer", 8, 0, "735846");
    job->admin = (struct actor){
        .session = 1, .account = "admin", .level = 16, .fresh = true, .call = "bulkStart", .peer = "192.0.2.1"};
    job->officer = (struct actor){.session = 2,
                                  .account = "8",
                                  .userid = 8,
                                  .level = 8,
                                  .fresh = true,
                                  .call = "bulkStart",
                                  .name = "Officer",
                                  .peer = "192.0.2.8"};
}

void bulk_job_down(struct bulk_job *job) {
    /* Not asserted: after a failure an assertion would end this before the terminal is taken down. */
    int r = store_upload_drop(job->t.home, STORE_UPLOAD_BULK);
    (void)r;
    fixture_down(&job->t);
}

int bulk_job_send(struct bulk_job *job, const struct actor *by, enum bulk_kind kind, const void *data, size_t len) {
    const struct bulk_piece piece = {
        .kind = kind, .total = (int64_t)len, .name = "people.csv", .data = data, .len = len};
    job->field = NULL;
    return bulk_upload(job->t.core, by, &piece, &job->received, &job->field);
}

int bulk_job_send_text(struct bulk_job *job, const struct actor *by, const char *text) {
    return bulk_job_send(job, by, BULK_KIND_USERS, text, strlen(text));
}

int bulk_job_check(struct bulk_job *job, const struct actor *by, enum bulk_existing existing) {
    const struct store_bulk_form form = {.delimiter = DELIMITER_COMMA,
                                         .existing = existing,
                                         .columns = {BULK_FIELD_USERID, BULK_FIELD_USERNAME, BULK_FIELD_CARDNO,
                                                     BULK_FIELD_LEVEL, BULK_FIELD_GROUP, BULK_FIELD_SHIFT},
                                         .column_count = 6};
    return bulk_check(job->t.core, by, &form);
}

int bulk_job_edit(struct bulk_job *job, const struct actor *by, const uint32_t *ids, size_t count,
                  const struct user_change *change) {
    const struct user_query query = {.given = 0};
    const struct bulk_edit_asked asked = {.query = &query, .ids = ids, .id_count = count, .change = change};
    job->field = NULL;
    return bulk_edit(job->t.core, by, &asked, &job->field);
}

const struct store_bulk *bulk_job_state(struct bulk_job *job, const struct actor *by) {
    bulk_view(job->t.core, by, &job->view);
    return &job->view.state;
}

void bulk_job_run(struct bulk_job *job) {
    TEST_ASSERT_LESS_OR_EQUAL_INT64(core_mono_ms(job->t.core), bulk_due_ms(job->t.core));
    bulk_upkeep(job->t.core);
}

void bulk_job_work(struct bulk_job *job) {
    for (unsigned n = 0; n < RUNS_MAX; n++) {
        const enum bulk_step step = bulk_job_state(job, &job->admin)->step;
        if (step != BULK_STEP_CHECKING && step != BULK_STEP_WRITING) {
            return;
        }
        bulk_job_run(job);
    }
    TEST_FAIL_MESSAGE("it does not end");
}

void bulk_job_checked(struct bulk_job *job, const struct actor *by, const char *text) {
    TEST_ASSERT_EQUAL_INT(0, bulk_job_send_text(job, by, text));
    TEST_ASSERT_EQUAL_INT(0, bulk_job_check(job, by, BULK_EXISTING_REPLACE));
    bulk_job_work(job);
    TEST_ASSERT_EQUAL_INT(BULK_STEP_CHECKED, bulk_job_state(job, by)->step);
}

int bulk_job_user(struct bulk_job *job, uint32_t userid, struct arena *arena, struct user *ret_user) {
    return users_get(job->t.core, userid, arena, ret_user);
}

bool bulk_job_is_there(struct bulk_job *job, uint32_t userid) {
    _cleanup_(arena_done) struct arena arena;
    struct user user;
    arena_init(&arena, 8192);
    return bulk_job_user(job, userid, &arena, &user) == 0;
}

const char *bulk_job_wrong(struct bulk_job *job, uint32_t after, size_t limit) {
    static char text[WRONG_MAX * ROW_MAX];
    _cleanup_(arena_done) struct arena arena;
    struct bulk_wrong *wrong = NULL;
    size_t count = 0, len = 0;
    uint32_t total = 0;
    arena_init(&arena, (size_t)256 * 1024);
    TEST_ASSERT_EQUAL_INT(0, bulk_errors(job->t.core, &job->admin, after, limit, &arena, &wrong, &count, &total));
    TEST_ASSERT_EQUAL_UINT32(bulk_job_state(job, &job->admin)->counts.bad, total);
    TEST_ASSERT_LESS_OR_EQUAL_size_t(WRONG_MAX, count);
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%u %u %s %s;", wrong[i].line, wrong[i].userid,
                                wrong[i].field, err_name(wrong[i].err));
    }
    return text;
}

bool bulk_job_has(struct bulk_job *job, const char *name) {
    char path[STORE_UPLOAD_PATH_MAX];
    (void)snprintf(path, sizeof(path), "%s/bulk/%s", job->t.dir, name);
    return access(path, F_OK) == 0;
}

char *bulk_job_rows(uint32_t from, unsigned count) {
    char *text = malloc((size_t)count * ROW_MAX + 1);
    size_t len = 0;
    TEST_ASSERT_NOT_NULL(text);
    text[0] = '\0';
    for (unsigned i = 0; i < count; i++) {
        len += (size_t)snprintf(text + len, ROW_MAX, "%u,Person %u\n", (unsigned)(from + i), i);
    }
    return text;
}
