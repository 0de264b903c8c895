#include "core/rules/periods.h"

#include <stdio.h>
#include <string.h>

#include "core/base/core.h"
#include "core/rules/period_merge.h"
#include "core/rules/rules_impl.h"
#include "util/json_out.h"

#define PERIOD_OBJECT "period group"
#define IN_FORCE_OBJECT "periods in force"

/* An interval is [weekday, first minute, last minute]. */
static void put_periods(struct buf *out, const struct store_period_group *group) {
    json_out_object_begin(out);
    json_out_key(out, "name");
    json_out_string(out, group->name);
    json_out_key(out, "kind");
    json_out_string(out, period_kind_text_of(group->kind));
    json_out_key(out, "periods");
    json_out_array_begin(out);
    for (size_t i = 0; i < group->period_count; i++) {
        json_out_array_begin(out);
        json_out_uint(out, group->periods[i].day);
        json_out_uint(out, group->periods[i].start);
        json_out_uint(out, group->periods[i].end);
        json_out_array_end(out);
    }
    json_out_array_end(out);
    json_out_object_end(out);
}

static bool is_same(const struct store_period_group *a, const struct store_period_group *b) {
    if (strcmp(a->name, b->name) != 0 || a->kind != b->kind || a->period_count != b->period_count) {
        return false;
    }
    for (size_t i = 0; i < a->period_count; i++) {
        const struct store_period *one = &a->periods[i];
        const struct store_period *other = &b->periods[i];
        if (one->day != other->day || one->start != other->start || one->end != other->end) {
            return false;
        }
    }
    return true;
}

/* Returns everything that is in force for any group or the door. */
static uint32_t in_force_anywhere(const uint32_t *masks) {
    uint32_t all = 0;
    for (size_t i = 0; i < STORE_GROUPS; i++) {
        all |= masks[i];
    }
    return all;
}

static int read_in_force(struct core *core, uint32_t *ret_all) {
    uint32_t masks[STORE_GROUPS];
    uint32_t revision = 0;
    int r = store_in_force_get(core->store, masks, &revision);
    *ret_all = r < 0 ? 0 : in_force_anywhere(masks);
    return r;
}

static int next_free(struct core *core, struct arena *arena, uint8_t *ret_number) {
    for (uint8_t number = 1; number <= STORE_PERIOD_GROUPS; number++) {
        struct store_period_group group;
        int r = store_periods_get(core->store, number, arena, &group);
        if (r == E_NOTFOUND) {
            *ret_number = number;
            return 0;
        }
        if (r < 0) {
            return r;
        }
    }
    return E_CAPACITY;
}

static int write_periods(struct core *core, const struct actor *by, const struct store_period_group *before,
                         struct store_period_group *after) {
    _cleanup_(buf_donep) struct buf old = {0};
    _cleanup_(buf_donep) struct buf new = {0};
    int r = store_rules_next(core->store, &after->revision);
    if (r == 0) {
        r = store_periods_put(core->store, after);
    }
    if (before != NULL) {
        put_periods(&old, before);
    }
    put_periods(&new, after);
    return r < 0 ? r : rules_audit(core, by, PERIOD_OBJECT, after->number, &old, &new);
}

/* A kind cannot change while it is in force for groups or the door. */
static int check_kind(struct core *core, const struct store_period_group *before, enum period_kind kind,
                      const char **ret_field) {
    uint32_t all = 0;
    if (before->kind == kind) {
        return 0;
    }
    int r = read_in_force(core, &all);
    if (r == 0 && (all & store_period_bit(before->number)) != 0) {
        *ret_field = "kind";
        r = E_PERIOD_IN_USE;
    }
    return r;
}

/* In the transaction, with the number assigned. */
static int change_periods(struct core *core, const struct actor *by, const struct periods_change *change,
                          struct store_period_group *after, struct arena *arena, const char **ret_field) {
    struct store_period_group before = {.revision = 0};
    int r = store_periods_get(core->store, after->number, arena, &before);
    const bool exists = r == 0;
    if (r < 0 && r != E_NOTFOUND) {
        return r;
    }
    r = rules_check_revision(change->has_revision, change->revision, before.revision);
    if (r < 0) {
        *ret_field = "revision";
        return r;
    }
    if (exists && is_same(&before, after)) {
        after->revision = before.revision;
        return 0;
    }
    r = exists ? check_kind(core, &before, after->kind, ret_field) : 0;
    return r < 0 ? r : write_periods(core, by, exists ? &before : NULL, after);
}

int periods_save(struct core *core, const struct actor *by, const struct periods_change *change,
                 struct periods_saved *ret_saved, const char **ret_field) {
    _cleanup_(arena_done) struct arena arena;
    struct store_period_group after = change->group;
    arena_init(&arena, RULES_ARENA_MAX);
    *ret_field = NULL;
    if (after.period_count > STORE_PERIODS_MAX) {
        return E_RANGE;
    }
    for (size_t i = 0; i < after.period_count; i++) {
        ret_saved->periods[i] = after.periods[i];
    }
    ret_saved->count = period_merge(ret_saved->periods, after.period_count);
    ret_saved->merged = ret_saved->count < after.period_count;
    after.periods = ret_saved->periods;
    after.period_count = ret_saved->count;
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    if (after.number == 0) {
        r = next_free(core, &arena, &after.number);
    }
    if (r == 0) {
        r = change_periods(core, by, change, &after, &arena, ret_field);
    }
    ret_saved->saved = (struct rules_saved){.number = after.number, .revision = after.revision};
    return rules_commit(core, r);
}

static int delete_one(struct core *core, const struct actor *by, uint8_t number, uint32_t *ret_deleted) {
    _cleanup_(arena_done) struct arena arena;
    _cleanup_(buf_donep) struct buf old = {0};
    struct buf none = {0};
    struct store_period_group group;
    arena_init(&arena, RULES_ARENA_MAX);
    int r = store_periods_get(core->store, number, &arena, &group);
    if (r == E_NOTFOUND) {
        return 0;
    }
    if (r == 0) {
        r = store_periods_delete(core->store, number);
    }
    if (r < 0) {
        return r;
    }
    *ret_deleted += 1;
    put_periods(&old, &group);
    return rules_audit(core, by, PERIOD_OBJECT, number, &old, &none);
}

static int delete_all(struct core *core, const struct actor *by, uint32_t mask, bool sure, uint32_t *ret_deleted,
                      uint8_t *ret_wrong) {
    uint32_t in_force = 0;
    uint32_t revision = 0;
    int r = read_in_force(core, &in_force);
    for (uint8_t number = 1; r == 0 && number <= STORE_PERIOD_GROUPS; number++) {
        if ((mask & store_period_bit(number)) == 0) {
            continue;
        }
        if ((in_force & store_period_bit(number)) != 0 && !sure) {
            *ret_wrong = number;
            return E_PERIOD_IN_USE;
        }
        r = delete_one(core, by, number, ret_deleted);
    }
    if (r == 0 && (in_force & mask) != 0) {
        r = store_rules_next(core->store, &revision);
        if (r == 0) {
            r = store_in_force_changed(core->store, revision);
        }
    }
    return r;
}

int periods_delete(struct core *core, const struct actor *by, uint32_t mask, bool sure, uint32_t *ret_deleted,
                   uint8_t *ret_wrong) {
    *ret_deleted = 0;
    *ret_wrong = 0;
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    return rules_commit(core, delete_all(core, by, mask, sure, ret_deleted, ret_wrong));
}

/* Reads the existing period groups, by kind. */
static int read_kinds(struct core *core, uint32_t ret_masks[PERIOD_KIND_COUNT]) {
    _cleanup_(arena_done) struct arena arena;
    struct store_period_group groups[STORE_PERIOD_GROUPS];
    size_t count = 0;
    arena_init(&arena, RULES_ARENA_MAX * 4);
    int r = store_periods_list(core->store, &arena, groups, &count);
    memset(ret_masks, 0, PERIOD_KIND_COUNT * sizeof(*ret_masks));
    for (size_t i = 0; r == 0 && i < count; i++) {
        ret_masks[groups[i].kind] |= store_period_bit(groups[i].number);
    }
    return r;
}

/* Checks that all of a mask are period groups of a kind. */
static int check_mask(uint32_t mask, const uint32_t kinds[PERIOD_KIND_COUNT], enum period_kind kind,
                      uint8_t *ret_period) {
    const uint32_t all = kinds[PERIOD_KIND_WORKING] | kinds[PERIOD_KIND_ALWAYS_OPEN] | kinds[PERIOD_KIND_ALWAYS_CLOSED];
    for (uint8_t number = 1; number <= STORE_PERIOD_GROUPS; number++) {
        const uint32_t bit = store_period_bit(number);
        if ((mask & bit & ~kinds[kind]) != 0) {
            *ret_period = number;
            return (all & bit) == 0 ? E_PERIOD_UNDEFINED : E_RANGE;
        }
    }
    return 0;
}

static int check_group(struct core *core, uint8_t number) {
    _cleanup_(arena_done) struct arena arena;
    struct group group;
    arena_init(&arena, RULES_ARENA_MAX);
    int r = store_groups_get(core->store, number, &arena, &group);
    return r == E_NOTFOUND ? E_GROUP_UNDEFINED : r;
}

static int check_in_force(struct core *core, const struct in_force_change *change, struct in_force_refusal *reterr) {
    uint32_t kinds[PERIOD_KIND_COUNT];
    int r = read_kinds(core, kinds);
    reterr->part = IN_FORCE_WORKING;
    for (uint8_t group = GROUP_NUMBER_MIN; r == 0 && change->has_working && group < STORE_GROUPS; group++) {
        reterr->group = group;
        if (change->working[group] != 0) {
            r = check_group(core, group);
        }
        if (r == 0) {
            r = check_mask(change->working[group], kinds, PERIOD_KIND_WORKING, &reterr->period);
        }
    }
    if (r == 0 && change->has_open) {
        reterr->part = IN_FORCE_OPEN;
        r = check_mask(change->open, kinds, PERIOD_KIND_ALWAYS_OPEN, &reterr->period);
    }
    if (r == 0 && change->has_closed) {
        reterr->part = IN_FORCE_CLOSED;
        r = check_mask(change->closed, kinds, PERIOD_KIND_ALWAYS_CLOSED, &reterr->period);
    }
    return r;
}

/* The door's mask contains both kinds; each list replaces its own. */
static int merge_in_force(struct core *core, const struct in_force_change *change, uint32_t after[STORE_GROUPS]) {
    uint32_t kinds[PERIOD_KIND_COUNT];
    int r = read_kinds(core, kinds);
    if (r < 0) {
        return r;
    }
    if (change->has_working) {
        memcpy(after + GROUP_NUMBER_MIN, change->working + GROUP_NUMBER_MIN,
               (STORE_GROUPS - GROUP_NUMBER_MIN) * sizeof(*after));
    }
    if (change->has_open) {
        after[STORE_DOOR] = (after[STORE_DOOR] & ~kinds[PERIOD_KIND_ALWAYS_OPEN]) | change->open;
    }
    if (change->has_closed) {
        after[STORE_DOOR] = (after[STORE_DOOR] & ~kinds[PERIOD_KIND_ALWAYS_CLOSED]) | change->closed;
    }
    return 0;
}

static void put_mask(struct buf *out, uint32_t mask) {
    json_out_array_begin(out);
    for (uint8_t number = 1; number <= STORE_PERIOD_GROUPS; number++) {
        if ((mask & store_period_bit(number)) != 0) {
            json_out_uint(out, number);
        }
    }
    json_out_array_end(out);
}

/* Writes the groups, and the door, for which it differs. */
static void put_in_force(struct buf *out, const uint32_t *masks, const uint32_t *others) {
    json_out_object_begin(out);
    for (unsigned group = 0; group < STORE_GROUPS; group++) {
        char key[16];
        if (masks[group] != others[group]) {
            (void)snprintf(key, sizeof(key), group == STORE_DOOR ? "door" : "group %u", group);
            json_out_key(out, key);
            put_mask(out, masks[group]);
        }
    }
    json_out_object_end(out);
}

static int write_in_force(struct core *core, const struct actor *by, const uint32_t *before, const uint32_t *after,
                          uint32_t *ret_revision) {
    _cleanup_(buf_donep) struct buf old = {0};
    _cleanup_(buf_donep) struct buf new = {0};
    int r = store_rules_next(core->store, ret_revision);
    for (uint8_t group = 0; r == 0 && group < STORE_GROUPS; group++) {
        r = before[group] != after[group] ? store_in_force_put(core->store, group, after[group]) : 0;
    }
    if (r == 0) {
        r = store_in_force_changed(core->store, *ret_revision);
    }
    put_in_force(&old, before, after);
    put_in_force(&new, after, before);
    return r < 0 ? r : rules_audit(core, by, IN_FORCE_OBJECT, 0, &old, &new);
}

/* In the transaction. */
static int change_in_force(struct core *core, const struct actor *by, const struct in_force_change *change,
                           uint32_t *ret_revision, struct in_force_refusal *reterr) {
    uint32_t before[STORE_GROUPS];
    uint32_t after[STORE_GROUPS];
    int r = store_in_force_get(core->store, before, ret_revision);
    if (r < 0) {
        return r;
    }
    r = rules_check_revision(change->has_revision, change->revision, *ret_revision);
    if (r < 0) {
        reterr->part = IN_FORCE_REVISION_OLD;
        return r;
    }
    r = check_in_force(core, change, reterr);
    if (r < 0) {
        return r;
    }
    memcpy(after, before, sizeof(after));
    r = merge_in_force(core, change, after);
    if (r < 0 || memcmp(before, after, sizeof(after)) == 0) {
        return r;
    }
    return write_in_force(core, by, before, after, ret_revision);
}

int periods_put_in_force(struct core *core, const struct actor *by, const struct in_force_change *change,
                         uint32_t *ret_revision, struct in_force_refusal *reterr) {
    *reterr = (struct in_force_refusal){.part = IN_FORCE_WORKING};
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    return rules_commit(core, change_in_force(core, by, change, ret_revision, reterr));
}
