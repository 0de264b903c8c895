#include "api_world.h"

#include <string.h>

#include "audit_rows.h"
#include "store/store_impl.h"
#include "unity.h"

#define ARENA_CAP ((size_t)2 * 1024 * 1024)

#define STEPS_MAX 100000

static struct buf text;
static unsigned countdown; /* to the step that is interrupted */
static struct audit_rows audit;

void api_world_begin(struct api_world *world, struct core *core) {
    arena_init(&world->arena, ARENA_CAP);
    world->by = (struct actor){
        .session = 1, .account = "admin", .level = 16, .fresh = true, .peer = "192.0.2.1", .call = "call"};
    world->ctx = (struct api_ctx){.core = core, .actor = &world->by, .arena = &world->arena, .language = LANGUAGE_EN};
}

void api_world_up(struct api_world *world) {
    memset(world, 0, sizeof(*world));
    fixture_up(&world->t);
    api_world_begin(world, world->t.core);
}

void api_world_end(struct api_world *world) {
    buf_done(&text);
    arena_done(&world->arena);
}

void api_world_down(struct api_world *world) {
    api_world_end(world);
    fixture_down(&world->t);
}

void api_world_check(struct api_world *world, int code, const char *field, int answer) {
    TEST_ASSERT_EQUAL_INT(code, answer);
    if (field == NULL) {
        TEST_ASSERT_NULL(world->ctx.error_field);
    } else {
        TEST_ASSERT_EQUAL_STRING(field, world->ctx.error_field);
    }
    world->ctx.error_field = NULL;
}

void api_world_without_memory(struct api_world *world, size_t step, int (*call)(void)) {
    int code = CAT_SYSTEM_ERROR;
    unsigned refused = 0;
    for (size_t room = 0; code != CAT_OK && room < ARENA_CAP; room += step, refused++) {
        arena_done(&world->arena);
        world->arena.cap = room;
        code = call();
        TEST_ASSERT_TRUE(code == CAT_OK || code == CAT_SYSTEM_ERROR);
        TEST_ASSERT_NULL(world->ctx.error_field); /* not about a field */
    }
    world->arena.cap = ARENA_CAP;
    TEST_ASSERT_EQUAL_INT(CAT_OK, code);
    TEST_ASSERT_GREATER_THAN(1, refused);
}

static int interrupt(void *ctx) {
    (void)ctx;
    return countdown > 0 && --countdown == 0;
}

void api_world_interrupted(struct api_world *world, int (*call)(void)) {
    sqlite3 *db = world->ctx.core->store->db;
    int code = CAT_BUSY;
    unsigned steps = 0;
    for (unsigned place = 1; code != CAT_OK && place < STEPS_MAX; place += 1 + place / 4, steps++) {
        countdown = place;
        sqlite3_progress_handler(db, 1, interrupt, NULL);
        code = call();
        sqlite3_progress_handler(db, 0, NULL, NULL);
        TEST_ASSERT_EQUAL_INT(countdown == 0 ? CAT_BUSY : CAT_OK, code);
        TEST_ASSERT_NULL(world->ctx.error_field);
    }
    TEST_ASSERT_EQUAL_INT(CAT_OK, code);
    TEST_ASSERT_GREATER_THAN(1, steps);
}

const char *api_world_file(struct api_world *world, const struct api_file *file) {
    int r = 1;
    buf_done(&text);
    while (r == 1) {
        r = file->next(world->ctx.core, file->state, &text);
    }
    file->end(file->state);
    TEST_ASSERT_EQUAL_INT(0, r);
    return buf_text(&text);
}

void api_world_audit(struct api_world *world, const char *call, const char *object, const char *after) {
    audit_rows_read(world->ctx.core->store, &audit);
    TEST_ASSERT_GREATER_THAN(0, audit.count);
    TEST_ASSERT_EQUAL_STRING(call, audit.rows[0].call);
    TEST_ASSERT_EQUAL_STRING(object, audit.rows[0].object);
    TEST_ASSERT_TRUE_MESSAGE(after == NULL || strstr(audit.rows[0].after, after) != NULL, audit.rows[0].after);
}
