/* What is wrong: a page of it. */
#include <string.h>

#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_rows.h"
#include "core/bulk/headings.h"
#include "core/users/users.h"
#include "store/upload.h"
#include "util/arena.h"

#define USER_ARENA_MAX ((size_t)8192)

/* The current name of the user that a row conflicts with; "" if deleted. */
static int name_other(struct core *core, uint32_t userid, struct arena *arena, const char **ret_name) {
    _cleanup_(arena_done) struct arena of_user;
    struct user user;
    arena_init(&of_user, USER_ARENA_MAX);
    int r = users_get(core, userid, &of_user, &user);
    if (r < 0) {
        return r == E_USER_UNKNOWN ? 0 : r;
    }
    *ret_name = bulk_keep_cut(arena, user.username);
    return *ret_name == NULL ? E_NOMEM : 0;
}

/* Whether a column can have the cell that a field (bulk_field_number()) is about. */
static bool is_column_of(enum bulk_field column, uint8_t field) {
    const bool is_part = column == BULK_FIELD_FIRST_NAME || column == BULK_FIELD_LAST_NAME;
    if (field == USER_USERNAME && is_part) {
        return true;
    }
    if (field == (unsigned)USER_FIELD_COUNT + BULK_FIELD_TIME && column == BULK_FIELD_DATE_TIME) {
        return true;
    }
    return field < USER_FIELD_COUNT ? bulk_field_fields[column] == field : USER_FIELD_COUNT + (unsigned)column == field;
}

/* The column of the wrong cell; of a missing user, where no column has the ID, one that names the user otherwise. */
static uint8_t column_of(const struct store_bulk *state, uint8_t field) {
    const struct store_bulk_form *form = &state->form;
    uint8_t key = BULK_NO_COLUMN;
    for (uint8_t i = 0; bulk_is_table(state->kind) && field != USER_FIELD_COUNT && i < form->column_count; i++) {
        const enum bulk_field column = (enum bulk_field)form->columns[i];
        if (is_column_of(column, field)) {
            return i;
        }
        key = key == BULK_NO_COLUMN && headings_is_key(column) ? i : key;
    }
    return field == USER_USERID ? key : BULK_NO_COLUMN;
}

static int keep_wrong(struct core *core, struct arena *arena, const struct store_bulk *state,
                      const struct bulk_record *record, struct bulk_wrong *ret_wrong) {
    *ret_wrong = (struct bulk_wrong){
        .line = record->line,
        .userid = record->change.values.userid,
        .err = err_from_stored(record->code),
        .name = bulk_keep_cut(arena, record->change.values.username),
        .field = bulk_field_name(record->field),
        .text = bulk_keep_cut(arena, record->text),
        .other_line = record->other.line,
        .other_userid = record->other.userid,
        .other_name = "",
        .column = column_of(state, record->field),
    };
    int r = ret_wrong->name == NULL || ret_wrong->text == NULL ? E_NOMEM : 0;
    return r < 0 || record->other.userid == 0 ? r
                                              : name_other(core, record->other.userid, arena, &ret_wrong->other_name);
}

/* The row with the headings, which is before those that are wrong, has no error. */
static int read_page(struct core *core, const struct store_bulk *state, struct bulk_reader *reader, uint32_t after,
                     size_t limit, struct arena *arena, struct bulk_wrong *wrong, size_t *ret_count) {
    struct bulk_record record;
    uint32_t number = 0;
    int r = 1;
    while (*ret_count < limit && (r = bulk_reader_next(reader, &record)) == 1) {
        if (record.code == 0 || number++ < after) {
            continue;
        }
        r = keep_wrong(core, arena, state, &record, &wrong[(*ret_count)++]);
        if (r < 0) {
            return r;
        }
    }
    return r < 0 ? r : 0;
}

int bulk_errors(struct core *core, const struct actor *by, uint32_t after, size_t limit, struct arena *arena,
                struct bulk_wrong **ret_wrong, size_t *ret_count, uint32_t *ret_total) {
    struct store_bulk state;
    struct bulk_reader reader;
    char path[STORE_UPLOAD_PATH_MAX];
    bulk_read(core, &state);
    if (!bulk_may_read(core, state.kind, by)) {
        return E_FORBIDDEN;
    }
    *ret_count = 0;
    *ret_total = state.counts.bad;
    *ret_wrong = arena_calloc(arena, limit, sizeof(**ret_wrong));
    if (*ret_wrong == NULL) {
        return E_NOMEM;
    }
    if (state.counts.bad == 0 || after >= state.counts.bad) {
        return 0;
    }
    int r = bulk_path(core, BULK_BAD, path);
    if (r == 0) {
        r = bulk_reader_open(path, 0, state.bad_octets, &reader);
    }
    if (r < 0) {
        return r == E_NOTFOUND ? 0 : r;
    }
    r = read_page(core, &state, &reader, after, limit, arena, *ret_wrong, ret_count);
    bulk_reader_close(&reader);
    return r == E_CORRUPT ? E_BUSY : r; /* another job took the file meanwhile */
}
