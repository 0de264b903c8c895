/* The audit log, as it may be read: docs/rules.md has who sees what. */
#ifndef POSTERN_CORE_AUDIT_LOG_H
#define POSTERN_CORE_AUDIT_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "setting_values.h"
#include "store/base/audit.h"
#include "values.h"

struct actor;
struct arena;
struct core;

#define AUDIT_LOG_PAGE_MAX 100 /* rows of a page */
#define AUDIT_LOG_CHANGES_MAX 200 /* changes of a page of settings */

/* What is asked for. Texts may be NULL: any. */
struct audit_log_query {
    int64_t from_s, to_s; /* seconds since 1970 UTC, both included */
    const char *account, *call, *object;
    int importance; /* enum audit_importance; -1: any */
    int64_t before, after; /* rows older, or newer, than that of this id; 0: from the newest on */
    unsigned limit; /* 1 to AUDIT_LOG_PAGE_MAX */
    const char *const *calls; /* whose rows may be seen */
    size_t call_count;
};

/* A page of rows, newest first, in the arena. */
struct audit_log_page {
    const struct store_audit_found *rows;
    size_t count;
    int64_t older; /* `before` of the page behind it; 0: none */
    int64_t newer; /* `after` of the page before it; 0: none */
};

/* Reads the rows that `by` may see. E_RANGE with `before` and `after` together; E_NOMEM or an error of the store. */
_must_check_ int audit_log_read(struct core *core, const struct actor *by, const struct audit_log_query *query,
                                struct arena *arena, struct audit_log_page *ret_page);

/* A change of a setting. */
struct audit_log_change {
    const char *field; /* name of the setting; static */
    const struct store_audit_row *row; /* both sides are JSON objects with that one member */
};

/* The newest changes of a page of settings, secrets left out, in the arena. Errors as above. */
_must_check_ int audit_log_changes(struct core *core, enum setting_page page, struct arena *arena,
                                   struct audit_log_change **ret_changes, size_t *ret_count);

#endif
