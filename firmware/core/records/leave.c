#include "core/records/leave.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/time/local_time.h"
#include "core/users/users.h"
#include "util/arena.h"
#include "util/buf.h"
#include "util/json_out.h"

#define ARENA_MAX ((size_t)65536) /* the notes of a user's leaves */
#define OBJECT_MAX 32
#define EVER UINT32_MAX

static int check_days(const struct leave *leave, const char **ret_field) {
    const bool no_first = leave->from == 0;
    if (no_first || leave->to == 0) {
        *ret_field = leave_rows[no_first ? LEAVE_FROM : LEAVE_TO].name;
        return E_MISSING;
    }
    const int64_t days = local_day_number(leave->to) - local_day_number(leave->from) + 1;
    if (days < 1 || days > LEAVE_DAYS_MAX) {
        *ret_field = leave_rows[LEAVE_TO].name;
        return E_RANGE;
    }
    return 0;
}

/* `is_new`: it is entered; else it was deleted. */
static int audit_leave(struct core *core, const struct actor *by, const struct leave *leave, bool is_new) {
    _cleanup_(buf_donep) struct buf text = {0};
    char object[OBJECT_MAX];
    json_out_object_begin(&text);
    leave_json(leave, NULL, &text);
    json_out_object_end(&text);
    if (buf_failed(&text)) {
        return E_NOMEM;
    }
    (void)snprintf(object, sizeof(object), "leave of user %u", (unsigned)leave->userid);
    return audit_add(core, by,
                     &(struct audit_change){.object = object,
                                            .before = is_new ? NULL : buf_text(&text),
                                            .after = is_new ? buf_text(&text) : NULL});
}

/* In the transaction. */
static int leave_enter(struct core *core, const struct actor *by, struct leave *leave, const char **ret_field) {
    _cleanup_(arena_done) struct arena arena;
    struct user user;
    uint32_t count = 0;
    arena_init(&arena, ARENA_MAX);
    int r = users_get(core, leave->userid, &arena, &user);
    if (r == 0) {
        r = users_check_own_hours(core, by, leave->userid);
    }
    if (r < 0) {
        *ret_field = leave_rows[LEAVE_USERID].name;
        return r;
    }
    r = store_leave_count(core->store, leave->userid, &count);
    if (r == 0 && count >= STORE_LEAVES_MAX) {
        r = E_CAPACITY;
    }
    if (r == 0) {
        r = store_leave_add(core->store, leave, &leave->id);
    }
    return r < 0 ? r : audit_leave(core, by, leave, true);
}

int leave_add(struct core *core, const struct actor *by, const struct leave *leave, uint32_t *ret_id,
              const char **ret_field) {
    struct leave entered = *leave;
    *ret_field = NULL;
    int r = check_days(leave, ret_field);
    if (r == 0) {
        r = store_begin_growth(core->store);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = leave_enter(core, by, &entered, ret_field);
    *ret_id = entered.id;
    return r < 0 ? r : store_commit(txn);
}

/* In the transaction. */
static int delete_one(struct core *core, const struct actor *by, uint32_t id) {
    _cleanup_(arena_done) struct arena arena;
    struct leave leave;
    arena_init(&arena, ARENA_MAX);
    int r = store_leave_get(core->store, id, &arena, &leave);
    if (r == 0) {
        r = users_check_own_hours(core, by, leave.userid);
    }
    if (r == 0) {
        r = store_leave_delete(core->store, id);
    }
    return r < 0 ? r : audit_leave(core, by, &leave, false);
}

int leave_delete(struct core *core, const struct actor *by, uint32_t id) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = delete_one(core, by, id);
    return r < 0 ? r : store_commit(txn);
}

static int later_first(const void *one, const void *other) {
    const struct leave *a = one;
    const struct leave *b = other;
    return a->from != b->from ? (a->from < b->from ? 1 : -1) : (a->id < b->id) - (a->id > b->id);
}

int leave_list(struct core *core, uint32_t userid, struct arena *arena, struct leave *ret_leaves, size_t *ret_count) {
    struct user user;
    int r = users_get(core, userid, arena, &user);
    if (r == 0) {
        r = store_leave_of(core->store, userid, 0, EVER, arena, ret_leaves, STORE_LEAVES_MAX, ret_count);
    }
    if (r == 0) {
        qsort(ret_leaves, *ret_count, sizeof(*ret_leaves), later_first);
    }
    return r;
}
