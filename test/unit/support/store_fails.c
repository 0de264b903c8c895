#include "store_fails.h"

#include <stdbool.h>

#include "store/store_impl.h"
#include "unity.h"
#include "util/arena.h"

#define PLACES_MAX 4000 /* places tried one by one; of a longer call as many more, ever further apart */

static unsigned countdown; /* to the failure */
static bool failed;

static int fails_now(void) {
    if (countdown == 0 || --countdown > 0) {
        return 0;
    }
    failed = true;
    return 1;
}

static int deny(void *ctx, int action, const char *one, const char *two, const char *database, const char *trigger) {
    (void)ctx;
    (void)action;
    (void)one;
    (void)two;
    (void)database;
    (void)trigger;
    return fails_now() ? SQLITE_DENY : SQLITE_OK;
}

static int interrupt_step(void *ctx) {
    (void)ctx;
    return fails_now();
}

/* So that all are prepared again. */
static void forget_statements(struct store *store) {
    for (unsigned module = 0; module < STORE_MODULE_COUNT; module++) {
        for (unsigned i = 0; i < STORE_STATEMENTS_MAX && module != STORE_MODULE_CORE; i++) {
            (void)sqlite3_finalize(store->statements[module][i]);
            store->statements[module][i] = NULL;
        }
    }
    for (unsigned i = 0; i < STORE_SHAPES_MAX; i++) {
        (void)sqlite3_finalize(store->shapes[i].statement);
        store->shapes[i] = (struct store_shape){0};
    }
}

static int call_once(struct store *store, store_call_fn *call, unsigned place, bool preparing) {
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    if (preparing) {
        forget_statements(store);
    }
    failed = false;
    countdown = place;
    (void)sqlite3_set_authorizer(store->db, preparing ? deny : NULL, NULL);
    sqlite3_progress_handler(store->db, preparing ? 0 : 1, preparing ? NULL : interrupt_step, NULL);
    int r = call(store);
    sqlite3_progress_handler(store->db, 0, NULL, NULL);
    (void)sqlite3_set_authorizer(store->db, NULL, NULL);
    store_abort(store);
    return r;
}

static void fail_at_each(struct store *store, store_call_fn *call, bool preparing, int expected) {
    for (unsigned place = 1; place < 100 * PLACES_MAX; place += 1 + (place > PLACES_MAX ? place / 8 : 0)) {
        int r = call_once(store, call, place, preparing);
        TEST_ASSERT_EQUAL_INT_MESSAGE(failed ? expected : 0, r, preparing ? "while preparing" : "while running");
        if (!failed) {
            TEST_ASSERT_TRUE(!preparing || place > 1);
            return;
        }
    }
    TEST_FAIL_MESSAGE("the call has no end");
}

void store_fails(struct store *store, store_call_fn *call) {
    fail_at_each(store, call, true, E_INTERNAL);
    fail_at_each(store, call, false, E_CANCELLED);
}

void store_fails_without_memory(struct store *store, struct arena *arena, store_call_fn *call) {
    const size_t cap = arena->cap;
    int r = E_NOMEM;
    size_t room = 0;
    for (; r < 0 && room < cap; room += 8) {
        arena_done(arena);
        arena->cap = room;
        r = call_once(store, call, 0, false);
        TEST_ASSERT_EQUAL_INT(r < 0 ? E_NOMEM : 0, r);
    }
    TEST_ASSERT_EQUAL_INT(0, r);
    TEST_ASSERT_GREATER_THAN_size_t(8, room);
    arena_done(arena);
    arena->cap = cap;
}
