/* What a table seems to be. */
#include <stdio.h>
#include <string.h>

#include "core/bulk/bulk_impl.h"
#include "core/bulk/headings.h"
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

static int keep_cells(struct arena *arena, const struct sheet_row *row, struct bulk_row_seen *ret_seen) {
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

static bool is_number(const char *text) {
    return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/* A row of headings names what is known, or has no number in it. */
static bool seems_heading(const struct bulk_row_seen *row) {
    bool has_number = false;
    for (size_t i = 0; i < row->count; i++) {
        if (headings_field(row->cells[i]) != BULK_FIELD_NONE) {
            return true;
        }
        has_number = has_number || is_number(row->cells[i]);
    }
    return !has_number;
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

/* The columns: as many as the widest row has, each field once, but for parts of the name. */
static int take_columns(struct arena *arena, const struct bulk_row_seen *heading, struct bulk_looked *looked) {
    bool taken[BULK_FIELD_COUNT] = {false};
    size_t count = heading != NULL ? heading->count : 0;
    for (size_t i = 0; i < looked->sample_count; i++) {
        count = looked->sample[i].count > count ? looked->sample[i].count : count;
    }
    looked->headings = arena_calloc(arena, count, sizeof(*looked->headings));
    looked->fields = arena_calloc(arena, count, sizeof(*looked->fields));
    if (looked->headings == NULL || looked->fields == NULL) {
        return E_NOMEM;
    }
    looked->column_count = count;
    for (size_t i = 0; i < count; i++) {
        looked->headings[i] = heading != NULL && i < heading->count ? heading->cells[i] : "";
        const enum bulk_field field = headings_field(looked->headings[i]);
        looked->fields[i] = taken[field] && !headings_is_part(field) ? BULK_FIELD_NONE : field;
        taken[field] = true;
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
    int r = keep_cells(arena, row, &sample->rows[sample->count++]);
    return r < 0 ? r : 1;
}

/* The first row, which may be the heading. Returns 1; 0: there is none. */
static int take_first(struct sheet *sheet, const struct bulk_asked *asked, struct arena *arena, struct sample *sample,
                      struct bulk_row_seen *ret_heading, bool *ret_is_heading) {
    struct sheet_row row;
    int r = sheet_next(sheet, &row);
    *ret_is_heading = asked->heading;
    if (r <= 0) {
        return r;
    }
    r = keep_cells(arena, &row, ret_heading);
    if (r < 0) {
        return r;
    }
    *ret_is_heading = asked->has_heading ? asked->heading : seems_heading(ret_heading);
    return *ret_is_heading ? 1 : sample_add(sample, true, &row, arena);
}

static int take_rows(struct sheet *sheet, const struct bulk_asked *asked, struct arena *arena,
                     struct bulk_looked *looked) {
    struct sample sample = {.rows = arena_calloc(arena, BULK_SAMPLE_ROWS, sizeof(*sample.rows))};
    struct bulk_row_seen heading = {0};
    struct sheet_row row;
    if (sample.rows == NULL) {
        return E_NOMEM;
    }
    int r = take_first(sheet, asked, arena, &sample, &heading, &looked->heading);
    while (r > 0) {
        r = sheet_next(sheet, &row);
        r = r > 0 ? sample_add(&sample, looked->format == TABLE_FORMAT_CSV, &row, arena) : r;
    }
    if (r < 0) {
        return r;
    }
    looked->sample = sample.rows;
    looked->sample_count = sample.count;
    return take_columns(arena, looked->heading && heading.cells != NULL ? &heading : NULL, looked);
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
    looked->sheet = asked->sheet;
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
    guess->form.sheet = asked->sheet;
}

static int look_at(struct core *core, const struct bulk_asked *asked, struct arena *arena, struct bulk_looked *looked) {
    _cleanup_(sheet_freep) struct sheet *sheet = NULL;
    struct sheet_guess *guess = arena_alloc(arena, sizeof(*guess));
    char path[STORE_UPLOAD_PATH_MAX];
    int r = guess == NULL ? E_NOMEM : bulk_path(core, BULK_FILE, path);
    if (r == 0) {
        r = sheet_guess(path, bulk_encoding_name(home_encoding(core)), guess);
    }
    if (r < 0) {
        return r;
    }
    take_form(asked, guess, looked);
    r = take_sheets(guess, arena, looked);
    if (r == 0) {
        r = sheet_open_head(path, &guess->form, &sheet);
    }
    return r < 0 ? r : take_rows(sheet, asked, arena, looked);
}

int bulk_look(struct core *core, const struct actor *by, const struct bulk_asked *asked, struct arena *arena,
              struct bulk_looked *ret_looked) {
    struct store_bulk state;
    *ret_looked = (struct bulk_looked){.encoding = TEXT_ENCODING_UTF8};
    int r = bulk_act_own(core, by, &state);
    if (r < 0) {
        return r;
    }
    r = state.kind == BULK_KIND_USERS && bulk_has_file(core, &state) ? look_at(core, asked, arena, ret_looked)
                                                                     : E_BULK_NOT_READY;
    bulk_act_end(core);
    return r == E_FORMAT || r == E_TOO_LARGE ? E_TABLE_UNREADABLE : r == E_NOTSUP ? E_NOT_FITTED : r;
}
