/* Between the administrator's menu and the worker: one job, one result, and what was begun ends with the menu. */
#include "core/door/menu_desk.h"

#include "core/base/hooks.h"
#include "terminal_fixture.h"
#include "unity.h"

static struct fixture t;
static struct menu_desk *desk;
static struct menu_job job;
static struct menu_result result;
static unsigned wakes; /* of app/upkeep */
static unsigned inputs; /* of the terminal's thread */

static void on_wake(void *ctx) {
    (void)ctx;
    wakes++;
}

static void wake_input(void *ctx) {
    (void)ctx;
    inputs++;
}

void setUp(void) {
    fixture_up(&t);
    TEST_ASSERT_EQUAL(0, menu_desk_new(&desk));
    hooks_set_wake(t.shared, on_wake, NULL);
    t.fake.hal.input.wake = wake_input;
    wakes = inputs = 0;
}

void tearDown(void) {
    hooks_set_wake(t.shared, NULL, NULL);
    menu_desk_free(desk);
    fixture_down(&t);
}

static void ask(enum menu_task task, uint32_t userid) {
    const struct menu_job asked = {.task = task, .userid = userid};
    menu_desk_ask(t.core, desk, &asked);
}

static void next(enum menu_task task) {
    TEST_ASSERT_TRUE(menu_desk_has(desk));
    TEST_ASSERT_TRUE(menu_desk_next(desk, &job));
    TEST_ASSERT_EQUAL(task, job.task);
    TEST_ASSERT_FALSE(menu_desk_has(desk));
}

static void done(int r, unsigned wait_s) {
    menu_desk_done(t.core, desk, &job, &(struct menu_result){.r = r, .wait_s = wait_s});
}

/* A whole job, whose result is taken. */
static void serve(enum menu_task task, int r, unsigned wait_s) {
    ask(task, 7);
    next(task);
    done(r, wait_s);
    TEST_ASSERT_TRUE(menu_desk_take(desk, &result));
    TEST_ASSERT_EQUAL(r, result.r);
}

static void leave(void) {
    menu_desk_leave(t.core, desk);
}

void test_at_first_there_is_nothing(void) {
    TEST_ASSERT_FALSE(menu_desk_has(desk));
    TEST_ASSERT_FALSE(menu_desk_next(desk, &job));
    TEST_ASSERT_FALSE(menu_desk_take(desk, &result));
    leave();
    TEST_ASSERT_FALSE(menu_desk_has(desk));
    TEST_ASSERT_EQUAL_UINT(0, wakes);
    menu_desk_free(NULL);
}

void test_a_job_is_done_once_and_its_result_taken_once(void) {
    ask(MENU_TASK_FIND_USER, 7);
    TEST_ASSERT_EQUAL_UINT(1, wakes);
    next(MENU_TASK_FIND_USER);
    TEST_ASSERT_EQUAL_UINT32(7, job.userid);
    TEST_ASSERT_FALSE(menu_desk_take(desk, &result));
    TEST_ASSERT_EQUAL_UINT(0, inputs);
    done(E_THROTTLED, 5);
    TEST_ASSERT_EQUAL_UINT(1, inputs);
    TEST_ASSERT_FALSE(menu_desk_has(desk));
    TEST_ASSERT_FALSE(menu_desk_next(desk, &job));
    TEST_ASSERT_TRUE(menu_desk_take(desk, &result));
    TEST_ASSERT_EQUAL(E_THROTTLED, result.r);
    TEST_ASSERT_EQUAL_UINT(5, result.wait_s);
    TEST_ASSERT_FALSE(menu_desk_take(desk, &result));
}

void test_a_job_takes_the_place_of_one_that_nobody_has_taken(void) {
    ask(MENU_TASK_FIND_USER, 7);
    ask(MENU_TASK_FIND_USER, 8);
    next(MENU_TASK_FIND_USER);
    TEST_ASSERT_EQUAL_UINT32(8, job.userid);
    done(0, 0);
    TEST_ASSERT_FALSE(menu_desk_has(desk));
}

void test_the_result_is_that_of_the_job_given_last(void) {
    ask(MENU_TASK_FIND_USER, 7);
    next(MENU_TASK_FIND_USER);
    ask(MENU_TASK_TEST, 0);
    TEST_ASSERT_FALSE(menu_desk_has(desk)); /* one at a time */
    done(E_USER_UNKNOWN, 0);
    TEST_ASSERT_FALSE(menu_desk_take(desk, &result));
    next(MENU_TASK_TEST);
    done(0, 0);
    TEST_ASSERT_TRUE(menu_desk_take(desk, &result));
    TEST_ASSERT_EQUAL(0, result.r);
    serve(MENU_TASK_FIND_USER, E_USER_UNKNOWN, 0);
    ask(MENU_TASK_FIND_USER, 9);
    next(MENU_TASK_FIND_USER);
    done(0, 0);
    ask(MENU_TASK_TEST, 0); /* the one before was not taken */
    TEST_ASSERT_FALSE(menu_desk_take(desk, &result));
}

void test_what_was_begun_ends_with_the_menu(void) {
    static const struct {
        enum menu_task task, end; /* NONE: nothing is to be ended */
        int r;
        unsigned wait_s;
    } cases[] = {
        {MENU_TASK_ENROL, MENU_TASK_CANCEL, 0, 0},
        {MENU_TASK_ENROL, MENU_TASK_NONE, E_ENROL_BUSY, 0},
        {MENU_TASK_SET_ADDRESS, MENU_TASK_UNDO_ADDRESS, 0, 60},
        {MENU_TASK_SET_ADDRESS, MENU_TASK_NONE, 0, 0}, /* nothing differs */
        {MENU_TASK_SET_ADDRESS, MENU_TASK_NONE, E_RANGE, 60},
        {MENU_TASK_FIND_USER, MENU_TASK_NONE, 0, 60},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        serve(cases[i].task, cases[i].r, cases[i].wait_s);
        uint32_t mark = job.mark;
        TEST_ASSERT_FALSE(menu_desk_has(desk));
        unsigned before = wakes;
        leave();
        TEST_ASSERT_EQUAL_UINT(before + (cases[i].end != MENU_TASK_NONE), wakes);
        TEST_ASSERT_EQUAL(cases[i].end != MENU_TASK_NONE, menu_desk_has(desk));
        if (cases[i].end != MENU_TASK_NONE) {
            next(cases[i].end);
            TEST_ASSERT_EQUAL_UINT32(mark, job.mark);
            TEST_ASSERT_EQUAL_UINT32(7, job.userid);
            done(0, 0);
            TEST_ASSERT_FALSE(menu_desk_take(desk, &result)); /* nobody waits */
        }
        leave();
        TEST_ASSERT_FALSE(menu_desk_has(desk)); /* once */
    }
}

void test_what_was_ended_or_kept_is_not_ended_again(void) {
    static const struct {
        enum menu_task begins, ends, left;
        int r;
    } cases[] = {
        {MENU_TASK_ENROL, MENU_TASK_CANCEL, MENU_TASK_NONE, 0},
        {MENU_TASK_SET_ADDRESS, MENU_TASK_KEEP_ADDRESS, MENU_TASK_NONE, 0},
        {MENU_TASK_SET_ADDRESS, MENU_TASK_UNDO_ADDRESS, MENU_TASK_NONE, 0},
        {MENU_TASK_SET_ADDRESS, MENU_TASK_KEEP_ADDRESS, MENU_TASK_NONE, E_CONFIRM_UNKNOWN},
        {MENU_TASK_SET_ADDRESS, MENU_TASK_KEEP_ADDRESS, MENU_TASK_UNDO_ADDRESS, E_BUSY},
        {MENU_TASK_ENROL, MENU_TASK_FIND_USER, MENU_TASK_CANCEL, 0},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        serve(cases[i].begins, 0, 60);
        uint32_t mark = job.mark;
        serve(cases[i].ends, cases[i].r, 0);
        TEST_ASSERT_EQUAL_UINT32(cases[i].ends == MENU_TASK_FIND_USER ? mark + 1 : mark, job.mark);
        leave();
        TEST_ASSERT_EQUAL(cases[i].left != MENU_TASK_NONE, menu_desk_has(desk));
        if (cases[i].left != MENU_TASK_NONE) {
            next(cases[i].left);
            done(0, 0);
        }
    }
}

void test_an_enrolment_that_is_over_by_itself_is_not_ended(void) {
    serve(MENU_TASK_ENROL, 0, 0);
    menu_desk_enrolled(desk);
    leave();
    TEST_ASSERT_FALSE(menu_desk_has(desk));
    serve(MENU_TASK_SET_ADDRESS, 0, 60);
    menu_desk_enrolled(desk); /* is about no address */
    leave();
    next(MENU_TASK_UNDO_ADDRESS);
}

void test_the_menu_is_left_while_something_is_begun(void) {
    ask(MENU_TASK_ENROL, 7);
    next(MENU_TASK_ENROL);
    leave();
    TEST_ASSERT_FALSE(menu_desk_has(desk));
    done(0, 0);
    TEST_ASSERT_FALSE(menu_desk_take(desk, &result));
    next(MENU_TASK_CANCEL);
    done(0, 0);
    TEST_ASSERT_FALSE(menu_desk_has(desk));
    ask(MENU_TASK_TEST, 0);
    next(MENU_TASK_TEST);
    leave();
    done(0, 0); /* began nothing */
    TEST_ASSERT_FALSE(menu_desk_has(desk));
    serve(MENU_TASK_ENROL, 0, 0);
    TEST_ASSERT_FALSE(menu_desk_has(desk)); /* nor is the next one ended for that */
}

void test_a_job_that_nobody_has_taken_goes_with_the_menu(void) {
    ask(MENU_TASK_FIND_USER, 7);
    leave();
    TEST_ASSERT_FALSE(menu_desk_has(desk));
    TEST_ASSERT_FALSE(menu_desk_next(desk, &job));
    TEST_ASSERT_EQUAL_UINT(1, wakes);
}

void test_what_is_to_be_ended_comes_before_the_next_job(void) {
    serve(MENU_TASK_ENROL, 0, 0);
    leave();
    ask(MENU_TASK_FIND_USER, 8);
    next(MENU_TASK_CANCEL);
    done(0, 0);
    TEST_ASSERT_FALSE(menu_desk_take(desk, &result)); /* not the result that is waited for */
    next(MENU_TASK_FIND_USER);
    TEST_ASSERT_EQUAL_UINT32(8, job.userid);
    done(0, 0);
    TEST_ASSERT_TRUE(menu_desk_take(desk, &result));
}

void test_each_job_has_a_mark_of_its_own(void) {
    serve(MENU_TASK_FIND_USER, 0, 0);
    TEST_ASSERT_EQUAL_UINT32(1, job.mark); /* 0 is by nothing */
    serve(MENU_TASK_ENROL, 0, 0);
    TEST_ASSERT_EQUAL_UINT32(2, job.mark);
    serve(MENU_TASK_TEST, 0, 0);
    TEST_ASSERT_EQUAL_UINT32(3, job.mark);
    serve(MENU_TASK_CANCEL, 0, 0);
    TEST_ASSERT_EQUAL_UINT32(2, job.mark);
}
