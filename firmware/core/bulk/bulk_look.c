/* What a table seems to be. */
#include <stdio.h>
#include <string.h>

#include "core/bulk/bulk_guess.h"
#include "core/bulk/bulk_head.h"
#include "core/bulk/bulk_impl.h"
#include "core/settings/settings.h"
#include "store/upload.h"
#include "util/arena.h"

/* What spreadsheets write where the language of the terminal is at home. */
static enum text_encoding home_encoding(struct core *core) {
    switch (settings_get(core)->values.time_param.language) {
        case LANGUAGE_AR: return TEXT_ENCODING_WINDOWS1256;
        case LANGUAGE_EN:
        case LANGUAGE_ES: break;
    }
    return TEXT_ENCODING_WINDOWS1252;
}

/* "Name" beside "Surname" is the first name. */
static void split_name(struct bulk_looked *looked, const bool taken[BULK_FIELD_COUNT]) {
    const bool has_last = taken[BULK_FIELD_LAST_NAME] && !taken[BULK_FIELD_FIRST_NAME];
    for (size_t i = 0; has_last && i < looked->column_count; i++) {
        if (looked->fields[i] == BULK_FIELD_USERNAME && headings_is_bare_name(looked->headings[i])) {
            looked->fields[i] = BULK_FIELD_FIRST_NAME;
        }
    }
}

static size_t count_columns(const struct bulk_head *head, const struct bulk_looked *looked) {
    size_t count = head->has_heading ? head->rows[head->at].count : 0;
    if (head->is_double && head->rows[head->at - 1].count > count) {
        count = head->rows[head->at - 1].count;
    }
    for (size_t i = 0; i < looked->sample_count; i++) {
        count = looked->sample[i].count > count ? looked->sample[i].count : count;
    }
    return count;
}

/* The columns: as many as the widest row has, each field once, but for parts of the name. */
static int take_columns(struct arena *arena, const struct bulk_head *head, struct bulk_looked *looked) {
    bool taken[BULK_FIELD_COUNT] = {false};
    char text[BULK_HEADING_MAX];
    const size_t count = count_columns(head, looked);
    looked->headings = arena_calloc(arena, count, sizeof(*looked->headings));
    looked->fields = arena_calloc(arena, count, sizeof(*looked->fields));
    if (looked->headings == NULL || looked->fields == NULL) {
        return E_NOMEM;
    }
    looked->column_count = count;
    for (size_t i = 0; i < count; i++) {
        bulk_head_text(head, i, text);
        const enum bulk_field field = headings_find(&head->headings, text);
        looked->headings[i] = bulk_keep_cut(arena, text);
        looked->fields[i] = taken[field] && !headings_is_part(field) ? BULK_FIELD_NONE : field;
        taken[field] = true;
        if (looked->headings[i] == NULL) {
            return E_NOMEM;
        }
    }
    split_name(looked, taken);
    return 0;
}

/* The first rows, and rows behind them that show whether the encoding is right: those take the places of the last
 * plain ones, down to BULK_SAMPLE_FIRST. */
struct sample {
    struct bulk_row_seen *rows; /* BULK_SAMPLE_ROWS */
    bool telling[BULK_SAMPLE_ROWS]; /* of each whether it is not plain ASCII */
    size_t count;
};

/* A row that tells encodings apart: it has a character that is not ASCII, or bytes that are no character. */
static bool row_is_telling(const struct sheet_row *row) {
    for (size_t i = 0; i < row->count; i++) {
        for (size_t at = 0; at < row->cells[i].len; at++) {
            if ((unsigned char)row->cells[i].text[at] >= 0x80) {
                return true;
            }
        }
    }
    return row->is_broken;
}

/* The last plain row behind the first ones; BULK_SAMPLE_ROWS: there is none. */
static size_t sample_last_plain(const struct sample *sample) {
    for (size_t i = BULK_SAMPLE_ROWS; i-- > BULK_SAMPLE_FIRST;) {
        if (!sample->telling[i]) {
            return i;
        }
    }
    return BULK_SAMPLE_ROWS;
}

static void sample_remove(struct sample *sample, size_t at) {
    const size_t behind = --sample->count - at;
    memmove(sample->rows + at, sample->rows + at + 1, behind * sizeof(*sample->rows));
    memmove(sample->telling + at, sample->telling + at + 1, behind * sizeof(*sample->telling));
}

/* Takes a row, if there is a place for it. Returns 1: another one may be taken as well; 0; E_NOMEM. */
static int sample_add(struct sample *sample, bool is_text, const struct sheet_row *row, struct arena *arena) {
    const bool telling = row_is_telling(row);
    if (sample->count == BULK_SAMPLE_ROWS) {
        const size_t plain = sample_last_plain(sample);
        if (!is_text || plain == BULK_SAMPLE_ROWS) {
            return 0;
        }
        if (!telling) {
            return 1;
        }
        sample_remove(sample, plain);
    }
    sample->telling[sample->count] = telling;
    int r = bulk_keep_cells(arena, row, &sample->rows[sample->count++]);
    return r < 0 ? r : 1;
}

/* Rows behind the headings. */
static int take_rows(struct sheet *sheet, struct arena *arena, struct bulk_looked *looked) {
    struct sample sample = {.rows = arena_calloc(arena, BULK_SAMPLE_ROWS, sizeof(*sample.rows))};
    struct sheet_row row;
    if (sample.rows == NULL) {
        return E_NOMEM;
    }
    int r = 1;
    while (r > 0) {
        r = sheet_next(sheet, &row);
        if (r > 0 && row.line > looked->heading_line) {
            r = sample_add(&sample, looked->format == TABLE_FORMAT_CSV, &row, arena);
        }
    }
    looked->sample = sample.rows;
    looked->sample_count = sample.count;
    return r;
}

static int take_sheets(const struct sheet_guess *guess, struct arena *arena, struct bulk_looked *looked) {
    looked->sheets = arena_calloc(arena, SHEET_SHEETS_MAX, sizeof(*looked->sheets));
    if (looked->sheets == NULL) {
        return E_NOMEM;
    }
    for (; looked->sheet_count < guess->sheet_count && looked->sheet_count < SHEET_SHEETS_MAX; looked->sheet_count++) {
        looked->sheets[looked->sheet_count] = bulk_keep_cut(arena, guess->sheets[looked->sheet_count]);
        if (looked->sheets[looked->sheet_count] == NULL) {
            return E_NOMEM;
        }
    }
    return 0;
}

/* What was asked for goes before what was guessed. */
static void take_form(const struct bulk_asked *asked, struct sheet_guess *guess, struct bulk_looked *looked) {
    looked->format = guess->form.kind == SHEET_WORKBOOK ? TABLE_FORMAT_XLSX : TABLE_FORMAT_CSV;
    looked->sure = guess->is_sure;
    if (asked->has_encoding || !bulk_encoding_of(guess->form.encoding, &looked->encoding)) {
        looked->encoding = asked->has_encoding ? asked->encoding : TEXT_ENCODING_UTF8;
    }
    for (unsigned i = 0; i < DELIMITER_COUNT; i++) {
        if (bulk_delimiter_of((enum delimiter)i) == guess->form.delimiter) {
            looked->delimiter = (enum delimiter)i;
        }
    }
    if (asked->has_delimiter) {
        looked->delimiter = asked->delimiter;
    }
    guess->form.encoding = bulk_encoding_name(looked->encoding);
    guess->form.delimiter = bulk_delimiter_of(looked->delimiter);
}

/* Whether no row is divided, so that blanks may divide them. */
static bool is_undivided(const struct bulk_head *head) {
    bool is_undivided = head->count > 0;
    for (size_t i = 0; i < head->count; i++) {
        is_undivided = is_undivided && head->rows[i].count < 2;
    }
    return is_undivided;
}

/* Punches of terminals may have blanks between their cells. */
static int try_blanks(const char *path, struct sheet_guess *guess, const struct bulk_asked *asked, struct arena *arena,
                      struct bulk_head *head, struct bulk_looked *looked) {
    if (asked->kind != BULK_KIND_PUNCHES || asked->has_delimiter || looked->format != TABLE_FORMAT_CSV ||
        !is_undivided(head)) {
        return 0;
    }
    looked->delimiter = DELIMITER_SPACE;
    guess->form.delimiter = bulk_delimiter_of(looked->delimiter);
    return bulk_head_find(path, guess, &guess->form, asked, arena, head);
}

/* Where the table begins. */
static int take_head(const char *path, struct sheet_guess *guess, const struct bulk_asked *asked, struct arena *arena,
                     struct bulk_head *head, struct bulk_looked *looked) {
    int r = bulk_head_find(path, guess, &guess->form, asked, arena, head);
    r = r < 0 ? r : try_blanks(path, guess, asked, arena, head, looked);
    looked->sheet = (uint8_t)guess->form.sheet;
    looked->heading = head->has_heading;
    looked->heading_line = r == 0 ? bulk_head_line(head) : 0;
    looked->heading_rows = head->is_double ? 2 : 1;
    looked->first = head->rows;
    looked->first_count = head->count;
    return r;
}

static int look_at(struct core *core, const struct bulk_asked *asked, struct arena *arena, struct bulk_looked *looked) {
    _cleanup_(sheet_freep) struct sheet *sheet = NULL;
    struct sheet_guess *guess = arena_alloc(arena, sizeof(*guess));
    struct bulk_head *head = arena_alloc(arena, sizeof(*head));
    char path[STORE_UPLOAD_PATH_MAX];
    int r = guess == NULL || head == NULL ? E_NOMEM : bulk_path(core, BULK_FILE, path);
    if (r == 0) {
        r = sheet_guess(path, bulk_encoding_name(home_encoding(core)), guess);
    }
    if (r < 0) {
        return r;
    }
    take_form(asked, guess, looked);
    r = take_sheets(guess, arena, looked);
    if (r == 0) {
        r = take_head(path, guess, asked, arena, head, looked);
    }
    if (r == 0) {
        r = sheet_open_head(path, &guess->form, &sheet);
    }
    r = r < 0 ? r : take_rows(sheet, arena, looked);
    r = r < 0 ? r : take_columns(arena, head, looked);
    if (r == 0 && asked->kind == BULK_KIND_PUNCHES && !looked->heading) {
        bulk_guess_punches(looked);
    }
    return r;
}

int bulk_look(struct core *core, const struct actor *by, const struct bulk_asked *asked, struct arena *arena,
              struct bulk_looked *ret_looked) {
    struct store_bulk state;
    *ret_looked = (struct bulk_looked){.encoding = TEXT_ENCODING_UTF8};
    int r = bulk_act_own(core, by, &state);
    if (r < 0) {
        return r;
    }
    struct bulk_asked of_kind = *asked;
    of_kind.kind = state.kind;
    r = bulk_is_table(state.kind) && bulk_has_file(core, &state) ? look_at(core, &of_kind, arena, ret_looked)
                                                                 : E_BULK_NOT_READY;
    bulk_act_end(core);
    return r == E_FORMAT || r == E_TOO_LARGE ? E_TABLE_UNREADABLE : r == E_NOTSUP ? E_NOT_FITTED : r;
}
