/* Rules of the clock one after the other: examples, and random ones against a search minute by minute. */
#include "core/time/local_history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules_doc.h"
#include "unity.h"

#define DAY_S 86400
#define HOUR_S 3600
#define JUNE 1780272000 /* 2026-06-01T00:00:00Z */
#define JUNE_DAY (JUNE / DAY_S)

void setUp(void) {
}

void tearDown(void) {
}

static struct local_rule zone(int32_t minutes) {
    return (struct local_rule){.zone_min = minutes, .dst = DST_MODE_DISABLE};
}

static struct local_rule europe(void) {
    return (struct local_rule){.zone_min = 60,
                               .dst = DST_MODE_WEEK,
                               .change_min = 60,
                               .start = {.month = 3, .week = DST_WEEK_LAST, .hour = 2},
                               .end = {.month = 10, .week = DST_WEEK_LAST, .hour = 3}};
}

static void then(struct local_history *history, int64_t from_s, struct local_rule rule) {
    history->eras[history->count++] = (struct local_era){.from_s = from_s, .rule = rule};
}

static struct local_history only(struct local_rule rule) {
    struct local_history history;
    local_history_make(&history, &rule);
    return history;
}

void test_each_moment_goes_by_the_rule_that_held_then(void) {
    struct local_history history = only(zone(60));
    then(&history, JUNE, zone(-300));
    TEST_ASSERT_EQUAL(60, local_history_offset(&history, 0));
    TEST_ASSERT_EQUAL(60, local_history_offset(&history, -DAY_S));
    TEST_ASSERT_EQUAL(60, local_history_offset(&history, JUNE - 1));
    TEST_ASSERT_EQUAL(-300, local_history_offset(&history, JUNE));
    TEST_ASSERT_EQUAL(-300, local_history_rule(&history, JUNE + DAY_S)->zone_min);
}

void test_the_later_of_two_that_begin_at_once_holds(void) {
    struct local_history history = only(zone(60));
    then(&history, JUNE, zone(120));
    then(&history, JUNE, zone(180));
    TEST_ASSERT_EQUAL(60, local_history_offset(&history, JUNE - 1));
    TEST_ASSERT_EQUAL(180, local_history_offset(&history, JUNE));
}

void test_a_day_begins_when_the_wall_first_shows_it(void) {
    struct local_history back = only(zone(60));
    then(&back, JUNE - HOUR_S / 2, zone(0)); /* 00:30 on 1 June becomes 23:30 on 31 May */
    TEST_ASSERT_EQUAL(JUNE - HOUR_S, local_history_day_start(&back, JUNE_DAY));
    struct local_history forward = only(zone(-720));
    then(&forward, JUNE, zone(840)); /* noon on 31 May becomes 14:00 on 1 June */
    TEST_ASSERT_EQUAL(JUNE, local_history_day_start(&forward, JUNE_DAY));
    struct local_history over = only(zone(-720));
    then(&over, JUNE + 11 * HOUR_S, zone(840)); /* 23:00 on 31 May becomes 01:00 on 2 June */
    TEST_ASSERT_EQUAL(JUNE + 11 * HOUR_S, local_history_day_start(&over, JUNE_DAY));
    TEST_ASSERT_EQUAL(JUNE + 11 * HOUR_S, local_history_day_start(&over, JUNE_DAY + 1));
}

void test_a_time_that_comes_twice_is_the_first_and_one_left_out_goes_on_unchanged(void) {
    struct local_history back = only(zone(60));
    then(&back, JUNE + 10 * HOUR_S, zone(0)); /* 11:00 becomes 10:00 */
    TEST_ASSERT_EQUAL(JUNE + 10 * HOUR_S - HOUR_S / 2, local_history_moment(&back, JUNE + 10 * HOUR_S + HOUR_S / 2));
    TEST_ASSERT_EQUAL(JUNE + 11 * HOUR_S, local_history_moment(&back, JUNE + 11 * HOUR_S));
    struct local_history forward = only(zone(0));
    then(&forward, JUNE + 10 * HOUR_S, zone(180)); /* 10:00 becomes 13:00 */
    TEST_ASSERT_EQUAL(JUNE + 11 * HOUR_S, local_history_moment(&forward, JUNE + 11 * HOUR_S));
    TEST_ASSERT_EQUAL(JUNE + 10 * HOUR_S, local_history_moment(&forward, JUNE + 13 * HOUR_S));
}

void test_days_around_a_change_are_not_even(void) {
    struct local_history history = only(zone(60));
    then(&history, JUNE, zone(0));
    TEST_ASSERT_TRUE(local_history_is_even(&history, JUNE - 2 * DAY_S, JUNE - 1));
    TEST_ASSERT_FALSE(local_history_is_even(&history, JUNE - 2 * DAY_S, JUNE));
    TEST_ASSERT_FALSE(local_history_is_even(&history, JUNE, JUNE + DAY_S));
    TEST_ASSERT_TRUE(local_history_is_even(&history, JUNE + 1, JUNE + DAY_S));
    struct local_history dst = only(europe());
    TEST_ASSERT_TRUE(local_history_is_even(&dst, JUNE, JUNE + 30 * DAY_S));
    TEST_ASSERT_FALSE(local_history_is_even(&dst, JUNE, JUNE + 180 * DAY_S));
}

static bool change(struct local_history *history, int32_t zone_min, int64_t at_s, bool is_unused) {
    return local_history_change(
        history, &(struct local_history_change){.rule = zone(zone_min), .at_s = at_s, .is_unused = is_unused});
}

void test_the_first_rule_holds_since_ever(void) {
    struct local_history history = {.count = 0};
    TEST_ASSERT_TRUE(change(&history, 60, JUNE, false));
    TEST_ASSERT_EQUAL(1, history.count);
    TEST_ASSERT_EQUAL(0, history.eras[0].from_s);
    TEST_ASSERT_FALSE(change(&history, 60, JUNE + DAY_S, false));
    TEST_ASSERT_TRUE(change(&history, 120, JUNE, true)); /* nobody punched */
    TEST_ASSERT_EQUAL(1, history.count);
    TEST_ASSERT_EQUAL(120, local_history_offset(&history, 0));
}

void test_a_rule_that_held_goes_into_the_past(void) {
    struct local_history history = only(zone(60));
    TEST_ASSERT_TRUE(change(&history, 120, JUNE, false));
    TEST_ASSERT_EQUAL(2, history.count);
    TEST_ASSERT_TRUE(change(&history, 180, JUNE + LOCAL_HISTORY_TRIAL_S, false));
    TEST_ASSERT_EQUAL(3, history.count);
    TEST_ASSERT_EQUAL(120, local_history_offset(&history, JUNE + LOCAL_HISTORY_TRIAL_S - 1));
}

void test_a_rule_that_was_tried_is_replaced(void) {
    struct local_history history = only(zone(60));
    TEST_ASSERT_TRUE(change(&history, 120, JUNE, false));
    TEST_ASSERT_TRUE(change(&history, 180, JUNE + LOCAL_HISTORY_TRIAL_S - 1, false));
    TEST_ASSERT_EQUAL(2, history.count);
    TEST_ASSERT_EQUAL(180, local_history_offset(&history, JUNE));
    TEST_ASSERT_TRUE(change(&history, 240, JUNE + DAY_S, true)); /* long after, but nobody punched */
    TEST_ASSERT_EQUAL(240, local_history_offset(&history, JUNE));
    TEST_ASSERT_TRUE(change(&history, 60, JUNE + 2 * DAY_S, true)); /* as if nothing had been */
    TEST_ASSERT_EQUAL(1, history.count);
}

void test_the_oldest_goes_when_there_is_no_room(void) {
    struct local_history history = only(zone(0));
    for (int i = 1; i <= LOCAL_HISTORY_MAX; i++) {
        TEST_ASSERT_TRUE(change(&history, i * 15, JUNE + i * DAY_S, false));
    }
    TEST_ASSERT_EQUAL(LOCAL_HISTORY_MAX, history.count);
    TEST_ASSERT_EQUAL(0, history.eras[0].from_s);
    TEST_ASSERT_EQUAL(15, local_history_offset(&history, 0));
    TEST_ASSERT_EQUAL(LOCAL_HISTORY_MAX * 15, local_history_offset(&history, JUNE + 999 * DAY_S));
}

void test_what_would_begin_later_begins_now(void) {
    struct local_history history = only(zone(0));
    then(&history, JUNE, zone(60));
    then(&history, JUNE + 900 * DAY_S, zone(120));
    local_history_bound(&history, JUNE + DAY_S);
    TEST_ASSERT_EQUAL(JUNE, history.eras[1].from_s);
    TEST_ASSERT_EQUAL(JUNE + DAY_S, history.eras[2].from_s);
    local_history_bound(&history, 0);
    TEST_ASSERT_EQUAL(120, local_history_offset(&history, 0));
}

static void say(const struct local_history *history, char *ret_text, size_t size) {
    size_t len = 0;
    for (size_t i = 0; i < history->count; i++) {
        const int64_t of_june = history->eras[i].from_s - JUNE;
        if (i > 0) {
            len += (size_t)snprintf(ret_text + len, size - len, " %02dT%02d:%02d ", (int)(of_june / DAY_S) + 1,
                                    (int)(of_june % DAY_S / HOUR_S), (int)(of_june % HOUR_S / 60));
        }
        len += (size_t)snprintf(ret_text + len, size - len, "%+d", (int)history->eras[i].rule.zone_min);
    }
}

/* `+60 unused 10T12:00 +120 -> +120` */
static void try_example(char *line) {
    struct local_history history = {.count = 0};
    char *arrow = strstr(line, " -> ");
    char text[256] = "";
    bool is_unused = false;
    int64_t at_s = JUNE;
    int day = 0, hour = 0, minute = 0;
    TEST_ASSERT_NOT_NULL_MESSAGE(arrow, line);
    *arrow = '\0';
    for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " ")) {
        if (strcmp(word, "unused") == 0) {
            is_unused = true;
        } else if (sscanf(word, "%dT%d:%d", &day, &hour, &minute) == 3) {
            at_s = JUNE + (day - 1) * DAY_S + hour * HOUR_S + minute * 60;
        } else {
            change(&history, atoi(word), at_s, is_unused);
            is_unused = false;
        }
    }
    say(&history, text, sizeof(text));
    TEST_ASSERT_EQUAL_STRING(arrow + 4, text);
}

void test_the_examples_of_the_page(void) {
    TEST_ASSERT_EQUAL(9, rules_doc_each("clockRules", try_example));
}

/* Seconds since 1970 that the wall shows. */
static int64_t wall(const struct local_history *history, int64_t utc_s) {
    return utc_s + (int64_t)local_history_offset(history, utc_s) * 60;
}

static int64_t searched_moment(const struct local_history *history, int64_t wall_s) {
    const int64_t first_s = wall_s - 20 * HOUR_S;
    for (int64_t s = first_s; s < wall_s + 20 * HOUR_S; s += 60) {
        if (wall(history, s) == wall_s) {
            return s;
        }
    }
    for (int64_t s = first_s;; s += 60) {
        if (wall(history, s) > wall_s) {
            return wall_s - (wall(history, s - 60) - (s - 60));
        }
    }
}

static int64_t searched_day(const struct local_history *history, int64_t number) {
    int64_t s = number * DAY_S - 20 * HOUR_S;
    while (wall(history, s) < number * DAY_S) {
        s += 60;
    }
    return s;
}

/* Some changes within a week around a night on which daylight saving begins or ends. */
static struct local_history some_history(int64_t middle_s) {
    struct local_history history = only(rand() % 2 ? europe() : zone((rand() % 105 - 48) * 15));
    int64_t from_s = middle_s - 3 * DAY_S;
    for (int count = rand() % 4; count > 0; count--) {
        from_s += rand() % (rand() % 2 ? 180 : 4320) * 60;
        struct local_rule rule = europe();
        rule.zone_min = (rand() % 105 - 48) * 15;
        rule.change_min = (uint16_t)(rand() % 7 * 30);
        then(&history, from_s, rand() % 2 ? rule : zone(rule.zone_min));
    }
    return history;
}

void test_random_histories_are_as_a_search_finds_them(void) {
    const int64_t nights[] = {1774746000, 1792890000, JUNE}; /* 2026-03-29T01:00Z, 2026-10-25T01:00Z */
    srand(35);
    for (int round = 0; round < 3000; round++) {
        const int64_t middle_s = nights[round % 3];
        const struct local_history history = some_history(middle_s);
        const int64_t wall_s = middle_s + (rand() % 8640 - 4320) * 60;
        TEST_ASSERT_EQUAL_INT64(searched_moment(&history, wall_s), local_history_moment(&history, wall_s));
        const int64_t number = middle_s / DAY_S + rand() % 6 - 3;
        TEST_ASSERT_EQUAL_INT64(searched_day(&history, number), local_history_day_start(&history, number));
    }
}
