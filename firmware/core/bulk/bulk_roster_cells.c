#include "core/bulk/bulk_roster_cells.h"

#include <string.h>

#include "core/bulk/bulk_days.h"
#include "core/bulk/bulk_times.h"

#define SHIFTS_BETWEEN "+/&,;"

static bool keep_half(const char *text, size_t len, char ret_half[BULK_HALF_MAX]) {
    while (len > 0 && *text == ' ') {
        text++;
        len--;
    }
    while (len > 0 && text[len - 1] == ' ') {
        len--;
    }
    if (len == 0 || len >= BULK_HALF_MAX) {
        return false;
    }
    memcpy(ret_half, text, len);
    ret_half[len] = '\0';
    return true;
}

bool bulk_days_split(const char *text, char ret_first[BULK_HALF_MAX], char ret_last[BULK_HALF_MAX]) {
    static const char *const between[] = {" - ", "–", "—", "..", " to ", " al ", " hasta ", " إلى ", " الى "};
    for (size_t i = 0; i < sizeof(between) / sizeof(between[0]); i++) {
        const char *at = strstr(text, between[i]);
        if (at != NULL) {
            const char *rest = at + strlen(between[i]);
            return keep_half(text, (size_t)(at - text), ret_first) && keep_half(rest, strlen(rest), ret_last);
        }
    }
    return false;
}

static const char *cell_at(const struct sheet_row *row, size_t column) {
    return column < row->count ? row->cells[column].text : "";
}

static int days_of_range(const struct bulk_reading *reading, const char *first, const char *last, uint32_t *ret_from,
                         uint32_t *ret_to) {
    int r = bulk_day_parse(first, reading, ret_from);
    return r < 0 ? r : bulk_day_parse(last, reading, ret_to);
}

int bulk_roster_days(const struct bulk_columns *columns, const struct sheet_row *row, uint32_t *ret_from,
                     uint32_t *ret_to, size_t *ret_column) {
    char first[BULK_HALF_MAX], last[BULK_HALF_MAX];
    const size_t from = bulk_column_of(columns, BULK_FIELD_FIRST_DAY);
    const size_t to = bulk_column_of(columns, BULK_FIELD_LAST_DAY);
    const char *text = cell_at(row, from), *end = to < columns->count ? cell_at(row, to) : "";
    int r = 0;
    *ret_column = from;
    if (text[0] == '\0') {
        return E_MISSING;
    }
    if (end[0] == '\0' && bulk_days_split(text, first, last)) {
        r = days_of_range(&columns->readings[from], first, last, ret_from, ret_to);
        return r == 0 && *ret_to < *ret_from ? E_ROSTER_DAYS : r;
    }
    r = bulk_day_parse(text, &columns->readings[from], ret_from);
    *ret_to = *ret_from;
    if (r == 0 && end[0] != '\0') {
        *ret_column = to;
        r = bulk_day_parse(end, &columns->readings[to], ret_to);
    }
    return r == 0 && *ret_to < *ret_from ? E_ROSTER_DAYS : r;
}

/* A number, or else a name. */
static int take_shift(const struct bulk_names *names, const char *text, uint64_t *shifts, bool *is_out) {
    const struct value_row *row = &shift_rows[SHIFT_NUMBER];
    uint8_t number = 0;
    int r = value_parse(row, text, strlen(text), &number);
    if (r < 0 && r != E_RANGE && names != NULL) {
        bool leaves_out = false;
        r = bulk_names_find(names, USER_SHIFT, text, &number, &leaves_out);
        *is_out = *is_out || leaves_out;
        if (r == 0 && leaves_out) {
            return 0;
        }
    }
    if (r == 0 && (number < SHIFT_NUMBER_MIN || number > SHIFT_NUMBER_MAX)) {
        return E_RANGE;
    }
    *shifts |= r == 0 ? UINT64_C(1) << (number - SHIFT_NUMBER_MIN) : 0;
    return r;
}

/* The shifts of a cell that is no name as a whole. */
static int take_pieces(const struct bulk_names *names, const char *text, uint64_t *shifts, bool *is_out,
                       char ret_unknown[BULK_NAME_MAX]) {
    int r = 0;
    while (r == 0 && *text != '\0') {
        const size_t len = strcspn(text, SHIFTS_BETWEEN);
        char piece[BULK_HALF_MAX];
        if (keep_half(text, len, piece)) {
            r = take_shift(names, piece, shifts, is_out);
            (void)memcpy(ret_unknown, piece, sizeof(piece));
        } else if (strspn(text, " ") < len) {
            r = E_SHIFT_NAME; /* longer than any */
        }
        text += len + (text[len] != '\0' ? 1 : 0);
    }
    return r;
}

int bulk_roster_shifts(const struct bulk_names *names, const char *text, uint64_t *ret_shifts, bool *ret_out,
                       char ret_unknown[BULK_NAME_MAX]) {
    size_t len = strlen(text);
    *ret_shifts = 0;
    *ret_out = false;
    if (len == 0) {
        return E_MISSING;
    }
    len = len < BULK_NAME_MAX ? len : 0;
    memcpy(ret_unknown, text, len);
    ret_unknown[len] = '\0';
    int r = take_shift(names, text, ret_shifts, ret_out);
    if (r < 0 && text[strcspn(text, SHIFTS_BETWEEN)] != '\0') {
        r = take_pieces(names, text, ret_shifts, ret_out, ret_unknown);
    }
    return r < 0 || *ret_out || *ret_shifts != 0 ? r : E_MISSING;
}
