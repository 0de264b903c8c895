#include "core/accounts/audit_export.h"

#include <stdlib.h>

#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/chain_cells.h"
#include "core/base/core.h"
#include "core/time/clock_rules.h"
#include "core/time/file_name.h"
#include "core/time/local_time.h"
#include "store/base/audit.h"
#include "tables/table.h"
#include "util/arena.h"

#define ARENA_MAX ((size_t)1024 * 1024) /* a page whose entries all have maximum length */
#define MS_PER_S 1000
#define S_PER_MIN 60

static const struct table_column columns[] = {
    {"Number", 10},  {"Time", 20},     {"UTC offset in minutes", 22},
    {"Account", 12}, {"Address", 20},  {"Call", 20},
    {"Object", 30},  {"About", 10},    {"Before", 40},
    {"After", 40},   {"Left out", 10}, CHAIN_CELLS_COLUMNS,
};

static const struct table_form form = {
    .kind = TABLE_CSV, .title = "Audit log", .columns = columns, .count = sizeof(columns) / sizeof(columns[0])};

struct audit_export {
    struct actor by;
    struct audit_log_query query; /* `before` advances */
    struct table *table;
    char name[FILE_NAME_MAX];
    char head[CHAIN_HEAD_TEXT]; /* for the first row; "" once it is written */
};

static int64_t export_ms(int64_t seconds) {
    return seconds < INT64_MAX / MS_PER_S ? seconds * MS_PER_S : INT64_MAX;
}

/* Writes the head of the log at the start of the export, "1834 <link>"; the table contains nothing newer. */
static int note_head(struct core *core, struct audit_export *export) {
    struct store_audit_head head;
    int r = store_audit_head(core->store, &head);
    if (r < 0) {
        return r;
    }
    chain_head_text(head.count, &head.link, export->head);
    export->query.before = head.last + 1;
    return 0;
}

int audit_export_new(struct core *core, const struct actor *by, const struct audit_log_query *asked,
                     struct audit_export **ret_export) {
    struct audit_export *export = calloc(1, sizeof(*export));
    if (export == NULL) {
        return E_NOMEM;
    }
    int r = table_new(&form, &export->table);
    if (r == 0) {
        r = audit_add_alone(core, by, &(struct audit_change){.object = "audit log"});
    }
    export->by = *by;
    export->query = *asked;
    export->query.limit = AUDIT_LOG_PAGE_MAX;
    export->query.after = 0;
    if (r == 0) {
        r = note_head(core, export);
    }
    if (r < 0) {
        audit_export_free(export);
        return r;
    }
    file_name_of_days(core, "audit", asked->from_s > 0 ? export_ms(asked->from_s) : FILE_NAME_OPEN,
                      export_ms(asked->to_s), "csv", export->name);
    *ret_export = export;
    return 0;
}

const char *audit_export_name(const struct audit_export *export) {
    return export->name;
}

const char *audit_export_media_type(void) {
    return table_media_type(form.kind);
}

void audit_export_free(void *state) {
    struct audit_export *export = state;
    if (export != NULL) {
        (void)table_free(export->table);
        free(export);
    }
}

static void put_side(struct table *table, const char *text) {
    if (text != NULL) {
        table_text(table, text);
    } else {
        table_nothing(table);
    }
}

static int put_links(struct core *core, struct audit_export *export, const struct store_audit_row *row) {
    struct store_linked linked;
    int r = store_audit_linked(core->store, row->id, &linked);
    chain_cells_put(export->table, row->time_ms, r == 0 ? &linked : NULL, export->head);
    return r == E_NOTFOUND ? 0 : r;
}

static int put_entry(struct core *core, struct audit_export *export, const struct store_audit_found *found,
                     struct buf *out) {
    struct table *table = export->table;
    const struct store_audit_row *row = &found->row;
    int64_t time_s = row->time_ms / MS_PER_S;
    const struct local_rule rule = clock_rule_at(core, time_s);
    int32_t offset = local_offset(&rule, time_s, NULL);
    table_number(table, row->id);
    table_moment(table, time_s + (int64_t)offset * S_PER_MIN);
    table_number(table, offset);
    table_text(table, row->account);
    table_text(table, row->peer);
    table_text(table, row->call);
    table_text(table, row->object);
    table_word(table, audit_importance_text_of(row->importance));
    put_side(table, row->before);
    put_side(table, row->after);
    table_word(table, found->cut ? "yes" : "");
    int r = put_links(core, export, row);
    table_row(table, out);
    return r;
}

int audit_export_next(struct core *core, void *state, struct buf *out) {
    struct audit_export *export = state;
    struct audit_log_page page = {0};
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, ARENA_MAX);
    int r = audit_log_read(core, &export->by, &export->query, &arena, &page);
    for (size_t i = 0; r == 0 && i < page.count; i++) {
        r = put_entry(core, export, &page.rows[i], out);
    }
    if (r < 0) {
        return r;
    }
    export->query.before = page.older;
    return page.older > 0 ? 1 : table_end(export->table, out);
}
