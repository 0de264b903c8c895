/* Headings are found by the words that are known, then by the shape of the rows: titles, a company and a print date above them have
 * fewer cells, and the rows below them have numbers and dates where they have words. */
#include "core/bulk/bulk_head.h"

#include <stdio.h>
#include <string.h>

#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_rows.h"
#include "util/arena.h"
#include "util/utf8.h"

#define ARENA_MAX ((size_t)1024 * 1024) /* the first rows of one sheet */
#define SCORE_KNOWN 4 /* a field that is known */
#define SCORE_VALUE (-3) /* a cell that is a number, a date or an address */
#define SCORE_WIDE 2 /* as many cells as other rows have */
#define PEOPLE_KNOWN 100 /* how much a sheet looks like people: for each field that its headings name */
#define PEOPLE_KEY 50 /* one of them says who it is */
#define PEOPLE_ROWS 10 /* rows of several cells */

int bulk_keep_cells(struct arena *arena, const struct sheet_row *row, struct bulk_row_seen *ret_seen) {
    *ret_seen = (struct bulk_row_seen){
        .line = row->line, .cells = arena_calloc(arena, row->count, sizeof(*ret_seen->cells)), .count = row->count};
    if (ret_seen->cells == NULL) {
        return E_NOMEM;
    }
    for (size_t i = 0; i < row->count; i++) {
        ret_seen->cells[i] = bulk_keep_cut(arena, row->cells[i].text);
        if (ret_seen->cells[i] == NULL) {
            return E_NOMEM;
        }
    }
    return 0;
}

static bool is_digit(uint32_t c) {
    return (c >= '0' && c <= '9') || (c >= 0x660 && c <= 0x669) || (c >= 0x6f0 && c <= 0x6f9);
}

/* What a person has in a column and no heading is: a number, a date, a number with letters, an address of mail. */
static bool is_value(const char *text) {
    const size_t len = strlen(text);
    size_t digits = 0, all = 0;
    uint32_t c = 0;
    for (size_t at = 0, size; at < len && (size = utf8_next(text + at, len - at, &c)) > 0; at += size) {
        digits += is_digit(c) ? 1 : 0;
        all += c != ' ' ? 1 : 0;
    }
    return strchr(text, '@') != NULL || (all > 0 && digits == all) || (digits >= 2 && digits * 2 >= all);
}

static const char *cell_at(const struct bulk_row_seen *row, size_t column) {
    return column < row->count ? row->cells[column] : "";
}

static size_t row_filled(const struct bulk_row_seen *row) {
    size_t filled = 0;
    for (size_t i = 0; i < row->count; i++) {
        filled += row->cells[i][0] != '\0' ? 1 : 0;
    }
    return filled;
}

static size_t row_values(const struct bulk_row_seen *row) {
    size_t values = 0;
    for (size_t i = 0; i < row->count; i++) {
        values += is_value(row->cells[i]) ? 1 : 0;
    }
    return values;
}

/* Cells that a row of the table has: so many that half of the rows have no more. */
static size_t head_width(const struct bulk_head *head) {
    size_t rows[SHEET_COLUMNS_MAX + 1] = {0}, passed = 0, width = 0;
    for (size_t i = 0; i < head->count; i++) {
        rows[row_filled(&head->rows[i])]++;
    }
    while (width < SHEET_COLUMNS_MAX && (passed += rows[width]) * 2 < head->count) {
        width++;
    }
    return width;
}

static bool row_is_wide(const struct bulk_head *head, size_t at) {
    return row_filled(&head->rows[at]) * 2 > head_width(head);
}

/* Both rows of a heading as one text: "Card" above "Number". `group` is that of the column or of the last one before it that
 * has one; where both say nothing together, the own heading goes alone. */
static void join_texts(const struct headings *headings, const char *group, const char *own,
                       char ret_text[BULK_HEADING_MAX]) {
    const char *blank = group[0] != '\0' && own[0] != '\0' ? " " : "";
    (void)snprintf(ret_text, BULK_HEADING_MAX, "%s%s%s", group, blank, own);
    if (blank[0] != '\0' && headings_find(headings, ret_text) == BULK_FIELD_NONE &&
        headings_find(headings, own) != BULK_FIELD_NONE) {
        (void)snprintf(ret_text, BULK_HEADING_MAX, "%s", own);
    }
}

/* A merged cell has its text in its first column. */
static const char *group_at(const struct bulk_row_seen *row, size_t column) {
    for (size_t i = column < row->count ? column + 1 : row->count; i > 0; i--) {
        if (row->cells[i - 1][0] != '\0') {
            return row->cells[i - 1];
        }
    }
    return "";
}

static void text_of(const struct bulk_head *head, size_t at, bool is_double, size_t column,
                    char ret_text[BULK_HEADING_MAX]) {
    const char *own = cell_at(&head->rows[at], column);
    const char *group = !is_double       ? ""
                        : own[0] != '\0' ? group_at(&head->rows[at - 1], column)
                                         : cell_at(&head->rows[at - 1], column);
    join_texts(&head->headings, group, own, ret_text);
}

void bulk_head_text(const struct bulk_head *head, size_t column, char ret_text[BULK_HEADING_MAX]) {
    ret_text[0] = '\0';
    if (head->has_heading) {
        text_of(head, head->at, head->is_double, column, ret_text);
    }
}

size_t bulk_head_keep(enum bulk_kind kind, const struct sheet_row *row, const char *groups, size_t groups_len,
                      char *ret_cells) {
    struct headings headings;
    char group[BULK_HEADING_MAX / 2] = "", text[BULK_HEADING_MAX];
    const char *cell = "";
    size_t at = 0, len = 0;
    if (groups_len == 0) {
        return bulk_cells_keep(row, ret_cells);
    }
    headings_init(kind, &headings);
    for (size_t i = 0; i < SHEET_COLUMNS_MAX; i++) {
        const bool has_group = bulk_cells_next(&groups, &groups_len, &cell, &len);
        if (!has_group && i >= row->count) {
            break;
        }
        if (has_group && len > 0 && len < sizeof(group)) {
            memcpy(group, cell, len);
            group[len] = '\0';
        }
        const char *own = i < row->count ? row->cells[i].text : "";
        join_texts(&headings, own[0] != '\0' || (has_group && len > 0) ? group : "", own, text);
        at = bulk_cells_add(ret_cells, at, text, strlen(text));
    }
    return at;
}

uint32_t bulk_head_line(const struct bulk_head *head) {
    return head->has_heading ? head->rows[head->at].line : 0;
}

/* Fields that a row names, each once; of two rows together with `is_double`. *ret_only: a column that names one. */
static unsigned fields_of(const struct bulk_head *head, size_t at, bool is_double, bool ret_given[BULK_FIELD_COUNT],
                          size_t *ret_only) {
    const size_t own = head->rows[at].count, above = is_double ? head->rows[at - 1].count : 0;
    const uint8_t *fields = is_double ? head->both[at] : head->own[at];
    unsigned known = 0;
    memset(ret_given, 0, BULK_FIELD_COUNT * sizeof(*ret_given));
    for (size_t i = 0; i < (own > above ? own : above); i++) {
        if (fields[i] != BULK_FIELD_NONE && !ret_given[fields[i]]) {
            ret_given[fields[i]] = true;
            *ret_only = i;
            known++;
        }
    }
    return known;
}

static unsigned known_in(const struct bulk_head *head, size_t at, bool is_double) {
    bool given[BULK_FIELD_COUNT];
    size_t only = 0;
    return fields_of(head, at, is_double, given, &only);
}

/* A word that more rows have in its column is no heading: "No" of people who have no car. */
static bool cell_repeats(const struct bulk_head *head, size_t at, size_t column) {
    const char *text = cell_at(&head->rows[at], column);
    for (size_t i = 0; i < head->count && text[0] != '\0'; i++) {
        if (i != at && strcmp(cell_at(&head->rows[i], column), text) == 0) {
            return true;
        }
    }
    return false;
}

/* Nothing in the row is what only people have. */
static bool row_is_words(const struct bulk_head *head, size_t at) {
    bool is_words = row_values(&head->rows[at]) == 0;
    for (size_t i = 0; is_words && i < head->rows[at].count; i++) {
        is_words = !cell_repeats(head, at, i);
    }
    return is_words;
}

/* How much a row is one of headings; 0: not. */
static int row_score(const struct bulk_head *head, size_t at) {
    bool given[BULK_FIELD_COUNT];
    size_t only = 0;
    const int known = (int)fields_of(head, at, false, given, &only);
    const int values = (int)row_values(&head->rows[at]);
    if (known == 0 || (known == 1 && (values > 0 || cell_repeats(head, at, only)))) {
        return 0;
    }
    return known * SCORE_KNOWN + values * SCORE_VALUE + (row_is_wide(head, at) ? SCORE_WIDE : 0);
}

/* Columns whose two rows together are a known heading. */
static unsigned joined_in(const struct bulk_head *head, size_t at) {
    unsigned joined = 0;
    for (size_t i = 0; i < head->rows[at].count; i++) {
        joined += head->joined[at][i] != BULK_FIELD_NONE ? 1 : 0;
    }
    return joined;
}

/* Whether the row before has headings of groups: both together say more than each. A lone text in the first column is a title. */
static bool row_is_double(const struct bulk_head *head, size_t at) {
    if (at == 0 || row_values(&head->rows[at]) > 0 || row_values(&head->rows[at - 1]) > 0) {
        return false;
    }
    const struct bulk_row_seen *above = &head->rows[at - 1];
    const bool is_title = above->count == 1 && head->rows[at].count > 2;
    const unsigned both = known_in(head, at, true), own = known_in(head, at, false);
    const unsigned before = known_in(head, at - 1, false);
    return !is_title && (own > 0 || before > 0) &&
           ((both > own && both > before) || (both >= own && both >= before && joined_in(head, at) > 0));
}

static int double_score(const struct bulk_head *head, size_t at) {
    return row_is_double(head, at) ? (int)known_in(head, at, true) * SCORE_KNOWN + SCORE_WIDE + 1 : 0;
}

static void head_take(struct bulk_head *head, size_t at, bool is_double) {
    head->has_heading = true;
    head->at = at;
    head->is_double = is_double;
    head->known = known_in(head, at, is_double);
}

/* The headings by their words. False: none is known. */
static bool find_by_words(struct bulk_head *head) {
    int best = 0;
    for (size_t i = 0; i < head->count; i++) {
        const int own = row_score(head, i), both = double_score(head, i);
        if (own > best || both > best) {
            best = own > both ? own : both;
            head_take(head, i, both > own);
        }
    }
    return best > 0;
}

/* The first row that is as wide as the table; it is one of headings if it has only words of its own. */
static void find_by_shape(struct bulk_head *head, bool is_certain) {
    size_t at = 0;
    while (at + 1 < head->count && !row_is_wide(head, at)) {
        at++;
    }
    at = at + 1 < head->count ? at : 0; /* nobody would be below it */
    const bool is_heading = head->count > 0 && row_is_words(head, at);
    if (is_heading || (is_certain && head->count > 0)) {
        head_take(head, is_heading ? at : 0, false);
    }
}

static int take_line(struct bulk_head *head, uint32_t line) {
    for (size_t i = 0; i < head->count; i++) {
        if (head->rows[i].line == line) {
            head_take(head, i, row_is_double(head, i));
            return 0;
        }
    }
    return E_RANGE;
}

static int find_headings(struct bulk_head *head, const struct bulk_asked *asked) {
    head->has_heading = head->is_double = false;
    head->at = head->known = 0;
    if (asked->has_heading && !asked->heading) {
        return 0;
    }
    if (asked->heading_line > 0) {
        return take_line(head, asked->heading_line);
    }
    if (!find_by_words(head)) {
        find_by_shape(head, asked->has_heading);
    }
    return 0;
}

static enum bulk_field field_of(const struct bulk_head *head, const char *text) {
    return is_value(text) ? BULK_FIELD_NONE : headings_find(&head->headings, text);
}

/* Finds the fields of a cell below another row. An empty cell has the field of the cell above it. */
static void take_both(struct bulk_head *head, size_t at, size_t column) {
    const char *own = cell_at(&head->rows[at], column), *group = group_at(&head->rows[at - 1], column);
    char text[BULK_HEADING_MAX];
    head->both[at][column] = own[0] != '\0' ? head->own[at][column] : head->own[at - 1][column];
    head->joined[at][column] = BULK_FIELD_NONE;
    if (own[0] == '\0' || group[0] == '\0') {
        return;
    }
    (void)snprintf(text, sizeof(text), "%s %s", group, own);
    head->joined[at][column] = (uint8_t)headings_find(&head->headings, text);
    if (head->joined[at][column] != BULK_FIELD_NONE) {
        head->both[at][column] = is_value(text) ? BULK_FIELD_NONE : head->joined[at][column];
    }
}

/* Each text is looked for once: rows are judged by what is found. */
static void take_fields(struct bulk_head *head) {
    for (size_t at = 0; at < head->count; at++) {
        for (size_t i = 0; i < SHEET_COLUMNS_MAX; i++) {
            head->own[at][i] = (uint8_t)field_of(head, cell_at(&head->rows[at], i));
        }
        for (size_t i = 0; at > 0 && i < SHEET_COLUMNS_MAX; i++) {
            take_both(head, at, i);
        }
    }
}

static int read_rows(struct sheet *sheet, struct arena *arena, struct bulk_head *head) {
    struct sheet_row row;
    int r = 1;
    head->count = 0;
    head->rows = arena_calloc(arena, BULK_HEAD_ROWS, sizeof(*head->rows));
    if (head->rows == NULL) {
        return E_NOMEM;
    }
    while (head->count < BULK_HEAD_ROWS && (r = sheet_next(sheet, &row)) == 1) {
        r = bulk_keep_cells(arena, &row, &head->rows[head->count++]);
        if (r < 0) {
            return r;
        }
    }
    if (r < 0) {
        return r;
    }
    take_fields(head);
    return 0;
}

/* How much a sheet looks like one of people; 0: it has no rows. */
static unsigned people_score(const struct bulk_head *head) {
    bool given[BULK_FIELD_COUNT] = {false};
    size_t only = 0;
    unsigned known = head->has_heading ? fields_of(head, head->at, head->is_double, given, &only) : 0;
    const size_t below = head->count - (head->has_heading ? head->at + 1 : 0);
    known = known > 1 && below > 0 ? known * PEOPLE_KNOWN : 0;
    known += given[BULK_FIELD_USERID] || given[BULK_FIELD_EMPLOYEE_NO] ? PEOPLE_KEY : 0;
    return known + (below > 1 && head_width(head) > 1 ? PEOPLE_ROWS : 0) + (head->count > 0 ? 1 : 0);
}

/* The first rows of one sheet, judged. An error of the system; a sheet that cannot be read has no rows. */
static int judge_sheet(struct sheet *sheet, unsigned number, struct bulk_head *head, unsigned *ret_score) {
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, ARENA_MAX);
    *ret_score = 0;
    int r = sheet_go(sheet, number);
    r = r < 0 ? r : read_rows(sheet, &arena, head);
    if (r == 0) {
        r = find_headings(head, &(struct bulk_asked){.sheet = 0});
        *ret_score = r == 0 ? people_score(head) : 0;
    }
    return r == E_FORMAT || r == E_TOO_LARGE ? 0 : r;
}

/* The sheet that looks most like people, the first of several; a hidden one only where no other has rows. */
static int choose_sheet(struct sheet *sheet, const struct sheet_guess *guess, struct bulk_head *head,
                        unsigned *ret_sheet) {
    unsigned best = 0;
    *ret_sheet = 0;
    for (unsigned pass = 0; pass < 2 && best == 0; pass++) {
        for (unsigned i = 0; i < guess->sheet_count; i++) {
            unsigned score = 0;
            int r = guess->is_hidden[i] == (pass > 0) ? judge_sheet(sheet, i, head, &score) : 0;
            if (r < 0) {
                return r;
            }
            *ret_sheet = score > best ? i : *ret_sheet;
            best = score > best ? score : best;
        }
    }
    return sheet_go(sheet, *ret_sheet);
}

int bulk_head_find(const char *path, const struct sheet_guess *guess, struct sheet_form *form,
                   const struct bulk_asked *asked, struct arena *arena, struct bulk_head *ret_head) {
    _cleanup_(sheet_freep) struct sheet *sheet = NULL;
    *ret_head = (struct bulk_head){.count = 0};
    headings_init(asked->kind, &ret_head->headings);
    form->sheet = asked->has_sheet ? asked->sheet : 0;
    int r = sheet_open_head(path, form, &sheet);
    if (r == 0 && !asked->has_sheet && form->kind == SHEET_WORKBOOK && guess->sheet_count > 1) {
        r = choose_sheet(sheet, guess, ret_head, &form->sheet);
    }
    r = r < 0 ? r : read_rows(sheet, arena, ret_head);
    return r < 0 ? r : find_headings(ret_head, asked);
}
