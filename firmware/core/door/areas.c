#include "core/door/areas.h"

#include <stdio.h>

#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "util/arena.h"
#include "util/cleanup.h"
#include "util/log.h"

#define OBJECT_MAX 32 /* bytes of the object of an audit row */
#define AFTER_MAX 48 /* bytes of what it says */

int64_t areas_begin(struct core *core, int64_t utc_ms) {
    const struct settings *settings = settings_get(core);
    unsigned minute = settings->values.access_control.passback_reset;
    struct local_rule rule = clock_rule(settings);
    return minute == PASSBACK_NO_RESET ? INT64_MIN : passback_reset_before(&rule, utc_ms / 1000, minute) * 1000;
}

enum passback_area areas_of(struct core *core, uint32_t userid, int64_t utc_ms) {
    struct store_area row;
    int r = store_area_get(core->store, userid, &row);
    if (r < 0) {
        if (r != E_NOTFOUND) {
            log_error("terminal", "where a person is cannot be read", log_errno(r));
        }
        return PASSBACK_UNKNOWN;
    }
    return row.since_ms < areas_begin(core, utc_ms) ? PASSBACK_UNKNOWN : (enum passback_area)row.area;
}

/* Nothing has to be written of a move that leads nowhere, or where the person is. */
static bool is_there(struct core *core, uint32_t userid, enum passback_area area, int64_t utc_ms) {
    return area == PASSBACK_UNKNOWN || areas_of(core, userid, utc_ms) == area;
}

int areas_put(struct core *core, uint32_t userid, int64_t identity, enum passback_area area, int64_t utc_ms) {
    if (area == PASSBACK_UNKNOWN) {
        return 0;
    }
    return store_area_put(core->store, userid, identity,
                          &(struct store_area){.area = (uint8_t)area, .since_ms = utc_ms});
}

int areas_move(struct core *core, uint32_t userid, int64_t identity, enum passback_area area, int64_t utc_ms) {
    if (is_there(core, userid, area, utc_ms)) {
        return 0;
    }
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = areas_put(core, userid, identity, area, utc_ms);
    return r < 0 ? r : store_commit(txn);
}

int areas_inside(struct core *core, const struct actor *by, uint32_t after, size_t limit, struct arena *arena,
                 struct areas_page *ret_page) {
    int64_t since_ms = areas_begin(core, core_utc_ms(core));
    size_t most = limit < AREAS_PAGE_MAX ? limit : AREAS_PAGE_MAX;
    *ret_page = (struct areas_page){.people = arena_calloc(arena, most + 1, sizeof(*ret_page->people))};
    if (ret_page->people == NULL) {
        return E_NOMEM;
    }
    int r = store_area_inside(core->store, since_ms, after, most + 1, arena, ret_page->people, &ret_page->count);
    if (r == 0 && ret_page->count > most) { /* one more than fits: there is another page */
        ret_page->count = most;
        ret_page->next = ret_page->people[most - 1].userid;
    }
    const bool hides_people = !rights_may_know_people(&settings_get(core)->rights, by);
    for (size_t i = 0; r == 0 && hides_people && i < ret_page->count; i++) {
        ret_page->people[i].username = "";
    }
    return r < 0 ? r : store_area_count(core->store, since_ms, &ret_page->total, &ret_page->total_is_more);
}

int areas_reset(struct core *core, const struct actor *by, uint32_t userid, uint32_t *ret_count) {
    char object[OBJECT_MAX] = "passback", after[AFTER_MAX];
    uint32_t count = 1;
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    if (userid != 0) {
        (void)snprintf(object, sizeof(object), "passback %u", (unsigned)userid);
        r = store_area_remove(txn, userid);
    } else {
        r = store_area_clear(txn, &count);
    }
    if (r == 0) {
        (void)snprintf(after, sizeof(after), "{\"people\":%u}", (unsigned)count);
        r = audit_add(core, by, &(struct audit_change){.object = object, .after = after});
    }
    if (r == 0) {
        r = store_commit(txn);
    }
    *ret_count = r == 0 ? count : 0;
    return r;
}
