#include "core/base/audit.h"

#include <stddef.h>

#include "core/base/actor.h"
#include "core/base/core.h"
#include "store/base/audit.h"
#include "store/store.h"

int audit_add(struct core *core, const struct actor *by, const struct audit_change *change) {
    struct store_audit_row row = {
        .time_ms = core_utc_ms(core),
        .account = by->account,
        .peer = by->peer,
        .call = by->call,
        .object = change->object,
        .before = change->before,
        .after = change->after,
        .importance = change->importance != AUDIT_IMPORTANCE_EDIT ? change->importance : by->importance,
        .person = actor_person(by),
        .sponsor = actor_sponsor(by),
    };
    return store_audit_add(core->store, &row);
}

int audit_add_alone(struct core *core, const struct actor *by, const struct audit_change *change) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = audit_add(core, by, change);
    return r < 0 ? r : store_commit(txn);
}

int audit_add_happened(struct core *core, const struct actor *by, const struct audit_change *change) {
    int r = audit_add_alone(core, by, change);
    return r == E_NOSPC ? 0 : r;
}
