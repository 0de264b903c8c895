#include "core/users/users_export.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/time/file_name.h"
#include "core/time/local_time.h"
#include "core/users/users.h"
#include "tables/table.h"
#include "util/arena.h"

#define ARENA_MAX ((size_t)256 * 1024) /* a page whose texts are all as long as they may be */
#define PIECE_PAGES 4 /* of USER_QUERY_LIMIT_MAX users: some 30 kB */

static const struct table_column columns[USER_LIST_COLUMN_COUNT] = {
    [USER_LIST_COLUMN_USERID] = {"User ID", 12},
    [USER_LIST_COLUMN_USERNAME] = {"Name", 30},
    [USER_LIST_COLUMN_CARDNO] = {"Card", 14},
    [USER_LIST_COLUMN_PASSWORD] = {"Password", 10},
    [USER_LIST_COLUMN_LEVEL] = {"Level", 8},
    [USER_LIST_COLUMN_GROUP] = {"Group", 8},
    [USER_LIST_COLUMN_IDENTIFY_MODE] = {"Identified by", 14},
    [USER_LIST_COLUMN_IDENTIFY_FACTORS] = {"Factors", 24},
    [USER_LIST_COLUMN_SHIFT] = {"Shift", 8},
    [USER_LIST_COLUMN_VALID_FROM] = {"Valid from", 12},
    [USER_LIST_COLUMN_VALID_TO] = {"Valid to", 12},
    [USER_LIST_COLUMN_FINGERS] = {"Fingers", 9},
    [USER_LIST_COLUMN_FACE] = {"Face", 7},
    [USER_LIST_COLUMN_IRISES] = {"Irises", 8},
    [USER_LIST_COLUMN_PHOTO] = {"Photo", 7},
};

#define COLUMNS_ALL ((UINT32_C(1) << USER_LIST_COLUMN_COUNT) - 1)

struct users_export {
    struct user_query query;
    char search[USER_QUERY_SEARCH_OCTETS];
    uint32_t chosen; /* columns, by bits */
    struct table_column columns[USER_LIST_COLUMN_COUNT];
    struct table_form form;
    struct table *table;
    char after[USER_QUERY_AFTER_OCTETS]; /* "" at first */
    char name[FILE_NAME_MAX];
};

/* Those that are asked for, in their order. */
static void choose_columns(struct users_export *export, enum table_format format, uint32_t chosen) {
    export->chosen = chosen == 0 ? COLUMNS_ALL : chosen;
    export->form = (struct table_form){
        .kind = format == TABLE_FORMAT_XLSX ? TABLE_WORKBOOK : TABLE_CSV, .title = "Users", .columns = export->columns};
    for (unsigned i = 0; i < USER_LIST_COLUMN_COUNT; i++) {
        if ((export->chosen >> i & 1U) != 0) {
            export->columns[export->form.count++] = columns[i];
        }
    }
}

int users_export_new(struct core *core, const struct actor *by, const struct user_query *asked,
                     enum table_format format, uint32_t chosen, struct users_export **ret_export) {
    struct users_export *export = calloc(1, sizeof(*export));
    if (export == NULL) {
        return E_NOMEM;
    }
    choose_columns(export, format, chosen);
    int r = table_new(&export->form, &export->table);
    if (r == 0) {
        r = audit_add_alone(core, by, &(struct audit_change){.object = "user list"});
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
    file_name_of_days(core, "users", now_ms, now_ms, table_format_text_of(format), export->name);
    *ret_export = export;
    return 0;
}

const char *users_export_name(const struct users_export *export) {
    return export->name;
}

const char *users_export_media_type(const struct users_export *export) {
    return table_media_type(export->form.kind);
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

static void put_yes(struct table *table, bool has) {
    table_word(table, has ? "yes" : "");
}

static void put_cell(struct table *table, const struct user *user, enum user_list_column column) {
    switch (column) {
        case USER_LIST_COLUMN_USERID: table_number(table, user->userid); break;
        case USER_LIST_COLUMN_USERNAME: table_text(table, user->username); break;
        case USER_LIST_COLUMN_CARDNO: put_count(table, user->cardno); break;
        case USER_LIST_COLUMN_PASSWORD: put_yes(table, user->has_password); break;
        case USER_LIST_COLUMN_LEVEL: table_number(table, user->level); break;
        case USER_LIST_COLUMN_GROUP: table_number(table, user->group); break;
        case USER_LIST_COLUMN_IDENTIFY_MODE: table_word(table, identify_mode_text_of(user->identify_mode)); break;
        case USER_LIST_COLUMN_IDENTIFY_FACTORS:
            table_set(table, user->identify_factors, factor_text, FACTOR_COUNT);
            break;
        case USER_LIST_COLUMN_SHIFT: put_count(table, user->shift); break;
        case USER_LIST_COLUMN_VALID_FROM: put_day(table, user->valid_from); break;
        case USER_LIST_COLUMN_VALID_TO: put_day(table, user->valid_to); break;
        case USER_LIST_COLUMN_FINGERS: put_count(table, count_bits(user->enrolled & USERS_FINGER_BITS)); break;
        case USER_LIST_COLUMN_FACE: put_yes(table, (user->enrolled & USERS_FACE_BIT) != 0); break;
        case USER_LIST_COLUMN_IRISES: put_count(table, count_bits(user->enrolled & USERS_IRIS_BITS)); break;
        case USER_LIST_COLUMN_PHOTO: put_yes(table, (user->enrolled & USERS_PHOTO_BIT) != 0); break;
    }
}

static void put_user(const struct users_export *export, const struct user *user, struct buf *out) {
    for (unsigned i = 0; i < USER_LIST_COLUMN_COUNT; i++) {
        if ((export->chosen >> i & 1U) != 0) {
            put_cell(export->table, user, (enum user_list_column)i);
        }
    }
    table_row(export->table, out);
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
        put_user(export, &page.users[i], out);
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
