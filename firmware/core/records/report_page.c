/* Pages of a report: lines, sums, and days of all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/records/report_impl.h"
#include "core/records/report_order.h"
#include "core/time/local_time.h"
#include "values.h"

/* A line: whose, and which of the days. */
struct place {
    uint32_t userid;
    int64_t day; /* from the first of the report */
};

/* "7-20260602". */
static void write_place(uint32_t userid, uint32_t date, char ret_text[REPORT_PLACE_MAX]) {
    (void)snprintf(ret_text, REPORT_PLACE_MAX, "%u-%u", (unsigned)userid, (unsigned)date);
}

static int read_place(const struct report *report, const char *text, struct place *ret_place) {
    char *end = NULL;
    const unsigned long userid = strtoul(text, &end, 10);
    if (*end != '-' || userid == 0 || userid > USER_USERID_MAX) {
        return E_FORMAT;
    }
    const unsigned long date = strtoul(end + 1, &end, 10);
    char again[REPORT_PLACE_MAX];
    if (*end != '\0' || date > UINT32_MAX) {
        return E_FORMAT;
    }
    ret_place->userid = (uint32_t)userid;
    ret_place->day = local_day_number((uint32_t)date) - report_first_day(report);
    write_place((uint32_t)userid, (uint32_t)date, again);
    const bool is_within = ret_place->day >= 0 && ret_place->day < (int64_t)report_days_count(report);
    return is_within && strcmp(again, text) == 0 ? 0 : E_FORMAT;
}

/* The person a page begins with, and behind which of the days. */
static int begin_page(const struct report *report, const char *after, uint32_t *ret_after, size_t *ret_day) {
    struct place place;
    *ret_after = 0;
    *ret_day = 0;
    if (after == NULL) {
        return 0;
    }
    int r = read_place(report, after, &place);
    if (r < 0) {
        return r;
    }
    const bool is_last = place.day + 1 == (int64_t)report_days_count(report);
    *ret_after = is_last ? place.userid : place.userid - 1;
    *ret_day = is_last ? 0 : (size_t)place.day + 1;
    return 0;
}

/* The next page begins behind a place; behind the last day of the last person there is none. */
static int end_page(struct core *core, const struct report *report, const struct place *last, struct arena *arena,
                    struct report_page *page) {
    const bool is_last_day = last->day + 1 == (int64_t)report_days_count(report);
    struct store_roll_user user;
    size_t found = 1;
    int r = is_last_day ? report_people(core, report, last->userid, arena, &user, 1, &found) : 0;
    if (r == 0 && found > 0) {
        write_place(last->userid, local_day_of(report_first_day(report) + last->day), page->next);
    }
    return r;
}

/* The days of a person from one on that were asked for, as far as there is room. Returns the last one that was looked at. */
static int64_t put_days(const struct report *report, const struct store_roll_user *user, size_t day, size_t limit,
                        struct report_page *page) {
    size_t at = day;
    for (; at < report_days_count(report) && page->count < limit; at++) {
        const struct report_line line = report_line(report, user, at);
        if (report_is_shown(report, &line)) {
            page->lines[page->count++] = line;
        }
    }
    return (int64_t)at - 1;
}

/* Judges a person; NULL: who was deleted meanwhile. */
static int judge_one(struct core *core, struct report *report, uint32_t userid, struct arena *arena,
                     const struct store_roll_user **ret_user) {
    struct store_roll_user *user = arena_calloc(arena, 1, sizeof(*user));
    int r = user == NULL ? E_NOMEM : report_person(core, report, userid, arena, user);
    *ret_user = r == 0 ? user : NULL;
    return r == 0 ? report_judge(core, report, user) : r == E_USER_UNKNOWN ? 0 : r;
}

/* The rows of a sorted page from a place on. */
static int put_sorted(struct core *core, struct report *report, const struct report_order *order, size_t place,
                      size_t limit, struct arena *arena, struct report_page *page) {
    const struct store_roll_user *judged = NULL;
    size_t at = place;
    int r = 0;
    for (; r == 0 && at < order->count && page->count < limit; at++) {
        const struct report_item *item = &order->items[at];
        if (judged == NULL || judged->userid != item->userid) {
            r = judge_one(core, report, item->userid, arena, &judged);
        }
        if (r == 0 && judged != NULL) {
            page->lines[page->count++] = report_line(report, judged, item->day);
        }
    }
    if (r == 0 && at > 0 && at < order->count) {
        const struct report_item *last = &order->items[at - 1];
        write_place(last->userid, local_day_of(report_first_day(report) + (int64_t)last->day), page->next);
    }
    return r;
}

static int sorted_page(struct core *core, struct report *report, const char *after, size_t limit, struct arena *arena,
                       struct report_page *page) {
    _cleanup_(report_order_done) struct report_order order = {.count = 0};
    struct place behind;
    size_t place = 0;
    int r = after == NULL ? 0 : read_place(report, after, &behind);
    if (r == 0) {
        r = report_order_make(core, report, REPORT_VIEW_DAYS, &order);
    }
    if (r == 0 && after != NULL) {
        r = report_order_behind(&order, behind.userid, (uint32_t)behind.day, &place);
    }
    return r == 0 ? put_sorted(core, report, &order, place, limit, arena, page) : r;
}

static int unsorted_page(struct core *core, struct report *report, const char *after, size_t limit, struct arena *arena,
                         struct report_page *ret_page) {
    struct place last = {.userid = 0};
    uint32_t behind = 0;
    size_t day = 0;
    int r = begin_page(report, after, &behind, &day);
    for (unsigned people = 0; r == 0 && ret_page->count < limit && people < REPORT_DAYS_PEOPLE; people++) {
        struct store_roll_user *user = arena_calloc(arena, 1, sizeof(*user));
        size_t found = 0;
        r = user == NULL ? E_NOMEM : report_people(core, report, behind, arena, user, 1, &found);
        if (r < 0 || found == 0) {
            return r;
        }
        if (after != NULL && people == 0 && user->userid != behind + 1) {
            day = 0; /* who the place was of is gone */
        }
        r = report_judge(core, report, user);
        if (r == 0) {
            last = (struct place){user->userid, put_days(report, user, day, limit, ret_page)};
        }
        behind = user->userid;
        day = 0;
    }
    return r < 0 ? r : end_page(core, report, &last, arena, ret_page);
}

int report_page(struct core *core, struct report *report, const char *after, size_t limit, struct arena *arena,
                struct report_page *ret_page) {
    *ret_page = (struct report_page){.lines = arena_calloc(arena, limit, sizeof(*ret_page->lines))};
    if (ret_page->lines == NULL) {
        return E_NOMEM;
    }
    return report->is_sorted ? sorted_page(core, report, after, limit, arena, ret_page)
                             : unsorted_page(core, report, after, limit, arena, ret_page);
}

int report_sum_person(struct core *core, struct report *report, const struct store_roll_user *user,
                      struct report_sum *ret_sum, bool *ret_is_shown) {
    int r = report_judge(core, report, user);
    *ret_sum = (struct report_sum){.userid = user->userid, .username = user->username};
    *ret_is_shown = !report_query_gives(&report->asked, REPORT_QUERY_ONLY);
    for (size_t day = 0; r == 0 && day < report_days_count(report); day++) {
        const struct report_line line = report_line(report, user, day);
        if (report_is_shown(report, &line)) {
            report_add(ret_sum, &line);
            *ret_is_shown = true;
        }
    }
    return r;
}

static int sorted_sums(struct core *core, struct report *report, uint32_t after, size_t limit, struct arena *arena,
                       struct report_sum *sums, size_t *ret_count, uint32_t *ret_next) {
    _cleanup_(report_order_done) struct report_order order = {.count = 0};
    size_t at = 0;
    int r = report_order_make(core, report, REPORT_VIEW_PEOPLE, &order);
    if (r == 0 && after > 0) {
        r = report_order_behind(&order, after, 0, &at);
    }
    *ret_count = 0;
    for (; r == 0 && at < order.count && *ret_count < limit; at++) {
        struct store_roll_user user;
        bool is_shown = false;
        r = report_person(core, report, order.items[at].userid, arena, &user);
        if (r == 0) {
            r = report_sum_person(core, report, &user, &sums[(*ret_count)++], &is_shown);
        }
        r = r == E_USER_UNKNOWN ? 0 : r; /* deleted meanwhile */
    }
    *ret_next = r == 0 && at > 0 && at < order.count ? order.items[at - 1].userid : 0;
    return r;
}

static int unsorted_sums(struct core *core, struct report *report, uint32_t after, size_t limit, struct arena *arena,
                         struct report_sum *sums, size_t *ret_count, uint32_t *ret_next) {
    const bool is_all = !report_query_gives(&report->asked, REPORT_QUERY_ONLY);
    const size_t most = is_all ? limit : REPORT_DAYS_PEOPLE;
    struct store_roll_user *users = arena_calloc(arena, most + 1, sizeof(*users));
    size_t found = 0, at = 0;
    int r = users == NULL ? E_NOMEM : report_people(core, report, after, arena, users, most + 1, &found);
    *ret_count = 0;
    for (; r == 0 && at < found && at < most && *ret_count < limit; at++) {
        bool is_shown = false;
        r = report_sum_person(core, report, &users[at], &sums[*ret_count], &is_shown);
        *ret_count += is_shown ? 1 : 0;
    }
    *ret_next = r == 0 && found > at ? users[at - 1].userid : 0;
    return r;
}

int report_sums(struct core *core, struct report *report, uint32_t after, size_t limit, struct arena *arena,
                struct report_sum **ret_sums, size_t *ret_count, uint32_t *ret_next) {
    *ret_sums = arena_calloc(arena, limit, sizeof(**ret_sums));
    if (*ret_sums == NULL) {
        return E_NOMEM;
    }
    return report->is_sorted ? sorted_sums(core, report, after, limit, arena, *ret_sums, ret_count, ret_next)
                             : unsorted_sums(core, report, after, limit, arena, *ret_sums, ret_count, ret_next);
}

/* Each person counts once a day: as absent, else as one who came, else as on leave. */
static void count_day(struct report_count *count, const struct report_line *line) {
    const bool is_absent = line->day.is_absent;
    const bool came = !is_absent && report_came(line);
    count->date = line->date;
    count->due += line->kind == DAY_KIND_WORK;
    count->present += came;
    count->late += came && line->day.late > 0;
    count->absent += is_absent;
    count->on_leave += !is_absent && !came && line->leave > 0;
}

int report_days(struct core *core, struct report *report, uint32_t after, struct arena *arena,
                struct report_count *ret_counts, uint32_t *ret_people, uint32_t *ret_next) {
    struct store_roll_user *users = arena_calloc(arena, REPORT_DAYS_PEOPLE + 1, sizeof(*users));
    const size_t days = report_days_count(report);
    size_t found = 0;
    int r = users == NULL ? E_NOMEM : report_people(core, report, after, arena, users, REPORT_DAYS_PEOPLE + 1, &found);
    const size_t count = found < REPORT_DAYS_PEOPLE ? found : REPORT_DAYS_PEOPLE;
    for (size_t day = 0; day < days; day++) {
        ret_counts[day] = (struct report_count){.date = local_day_of(report_first_day(report) + (int64_t)day)};
    }
    for (size_t i = 0; r == 0 && i < count; i++) {
        r = report_judge(core, report, &users[i]);
        for (size_t day = 0; r == 0 && day < days; day++) {
            const struct report_line line = report_line(report, &users[i], day);
            if (report_is_shown(report, &line)) {
                count_day(&ret_counts[day], &line);
            }
        }
    }
    *ret_people = (uint32_t)count;
    *ret_next = found > REPORT_DAYS_PEOPLE ? users[REPORT_DAYS_PEOPLE - 1].userid : 0;
    return r;
}
