#include "core/records/report_order.h"

#include <stdlib.h>

#include "core/base/core.h"
#include "core/records/report_impl.h"

#define PIECE_PEOPLE 64
#define ARENA_MAX ((size_t)65536) /* the names of a piece */
#define FIRST_ROOM 1024
#define NO_TIME INT32_MIN /* before every time of day */

static bool is_less(const struct report_item *a, const struct report_item *b) {
    if (a->key != b->key) {
        return a->key < b->key;
    }
    return a->userid != b->userid ? a->userid < b->userid : a->day < b->day;
}

static int compare_items(const void *one, const void *other) {
    return is_less(one, other) ? -1 : is_less(other, one) ? 1 : 0;
}

void report_order_done(struct report_order *order) {
    free(order->items);
    *order = (struct report_order){.count = 0};
}

static int order_add(struct report_order *order, struct report_item item) {
    if (order->count == REPORT_SORT_ROWS) {
        return E_SORT_TOO_MANY;
    }
    if (order->count == order->room) {
        const size_t room = order->room == 0 ? FIRST_ROOM : order->room * 2;
        struct report_item *items = realloc(order->items, room * sizeof(*items));
        if (items == NULL) {
            return E_NOMEM;
        }
        order->items = items;
        order->room = room;
    }
    order->items[order->count++] = item;
    return 0;
}

/* What an administrator has to look at first is most. */
static int64_t notes_key(const struct report_line *line) {
    const struct workday *day = &line->day;
    const bool notes[] = {line->is_cut,       day->is_absent,      day->is_missing_in, day->is_missing_out,
                          day->is_in_outside, day->is_out_outside, day->is_odd,        day->late > 0,
                          day->early > 0,     day->is_open,        day->is_corrected,  line->leave > 0};
    int64_t key = 0;
    for (size_t i = 0; i < sizeof(notes) / sizeof(notes[0]); i++) {
        key = key * 2 + notes[i];
    }
    return key;
}

static int64_t time_key(int64_t punch, int32_t minute) {
    return punch == WORKDAY_NO_PUNCH ? NO_TIME : minute;
}

static int64_t line_key(const struct report_line *line, enum report_sort by) {
    const struct workday *day = &line->day;
    switch (by) {
        case REPORT_SORT_DATE: return line->date;
        case REPORT_SORT_SHIFT: return (int64_t)line->shift * (SHIFT_NUMBER_MAX + 1) + line->second_shift;
        case REPORT_SORT_IN: return time_key(day->first_in, line->in_minute);
        case REPORT_SORT_OUT: return time_key(day->last_out, line->out_minute);
        case REPORT_SORT_IN_TIME: return day->in_time;
        case REPORT_SORT_OUT_TIME: return day->out_time;
        case REPORT_SORT_LATE: return day->late;
        case REPORT_SORT_EARLY: return day->early;
        case REPORT_SORT_ABSENCE: return day->absence;
        case REPORT_SORT_LEAVE: return line->leave;
        case REPORT_SORT_WORKED: return day->worked;
        case REPORT_SORT_OVERTIME: return day->overtime;
        case REPORT_SORT_NIGHT: return day->night;
        case REPORT_SORT_BALANCE: return day->balance;
        case REPORT_SORT_CARRIED: return line->carried;
        case REPORT_SORT_PLANNED: return line->planned;
        case REPORT_SORT_NOTES: return notes_key(line);
        case REPORT_SORT_USERID:
        case REPORT_SORT_NAME:
        case REPORT_SORT_MISSING:
        case REPORT_SORT_PRESENT: break;
    }
    return 0;
}

static int64_t sum_key(const struct report_sum *sum, enum report_sort by) {
    switch (by) {
        case REPORT_SORT_LATE: return sum->late;
        case REPORT_SORT_EARLY: return sum->early;
        case REPORT_SORT_MISSING: return sum->missing;
        case REPORT_SORT_ABSENCE: return sum->absence;
        case REPORT_SORT_LEAVE: return sum->leave;
        case REPORT_SORT_WORKED: return sum->worked;
        case REPORT_SORT_OVERTIME: return sum->overtime;
        case REPORT_SORT_NIGHT: return sum->night;
        case REPORT_SORT_BALANCE: return sum->balance;
        case REPORT_SORT_PLANNED: return sum->planned;
        case REPORT_SORT_PRESENT: return sum->present;
        case REPORT_SORT_USERID:
        case REPORT_SORT_NAME:
        case REPORT_SORT_DATE:
        case REPORT_SORT_SHIFT:
        case REPORT_SORT_IN:
        case REPORT_SORT_OUT:
        case REPORT_SORT_IN_TIME:
        case REPORT_SORT_OUT_TIME:
        case REPORT_SORT_CARRIED:
        case REPORT_SORT_NOTES: break;
    }
    return 0;
}

/* A pass over the people. */
struct pass {
    struct core *core;
    struct report *report;
    enum report_view view;
    int64_t person_key; /* where the key is the person's: by user ID or name */
    struct report_order *order;
};

static bool is_by_person(const struct report *report) {
    return report->sort == REPORT_SORT_USERID || report->sort == REPORT_SORT_NAME;
}

static int add_item(const struct pass *pass, int64_t key, uint32_t userid, uint32_t day) {
    const int64_t own = is_by_person(pass->report) ? pass->person_key : key;
    return order_add(pass->order, (struct report_item){pass->report->is_descending ? -own : own, userid, day});
}

static int add_days(const struct pass *pass, const struct store_roll_user *user) {
    struct report *report = pass->report;
    int r = report_judge(pass->core, report, user);
    for (size_t day = 0; r == 0 && day < report_days_count(report); day++) {
        const struct report_line line = report_line(report, user, day);
        if (report_is_shown(report, &line)) {
            r = add_item(pass, line_key(&line, report->sort), user->userid, (uint32_t)day);
        }
    }
    return r;
}

static int add_sum(const struct pass *pass, const struct store_roll_user *user) {
    struct report_sum sum;
    bool is_shown = false;
    int r = report_sum_person(pass->core, pass->report, user, &sum, &is_shown);
    return r == 0 && is_shown ? add_item(pass, sum_key(&sum, pass->report->sort), user->userid, 0) : r;
}

static int add_person(struct pass *pass, const struct store_roll_user *user) {
    return pass->view == REPORT_VIEW_PEOPLE ? add_sum(pass, user) : add_days(pass, user);
}

static int add_by_id(struct pass *pass) {
    uint32_t after = 0;
    size_t people = 0, found = PIECE_PEOPLE;
    int r = 0;
    while (r == 0 && found == PIECE_PEOPLE) {
        _cleanup_(arena_done) struct arena arena;
        struct store_roll_user users[PIECE_PEOPLE];
        arena_init(&arena, ARENA_MAX);
        r = report_people(pass->core, pass->report, after, &arena, users, PIECE_PEOPLE, &found);
        people += r == 0 ? found : 0;
        r = r == 0 && people > REPORT_SORT_PEOPLE ? E_SORT_TOO_MANY : r;
        for (size_t i = 0; r == 0 && i < found; i++) {
            after = users[i].userid;
            pass->person_key = after;
            r = add_person(pass, &users[i]);
        }
    }
    return r;
}

/* Who was deleted meanwhile is left out. */
static int add_named(struct pass *pass, uint32_t userid) {
    _cleanup_(arena_done) struct arena arena;
    struct store_roll_user user;
    arena_init(&arena, ARENA_MAX);
    int r = report_person(pass->core, pass->report, userid, &arena, &user);
    return r == 0 ? add_person(pass, &user) : r == E_USER_UNKNOWN ? 0 : r;
}

static int add_by_name(struct pass *pass) {
    uint32_t *ids = calloc(REPORT_SORT_PEOPLE + 1, sizeof(*ids));
    size_t count = 0;
    if (ids == NULL) {
        return E_NOMEM;
    }
    int r = store_users_roll_by_name(pass->core->store, &pass->report->asked, ids, REPORT_SORT_PEOPLE + 1, &count);
    r = r == 0 && count > REPORT_SORT_PEOPLE ? E_SORT_TOO_MANY : r;
    for (size_t i = 0; r == 0 && i < count; i++) {
        pass->person_key = (int64_t)i;
        r = add_named(pass, ids[i]);
    }
    free(ids);
    return r;
}

int report_order_make(struct core *core, struct report *report, enum report_view view, struct report_order *ret_order) {
    struct pass pass = {.core = core, .report = report, .view = view, .order = ret_order};
    *ret_order = (struct report_order){.count = 0};
    const bool is_by_name = report->sort == REPORT_SORT_NAME && report->userid == 0;
    int r = is_by_name ? add_by_name(&pass) : add_by_id(&pass);
    if (r < 0) {
        report_order_done(ret_order);
    } else if (ret_order->count > 0) {
        qsort(ret_order->items, ret_order->count, sizeof(*ret_order->items), compare_items);
    }
    return r;
}

int report_order_behind(const struct report_order *order, uint32_t userid, uint32_t day, size_t *ret_place) {
    for (size_t i = 0; i < order->count; i++) {
        if (order->items[i].userid == userid && order->items[i].day == day) {
            *ret_place = i + 1;
            return 0;
        }
    }
    return E_FORMAT;
}
