#include "core/time/clock_rules.h"

#include <assert.h>
#include <stdio.h>

#include "core/base/core.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/time/local_places.h"
#include "core/time/place_past.h"
#include "store/settings/clock_rules.h"

#define MS_PER_S 1000

static_assert(LOCAL_HISTORY_MAX == STORE_CLOCK_RULES_MAX, "all that are stored");
static_assert(PLACE_NAME_MAX == STORE_PLACE_MAX, "the whole name");

static struct local_rule rule_of(const struct store_clock_rule *stored) {
    return clock_rule_of(stored->zone_min, &stored->dst, stored->place);
}

static void history_of(const struct settings *settings, struct local_history *ret_history) {
    ret_history->count = settings->clock_rule_count;
    for (size_t i = 0; i < settings->clock_rule_count; i++) {
        const struct store_clock_rule *stored = &settings->clock_rules[i];
        ret_history->eras[i] = (struct local_era){.from_s = stored->from_s, .rule = rule_of(stored)};
    }
}

void clock_history(struct core *core, struct local_history *ret_history) {
    const struct settings *settings = settings_get(core);
    const struct local_rule now = clock_rule(settings);
    history_of(settings, ret_history);
    if (ret_history->count == 0) {
        local_history_make(ret_history, &now);
    }
    local_history_bound(ret_history, core_utc_ms(core) / MS_PER_S);
}

struct local_rule clock_rule_at(struct core *core, int64_t utc_s) {
    const struct settings *settings = settings_get(core);
    size_t behind = utc_s < core_utc_ms(core) / MS_PER_S ? settings->clock_rule_count : 0;
    while (behind > 1 && settings->clock_rules[behind - 1].from_s > utc_s) {
        behind--;
    }
    return behind > 0 ? rule_of(&settings->clock_rules[behind - 1]) : clock_rule(settings);
}

/* When a rule that is changed now begins. A clock that lost its time stands before what was recorded: the rule so far held for all of it. */
static int change_begins(struct core *core, int64_t *ret_s) {
    int64_t latest_s = 0;
    *ret_s = core_utc_ms(core) / MS_PER_S;
    if (clock_is_confirmed(core->shared)) {
        return 0;
    }
    int r = store_clock_rules_latest(core->store, &latest_s);
    if (latest_s >= *ret_s) {
        *ret_s = latest_s + 1;
    }
    return r;
}

static int change_history(struct core *core, const struct local_rule *rule, struct local_history *history,
                          bool *ret_changed) {
    struct local_history_change change = {.rule = *rule};
    bool is_used = false;
    int r = change_begins(core, &change.at_s);
    if (r == 0 && history->count > 0) {
        if (clock_is_confirmed(core->shared)) {
            local_history_bound(history, change.at_s);
        }
        r = store_clock_rules_used(core->store, history->eras[history->count - 1].from_s, &is_used);
    }
    change.is_unused = !is_used;
    *ret_changed = r == 0 && local_history_change(history, &change);
    return r;
}

static void dst_of(const struct local_rule *rule, struct setting_dst_param *ret_dst) {
    *ret_dst = (struct setting_dst_param){
        .mode = rule->dst,
        .change = rule->change_min,
        .start_month = rule->start.month,
        .start_day = rule->start.day,
        .start_week = rule->start.week,
        .start_weekday = rule->start.weekday,
        .start_hour = (uint8_t)rule->start.hour,
        .end_month = rule->end.month,
        .end_day = rule->end.day,
        .end_week = rule->end.week,
        .end_weekday = rule->end.weekday,
        .end_hour = (uint8_t)rule->end.hour,
    };
}

static void place_name_of(const struct local_rule *rule, char ret_name[STORE_PLACE_MAX]) {
    (void)snprintf(ret_name, STORE_PLACE_MAX, "%s", rule->place != NULL ? rule->place->name : "");
}

static void keep_history(const struct local_history *history, struct settings *settings) {
    settings->clock_rule_count = history->count;
    for (size_t i = 0; i < history->count; i++) {
        struct store_clock_rule *stored = &settings->clock_rules[i];
        stored->from_s = history->eras[i].from_s;
        stored->zone_min = history->eras[i].rule.zone_min;
        dst_of(&history->eras[i].rule, &stored->dst);
        place_name_of(&history->eras[i].rule, stored->place);
    }
}

/* At a start: what the places did until now stays, and what they do is noted again where this firmware knows it otherwise. */
static int keep_places(struct core *core, struct local_history *history, bool *ret_changed) {
    int64_t now_s = 0;
    bool is_noted = true;
    int r = history->count > 0 ? change_begins(core, &now_s) : 0;
    for (size_t at = history->count; r == 0 && at > 0; at--) {
        r = place_past_freeze(core, history, at - 1, now_s, ret_changed);
    }
    if (r == 0 && !*ret_changed) {
        r = place_past_is_noted(core, history, &is_noted);
    }
    return r < 0 || is_noted ? r : place_past_write(core, history);
}

int clock_rules_save(struct core *core, const struct settings *before, struct settings *after) {
    const struct local_rule rule = clock_rule(after);
    struct local_history history;
    bool has_changed = false, has_frozen = false;
    if (before != NULL) {
        const struct local_rule last = clock_rule(before);
        if (local_rules_equal(&last, &rule)) {
            return 0;
        }
    }
    history_of(after, &history);
    int r = before == NULL ? keep_places(core, &history, &has_frozen) : 0;
    if (r == 0) {
        r = change_history(core, &rule, &history, &has_changed);
    }
    if (r < 0 || (before == NULL && !has_changed && !has_frozen)) {
        return r;
    }
    /* Also unchanged: a save that is taken back has the rules from before it. */
    keep_history(&history, after);
    r = store_clock_rules_write(core->store, after->clock_rules, after->clock_rule_count);
    return r < 0 ? r : place_past_write(core, &history);
}
