#include "core/base/audit.h"

#include <stddef.h>

#include "core/base/core.h"
#include "core/accounts/sessions.h"
#include "store/base/audit.h"

struct audit_actor audit_actor_of(const struct session_view *view, const char *peer) {
    return (struct audit_actor){.account = view ? view->account : "-", .peer = peer ? peer : "-"};
}

int audit_add(struct core *core, const struct audit_actor *by, const struct audit_change *change) {
    struct store_audit_row row = {
        .time_ms = core_utc_ms(core),
        .account = by->account,
        .peer = by->peer,
        .call = change->call,
        .object = change->object,
        .before = change->before,
        .after = change->after,
    };
    return store_audit_add(core->store, &row);
}
