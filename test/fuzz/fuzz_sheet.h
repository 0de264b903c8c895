/* What whoever reads a table may count on, of whatever file. */
#ifndef POSTERN_FUZZ_SHEET_H
#define POSTERN_FUZZ_SHEET_H

#include "fuzz_file.h"
#include "tables/sheet.h"
#include "util/text.h"

static inline void fuzz_check_row(const struct sheet_row *row) {
    FUZZ_CHECK(row->line > 0 && row->count <= SHEET_COLUMNS_MAX);
    FUZZ_CHECK(row->count > 0 || row->is_broken);
    FUZZ_CHECK(row->count == 0 || row->cells[row->count - 1].len > 0);
    for (size_t i = 0; i < row->count; i++) {
        const struct sheet_cell *cell = &row->cells[i];
        FUZZ_CHECK(cell->len <= SHEET_CELL_MAX && strlen(cell->text) == cell->len);
        FUZZ_CHECK(text_is_clean(cell->text, cell->len));
        FUZZ_CHECK(cell->len == 0 || (cell->text[0] != ' ' && cell->text[cell->len - 1] != ' '));
    }
}

/* Reads all of it. There are no more rows than `most`. */
static inline void fuzz_read_sheet(const char *path, const struct sheet_form *form, size_t most) {
    struct sheet *sheet = NULL;
    struct sheet_row row;
    size_t rows = 0;
    int r = sheet_open(path, form, &sheet);
    FUZZ_CHECK(r == 0 || (r < 0 && sheet == NULL));
    while (r >= 0 && (r = sheet_next(sheet, &row)) > 0) {
        fuzz_check_row(&row);
        FUZZ_CHECK(++rows <= most);
        FUZZ_CHECK(sheet_done(sheet) <= 1000);
    }
    FUZZ_CHECK(sheet == NULL || r < 0 || sheet_done(sheet) == 1000);
    sheet = sheet_free(sheet);
}

#endif
