#include "store_fails.h"

#include <stdbool.h>

#include "store/store_impl.h"
#include "unity.h"
#include "util/arena.h"

#define PLACES_MAX 4000 /* places tried one by one; in a longer call as many more, at growing distances */

static unsigned countdown; /* steps until the failure */
static bool failed;

static int interrupt_step(void *ctx) {
    (void)ctx;
    if (countdown == 0 || --countdown > 0) {
        return 0;
    }
    failed = true;
    return 1;
}

/* Returns a place where a connection caches a statement; NULL after the last. Leaves out those that begin and end
 * transactions. */
static sqlite3_stmt **statement_at(struct store *store, unsigned number) {
    const unsigned modules = (STORE_MODULE_COUNT - 1) * STORE_STATEMENTS_MAX;

    if (number < modules) {
        return &store->statements[STORE_MODULE_CORE + 1 + number / STORE_STATEMENTS_MAX][number % STORE_STATEMENTS_MAX];
    }
    return number < modules + STORE_SHAPES_MAX ? &store->shapes[number - modules].statement : NULL;
}

/* Removes it, so that it is prepared again. */
static void forget(struct store *store, unsigned number) {
    sqlite3_stmt **slot = statement_at(store, number);

    (void)sqlite3_finalize(*slot);
    *slot = NULL;
    for (unsigned i = 0; i < STORE_SHAPES_MAX; i++) {
        if (store->shapes[i].statement == NULL) {
            store->shapes[i] = (struct store_shape){0};
        }
    }
}

static int call_once(struct store *store, store_call_fn *call) {
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    sqlite3_progress_handler(store->db, countdown > 0 ? 1 : 0, interrupt_step, NULL);
    int r = call(store);
    sqlite3_progress_handler(store->db, 0, NULL, NULL);
    store_abort(store);
    return r;
}

static void prepare_fails(struct store *store, store_call_fn *call) {
    (void)sqlite3_limit(store->db, SQLITE_LIMIT_SQL_LENGTH, 16); /* enough to begin and to roll back */
    int r = call_once(store, call);
    (void)sqlite3_limit(store->db, SQLITE_LIMIT_SQL_LENGTH, 1000000);
    TEST_ASSERT_EQUAL_INT_MESSAGE(E_TOO_LARGE, r, "while preparing");
}

/* Removes all statements, then one after the other, while SQLite rejects SQL of its length. */
static void fail_preparing(struct store *store, store_call_fn *call) {
    for (unsigned i = 0; statement_at(store, i) != NULL; i++) {
        forget(store, i);
    }
    prepare_fails(store, call);
    TEST_ASSERT_EQUAL_INT(0, call_once(store, call));
    for (unsigned i = 0; statement_at(store, i) != NULL; i++) {
        if (*statement_at(store, i) == NULL) {
            continue;
        }
        forget(store, i);
        prepare_fails(store, call);
        TEST_ASSERT_EQUAL_INT(0, call_once(store, call));
    }
}

static void fail_running(struct store *store, store_call_fn *call) {
    for (unsigned place = 1; place < 100 * PLACES_MAX; place += 1 + (place > PLACES_MAX ? place / 8 : 0)) {
        failed = false;
        countdown = place;
        int r = call_once(store, call);
        countdown = 0;
        TEST_ASSERT_EQUAL_INT_MESSAGE(failed ? E_CANCELLED : 0, r, "while running");
        if (!failed) {
            return;
        }
    }
    TEST_FAIL_MESSAGE("the call has no end");
}

void store_fails(struct store *store, store_call_fn *call) {
    fail_preparing(store, call);
    fail_running(store, call);
}

void store_fails_without_memory(struct store *store, struct arena *arena, store_call_fn *call) {
    const size_t cap = arena->cap;
    int r = E_NOMEM;
    size_t room = 0;

    for (; r < 0 && room < cap; room += 8) {
        arena_done(arena);
        arena->cap = room;
        r = call_once(store, call);
        TEST_ASSERT_EQUAL_INT(r < 0 ? E_NOMEM : 0, r);
    }
    TEST_ASSERT_EQUAL_INT(0, r);
    TEST_ASSERT_GREATER_THAN_size_t(8, room);
    arena_done(arena);
    arena->cap = cap;
}
