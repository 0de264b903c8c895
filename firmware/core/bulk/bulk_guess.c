#include "core/bulk/bulk_guess.h"

#include <string.h>

#include "core/bulk/bulk_times.h"

#define DEVICE_COLUMNS 4 /* behind the time: number of the terminal, status, verification, work code */
#define STATUS_MAX '7'

static const char *cell_at(const struct bulk_row_seen *row, size_t column) {
    return column < row->count ? row->cells[column] : "";
}

/* The field of all cells of a column; NONE where they differ, or are of no field. */
static enum bulk_field field_of(const struct bulk_looked *looked, size_t column) {
    enum bulk_field field = BULK_FIELD_NONE;
    for (size_t i = 0; i < looked->sample_count; i++) {
        const char *text = cell_at(&looked->sample[i], column);
        const enum bulk_field here = text[0] != '\0' ? bulk_time_field(text) : field;
        if (i > 0 && here != field) {
            return BULK_FIELD_NONE;
        }
        field = here;
    }
    return field;
}

/* Whole numbers all along. */
static bool is_number(const struct bulk_looked *looked, size_t column, bool is_status) {
    for (size_t i = 0; i < looked->sample_count; i++) {
        const char *text = cell_at(&looked->sample[i], column);
        const bool is_key = text[0] <= STATUS_MAX && text[1] == '\0';
        if (text[0] == '\0' || text[strspn(text, "0123456789")] != '\0' ||
            (is_status && !is_key && strcmp(text, "255") != 0)) {
            return false;
        }
    }
    return looked->sample_count > 0;
}

/* The first column of each field of time. Returns the column behind the last of them; 0: there is none. */
static size_t take_times(struct bulk_looked *looked) {
    bool has_whole = false, has_date = false, has_time = false;
    size_t behind = 0;
    for (size_t i = 0; i < looked->column_count; i++) {
        const enum bulk_field field = field_of(looked, i);
        const bool is_free = (field == BULK_FIELD_DATE_TIME && !has_whole && !has_date && !has_time) ||
                             (field == BULK_FIELD_DATE && !has_whole && !has_date) ||
                             (field == BULK_FIELD_TIME && !has_whole && !has_time);
        if (is_free) {
            looked->fields[i] = field;
            has_whole = has_whole || field == BULK_FIELD_DATE_TIME;
            has_date = has_date || field == BULK_FIELD_DATE;
            has_time = has_time || field == BULK_FIELD_TIME;
            behind = i + 1;
        }
    }
    return behind;
}

void bulk_guess_punches(struct bulk_looked *looked) {
    const size_t behind = take_times(looked);
    size_t status = behind;
    for (size_t i = 0; i < looked->column_count; i++) {
        if (looked->fields[i] == BULK_FIELD_NONE && is_number(looked, i, false)) {
            looked->fields[i] = BULK_FIELD_USERID;
            status += i == behind ? 1 : 0;
            break;
        }
    }
    status += looked->column_count - behind == DEVICE_COLUMNS ? 1 : 0;
    if (behind > 0 && status < looked->column_count && looked->fields[status] == BULK_FIELD_NONE &&
        is_number(looked, status, true)) {
        looked->fields[status] = BULK_FIELD_STATUS;
    }
}
