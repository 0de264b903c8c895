/* Assembles cells as readers of a table get them. */
#include "tables/sheet_impl.h"
#include "util/utf8.h"

#define REPLACEMENT "\xef\xbf\xbd" /* for invalid characters */
#define REPLACEMENT_OCTETS 3
#define NOWHERE 0 /* offset of an empty text */

/* White space at the ends of a text, including line ends and the byte order mark. */
static bool is_blank(uint32_t code_point) {
    return code_point == ' ' || (code_point >= '\t' && code_point <= '\r') || code_point == 0x85 ||
           code_point == 0xa0 || code_point == 0x1680 || (code_point >= 0x2000 && code_point <= 0x200a) ||
           code_point == 0x2028 || code_point == 0x2029 || code_point == 0x202f || code_point == 0x205f ||
           code_point == 0x3000 || code_point == 0xfeff;
}

/* A text being cleaned, into memory large enough for all of it. */
struct clean {
    char *out;
    size_t len;
    size_t end; /* after the last non-blank that fits into a cell */
    bool is_whole; /* nothing was lost */
};

static void clean_put(struct clean *clean, const char *text, size_t size) {
    memcpy(clean->out + clean->len, text, size);
    clean->len += size;
}

/* Adds a character: skips a leading blank, replaces a control by a blank, or nothing. */
static void clean_character(struct clean *clean, const char *text, size_t size, uint32_t code_point) {
    if (is_blank(code_point)) {
        if (clean->len > 0) {
            clean_put(clean, utf8_is_control(code_point) ? " " : text, utf8_is_control(code_point) ? 1 : size);
        }
    } else if (!utf8_is_control(code_point)) {
        clean_put(clean, text, size);
        clean->is_whole = clean->is_whole && clean->len <= SHEET_CELL_MAX;
        clean->end = clean->len <= SHEET_CELL_MAX ? clean->len : clean->end;
    }
}

/* Handles the next character. Returns its length in bytes. */
static size_t clean_next(struct clean *clean, const char *text, size_t len) {
    uint32_t code_point = 0;
    const size_t size = utf8_next(text, len, &code_point);
    if (size == 0) {
        clean->is_whole = false;
        clean_character(clean, REPLACEMENT, REPLACEMENT_OCTETS, 0xfffd);
        return 1;
    }
    if (code_point == '\r' && len > 1 && text[1] == '\n') {
        return 1; /* CR LF is one line end */
    }
    clean_character(clean, text, size, code_point);
    return size;
}

bool sheet_clean(const char *text, size_t len, struct buf *out) {
    struct clean clean = {.out = buf_reserve(out, len * REPLACEMENT_OCTETS), .is_whole = true};
    if (clean.out == NULL) {
        return true; /* the caller checks `out` */
    }
    for (size_t at = 0; at < len;) {
        at += clean_next(&clean, text + at, len - at);
    }
    out->len += clean.end;
    return clean.is_whole;
}

void sheet_line_begin(struct sheet_line *line) {
    buf_clear(&line->text);
    buf_append_char(&line->text, '\0'); /* shared by all empty texts */
    line->count = 0;
    line->is_broken = false;
}

static void line_place(struct sheet_line *line, size_t column, size_t place, size_t len) {
    for (; line->count < column; line->count++) {
        line->places[line->count] = NOWHERE;
        line->cells[line->count].len = 0;
    }
    line->places[column] = place;
    line->cells[column].len = len;
    line->count = line->count > column ? line->count : column + 1;
}

void sheet_line_put(struct sheet_line *line, size_t column, const char *text, size_t len) {
    const size_t place = line->text.len;
    if (!sheet_clean(text, len, &line->text)) {
        line->is_broken = true;
    }
    const size_t size = line->text.len - place;
    if (size == 0) {
        return;
    }
    if (column >= SHEET_COLUMNS_MAX || (column < line->count && line->cells[column].len > 0)) {
        line->is_broken = true; /* its place is already taken */
        line->text.len = place;
        return;
    }
    buf_append_char(&line->text, '\0');
    line_place(line, column, place, size);
}

int sheet_line_end(struct sheet_line *line, uint32_t number, struct sheet_row *ret_row) {
    if (buf_failed(&line->text)) {
        return E_NOMEM;
    }
    for (size_t i = 0; i < line->count; i++) {
        line->cells[i].text = line->text.data + line->places[i];
    }
    *ret_row =
        (struct sheet_row){.line = number, .count = line->count, .cells = line->cells, .is_broken = line->is_broken};
    return 0;
}

void sheet_line_done(struct sheet_line *line) {
    buf_done(&line->text);
}
