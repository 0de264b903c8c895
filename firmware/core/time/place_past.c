#include "core/time/place_past.h"

#include <string.h>

#include "core/base/core.h"
#include "core/time/local_places.h"
#include "core/time/local_wall.h"
#include "store/settings/place_changes.h"

#define MS_PER_S 1000
#define STEP_S (5 * INT64_C(31557600)) /* it is noted again every five years, for five to ten years ahead */

struct noted {
    size_t count;
    struct store_place_change changes[STORE_PLACE_CHANGES_MAX];
};

/* What this firmware says of a place. */
static void note_place(struct core *core, const struct local_rule *rule, struct noted *ret_noted) {
    const int64_t end_s = (core_utc_ms(core) / MS_PER_S / STEP_S + 2) * STEP_S;
    struct local_change change;
    ret_noted->count = 1;
    ret_noted->changes[0] = (struct store_place_change){.from_s = 0, .offset_min = local_offset(rule, 0, NULL)};
    for (int64_t after_s = 0; ret_noted->count < STORE_PLACE_CHANGES_MAX; after_s = change.at_s) {
        if (local_changes(rule, after_s, &change, 1) == 0 || change.at_s > end_s) {
            break;
        }
        ret_noted->changes[ret_noted->count++] =
            (struct store_place_change){.from_s = change.at_s, .offset_min = change.after_min};
    }
}

static int read_noted(struct core *core, const struct local_rule *rule, struct noted *ret_noted) {
    return store_place_changes_read(core->store, rule->place->name, ret_noted->changes, STORE_PLACE_CHANGES_MAX,
                                    &ret_noted->count);
}

static int32_t noted_offset(const struct noted *noted, int64_t utc_s) {
    size_t at = noted->count - 1;
    while (at > 0 && noted->changes[at].from_s > utc_s) {
        at--;
    }
    return noted->changes[at].offset_min;
}

/* The next moment after `after_s` at which the note or this firmware changes the clock. */
static int64_t next_of_both(const struct noted *noted, const struct local_rule *rule, int64_t after_s) {
    struct local_change change;
    int64_t next_s = local_changes(rule, after_s, &change, 1) == 1 ? change.at_s : INT64_MAX;
    for (size_t i = 0; i < noted->count; i++) {
        if (noted->changes[i].from_s > after_s && noted->changes[i].from_s < next_s) {
            next_s = noted->changes[i].from_s;
        }
    }
    return next_s;
}

/* The first moment of the span at which both differ; its end if they do not. */
static int64_t first_difference(const struct noted *noted, const struct local_rule *rule,
                                const struct local_span *span) {
    int64_t at_s = span->from_s;
    while (at_s < span->to_s && noted_offset(noted, at_s) == local_offset(rule, at_s, NULL)) {
        at_s = next_of_both(noted, rule, at_s);
    }
    return at_s < span->to_s ? at_s : span->to_s;
}

/* Makes room for an era behind that at `at`; the oldest goes when there is none. Returns where it is. */
static size_t insert_behind(struct local_history *history, size_t at) {
    if (history->count == LOCAL_HISTORY_MAX) {
        memmove(&history->eras[0], &history->eras[1], (history->count - 1) * sizeof(history->eras[0]));
        history->count--;
        at = at > 0 ? at - 1 : 0;
    }
    const size_t behind = at + 1;
    memmove(&history->eras[behind + 1], &history->eras[behind], (history->count - behind) * sizeof(history->eras[0]));
    history->count++;
    return behind;
}

static struct local_rule rule_fixed(int32_t offset_min) {
    struct local_rule rule = {.zone_min = offset_min, .dst = DST_MODE_DISABLE};
    rule.start.month = rule.end.month = 1; /* which the store wants of every rule */
    rule.start.day = rule.end.day = 1;
    return rule;
}

/* Puts what was noted of the span, in which they differ from its beginning, behind the era at `at`. */
static void freeze_span(struct local_history *history, size_t at, const struct noted *noted,
                        const struct local_span *span) {
    const struct local_rule rule = history->eras[at].rule;
    const bool is_last = at + 1 == history->count;
    for (size_t i = 0; i < noted->count; i++) {
        const int64_t from_s = noted->changes[i].from_s > span->from_s ? noted->changes[i].from_s : span->from_s;
        const int64_t to_s = i + 1 < noted->count ? noted->changes[i + 1].from_s : INT64_MAX;
        if (to_s > from_s && from_s < span->to_s) {
            at = insert_behind(history, at);
            history->eras[at] = (struct local_era){.from_s = from_s, .rule = rule_fixed(noted->changes[i].offset_min)};
        }
    }
    if (is_last) {
        at = insert_behind(history, at);
        history->eras[at] = (struct local_era){.from_s = span->to_s, .rule = rule};
    }
    history->eras[0].from_s = 0;
}

int place_past_freeze(struct core *core, struct local_history *history, size_t at, int64_t now_s, bool *ret_changed) {
    const struct local_era *era = &history->eras[at];
    const bool is_last = at + 1 == history->count;
    struct local_span span = {.from_s = era->from_s, .to_s = is_last ? now_s : history->eras[at + 1].from_s};
    struct noted noted;
    if (era->rule.place == NULL || span.from_s >= span.to_s) {
        return 0;
    }
    int r = read_noted(core, &era->rule, &noted);
    if (r < 0 || noted.count == 0) {
        return r;
    }
    span.from_s = first_difference(&noted, &era->rule, &span);
    if (span.from_s < span.to_s) {
        freeze_span(history, at, &noted, &span);
        *ret_changed = true;
    }
    return 0;
}

static bool notes_equal(const struct noted *a, const struct noted *b) {
    bool equal = a->count == b->count;
    for (size_t i = 0; equal && i < a->count; i++) {
        equal = a->changes[i].from_s == b->changes[i].from_s && a->changes[i].offset_min == b->changes[i].offset_min;
    }
    return equal;
}

int place_past_is_noted(struct core *core, const struct local_history *history, bool *ret_noted) {
    struct noted noted, now;
    int r = 0;
    *ret_noted = true;
    for (size_t i = 0; r == 0 && i < history->count && *ret_noted; i++) {
        const struct local_rule *rule = &history->eras[i].rule;
        if (rule->place != NULL) {
            r = read_noted(core, rule, &noted);
            note_place(core, rule, &now);
            *ret_noted = r == 0 && notes_equal(&noted, &now);
        }
    }
    return r;
}

int place_past_write(struct core *core, const struct local_history *history) {
    struct noted noted;
    int r = store_place_changes_clear(core->store);
    for (size_t i = 0; r == 0 && i < history->count; i++) {
        const struct local_rule *rule = &history->eras[i].rule;
        if (rule->place != NULL) {
            note_place(core, rule, &noted);
            r = store_place_changes_add(core->store, rule->place->name, noted.changes, noted.count);
        }
    }
    return r;
}
