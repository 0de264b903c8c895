#include "core/accounts/audit_log.h"

#include <string.h>

#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/settings/settings.h"
#include "util/arena.h"
#include "util/buf.h"
#include "util/cleanup.h"
#include "util/json_out.h"

#define MS_PER_S 1000

/* Prefix of the object of an entry about a setting. */
#define SETTING_PREFIX "setting "

/* The last whole second that fits in milliseconds. */
#define SECONDS_MAX (INT64_MAX / MS_PER_S - 1)

static bool may_read_all(struct core *core, const struct actor *by) {
    enum function_group groups[FUNCTION_GROUP_COUNT];
    return rights_groups(&settings_get(core)->rights, by->level, groups) == FUNCTION_GROUP_COUNT;
}

static int64_t to_ms(int64_t seconds) {
    return (seconds < SECONDS_MAX ? seconds : SECONDS_MAX) * MS_PER_S;
}

/* The calls as a JSON array, for the store. */
static void put_calls(const struct audit_log_query *query, struct buf *out) {
    json_out_array_begin(out);
    for (size_t i = 0; i < query->call_count; i++) {
        json_out_string(out, query->calls[i]);
    }
    json_out_array_end(out);
}

/* Reverses entries that were found oldest first. */
static void turn_rows(struct store_audit_found *rows, size_t count) {
    for (size_t i = 0; i < count / 2; i++) {
        struct store_audit_found other = rows[i];
        rows[i] = rows[count - 1 - i];
        rows[count - 1 - i] = other;
    }
}

/* One entry more than fits was requested: it shows that there is another page. */
static void make_page(const struct audit_log_query *query, struct store_audit_found *rows, size_t found,
                      struct audit_log_page *ret_page) {
    bool is_more = found > query->limit;
    size_t count = is_more ? query->limit : found;
    bool upwards = query->after > 0;
    if (upwards) {
        turn_rows(rows, count);
    }
    *ret_page = (struct audit_log_page){.rows = rows, .count = count};
    if (count > 0 && (upwards || is_more)) {
        ret_page->older = rows[count - 1].row.id;
    }
    if (count > 0 && (upwards ? is_more : query->before > 0)) {
        ret_page->newer = rows[0].row.id;
    }
}

int audit_log_read(struct core *core, const struct actor *by, const struct audit_log_query *query, struct arena *arena,
                   struct audit_log_page *ret_page) {
    _cleanup_(buf_donep) struct buf calls = {0};
    struct store_audit_found *rows = arena_calloc(arena, AUDIT_LOG_PAGE_MAX + 1, sizeof(*rows));
    size_t found = 0;
    if (query->before > 0 && query->after > 0) {
        return E_RANGE;
    }
    put_calls(query, &calls);
    if (rows == NULL || buf_failed(&calls)) {
        return E_NOMEM;
    }
    struct store_audit_query asked = {
        .from_ms = to_ms(query->from_s),
        .to_ms = to_ms(query->to_s) + MS_PER_S - 1,
        .account = query->account,
        .call = query->call,
        .object = query->object,
        .importance = query->importance,
        .before = query->before > 0 ? query->before : INT64_MAX,
        .after = query->after,
        .calls = may_read_all(core, by) ? NULL : buf_text(&calls),
        /* A key is not a person: it only sees what its level sees. */
        .person = by->key_id == 0 ? (int64_t)actor_person(by) : -1,
        .limit = query->limit + 1,
    };
    int r = store_audit_find(core->store, &asked, arena, rows, &found);
    if (r == 0) {
        make_page(query, rows, found, ret_page);
    }
    return r;
}

/* Returns the setting that an entry is about; NULL: secret, or it no longer exists. */
static const struct setting_row *row_of(enum setting_page page, const char *object) {
    const char *key = object + sizeof(SETTING_PREFIX) - 1;
    for (uint32_t i = 0; i < setting_pages[page].count; i++) {
        const struct setting_row *row = &setting_rows[setting_pages[page].first + i];
        if (strcmp(row->key, key) == 0) {
            return row->value.secret ? NULL : row;
        }
    }
    return NULL;
}

int audit_log_changes(struct core *core, enum setting_page page, struct arena *arena,
                      struct audit_log_change **ret_changes, size_t *ret_count) {
    struct store_audit_found *rows = arena_calloc(arena, AUDIT_LOG_CHANGES_MAX, sizeof(*rows));
    struct audit_log_change *changes = arena_calloc(arena, AUDIT_LOG_CHANGES_MAX, sizeof(*changes));
    size_t found = 0, count = 0;
    int r = rows == NULL || changes == NULL ? E_NOMEM
                                            : store_audit_of_page(core->store, setting_pages[page].name,
                                                                  AUDIT_LOG_CHANGES_MAX, arena, rows, &found);
    for (size_t i = 0; r == 0 && i < found; i++) {
        const struct setting_row *setting = row_of(page, rows[i].row.object);
        if (setting != NULL && rows[i].row.before != NULL && rows[i].row.after != NULL) {
            changes[count++] = (struct audit_log_change){setting->value.name, &rows[i].row};
        }
    }
    *ret_changes = changes;
    *ret_count = count;
    return r;
}
