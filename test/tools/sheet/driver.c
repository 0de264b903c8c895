/* Reads a file of a table as the firmware does, and says it line by line: what it seems to be, the names of its sheets,
 * and then each row with its number, 1 if it is broken, the number of its cells, and these. No cell has an end of a
 * line. */
#include <stdio.h>

#include "tables/sheet.h"

static void say_row(const struct sheet_row *row) {
    printf("%u %d %zu\n", (unsigned)row->line, row->is_broken ? 1 : 0, row->count);
    for (size_t i = 0; i < row->count; i++) {
        printf("%s\n", row->cells[i].text);
    }
}

static int say_sheet(const char *path, const struct sheet_form *form) {
    _cleanup_(sheet_freep) struct sheet *sheet = NULL;
    struct sheet_row row;
    int r = sheet_open(path, form, &sheet);
    while (r >= 0 && (r = sheet_next(sheet, &row)) > 0) {
        say_row(&row);
    }
    return r;
}

int main(int count, char **arguments) {
    struct sheet_guess guess;
    if (count != 3) {
        return 2;
    }
    int r = sheet_guess(arguments[1], arguments[2], &guess);
    if (r < 0) {
        printf("error %d\n", r);
        return 0;
    }
    printf("%s %s %d %d %u\n", guess.form.kind == SHEET_CSV ? "csv" : "workbook", guess.form.encoding,
           guess.form.delimiter, guess.is_sure ? 1 : 0, guess.sheet_count);
    for (unsigned i = 0; i < guess.sheet_count; i++) {
        printf("%s\n", guess.sheets[i]);
    }
    r = say_sheet(arguments[1], &guess.form);
    if (r < 0) {
        printf("error %d\n", r);
    }
    return 0;
}
