#include "core/time/local_history.h"

#include <string.h>

#include "core/time/local_wall.h"

#define DAY_S 86400
#define MIN_S 60

void local_history_make(struct local_history *ret_history, const struct local_rule *rule) {
    ret_history->count = 1;
    ret_history->eras[0] = (struct local_era){.from_s = 0, .rule = *rule};
}

static int64_t era_end(const struct local_history *history, size_t at) {
    return at + 1 < history->count ? history->eras[at + 1].from_s : INT64_MAX;
}

/* The first one began before everything. */
static int64_t era_begin(const struct local_history *history, size_t at) {
    const struct local_era *era = &history->eras[at];
    return era == history->eras ? INT64_MIN : era->from_s;
}

static size_t era_at(const struct local_history *history, int64_t utc_s) {
    size_t at = history->count - 1;
    while (at > 0 && history->eras[at].from_s > utc_s) {
        at--;
    }
    return at;
}

const struct local_rule *local_history_rule(const struct local_history *history, int64_t utc_s) {
    return &history->eras[era_at(history, utc_s)].rule;
}

int32_t local_history_offset(const struct local_history *history, int64_t utc_s) {
    return local_offset(local_history_rule(history, utc_s), utc_s, NULL);
}

bool local_history_is_even(const struct local_history *history, int64_t from_s, int64_t to_s) {
    const size_t at = era_at(history, from_s - 1);
    struct local_change change;
    return era_end(history, at) > to_s &&
           (local_changes(&history->eras[at].rule, from_s - 1, &change, 1) == 0 || change.at_s > to_s);
}

/* What the wall shows at a moment, in seconds since 1970. */
static int64_t wall_at(const struct local_rule *rule, int64_t utc_s) {
    return utc_s + (int64_t)local_offset(rule, utc_s, NULL) * MIN_S;
}

int64_t local_history_day_start(const struct local_history *history, int64_t number) {
    int64_t start_s = 0;
    for (size_t at = 0; at < history->count; at++) {
        start_s = local_reaches(&history->eras[at].rule, number * DAY_S, era_begin(history, at));
        if (start_s < era_end(history, at)) {
            break;
        }
    }
    return start_s;
}

/* Whether the wall shows a time while the rule at `at` is in force; *ret_s is when it first does. */
static bool era_shows(const struct local_history *history, size_t at, int64_t wall_s, int64_t *ret_s) {
    const struct local_span era = {.from_s = era_begin(history, at), .to_s = era_end(history, at)};
    return local_shows(&history->eras[at].rule, wall_s, &era, ret_s);
}

/* The moment of a time that the wall never shows: by what held before the clock went over it. */
static int64_t moment_left_out(const struct local_history *history, int64_t wall_s) {
    for (size_t at = 0; at + 1 < history->count; at++) {
        const struct local_rule *rule = &history->eras[at].rule;
        const int64_t end_s = era_end(history, at);
        if (end_s <= era_begin(history, at)) {
            continue;
        }
        if (wall_at(rule, end_s - 1) > wall_s) { /* it went over it under this rule: into daylight saving */
            return local_moment(rule, wall_s);
        }
        if (wall_at(local_history_rule(history, end_s), end_s) > wall_s) {
            return wall_s - (int64_t)local_offset(rule, end_s - 1, NULL) * MIN_S;
        }
    }
    return local_moment(&history->eras[history->count - 1].rule, wall_s);
}

int64_t local_history_moment(const struct local_history *history, int64_t wall_s) {
    int64_t at_s = 0;
    for (size_t at = 0; at < history->count; at++) {
        if (era_shows(history, at, wall_s, &at_s)) {
            return at_s;
        }
    }
    return moment_left_out(history, wall_s);
}

static void drop_oldest(struct local_history *history) {
    history->count--;
    memmove(&history->eras[0], &history->eras[1], history->count * sizeof(history->eras[0]));
    history->eras[0].from_s = 0;
}

bool local_history_change(struct local_history *history, const struct local_history_change *change) {
    struct local_era *last = history->count > 0 ? &history->eras[history->count - 1] : NULL;
    if (last == NULL) {
        local_history_make(history, &change->rule);
        return true;
    }
    if (local_rules_equal(&last->rule, &change->rule)) {
        return false;
    }
    const bool is_first = history->count == 1;
    if (!change->is_unused && (is_first || change->at_s - last->from_s >= LOCAL_HISTORY_TRIAL_S)) {
        if (history->count == LOCAL_HISTORY_MAX) {
            drop_oldest(history);
        }
        history->eras[history->count++] = (struct local_era){.from_s = change->at_s, .rule = change->rule};
        return true;
    }
    last->rule = change->rule;
    if (!is_first && local_rules_equal(&history->eras[history->count - 2].rule, &change->rule)) {
        history->count--;
    }
    return true;
}

void local_history_bound(struct local_history *history, int64_t now_s) {
    for (size_t at = history->count; at > 1 && history->eras[at - 1].from_s > now_s; at--) {
        history->eras[at - 1].from_s = now_s;
    }
}
