#include "store/rules/rules.h"

#include <string.h>

#include "store/store_impl.h"

static int read_hours(struct store *store, struct arena *arena, struct store_rules *rules) {
    struct time_zone zones[TIME_ZONE_NUMBER_MAX];
    struct group groups[STORE_GROUPS];
    size_t zone_count = 0;
    size_t group_count = 0;
    int r = store_zones_list(store, arena, zones, &zone_count);
    if (r == 0) {
        r = store_groups_list(store, arena, groups, &group_count);
    }
    for (size_t i = 0; r == 0 && i < zone_count; i++) {
        rules->zones[zones[i].number - 1] = zones[i];
    }
    for (size_t i = 0; r == 0 && i < group_count; i++) {
        rules->groups[groups[i].number] = groups[i];
    }
    return r;
}

static int read_periods(struct store *store, struct arena *arena, struct store_rules *rules) {
    struct store_period_group groups[STORE_PERIOD_GROUPS];
    size_t count = 0;
    int r = store_periods_list(store, arena, groups, &count);
    for (size_t i = 0; r == 0 && i < count; i++) {
        rules->periods[groups[i].number - 1] = groups[i];
    }
    return r < 0 ? r : store_in_force_get(store, rules->in_force, &rules->in_force_revision);
}

static int read_holidays(struct store *store, struct arena *arena, struct store_rules *rules) {
    struct holiday holidays[HOLIDAY_NUMBER_MAX];
    size_t count = 0;
    int r = store_holidays_list(store, arena, holidays, &count);
    for (size_t i = 0; r == 0 && i < count; i++) {
        rules->holidays[holidays[i].number - 1] = holidays[i];
    }
    return r;
}

int store_rules_read(struct store *store, struct arena *arena, struct store_rules *ret_rules) {
    bool started = false;
    memset(ret_rules, 0, sizeof(*ret_rules));
    int r = store_read_begin(store, &started);
    if (r == 0) {
        r = read_hours(store, arena, ret_rules);
    }
    if (r == 0) {
        r = read_periods(store, arena, ret_rules);
    }
    if (r == 0) {
        r = read_holidays(store, arena, ret_rules);
    }
    store_read_end(store, started);
    return r;
}
