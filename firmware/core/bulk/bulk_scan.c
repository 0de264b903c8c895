/* What the columns of a table show before its rows are checked: a date in the last row may say how the first one is read. The file is
 * read once for it, a slice at a time as the check itself. */
#include "core/bulk/bulk_scan.h"

#include "core/bulk/bulk_work.h"

static bool is_date(enum bulk_field field) {
    const uint8_t of = bulk_field_fields[field];
    return of != USER_FIELD_COUNT && user_rows[of].type == VALUE_DATE;
}

bool bulk_scan_begin(struct bulk_scan *scan, const struct store_bulk_form *form) {
    *scan = (struct bulk_scan){.rows = 0};
    for (size_t i = 0; i < form->column_count; i++) {
        scan->columns[i].reading.as = form->reading;
        scan->is_needed =
            scan->is_needed || form->columns[i] == BULK_FIELD_CARDNO ||
            (is_date((enum bulk_field)form->columns[i]) && form->reading.date_order == BULK_DATE_ORDER_AUTO);
    }
    return scan->is_needed;
}

static void note_row(struct bulk_scan *scan, const struct store_bulk_form *form, const struct sheet_row *row) {
    for (size_t i = 0; i < form->column_count && i < row->count; i++) {
        const char *text = row->cells[i].text;
        if (row->cells[i].len == 0 || (row->cells[i].len == 1 && text[0] == '-')) {
            continue;
        }
        if (form->columns[i] == BULK_FIELD_CARDNO) {
            bulk_cards_note(&scan->columns[i].cards, text);
        } else if (is_date((enum bulk_field)form->columns[i])) {
            bulk_days_note(&scan->columns[i].days, text);
        }
    }
}

int bulk_scan_next(struct bulk_scan *scan, const struct store_bulk_form *form, struct sheet *sheet) {
    struct sheet_row row;
    if (scan->rows >= BULK_ROWS_MAX) {
        return 0; /* the check refuses the file */
    }
    int r = sheet_next(sheet, &row);
    if (r == 1) {
        scan->rows++;
        note_row(scan, form, &row);
    }
    return r == E_FORMAT || r == E_TOO_LARGE ? 0 : r; /* the check meets it too, behind the rows before it */
}

void bulk_scan_end(struct bulk_scan *scan, const struct store_bulk_form *form, struct bulk_reading *ret_readings,
                   struct store_bulk_reading *ret_found) {
    *ret_found = form->reading;
    for (size_t i = 0; i < form->column_count; i++) {
        struct bulk_reading *reading = &scan->columns[i].reading;
        if (form->columns[i] == BULK_FIELD_CARDNO) {
            bulk_cards_decide(&scan->columns[i].cards, reading);
            ret_found->card_base = reading->as.card_base;
            ret_found->card_groups = reading->as.card_groups;
        } else if (is_date((enum bulk_field)form->columns[i]) && reading->as.date_order == BULK_DATE_ORDER_AUTO) {
            reading->as.date_order = bulk_days_order(&scan->columns[i].days);
            ret_found->date_order =
                ret_found->date_order == BULK_DATE_ORDER_AUTO ? reading->as.date_order : ret_found->date_order;
        }
        ret_readings[i] = *reading;
    }
}
