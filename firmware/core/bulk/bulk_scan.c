/* What the columns of a table show before its rows are checked: a date in the last row may say how the first one is read. The file is
 * read once for it, a slice at a time as the check itself. */
#include "core/bulk/bulk_scan.h"

#include "core/bulk/bulk_roster_cells.h"
#include "core/bulk/bulk_work.h"

static bool is_of_roster(enum bulk_field field) {
    return field == BULK_FIELD_FIRST_DAY || field == BULK_FIELD_LAST_DAY;
}

static bool is_date(enum bulk_field field) {
    const uint8_t of = bulk_field_fields[field];
    return field == BULK_FIELD_DATE || field == BULK_FIELD_DATE_TIME || is_of_roster(field) ||
           (of != USER_FIELD_COUNT && user_rows[of].type == VALUE_DATE);
}

static bool is_card(enum bulk_field field) {
    const uint8_t of = bulk_field_fields[field];
    return of != USER_FIELD_COUNT && users_is_card((enum user_field)of);
}

bool bulk_scan_begin(struct bulk_scan *scan, const struct store_bulk_form *form) {
    *scan = (struct bulk_scan){.rows = 0};
    for (size_t i = 0; i < form->column_count; i++) {
        scan->columns[i].reading = (struct bulk_reading){
            .as = form->reading, .cards = {.base = form->reading.card_base, .groups = form->reading.card_groups}};
        scan->is_needed =
            scan->is_needed || is_card((enum bulk_field)form->columns[i]) ||
            (is_date((enum bulk_field)form->columns[i]) && form->reading.date_order == BULK_DATE_ORDER_AUTO);
    }
    return scan->is_needed;
}

/* A day, or two in one cell. */
static void note_days(struct bulk_days_seen *seen, const char *text) {
    char first[BULK_HALF_MAX], last[BULK_HALF_MAX];
    if (!bulk_days_split(text, first, last)) {
        bulk_days_note(seen, text);
        return;
    }
    bulk_days_note(seen, first);
    bulk_days_note(seen, last);
}

static void note_row(struct bulk_scan *scan, const struct store_bulk_form *form, const struct sheet_row *row) {
    for (size_t i = 0; i < form->column_count && i < row->count; i++) {
        const char *text = row->cells[i].text;
        if (row->cells[i].len == 0 || (row->cells[i].len == 1 && text[0] == '-')) {
            continue;
        }
        if (is_card((enum bulk_field)form->columns[i])) {
            cards_note(&scan->columns[i].cards, text);
        } else if (is_date((enum bulk_field)form->columns[i])) {
            note_days(&scan->columns[i].days, text);
        }
    }
}

int bulk_scan_next(struct bulk_scan *scan, const struct store_bulk_form *form, struct bulk_mends *mends,
                   struct sheet *sheet) {
    struct sheet_row row;
    if (scan->rows >= BULK_ROWS_MAX) {
        return 0; /* the check refuses the file */
    }
    int r = sheet_next(sheet, &row);
    if (r == 1) {
        scan->rows++;
        if (!bulk_mends_apply(mends, &row)) {
            note_row(scan, form, &row);
        }
    }
    return r == E_FORMAT || r == E_TOO_LARGE ? 0 : r; /* the check meets it too, behind the rows before it */
}

/* The first and the last day of a roster are written alike: what one column shows is true of the other. */
static void share_days(struct bulk_scan *scan, const struct store_bulk_form *form) {
    struct bulk_days_seen seen = {.day_first = false};
    for (size_t i = 0; i < form->column_count; i++) {
        if (is_of_roster((enum bulk_field)form->columns[i])) {
            seen.day_first = seen.day_first || scan->columns[i].days.day_first;
            seen.month_first = seen.month_first || scan->columns[i].days.month_first;
        }
    }
    for (size_t i = 0; i < form->column_count; i++) {
        if (is_of_roster((enum bulk_field)form->columns[i])) {
            scan->columns[i].days = seen;
        }
    }
}

void bulk_scan_end(struct bulk_scan *scan, const struct store_bulk_form *form, struct bulk_reading *ret_readings,
                   struct store_bulk_reading *ret_found) {
    bool has_cards = false;
    *ret_found = form->reading;
    share_days(scan, form);
    for (size_t i = 0; i < form->column_count; i++) {
        struct bulk_reading *reading = &scan->columns[i].reading;
        if (is_card((enum bulk_field)form->columns[i])) {
            cards_decide(&scan->columns[i].cards, &reading->cards);
            ret_found->card_base = has_cards ? ret_found->card_base : reading->cards.base;
            ret_found->card_groups = has_cards ? ret_found->card_groups : reading->cards.groups;
            has_cards = true; /* the reply has what the first card column shows */
        } else if (is_date((enum bulk_field)form->columns[i]) && reading->as.date_order == BULK_DATE_ORDER_AUTO) {
            reading->as.date_order = bulk_days_order(&scan->columns[i].days);
            ret_found->date_order =
                ret_found->date_order == BULK_DATE_ORDER_AUTO ? reading->as.date_order : ret_found->date_order;
        }
        ret_readings[i] = *reading;
    }
}
