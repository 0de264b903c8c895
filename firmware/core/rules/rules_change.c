/* Shared by all changes of rules. */
#include <stdio.h>

#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/rules/rules_impl.h"

#define OBJECT_MAX 32

int rules_check_revision(bool given, uint32_t sent, uint32_t stored) {
    return given && sent != stored ? E_CHANGED_MEANWHILE : 0;
}

int rules_audit(struct core *core, const struct actor *by, const char *kind, unsigned number, struct buf *before,
                struct buf *after) {
    char object[OBJECT_MAX];
    if (buf_failed(before) || buf_failed(after)) {
        return E_NOMEM;
    }
    (void)snprintf(object, sizeof(object), number != 0 ? "%s %u" : "%s", kind, number);
    return audit_add(core, by,
                     &(struct audit_change){.object = object,
                                            .before = before->len > 0 ? buf_text(before) : NULL,
                                            .after = after->len > 0 ? buf_text(after) : NULL});
}

int rules_commit(struct core *core, int r) {
    if (r == 0) {
        r = store_commit(core->store);
    }
    if (r == 0) {
        rules_changed(core);
    }
    return r;
}
