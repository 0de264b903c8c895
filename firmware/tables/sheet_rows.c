/* Rows of a sheet of a workbook (ECMA-376 part 1, 18.3). Ignores the size that the sheet states. */
#include "tables/sheet_impl.h"

#define LETTERS_MAX 3 /* of a column: A to XFD */
#define LETTERS 26
#define ROW_MAX 4294967295UL

/* Type of a cell's value. */
enum kind { KIND_NUMBER, KIND_SHARED, KIND_TEXT, KIND_INLINE, KIND_TRUTH, KIND_DAY, KIND_ERROR };

struct sheet_rows {
    struct sheet_xml *xml;
    const struct sheet_book *book;
    struct sheet_line line;
    uint32_t number; /* of the row */
    bool is_data, is_row, is_cell; /* inside the rows, a row, a cell */
    bool is_spoken, is_text; /* inside a pronunciation, inside a text that counts */
    size_t column; /* of the current or next cell; from 0 */
    enum kind kind;
    unsigned long style;
    struct sheet_text text;
};

static enum kind kind_of(const char *word) {
    static const struct {
        const char *word;
        enum kind kind;
    } kinds[] = {{"s", KIND_SHARED}, {"str", KIND_TEXT}, {"inlineStr", KIND_INLINE},
                 {"b", KIND_TRUTH},  {"d", KIND_DAY},    {"e", KIND_ERROR}};
    for (size_t i = 0; word != NULL && i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (strcmp(word, kinds[i].word) == 0) {
            return kinds[i].kind;
        }
    }
    return KIND_NUMBER;
}

/* Reads the column of a reference such as `AB12`, from 0; false: invalid. */
static bool column_of(const char *place, size_t *ret_column) {
    size_t column = 0, len = 0;
    for (; place[len] >= 'A' && place[len] <= 'Z' && len < LETTERS_MAX; len++) {
        column = column * LETTERS + (size_t)(place[len] - 'A') + 1;
    }
    if (len == 0 || place[len] < '0' || place[len] > '9') {
        return false;
    }
    *ret_column = column - 1;
    return true;
}

static void row_begin(struct sheet_rows *rows, const char *const *attributes) {
    const char *number = sheet_xml_attribute(attributes, "r");
    const unsigned long value = number != NULL ? strtoul(number, NULL, 10) : 0;
    rows->number = value > 0 && value <= ROW_MAX ? (uint32_t)value : rows->number + 1;
    rows->column = 0;
    rows->is_row = true;
    sheet_line_begin(&rows->line);
}

static void cell_begin(struct sheet_rows *rows, const char *const *attributes) {
    const char *place = sheet_xml_attribute(attributes, "r");
    const char *style = sheet_xml_attribute(attributes, "s");
    if (place != NULL) {
        (void)column_of(place, &rows->column); /* a cell without a reference follows the previous one */
    }
    rows->kind = kind_of(sheet_xml_attribute(attributes, "t"));
    rows->style = style != NULL ? strtoul(style, NULL, 10) : 0;
    rows->text.len = 0;
    rows->text.is_cut = false;
    rows->is_cell = true;
    rows->is_spoken = false;
}

static void rows_begin(void *context, const char *name, const char *const *attributes) {
    struct sheet_rows *rows = context;
    if (strcmp(name, "sheetData") == 0) {
        rows->is_data = true;
    } else if (strcmp(name, "row") == 0 && rows->is_data) {
        row_begin(rows, attributes);
    } else if (strcmp(name, "c") == 0 && rows->is_row) {
        cell_begin(rows, attributes);
    } else if (strcmp(name, "rPh") == 0) {
        rows->is_spoken = true;
    } else if (strcmp(name, rows->kind == KIND_INLINE ? "t" : "v") == 0) {
        rows->is_text = rows->is_cell && !rows->is_spoken;
    }
}

static void rows_text(void *context, const char *text, size_t len) {
    struct sheet_rows *rows = context;
    if (rows->is_text) {
        sheet_text_add(&rows->text, text, len);
    }
}

static void put_text(struct sheet_rows *rows, const char *text) {
    sheet_line_put(&rows->line, rows->column, text, strlen(text));
}

static void put_shared(struct sheet_rows *rows, const char *number) {
    char *end = NULL;
    const unsigned long index = strtoul(number, &end, 10);
    uint32_t place;
    if (end == number || *end != '\0' || index >= rows->book->places.len / sizeof(place)) {
        rows->line.is_broken = true;
        return;
    }
    memcpy(&place, rows->book->places.data + index * sizeof(place), sizeof(place));
    rows->line.is_broken = rows->line.is_broken || (place & SHEET_TEXT_CUT) != 0;
    put_text(rows, rows->book->texts.data + (place & ~SHEET_TEXT_CUT));
}

/* Stores a number, or the date it is shown as. An invalid one is stored as it is, and breaks the row. */
static void put_number(struct sheet_rows *rows, const char *text) {
    char shown[SHEET_NUMBER_MAX];
    const bool is_day = rows->style < rows->book->styles.len && rows->book->styles.data[rows->style] != 0;
    if ((is_day && sheet_day_text(text, rows->book->is_1904, shown)) || sheet_number_text(text, shown)) {
        put_text(rows, shown);
    } else {
        put_text(rows, text);
        rows->line.is_broken = true;
    }
}

/* Stores the date of `2026-11-24T00:00:00`. */
static void put_iso_day(struct sheet_rows *rows, char *text) {
    char *time = strchr(text, 'T');
    if (time != NULL) {
        *time = '\0';
    }
    put_text(rows, text);
}

/* Trims a text that is not user text; terminates it with a NUL. */
static char *value_text(struct sheet_text *text) {
    text->len -= text->len == sizeof(text->text) ? 1 : 0;
    text->text[text->len] = '\0';
    char *begin = text->text + strspn(text->text, " \t\r\n");
    size_t len = strlen(begin);
    while (len > 0 && strchr(" \t\r\n", begin[len - 1]) != NULL) {
        len--;
    }
    begin[len] = '\0';
    return begin;
}

static void put_people_text(struct sheet_rows *rows) {
    rows->line.is_broken = rows->line.is_broken || rows->text.is_cut;
    sheet_text_unescape(&rows->text);
    sheet_line_put(&rows->line, rows->column, rows->text.text, rows->text.len);
}

static void put_value(struct sheet_rows *rows, char *value) {
    if (*value == '\0') {
        return;
    }
    switch (rows->kind) {
        case KIND_SHARED: put_shared(rows, value); break;
        case KIND_TRUTH:
            put_text(rows, strcmp(value, "0") != 0 && strcmp(value, "false") != 0 ? "TRUE" : "FALSE");
            break;
        case KIND_DAY: put_iso_day(rows, value); break;
        case KIND_NUMBER: put_number(rows, value); break;
        case KIND_ERROR:
        case KIND_TEXT:
        case KIND_INLINE: break;
    }
}

static void cell_end(struct sheet_rows *rows) {
    rows->is_cell = false;
    rows->is_text = false;
    if (rows->kind == KIND_TEXT || rows->kind == KIND_INLINE) {
        put_people_text(rows);
    } else {
        put_value(rows, value_text(&rows->text));
    }
    rows->line.is_broken = rows->line.is_broken || rows->kind == KIND_ERROR;
    rows->kind = KIND_NUMBER;
    rows->column++;
}

static void rows_end(void *context, const char *name) {
    struct sheet_rows *rows = context;
    if (strcmp(name, "v") == 0 || strcmp(name, "t") == 0) {
        rows->is_text = false;
    } else if (strcmp(name, "rPh") == 0) {
        rows->is_spoken = false;
    } else if (strcmp(name, "c") == 0 && rows->is_cell) {
        cell_end(rows);
    } else if (strcmp(name, "row") == 0 && rows->is_row) {
        rows->is_row = false;
        if (rows->line.count > 0 || rows->line.is_broken || buf_failed(&rows->line.text)) {
            sheet_xml_pause(rows->xml);
        }
    } else if (strcmp(name, "sheetData") == 0) {
        sheet_xml_stop(rows->xml);
    }
}

int sheet_rows_open(struct unzip *unzip, const struct sheet_book *book, struct sheet_rows **ret_rows) {
    static const struct sheet_xml_watcher watcher = {
        .root = "worksheet", .begin = rows_begin, .end = rows_end, .text = rows_text};
    struct sheet_rows *rows = calloc(1, sizeof(*rows));
    if (rows == NULL) {
        return E_NOMEM;
    }
    rows->book = book;
    int r = sheet_xml_open(unzip, book->most, &watcher, rows, &rows->xml);
    if (r < 0) {
        free(rows);
        return r;
    }
    *ret_rows = rows;
    return 0;
}

struct sheet_rows *sheet_rows_free(struct sheet_rows *rows) {
    if (rows != NULL) {
        (void)sheet_xml_free(rows->xml);
        sheet_line_done(&rows->line);
        free(rows);
    }
    return NULL;
}

int sheet_rows_next(struct sheet_rows *rows, struct sheet_row *ret_row) {
    int r = sheet_xml_next(rows->xml);
    if (r > 0) {
        r = sheet_line_end(&rows->line, rows->number, ret_row);
        r = r < 0 ? r : 1;
    }
    return r;
}

uint64_t sheet_rows_taken(const struct sheet_rows *rows) {
    return sheet_xml_taken(rows->xml);
}
