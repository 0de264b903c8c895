#include "core/accounts/roles.h"

#include <assert.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "store/base/rights.h"
#include "store/settings/settings.h"
#include "util/buf.h"
#include "util/json_out.h"

static_assert(STORE_RIGHTS_LEVELS == RIGHTS_LEVEL_MAX + 1, "one number of levels");

static const char *const group_names[FUNCTION_GROUP_COUNT] = {
    [FUNCTION_GROUP_USER] = "user",
    [FUNCTION_GROUP_NETWORK] = "network",
    [FUNCTION_GROUP_BASIC_SETTING] = "basicSetting",
    [FUNCTION_GROUP_ACC_SETTING] = "AccSetting",
    [FUNCTION_GROUP_ADV_SETTING] = "advSetting",
};

static const char *const right_names[] = {[RIGHT_NONE] = "none", [RIGHT_READ] = "read", [RIGHT_WRITE] = "write"};

static int take_right(void *ctx, int level, int group, int access) {
    struct rights_table *rights = ctx;
    if (level >= 1 && level <= RIGHTS_LEVEL_MAX && group >= 0 && group < FUNCTION_GROUP_COUNT) {
        rights->right[level][group] = (uint8_t)access;
    }
    return 0;
}

static int read_rights(struct store *store, struct rights_table *ret_rights) {
    memset(ret_rights, 0, sizeof(*ret_rights));
    int r = store_settings_each_right(store, take_right, ret_rights);
    for (int group = 0; group < FUNCTION_GROUP_COUNT; group++) {
        ret_rights->right[RIGHTS_LEVEL_MAX][group] = RIGHT_WRITE;
    }
    return r;
}

int roles_read(struct core *core, struct roles *ret_roles) {
    /* The revision first: a change in between then makes the reader's save fail, and is never overwritten unseen. */
    int r = store_rights_revision(core->store, &ret_roles->revision);
    if (r == 0) {
        r = read_rights(core->store, &ret_roles->rights);
    }
    return r < 0 ? r : store_rights_accounts(core->store, ret_roles->accounts);
}

bool roles_may_edit(const struct actor *by) {
    return by->userid == 0;
}

static void write_rights(struct buf *out, const uint8_t rights[FUNCTION_GROUP_COUNT]) {
    json_out_object_begin(out);
    for (int group = 0; group < FUNCTION_GROUP_COUNT; group++) {
        json_out_key(out, group_names[group]);
        json_out_string(out, right_names[rights[group]]);
    }
    json_out_object_end(out);
}

static int audit_level(struct core *core, const struct actor *by, const struct roles_change *change,
                       const uint8_t before[FUNCTION_GROUP_COUNT]) {
    _cleanup_(buf_donep) struct buf object = {0};
    _cleanup_(buf_donep) struct buf before_json = {0};
    _cleanup_(buf_donep) struct buf after_json = {0};
    buf_printf(&object, "level %u", change->level);
    write_rights(&before_json, before);
    write_rights(&after_json, change->right);
    if (buf_failed(&object) || buf_failed(&before_json) || buf_failed(&after_json)) {
        return E_NOMEM;
    }
    return audit_add(core, by,
                     &(struct audit_change){.object = buf_text(&object),
                                            .before = buf_text(&before_json),
                                            .after = buf_text(&after_json)});
}

/* Writes the differences of one level, and notes them in `rights` and in `changed`. */
static int change_level(struct core *core, const struct actor *by, const struct roles_change *change,
                        struct rights_table *rights, bool changed[RIGHTS_LEVEL_MAX + 1]) {
    uint8_t *before = rights->right[change->level];
    if (memcmp(before, change->right, FUNCTION_GROUP_COUNT) == 0) {
        return 0;
    }
    int r = audit_level(core, by, change, before);
    for (unsigned group = 0; group < FUNCTION_GROUP_COUNT && r == 0; group++) {
        if (before[group] != change->right[group]) {
            r = store_rights_put(core->store, change->level, group, change->right[group]);
        }
    }
    memcpy(before, change->right, FUNCTION_GROUP_COUNT);
    changed[change->level] = true;
    return r;
}

/* Rejects a table in which a level has fewer permissions than the one below it. */
static int check_order(const struct rights_table *rights, struct roles_refusal *reterr) {
    for (unsigned level = 2; level <= RIGHTS_LEVEL_MAX; level++) {
        for (unsigned group = 0; group < FUNCTION_GROUP_COUNT; group++) {
            if (rights->right[level][group] < rights->right[level - 1][group]) {
                *reterr = (struct roles_refusal){.level = (uint8_t)level, .group = (enum function_group)group};
                return E_RANGE;
            }
        }
    }
    return 0;
}

static int commit_changes(struct core *core, const struct actor *by, const uint32_t *revision,
                          const struct roles_change *changes, size_t count, bool changed[RIGHTS_LEVEL_MAX + 1],
                          uint32_t *ret_revision, struct roles_refusal *reterr) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    struct rights_table rights;
    uint32_t now = 0;
    r = store_rights_revision(txn, &now);
    if (r == 0 && revision != NULL && *revision != now) {
        r = E_CHANGED_MEANWHILE;
    }
    if (r == 0) {
        r = read_rights(txn, &rights);
    }
    for (size_t i = 0; i < count && r == 0; i++) {
        r = change_level(core, by, &changes[i], &rights, changed);
    }
    if (r == 0) {
        r = check_order(&rights, reterr);
    }
    if (r == 0) {
        r = store_rights_revision(txn, ret_revision);
    }
    return r < 0 ? r : store_commit(txn);
}

int roles_save(struct core *core, const struct actor *by, const uint32_t *revision, const struct roles_change *changes,
               size_t count, uint32_t *ret_revision, struct roles_refusal *reterr) {
    *reterr = (struct roles_refusal){.level = 0};
    if (!roles_may_edit(by)) {
        return E_ADMIN_ONLY;
    }
    for (size_t i = 0; i < count; i++) {
        if (changes[i].level < 1 || changes[i].level >= RIGHTS_LEVEL_MAX) {
            return E_RANGE;
        }
    }
    bool changed[RIGHTS_LEVEL_MAX + 1] = {false};
    int r = settings_lock(core);
    if (r < 0) {
        return r;
    }
    r = commit_changes(core, by, revision, changes, count, changed, ret_revision, reterr);
    if (r == 0) {
        r = settings_publish(core);
    }
    settings_unlock(core);
    for (unsigned level = 1; level <= RIGHTS_LEVEL_MAX && r == 0; level++) {
        if (changed[level]) {
            accounts_end_level(core, level);
        }
    }
    return r;
}
