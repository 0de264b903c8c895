#include "sheet_said.h"

#include "unity.h"

static void say_row(const struct sheet_row *row, struct buf *out) {
    buf_printf(out, "%u%s", (unsigned)row->line, row->is_broken ? "!" : "");
    for (size_t i = 0; i < row->count; i++) {
        TEST_ASSERT_EQUAL_size_t(strlen(row->cells[i].text), row->cells[i].len);
        buf_printf(out, "|%s", row->cells[i].text);
    }
    buf_append_char(out, '\n');
}

int sheet_said(const char *path, const struct sheet_form *form, struct buf *out) {
    _cleanup_(sheet_freep) struct sheet *sheet = NULL;
    struct sheet_row row;
    unsigned done = 0;
    int r = sheet_open(path, form, &sheet);
    if (r < 0) {
        return r;
    }
    for (r = sheet_next(sheet, &row); r > 0; r = sheet_next(sheet, &row)) {
        say_row(&row, out);
        TEST_ASSERT_GREATER_OR_EQUAL_UINT(done, sheet_done(sheet));
        done = sheet_done(sheet);
    }
    TEST_ASSERT_LESS_OR_EQUAL_UINT(1000, sheet_done(sheet));
    return r;
}
