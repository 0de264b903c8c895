#include "store/bulk/bulk.h"

#include <string.h>

#include "store/store_impl.h"

enum { BULK_GET, BULK_PUT, BULK_GO_ON, BULK_CLEAR, BULK_COUNT };

#define PROGRESS                                                                                              \
    "step, at, rows, added, changed, same, skipped, bad, rows_at, bad_octets, raises, whole, verified, code," \
    " found_order, found_calendar, found_base, found_groups, asks, unnamed, ignored, left_out"
#define PROGRESS_COUNT 22
#define BEGINNING                                                                                                \
    "kind, name, total, userid, key_id, maker, sponsor, level, account, holder_name, peer, encoding, delimiter," \
    " heading, sheet, existing, columns, about, date_order, calendar, card_base, card_groups, heading_line,"     \
    " heading_rows"

static const char *const bulk_sql[BULK_COUNT] = {
    [BULK_GET] = "SELECT " PROGRESS ", " BEGINNING " FROM bulk WHERE id = 1",
    [BULK_PUT] =
        "INSERT OR REPLACE INTO bulk (id, " PROGRESS ", " BEGINNING ")"
        " VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19,"
        " ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34, ?35, ?36, ?37, ?38, ?39, ?40,"
        " ?41, ?42, ?43, ?44, ?45, ?46)",
    [BULK_GO_ON] = "UPDATE bulk SET (" PROGRESS ") ="
                   " (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21,"
                   " ?22)"
                   " WHERE id = 1",
    [BULK_CLEAR] = "DELETE FROM bulk",
};

static const struct store_statements statements = {STORE_MODULE_BULK, BULK_COUNT, bulk_sql};

static void bind_progress(sqlite3_stmt *query, const struct store_bulk *bulk) {
    const struct store_bulk_counts *counts = &bulk->counts;
    const int64_t values[PROGRESS_COUNT] = {bulk->step,
                                            counts->at,
                                            counts->rows,
                                            counts->added,
                                            counts->changed,
                                            counts->same,
                                            counts->skipped,
                                            counts->bad,
                                            bulk->rows_at,
                                            bulk->bad_octets,
                                            bulk->raises,
                                            bulk->whole,
                                            bulk->verified,
                                            bulk->code,
                                            bulk->found.reading.date_order,
                                            bulk->found.reading.calendar,
                                            bulk->found.reading.card_base,
                                            bulk->found.reading.card_groups,
                                            bulk->found.asks,
                                            bulk->found.unnamed,
                                            bulk->found.ignored,
                                            bulk->found.left_out};
    for (int i = 0; i < PROGRESS_COUNT; i++) {
        (void)sqlite3_bind_int64(query, i + 1, values[i]);
    }
}

static void bind_text(sqlite3_stmt *query, int *at, const char *text) {
    (void)sqlite3_bind_text(query, ++*at, text, -1, SQLITE_STATIC);
}

static void bind_number(sqlite3_stmt *query, int *at, int64_t number) {
    (void)sqlite3_bind_int64(query, ++*at, number);
}

static void bind_beginning(sqlite3_stmt *query, const struct store_bulk *bulk) {
    const struct store_bulk_holder *holder = &bulk->holder;
    const struct store_bulk_form *form = &bulk->form;
    int at = PROGRESS_COUNT;
    bind_number(query, &at, bulk->kind);
    bind_text(query, &at, bulk->name);
    bind_number(query, &at, bulk->total);
    bind_number(query, &at, holder->userid);
    bind_number(query, &at, holder->key_id);
    bind_number(query, &at, holder->maker);
    bind_number(query, &at, holder->sponsor);
    bind_number(query, &at, holder->level);
    bind_text(query, &at, holder->account);
    bind_text(query, &at, holder->name);
    bind_text(query, &at, holder->peer);
    bind_number(query, &at, form->encoding);
    bind_number(query, &at, form->delimiter);
    bind_number(query, &at, form->heading);
    bind_number(query, &at, form->sheet);
    bind_number(query, &at, form->existing);
    (void)sqlite3_bind_blob(query, ++at, form->columns, form->column_count, SQLITE_STATIC);
    bind_text(query, &at, bulk->about);
    bind_number(query, &at, form->reading.date_order);
    bind_number(query, &at, form->reading.calendar);
    bind_number(query, &at, form->reading.card_base);
    bind_number(query, &at, form->reading.card_groups);
    bind_number(query, &at, form->heading_line);
    bind_number(query, &at, form->heading_rows > 1 ? form->heading_rows : 1);
}

/* Reads four consecutive columns. The schema limits each. */
static void read_reading(sqlite3_stmt *query, int at, struct store_bulk_reading *reading) {
    reading->date_order = (enum bulk_date_order)sqlite3_column_int(query, at++);
    reading->calendar = (enum bulk_calendar)sqlite3_column_int(query, at++);
    reading->card_base = (enum bulk_card_base)sqlite3_column_int(query, at++);
    reading->card_groups = (enum bulk_card_groups)sqlite3_column_int(query, at);
}

static bool reading_is_sound(const struct store_bulk_reading *reading) {
    return reading->date_order < BULK_DATE_ORDER_COUNT && reading->calendar < BULK_CALENDAR_COUNT &&
           reading->card_base < BULK_CARD_BASE_COUNT && reading->card_groups < BULK_CARD_GROUPS_COUNT;
}

static void read_progress(sqlite3_stmt *query, struct store_bulk *bulk) {
    int64_t values[PROGRESS_COUNT];
    for (int i = 0; i < PROGRESS_COUNT; i++) {
        values[i] = sqlite3_column_int64(query, i);
    }
    const int64_t *next = values;
    bulk->step = (enum bulk_step) * next++;
    bulk->counts.at = (uint32_t)*next++;
    bulk->counts.rows = (uint32_t)*next++;
    bulk->counts.added = (uint32_t)*next++;
    bulk->counts.changed = (uint32_t)*next++;
    bulk->counts.same = (uint32_t)*next++;
    bulk->counts.skipped = (uint32_t)*next++;
    bulk->counts.bad = (uint32_t)*next++;
    bulk->rows_at = *next++;
    bulk->bad_octets = *next++;
    bulk->raises = *next++ != 0;
    bulk->whole = *next++ != 0;
    bulk->verified = *next++ != 0;
    bulk->code = (uint32_t)*next++;
    read_reading(query, (int)(next - values), &bulk->found.reading);
    next += 4;
    bulk->found.asks = (uint32_t)*next++;
    bulk->found.unnamed = (uint32_t)*next++;
    bulk->found.ignored = (uint32_t)*next++;
    bulk->found.left_out = (uint32_t)*next;
}

static void read_holder(sqlite3_stmt *query, int at, struct store_bulk_holder *holder) {
    holder->userid = (uint32_t)sqlite3_column_int64(query, at++);
    holder->key_id = (uint32_t)sqlite3_column_int64(query, at++);
    holder->maker = (uint32_t)sqlite3_column_int64(query, at++);
    holder->sponsor = (uint32_t)sqlite3_column_int64(query, at++);
    holder->level = (uint8_t)sqlite3_column_int(query, at++);
    store_copy_text(query, at++, holder->account, sizeof(holder->account));
    store_copy_text(query, at++, holder->name, sizeof(holder->name));
    store_copy_text(query, at, holder->peer, sizeof(holder->peer));
}

static int read_form(sqlite3_stmt *query, int at, struct store_bulk_form *form) {
    form->encoding = (enum text_encoding)sqlite3_column_int(query, at++);
    form->delimiter = (enum delimiter)sqlite3_column_int(query, at++);
    form->heading = sqlite3_column_int(query, at++) != 0;
    form->sheet = (uint8_t)sqlite3_column_int(query, at++);
    form->existing = (enum bulk_existing)sqlite3_column_int(query, at++);
    const int count = sqlite3_column_bytes(query, at);
    if (count > STORE_BULK_COLUMNS_MAX || form->encoding >= TEXT_ENCODING_COUNT || form->delimiter >= DELIMITER_COUNT ||
        form->existing >= BULK_EXISTING_COUNT) {
        return err_here(E_CORRUPT);
    }
    if (count > 0) {
        memcpy(form->columns, sqlite3_column_blob(query, at), (size_t)count);
    }
    form->column_count = (uint8_t)count;
    at += 2; /* skip the columns and the description of an edit */
    read_reading(query, at, &form->reading);
    form->heading_line = (uint32_t)sqlite3_column_int64(query, at + 4);
    form->heading_rows = (uint8_t)sqlite3_column_int(query, at + 5);
    return reading_is_sound(&form->reading) ? 0 : err_here(E_CORRUPT);
}

#define AT_KIND PROGRESS_COUNT
#define AT_HOLDER (AT_KIND + 3)
#define AT_FORM (AT_HOLDER + 8)
#define AT_ABOUT (AT_FORM + 6)

int store_bulk_get(struct store *store, struct store_bulk *ret_bulk) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, BULK_GET, &query);
    if (r == 0) {
        r = store_step(store, query);
    }
    if (r <= 0) {
        return r < 0 ? r : E_NOTFOUND;
    }
    *ret_bulk = (struct store_bulk){0};
    read_progress(query, ret_bulk);
    ret_bulk->kind = (enum bulk_kind)sqlite3_column_int(query, AT_KIND);
    store_copy_text(query, AT_KIND + 1, ret_bulk->name, sizeof(ret_bulk->name));
    ret_bulk->total = sqlite3_column_int64(query, AT_KIND + 2);
    read_holder(query, AT_HOLDER, &ret_bulk->holder);
    store_copy_text(query, AT_ABOUT, ret_bulk->about, sizeof(ret_bulk->about));
    return ret_bulk->kind < BULK_KIND_COUNT && ret_bulk->step < BULK_STEP_COUNT &&
                   reading_is_sound(&ret_bulk->found.reading)
               ? read_form(query, AT_FORM, &ret_bulk->form)
               : err_here(E_CORRUPT);
}

int store_bulk_put(struct store *store, const struct store_bulk *bulk) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, BULK_PUT, &query);
    if (r < 0) {
        return r;
    }
    bind_progress(query, bulk);
    bind_beginning(query, bulk);
    return store_run(store, query);
}

int store_bulk_go_on(struct store *store, const struct store_bulk *bulk) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, BULK_GO_ON, &query);
    if (r < 0) {
        return r;
    }
    bind_progress(query, bulk);
    return store_run_on_row(store, query);
}

int store_bulk_clear(struct store *store) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    int r = store_statement(store, &statements, BULK_CLEAR, &query);
    return r < 0 ? r : store_run(store, query);
}
