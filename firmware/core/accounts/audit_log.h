/* Reading the audit log: docs/rules.md says who may see what. */
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

#define AUDIT_LOG_PAGE_MAX 100 /* entries per page */
#define AUDIT_LOG_CHANGES_MAX 200 /* changes of a settings page */

/* Filter. A text that is NULL matches all. */
struct audit_log_query {
    int64_t from_s, to_s; /* seconds since 1970 UTC, both inclusive */
    const char *account, *call, *object;
    int importance; /* enum audit_importance; -1: any */
    int64_t before, after; /* entries older, or newer, than this id; 0: from the newest on */
    unsigned limit; /* 1 to AUDIT_LOG_PAGE_MAX */
    const char *const *calls; /* calls whose entries may be seen */
    size_t call_count;
};

/* A page of entries, newest first, in the arena. */
struct audit_log_page {
    const struct store_audit_found *rows;
    size_t count;
    int64_t older; /* `before` of the next page; 0: none */
    int64_t newer; /* `after` of the previous page; 0: none */
};

/* Reads the entries that `by` may see. E_RANGE with both `before` and `after`; E_NOMEM or an error of the store. */
_must_check_ int audit_log_read(struct core *core, const struct actor *by, const struct audit_log_query *query,
                                struct arena *arena, struct audit_log_page *ret_page);

/* A change of a setting. */
struct audit_log_change {
    const char *field; /* name of the setting; static */
    const struct store_audit_row *row; /* before and after are JSON objects with that one member */
};

/* Reads the newest changes of a settings page, without secrets, into the arena. Errors as above. */
_must_check_ int audit_log_changes(struct core *core, enum setting_page page, struct arena *arena,
                                   struct audit_log_change **ret_changes, size_t *ret_count);

#endif
