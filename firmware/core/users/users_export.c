#include "core/users/users_export.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/time/file_name.h"
#include "core/time/local_time.h"
#include "core/users/users.h"
#include "labels.h"
#include "tables/table.h"
#include "util/arena.h"
#include "values/cards.h"

#define ARENA_MAX ((size_t)256 * 1024) /* a page whose texts all have maximum length */
#define PIECE_PAGES 4 /* of USER_QUERY_LIMIT_MAX users: about 30 kB */

/* Widths of the columns without a field. */
static const uint8_t widths[USER_LIST_COLUMN_COUNT] = {
    [USER_LIST_COLUMN_FINGERS] = 9,
    [USER_LIST_COLUMN_FACE] = 7,
    [USER_LIST_COLUMN_IRISES] = 8,
    [USER_LIST_COLUMN_PHOTO] = 7,
};

#define COLUMNS_ALL ((UINT32_C(1) << USER_LIST_COLUMN_COUNT) - 1)

struct users_export {
    struct user_query query;
    char texts[USER_QUERY_TEXTS_MAX]; /* storage for the query's texts */
    uint32_t chosen; /* columns, as bits */
    struct table_column columns[USER_LIST_COLUMN_COUNT];
    struct table_form form;
    struct table *table;
    char after[USER_QUERY_AFTER_OCTETS]; /* initially "" */
    char name[FILE_NAME_MAX];
};

static struct table_column column_of(unsigned column, enum language language) {
    const uint8_t field = user_list_column_fields[column];
    return (struct table_column){user_list_column_labels[language][column],
                                 field != USER_FIELD_COUNT ? user_rows[field].width : widths[column]};
}

/* Selects the requested columns, in order. */
static void choose_columns(struct users_export *export, const struct users_export_form *form) {
    export->chosen = form->columns == 0 ? COLUMNS_ALL : form->columns;
    export->form = (struct table_form){.kind = form->format == TABLE_FORMAT_XLSX ? TABLE_WORKBOOK : TABLE_CSV,
                                       .title = table_title_labels[form->language][TABLE_TITLE_USERS],
                                       .columns = export->columns};
    for (unsigned i = 0; i < USER_LIST_COLUMN_COUNT; i++) {
        if ((export->chosen >> i & 1U) != 0) {
            export->columns[export->form.count++] = column_of(i, form->language);
        }
    }
}

/* Copies the texts of the query: the file is made after the call. */
static void keep_query(struct users_export *export, const struct user_query *asked) {
    export->query = *asked;
    export->query.limit = USER_QUERY_LIMIT_MAX;
    export->query.after = export->query.before = export->query.from = NULL;
    export->query.last = false;
    value_keep_texts(user_query_rows, USER_QUERY_FIELD_COUNT, &export->query, export->texts);
}

int users_export_new(struct core *core, const struct actor *by, const struct user_query *asked,
                     const struct users_export_form *form, struct users_export **ret_export) {
    struct users_export *export = calloc(1, sizeof(*export));
    if (export == NULL) {
        return E_NOMEM;
    }
    choose_columns(export, form);
    int r = table_new(&export->form, &export->table);
    if (r == 0) {
        r = audit_add_alone(core, by, &(struct audit_change){.object = "user list"});
    }
    if (r < 0) {
        users_export_free(export);
        return r;
    }
    keep_query(export, asked);
    int64_t now_ms = core_utc_ms(core);
    file_name_of_days(core, "users", now_ms, now_ms, table_format_text_of(form->format), export->name);
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

/* Returns whether a number is empty if it is 0. */
static bool is_none(enum user_field field, int64_t number) {
    return number == 0 && (users_is_card(field) || field == USER_SHIFT);
}

static void put_number(struct table *table, enum user_field field, int64_t number) {
    if (is_none(field, number)) {
        table_nothing(table);
    } else if (number > (int64_t)CARD_SHEET_MAX) {
        char text[CARD_TEXT_MAX];
        card_format((uint64_t)number, text);
        table_text(table, text);
    } else {
        table_number(table, number);
    }
}

/* Writes a cell of a field by the type of its value. */
static void put_field(struct table *table, const struct user *user, enum user_field field) {
    const struct value_row *row = &user_rows[field];
    const void *at = value_in_const(row, user);
    const int64_t number = value_number(row, at);
    switch (row->type) {
        case VALUE_TEXT: table_text(table, value_text(row, at)); break;
        case VALUE_DATE: put_day(table, (uint32_t)number); break;
        case VALUE_ENUM: table_word(table, row->words->words[number]); break;
        case VALUE_FLAGS: table_set(table, (uint32_t)number, row->words->words, row->words->count); break;
        case VALUE_BOOL:
        case VALUE_INT:
        case VALUE_DECIMAL:
        case VALUE_NUMBERS:
        case VALUE_LIST:
        case VALUE_OBJECT: put_number(table, field, number); break;
    }
}

static void put_cell(struct table *table, const struct user *user, enum user_list_column column) {
    const enum user_field field = (enum user_field)user_list_column_fields[column];
    if (field != USER_FIELD_COUNT && field != USER_PASSWORD) {
        put_field(table, user, field);
    } else if (column == USER_LIST_COLUMN_FINGERS) {
        put_count(table, count_bits(user->enrolled & USERS_FINGER_BITS));
    } else if (column == USER_LIST_COLUMN_IRISES) {
        put_count(table, count_bits(user->enrolled & USERS_IRIS_BITS));
    } else {
        put_yes(table, column == USER_LIST_COLUMN_PASSWORD ? user->has_password
                       : column == USER_LIST_COLUMN_FACE   ? (user->enrolled & USERS_FACE_BIT) != 0
                                                           : (user->enrolled & USERS_PHOTO_BIT) != 0);
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

/* Writes one page of the list; 1: there is another. */
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
