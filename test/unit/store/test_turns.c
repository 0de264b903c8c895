/* The order of writers: in order of arrival, even if the last writer wants to continue at once. */
#include "store/turns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "patience.h"
#include "store/home_impl.h"
#include "unity.h"

#define THREADS 4

static struct turns turns;
static char order[THREADS + 2]; /* letters of those who had a turn; guarded by it */
static char dir[64];
static struct store_home *home;
static struct store *one, *other;

void setUp(void) {
    turns_init(&turns);
    memset(order, 0, sizeof(order));
    (void)snprintf(dir, sizeof(dir), "/tmp/postern-turns-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(dir));
    TEST_ASSERT_EQUAL_INT(0, store_home_open(dir, &home));
    TEST_ASSERT_EQUAL_INT(0, store_open(home, &one));
    TEST_ASSERT_EQUAL_INT(0, store_open(home, &other));
    store_wait_most(other, 0);
}

void tearDown(void) {
    char command[96];
    one = store_free(one);
    other = store_free(other);
    home = store_home_close(home, true);
    turns_done(&turns);
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    TEST_ASSERT_EQUAL_INT(0, system(command));
}

static unsigned count_waiting(void) {
    unsigned count = 0;
    pthread_mutex_lock(&turns.mutex);
    for (struct turns_waiter *waiter = turns.first; waiter != NULL; waiter = waiter->next) {
        count++;
    }
    pthread_mutex_unlock(&turns.mutex);
    return count;
}

static void await_waiting(unsigned count) {
    for (unsigned ms = 0; ms < PATIENCE_MS && count_waiting() != count; ms++) {
        (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    TEST_ASSERT_EQUAL_UINT(count, count_waiting());
}

static void *write_once(void *letter) {
    if (turns_take(&turns, PATIENCE_MS) < 0) {
        return NULL;
    }
    order[strlen(order)] = *(const char *)letter;
    turns_give(&turns);
    return letter;
}

void test_they_go_in_the_order_in_which_they_came_and_who_has_just_been_goes_last(void) {
    static char letters[THREADS] = {'a', 'b', 'c', 'd'};
    pthread_t threads[THREADS];
    TEST_ASSERT_EQUAL_INT(0, turns_take(&turns, 0));
    TEST_ASSERT_FALSE(turns_are_awaited(&turns));
    for (unsigned i = 0; i < THREADS; i++) {
        TEST_ASSERT_EQUAL_INT(0, pthread_create(&threads[i], NULL, write_once, &letters[i]));
        await_waiting(i + 1);
        TEST_ASSERT_TRUE(turns_are_awaited(&turns));
    }
    turns_give(&turns);
    TEST_ASSERT_EQUAL_INT(0, turns_take(&turns, PATIENCE_MS));
    order[strlen(order)] = '.';
    turns_give(&turns);
    for (unsigned i = 0; i < THREADS; i++) {
        void *did = NULL;
        TEST_ASSERT_EQUAL_INT(0, pthread_join(threads[i], &did));
        TEST_ASSERT_NOT_NULL(did);
    }
    TEST_ASSERT_EQUAL_STRING("abcd.", order);
}

void test_who_may_not_wait_is_busy_and_leaves_the_queue(void) {
    TEST_ASSERT_EQUAL_INT(0, turns_take(&turns, 0));
    TEST_ASSERT_EQUAL_INT(E_BUSY, turns_take(&turns, 0));
    TEST_ASSERT_EQUAL_INT(E_BUSY, turns_take(&turns, 1));
    TEST_ASSERT_EQUAL_UINT(0, count_waiting());
    turns_give(&turns);
    TEST_ASSERT_EQUAL_INT(0, turns_take(&turns, 0));
    turns_give(&turns);
}

/* The turn is free and a thread is already first in the queue: a newcomer does not overtake it. */
void test_nobody_passes_who_waits(void) {
    struct turns_waiter waiter = {.next = NULL};
    turns.first = &waiter;
    TEST_ASSERT_EQUAL_INT(E_BUSY, turns_take(&turns, 0));
    TEST_ASSERT_EQUAL_PTR(&waiter, turns.first);
    TEST_ASSERT_NULL(waiter.next);
    turns.first = NULL;
}

static void assert_other_may(bool may) {
    cause_clear();
    TEST_ASSERT_EQUAL_INT(may ? 0 : E_BUSY, store_begin(other));
    TEST_ASSERT_EQUAL_STRING(may ? "" : "other threads write", cause_get()->text);
    store_abort(other);
}

void test_a_transaction_has_the_turn_until_it_ends(void) {
    TEST_ASSERT_EQUAL_INT(0, store_begin(one));
    assert_other_may(false);
    TEST_ASSERT_EQUAL_INT(0, store_commit(one));
    assert_other_may(true);
    TEST_ASSERT_EQUAL_INT(0, store_begin(one));
    store_abort(one);
    assert_other_may(true);
}

/* SQLite does that by itself, when the disk is full for instance. */
void test_a_transaction_that_was_rolled_back_gives_its_turn_when_it_is_ended(void) {
    TEST_ASSERT_EQUAL_INT(0, store_begin(one));
    TEST_ASSERT_EQUAL_INT(0, store_exec(one, "ROLLBACK"));
    store_abort(one);
    assert_other_may(true);
    TEST_ASSERT_EQUAL_INT(0, store_begin(one));
    TEST_ASSERT_EQUAL_INT(0, store_exec(one, "ROLLBACK"));
    TEST_ASSERT_EQUAL_INT(E_INVAL, store_commit(one));
    assert_other_may(true);
}

void test_a_transaction_that_does_not_begin_keeps_no_turn(void) {
    TEST_ASSERT_EQUAL_INT(0, store_exec(one, "BEGIN IMMEDIATE")); /* bypassing the queue */
    TEST_ASSERT_EQUAL_INT(E_BUSY, store_begin(other));
    TEST_ASSERT_EQUAL_INT(0, store_exec(one, "COMMIT"));
    assert_other_may(true);
    TEST_ASSERT_EQUAL_INT(0, store_begin(one));
    TEST_ASSERT_EQUAL_INT(0, store_commit(one));
}

void test_a_closed_connection_gives_its_turn(void) {
    TEST_ASSERT_EQUAL_INT(0, store_begin(one));
    one = store_free(one);
    assert_other_may(true);
}
