#include "core/rules/hours.h"

#include "core/base/core.h"
#include "core/rules/rules_impl.h"
#include "core/users/users.h"
#include "util/json_out.h"

#define ZONE_OBJECT "time zone"
#define GROUP_OBJECT "group"

static void put_zone(struct buf *out, const struct time_zone *zone, const struct time_zone *other) {
    json_out_object_begin(out);
    time_zone_json(zone, other, out);
    json_out_object_end(out);
}

static void put_group(struct buf *out, const struct group *group, const struct group *other) {
    json_out_object_begin(out);
    group_json(group, other, out);
    json_out_object_end(out);
}

/* `before` NULL for a new one. */
static int write_zone(struct core *core, const struct actor *by, const struct time_zone *before,
                      struct time_zone *after) {
    _cleanup_(buf_donep) struct buf old = {0};
    _cleanup_(buf_donep) struct buf new = {0};
    int r = store_rules_next(core->store, &after->revision);
    if (r == 0) {
        r = store_zones_put(core->store, after);
    }
    if (before != NULL) {
        put_zone(&old, before, after);
    }
    put_zone(&new, after, before);
    return r < 0 ? r : rules_audit(core, by, ZONE_OBJECT, after->number, &old, &new);
}

static int write_group(struct core *core, const struct actor *by, const struct group *before, struct group *after) {
    _cleanup_(buf_donep) struct buf old = {0};
    _cleanup_(buf_donep) struct buf new = {0};
    int r = store_rules_next(core->store, &after->revision);
    if (r == 0) {
        r = store_groups_put(core->store, after);
    }
    if (before != NULL) {
        put_group(&old, before, after);
    }
    put_group(&new, after, before);
    return r < 0 ? r : rules_audit(core, by, GROUP_OBJECT, after->number, &old, &new);
}

/* In the transaction. */
static int change_zone(struct core *core, const struct actor *by, const struct time_zone_change *change,
                       struct arena *arena, struct rules_saved *saved, const char **ret_field) {
    struct time_zone before = time_zone_defaults;
    int r = store_zones_get(core->store, change->values.number, arena, &before);
    const bool exists = r == 0;
    if (r < 0 && r != E_NOTFOUND) {
        return r;
    }
    r = rules_check_revision(time_zone_gives(change, TIME_ZONE_REVISION), change->values.revision, before.revision);
    if (r < 0) {
        *ret_field = time_zone_rows[TIME_ZONE_REVISION].name;
        return r;
    }
    struct time_zone after = before;
    time_zone_merge(change, &after);
    if (!exists || !time_zone_equal(&before, &after)) {
        r = write_zone(core, by, exists ? &before : NULL, &after);
    }
    *saved = (struct rules_saved){.number = after.number, .revision = after.revision};
    return r;
}

int hours_save_zone(struct core *core, const struct actor *by, const struct time_zone_change *change,
                    struct rules_saved *ret_saved, const char **ret_field) {
    _cleanup_(arena_done) struct arena arena;
    const struct value_row *wrong = NULL;
    arena_init(&arena, RULES_ARENA_MAX);
    int r = time_zone_check(change, &wrong);
    *ret_field = wrong != NULL ? wrong->name : NULL;
    if (r == 0) {
        r = store_begin(core->store);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    return rules_commit(core, change_zone(core, by, change, &arena, ret_saved, ret_field));
}

/* Checks only the given ones: those that the group already has exist. */
static int check_zones(struct core *core, const struct group_change *change, struct arena *arena,
                       const char **ret_field) {
    const struct {
        enum group_field field;
        uint8_t zone;
    } given[] = {{GROUP_TIME1, change->values.time1},
                 {GROUP_TIME2, change->values.time2},
                 {GROUP_TIME3, change->values.time3},
                 {GROUP_TIME4, change->values.time4}};
    for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); i++) {
        struct time_zone zone;
        if (!group_gives(change, given[i].field) || given[i].zone == 0) {
            continue;
        }
        int r = store_zones_get(core->store, given[i].zone, arena, &zone);
        if (r < 0) {
            *ret_field = group_rows[given[i].field].name;
            return r == E_NOTFOUND ? E_ZONE_UNDEFINED : r;
        }
    }
    return 0;
}

/* In the transaction. */
static int change_group(struct core *core, const struct actor *by, const struct group_change *change,
                        struct arena *arena, struct rules_saved *saved, const char **ret_field) {
    struct group before = group_defaults;
    int r = store_groups_get(core->store, change->values.number, arena, &before);
    const bool exists = r == 0;
    if (r < 0 && r != E_NOTFOUND) {
        return r;
    }
    r = rules_check_revision(group_gives(change, GROUP_REVISION), change->values.revision, before.revision);
    if (r < 0) {
        *ret_field = group_rows[GROUP_REVISION].name;
        return r;
    }
    r = check_zones(core, change, arena, ret_field);
    if (r < 0) {
        return r;
    }
    struct group after = before;
    group_merge(change, &after);
    if (!exists || !group_equal(&before, &after)) {
        r = write_group(core, by, exists ? &before : NULL, &after);
    }
    *saved = (struct rules_saved){.number = after.number, .revision = after.revision};
    return r;
}

int hours_save_group(struct core *core, const struct actor *by, const struct group_change *change,
                     struct rules_saved *ret_saved, const char **ret_field) {
    _cleanup_(arena_done) struct arena arena;
    const struct value_row *wrong = NULL;
    arena_init(&arena, RULES_ARENA_MAX);
    int r = group_check(change, &wrong);
    *ret_field = wrong != NULL ? wrong->name : NULL;
    if (r == 0) {
        r = store_begin(core->store);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    return rules_commit(core, change_group(core, by, change, &arena, ret_saved, ret_field));
}

/* Removes a time zone from a group. Returns true if the group had it. */
static bool take_out(struct group *group, uint8_t number) {
    uint8_t *const zones[] = {&group->time1, &group->time2, &group->time3, &group->time4};
    bool had = false;
    for (size_t i = 0; i < sizeof(zones) / sizeof(zones[0]); i++) {
        if (*zones[i] == number) {
            *zones[i] = 0;
            had = true;
        }
    }
    return had;
}

static int leave_groups(struct core *core, const struct actor *by, uint8_t number, bool sure, struct arena *arena) {
    struct group groups[STORE_GROUPS];
    size_t count = 0;
    int r = store_groups_list(core->store, arena, groups, &count);
    for (size_t i = 0; r == 0 && i < count; i++) {
        struct group after = groups[i];
        if (take_out(&after, number)) {
            r = sure ? write_group(core, by, &groups[i], &after) : E_ZONE_IN_USE;
        }
    }
    return r;
}

/* In the transaction. */
static int delete_zone(struct core *core, const struct actor *by, uint8_t number, bool sure, struct arena *arena) {
    _cleanup_(buf_donep) struct buf old = {0};
    struct buf none = {0};
    struct time_zone zone;
    int r = store_zones_get(core->store, number, arena, &zone);
    if (r == 0) {
        r = leave_groups(core, by, number, sure, arena);
    }
    if (r == 0) {
        r = store_zones_delete(core->store, number);
    }
    if (r < 0) {
        return r;
    }
    put_zone(&old, &zone, NULL);
    return rules_audit(core, by, ZONE_OBJECT, number, &old, &none);
}

int hours_delete_zone(struct core *core, const struct actor *by, uint8_t number, bool sure) {
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, RULES_ARENA_MAX);
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    return rules_commit(core, delete_zone(core, by, number, sure, &arena));
}

/* Deletes what is in force for it with its row; also increments that revision, so that nobody restores it. */
static int delete_group(struct core *core, const struct actor *by, uint8_t number, bool sure, struct arena *arena) {
    _cleanup_(buf_donep) struct buf old = {0};
    struct buf none = {0};
    struct group group;
    bool has_users = false;
    uint32_t revision = 0;
    int r = store_groups_get(core->store, number, arena, &group);
    if (r == 0) {
        r = store_groups_has_users(core->store, number, &has_users);
    }
    if (r == 0 && has_users && !sure) {
        r = E_GROUP_IN_USE;
    }
    if (r == 0) {
        r = users_check_own_group(core, by, number); /* its shifts are deleted, too */
    }
    if (r == 0) {
        r = store_groups_delete(core->store, number);
    }
    if (r == 0) {
        r = store_rules_next(core->store, &revision);
    }
    if (r == 0) {
        r = store_in_force_changed(core->store, revision);
    }
    if (r < 0) {
        return r;
    }
    put_group(&old, &group, NULL);
    return rules_audit(core, by, GROUP_OBJECT, number, &old, &none);
}

int hours_delete_group(struct core *core, const struct actor *by, uint8_t number, bool sure) {
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, RULES_ARENA_MAX);
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    return rules_commit(core, delete_group(core, by, number, sure, &arena));
}

int hours_group_users(struct core *core, uint32_t ret_users[STORE_GROUPS]) {
    return store_groups_users(core->store, ret_users);
}
