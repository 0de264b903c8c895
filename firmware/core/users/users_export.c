#include "core/users/users_export.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/time/file_name.h"
#include "core/time/local_time.h"
#include "core/users/users.h"
#include "util/arena.h"
#include "util/table.h"

#define ARENA_MAX ((size_t)256 * 1024) /* a page whose texts are all as long as they may be */
#define PIECE_PAGES 4 /* of USER_QUERY_LIMIT_MAX users: some 30 kB */

static const struct table_column columns[] = {
    {"User ID", 12},  {"Name", 30},          {"Card", 14},    {"Password", 10}, {"Level", 8},
    {"Group", 8},     {"Identified by", 14}, {"Factors", 24}, {"Shift", 8},     {"Valid from", 12},
    {"Valid to", 12}, {"Fingers", 9},        {"Face", 7},     {"Irises", 8},    {"Photo", 7},
};

#define COLUMNS (sizeof(columns) / sizeof(columns[0]))

static const struct table_form forms[TABLE_FORMAT_COUNT] = {
    [TABLE_FORMAT_CSV] = {TABLE_CSV, "Users", columns, COLUMNS, 0},
    [TABLE_FORMAT_XLSX] = {TABLE_WORKBOOK, "Users", columns, COLUMNS, 0},
};

struct users_export {
    struct user_query query;
    char search[USER_QUERY_SEARCH_OCTETS];
    const struct table_form *form;
    struct table *table;
    char after[USER_QUERY_AFTER_OCTETS]; /* "" at first */
    char name[FILE_NAME_MAX];
};

int users_export_new(struct core *core, const struct actor *by, const struct user_query *asked,
                     enum table_format format, struct users_export **ret_export) {
    struct users_export *export = calloc(1, sizeof(*export));
    if (export == NULL) {
        return E_NOMEM;
    }
    export->form = &forms[format];
    int r = table_new(export->form, &export->table);
    if (r == 0) {
        r = audit_add_alone(core, by, "user list");
    }
    if (r < 0) {
        users_export_free(export);
        return r;
    }
    export->query = *asked;
    export->query.limit = USER_QUERY_LIMIT_MAX;
    export->query.before = export->query.from = NULL;
    export->query.last = false;
    if (asked->search != NULL) {
        (void)snprintf(export->search, sizeof(export->search), "%s", asked->search);
        export->query.search = export->search;
    }
    int64_t now_ms = core_utc_ms(core);
    file_name_of_days(core, "users", now_ms, now_ms, table_format_text[format], export->name);
    *ret_export = export;
    return 0;
}

const char *users_export_name(const struct users_export *export) {
    return export->name;
}

const char *users_export_media_type(const struct users_export *export) {
    return table_media_type(export->form->kind);
}

void users_export_free(void *state) {
    struct users_export *export = state;
    if (export != NULL) {
        (void)table_free(export->table);
        free(export);
    }
}

static void put_day(struct table *table, uint32_t day) {
    if (day != 0) {
        table_day(table, local_day_number(day));
    } else {
        table_nothing(table);
    }
}

static void put_count(struct table *table, uint64_t count) {
    if (count != 0) {
        table_number(table, (int64_t)count);
    } else {
        table_nothing(table);
    }
}

static unsigned count_bits(unsigned bits) {
    return (unsigned)__builtin_popcount(bits);
}

static void put_user(struct table *table, const struct user *user, struct buf *out) {
    table_number(table, user->userid);
    table_text(table, user->username);
    put_count(table, user->cardno);
    table_word(table, user->has_password ? "yes" : "");
    table_number(table, user->level);
    table_number(table, user->group);
    table_word(table, identify_mode_text[user->identify_mode]);
    table_set(table, user->identify_factors, factor_text, FACTOR_COUNT);
    put_count(table, user->shift);
    put_day(table, user->valid_from);
    put_day(table, user->valid_to);
    put_count(table, count_bits(user->enrolled & USERS_FINGER_BITS));
    table_word(table, (user->enrolled & USERS_FACE_BIT) != 0 ? "yes" : "");
    put_count(table, count_bits(user->enrolled & USERS_IRIS_BITS));
    table_word(table, (user->enrolled & USERS_PHOTO_BIT) != 0 ? "yes" : "");
    table_row(table, out);
}

/* One page of the list; 1: there is another. */
static int export_page(struct core *core, struct users_export *export, struct buf *out) {
    _cleanup_(arena_done) struct arena arena;
    struct store_users_page page;
    struct users_refusal refusal = {0};
    export->query.after = export->after[0] != '\0' ? export->after : NULL;
    arena_init(&arena, ARENA_MAX);
    int r = users_list(core, &export->query, &arena, &page, &refusal);
    for (size_t i = 0; r == 0 && i < page.count; i++) {
        put_user(export->table, &page.users[i], out);
    }
    if (r == 0) {
        r = table_failed(export->table);
    }
    if (r < 0) {
        return r;
    }
    (void)snprintf(export->after, sizeof(export->after), "%s", page.next);
    return page.next[0] != '\0';
}

int users_export_next(struct core *core, void *state, struct buf *out) {
    struct users_export *export = state;
    int r = 1;
    for (unsigned i = 0; r == 1 && i < PIECE_PAGES; i++) {
        r = export_page(core, export, out);
    }
    return r == 0 ? table_end(export->table, out) : r;
}
