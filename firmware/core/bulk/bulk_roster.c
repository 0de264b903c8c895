/* Rows of a roster: a user, the first and the last day, and the shifts of these days. */
#include "core/bulk/bulk_roster_cells.h"

#include <string.h>

#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_times.h"
#include "core/bulk/bulk_work.h"
#include "core/bulk/headings.h"
#include "core/rules/roster.h"
#include "core/users/users_many.h"

static const enum users_outcome outcomes[] = {
    [ROSTER_ADDED] = USERS_ADDED, [ROSTER_CHANGED] = USERS_CHANGED, [ROSTER_SAME] = USERS_SAME};

/* Whether the row has a name and nothing else that says who it is. */
static bool has_name_alone(const struct user_change *change) {
    bool has_key = user_gives(change, USER_USERID);
    for (unsigned i = 0; i < USER_FIELD_COUNT; i++) {
        const char *text = (user_rows[i].uses & VALUE_KEY) != 0 && user_gives(change, (enum user_field)i)
                               ? users_unique_text(&change->values, (enum user_field)i)
                               : "";
        has_key = has_key || text[0] != '\0';
    }
    return !has_key && user_gives(change, USER_USERNAME);
}

/* Finds whom a row is about; the ID then stands in the change. */
static int find_user(struct core *core, struct user_change *change, struct users_refusal *reterr) {
    const bool by_name = has_name_alone(change);
    int r = by_name                           ? users_many_by_name(core, change)
            : user_gives(change, USER_USERID) ? 0
                                              : users_many_find_there(core, change);
    r = r == E_NOTFOUND ? E_USER_UNKNOWN : r;
    if (r == E_USER_UNKNOWN || r == E_NAME_SEVERAL) {
        reterr->field = user_rows[by_name ? USER_USERNAME : USER_USERID].name;
    }
    return r;
}

static struct roster_entry entry_of(const struct bulk_record *record) {
    return (struct roster_entry){.userid = record->change.values.userid,
                                 .from = record->days.from,
                                 .to = record->days.to,
                                 .shifts = record->days.shifts};
}

/* The field of what is wrong with an entry. */
static const char *field_of(int err) {
    switch (err) {
        case E_SHIFT_UNDEFINED: return bulk_field_text[BULK_FIELD_SHIFT];
        case E_ROSTER_DAYS:
        case E_ROSTER_FULL:
        case E_ROSTER_OVERLAP: return bulk_field_text[BULK_FIELD_FIRST_DAY];
        default: return NULL;
    }
}

/* Judges a row as writing would, and against the rows before it: one with the same days stands in its way. */
static int roster_row_judge(struct core *core, struct bulk_work *work, struct bulk_record *record,
                            enum users_outcome *ret_outcome, struct users_refusal *reterr) {
    struct roster_plan plan;
    int32_t growth = 0;
    int r = find_user(core, &record->change, reterr);
    if (r < 0) {
        return r;
    }
    const struct roster_entry entry = entry_of(record);
    record->other = (struct bulk_other){.line = bulk_entries_find(&work->entries, &entry, &growth)};
    r = record->other.line != 0 ? E_ROSTER_OVERLAP
                                : roster_judge(core, &work->by, &entry, growth, &plan, &reterr->field);
    if (r < 0) {
        reterr->field = reterr->field != NULL ? reterr->field : field_of(r);
        return r;
    }
    *ret_outcome = outcomes[plan.outcome];
    return bulk_entries_add(&work->entries, &entry, record->line, plan.growth);
}

int bulk_roster_verify(struct core *core, struct bulk_work *work, struct bulk_record *record,
                       struct users_refusal *reterr) {
    enum users_outcome outcome = USERS_SAME;
    return roster_row_judge(core, work, record, &outcome, reterr);
}

int bulk_roster_write(struct core *core, struct bulk_work *work, struct bulk_record *record) {
    enum roster_outcome outcome = ROSTER_SAME;
    struct users_refusal refusal = {0};
    int r = find_user(core, &record->change, &refusal);
    const struct roster_entry entry = entry_of(record);
    if (r == 0) {
        r = roster_write(core, &work->by, &entry, &outcome, &refusal.field);
        refusal.field = r < 0 && refusal.field == NULL ? field_of(r) : refusal.field;
    }
    if (r < 0 && refusal.field != NULL) {
        record->days = (struct bulk_days){.from = 0};
        return bulk_put_bad(core, work, record, r, refusal.field);
    }
    if (r == 0) {
        bulk_count(&work->state.counts, outcomes[outcome]);
    }
    return r;
}

/* Whether a column can say who the user is that a refusal is about: the name, or anything. */
static bool is_of_person(enum bulk_field column, bool is_name) {
    return column == BULK_FIELD_USERNAME || headings_is_part(column) || (!is_name && headings_is_key(column));
}

/* The column that a refusal is about: of a user one that says who it is. */
static size_t column_of(const struct bulk_columns *columns, const char *field) {
    const size_t at = bulk_column_named(columns, field);
    const bool is_name = strcmp(field, user_rows[USER_USERNAME].name) == 0;
    if (at < columns->count || (!is_name && strcmp(field, user_rows[USER_USERID].name) != 0)) {
        return at;
    }
    for (size_t i = 0; i < columns->count; i++) {
        if (is_of_person((enum bulk_field)columns->fields[i], is_name)) {
            return i;
        }
    }
    return at;
}

/* The columns that say whom a row is about. The shift of a roster is no field of the user. */
static int read_person(const struct bulk_columns *columns, const struct sheet_row *row, struct bulk_parsed *parsed,
                       size_t *ret_column) {
    uint8_t fields[STORE_BULK_COLUMNS_MAX];
    struct bulk_columns persons = *columns;
    persons.fields = fields;
    for (size_t i = 0; i < columns->count; i++) {
        fields[i] = columns->fields[i] == BULK_FIELD_SHIFT ? BULK_FIELD_NONE : columns->fields[i];
    }
    int r = bulk_parse(&persons, row, parsed);
    const bool has_name = r == E_MISSING && has_name_alone(&parsed->change);
    *ret_column =
        parsed->field != USER_FIELD_COUNT ? column_of(columns, user_rows[parsed->field].name) : columns->count;
    return has_name ? 0 : r;
}

/* The days and shifts of a row. *ret_text: what is wrong, where it is less than the cell. */
static int read_entry(struct bulk_work *work, const struct sheet_row *row, struct bulk_record *record,
                      size_t *ret_column, bool *ret_out) {
    char unknown[BULK_NAME_MAX];
    const struct bulk_columns *columns = &work->columns;
    struct bulk_days *days = &record->days;
    int r = bulk_roster_days(columns, row, &days->from, &days->to, ret_column);
    if (r < 0) {
        return r;
    }
    *ret_column = bulk_column_of(columns, BULK_FIELD_SHIFT);
    const char *text = *ret_column < row->count ? row->cells[*ret_column].text : "";
    r = bulk_roster_shifts(columns->names, text, &days->shifts, ret_out, unknown);
    if (r == E_SHIFT_NAME) {
        bulk_names_note(work->names, USER_SHIFT, unknown, record->line);
    }
    return r;
}

/* Judges and notes a row that could be read. */
static int check_entry(struct core *core, struct bulk_work *work, const struct sheet_row *row,
                       struct bulk_record *record) {
    enum users_outcome outcome = USERS_SAME;
    struct users_refusal refusal = {0};
    int r = roster_row_judge(core, work, record, &outcome, &refusal);
    if (r < 0 && refusal.field != NULL) {
        return bulk_put_bad_cell(core, work, row, record, r, column_of(&work->columns, refusal.field));
    }
    if (r < 0) {
        return r;
    }
    bulk_count(&work->state.counts, outcome);
    return bulk_writer_put(&work->rows, record);
}

int bulk_roster_check(struct core *core, struct bulk_work *work) {
    struct sheet_row row;
    size_t column = 0;
    bool is_out = false;
    int r = bulk_next_row(work, &row);
    if (r != 1) {
        return r;
    }
    struct bulk_record record = {.line = row.line, .text = "", .cells = work->cells, .field = USER_FIELD_COUNT};
    record.cells_len = bulk_cells_keep(&row, work->cells);
    r = read_person(&work->columns, &row, &work->parsed, &column);
    record.change = work->parsed.change;
    r = r < 0 ? r : read_entry(work, &row, &record, &column, &is_out);
    if (r == 0 && is_out) {
        work->state.found.left_out++;
        return BULK_ROW_LEFT_OUT;
    }
    r = r < 0 ? bulk_put_bad_cell(core, work, &row, &record, r, column) : check_entry(core, work, &row, &record);
    return r < 0 ? r : 1;
}
