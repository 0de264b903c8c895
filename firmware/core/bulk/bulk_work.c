/* What a step of the job has open. */
#include "core/bulk/bulk_work.h"
#include "core/bulk/bulk_head.h"
#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_name_files.h"

#include <stdlib.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/base/rights.h"
#include "core/settings/settings.h"
#include "core/time/clock_rules.h"
#include "store/upload.h"

static const char *const encodings[TEXT_ENCODING_COUNT] = {
    [TEXT_ENCODING_UTF8] = "UTF-8",          [TEXT_ENCODING_UTF16] = "UTF-16",
    [TEXT_ENCODING_WINDOWS1250] = "CP1250",  [TEXT_ENCODING_WINDOWS1251] = "CP1251",
    [TEXT_ENCODING_WINDOWS1252] = "CP1252",  [TEXT_ENCODING_WINDOWS1253] = "CP1253",
    [TEXT_ENCODING_WINDOWS1255] = "CP1255",  [TEXT_ENCODING_WINDOWS1256] = "CP1256",
    [TEXT_ENCODING_WINDOWS874] = "CP874",    [TEXT_ENCODING_GBK] = "GBK",
    [TEXT_ENCODING_BIG5] = "BIG5",           [TEXT_ENCODING_CP932] = "CP932",
    [TEXT_ENCODING_CP949] = "CP949",         [TEXT_ENCODING_WINDOWS1254] = "CP1254",
    [TEXT_ENCODING_WINDOWS1257] = "CP1257",  [TEXT_ENCODING_WINDOWS1258] = "CP1258",
    [TEXT_ENCODING_MACINTOSH] = "MACINTOSH",
};

static const char delimiters[DELIMITER_COUNT] = {
    [DELIMITER_COMMA] = ',', [DELIMITER_SEMICOLON] = ';', [DELIMITER_TAB] = '\t',
    [DELIMITER_PIPE] = '|',  [DELIMITER_SPACE] = ' ',
};

const char *bulk_encoding_name(enum text_encoding encoding) {
    return encodings[encoding];
}

bool bulk_encoding_of(const char *name, enum text_encoding *ret_encoding) {
    for (unsigned i = 0; i < TEXT_ENCODING_COUNT; i++) {
        if (strcmp(encodings[i], name) == 0) {
            *ret_encoding = (enum text_encoding)i;
            return true;
        }
    }
    return false;
}

char bulk_delimiter_of(enum delimiter delimiter) {
    return delimiters[delimiter];
}

int bulk_check_kind(struct core *core, enum bulk_kind kind, const struct actor *by) {
    const bool may = (kind != BULK_KIND_PUNCHES && kind != BULK_KIND_ROSTER) ||
                     rights_may(&settings_get(core)->rights, by, FUNCTION_GROUP_ADV_SETTING, RIGHT_WRITE);
    return may ? 0 : E_FORBIDDEN;
}

bool bulk_may_read(struct core *core, enum bulk_kind kind, const struct actor *by) {
    return (kind != BULK_KIND_PUNCHES && kind != BULK_KIND_ROSTER) ||
           rights_may(&settings_get(core)->rights, by, FUNCTION_GROUP_ADV_SETTING, RIGHT_READ);
}

int bulk_check_holder(struct core *core, enum bulk_kind kind, const struct actor *by) {
    if (!rights_may(&settings_get(core)->rights, by, FUNCTION_GROUP_USER, RIGHT_WRITE) ||
        bulk_check_kind(core, kind, by) < 0) {
        return E_SESSION_ENDED;
    }
    return accounts_check_actor(core, by);
}

bool bulk_is_time(struct core *core, int64_t since_ms) {
    return core_mono_ms(core) - since_ms >= BULK_RUN_MS || atomic_load(&core->shared->bulk->cancel);
}

void bulk_forget_seen(struct bulk_work *work) {
    bulk_seen_done(&work->ids);
    bulk_seen_done(&work->cards);
    bulk_seen_done(&work->freed);
    bulk_seen_done(&work->seconds);
    bulk_entries_done(&work->entries);
    for (unsigned i = 0; i < USER_FIELD_COUNT; i++) {
        bulk_seen_done(&work->texts[i]);
        bulk_seen_done(&work->givers[i]);
    }
}

void bulk_work_free(struct bulk_work *work) {
    if (work == NULL) {
        return;
    }
    (void)sheet_free(work->sheet);
    (void)unzip_free(work->unzip);
    free(work->names);
    free(work->barred);
    free(work->mends);
    (void)users_many_free(work->many);
    bulk_writer_close(&work->rows);
    bulk_writer_close(&work->bad);
    bulk_reader_close(&work->reader);
    bulk_forget_seen(work);
    buf_done(&work->picture);
    buf_done(&work->portrait);
    free(work);
}

/* Skips titles, and reads the headings; of two rows the row of groups is kept in `groups`. Returns 1; 0: there are none. */
static int skip_to_heading(struct bulk_work *work, struct sheet_row *ret_row, char groups[BULK_CELLS_MAX],
                           size_t *ret_len) {
    const struct store_bulk_form *form = &work->state.form;
    int r = form->heading ? sheet_next(work->sheet, ret_row) : 0;
    *ret_len = 0;
    while (r == 1 && ret_row->line < form->heading_line) {
        *ret_len = form->heading_rows > 1 ? bulk_cells_keep(ret_row, groups) : 0;
        r = sheet_next(work->sheet, ret_row);
    }
    return r;
}

/* The row with the headings lies before those that are wrong, so that they can be given back with it. */
static int take_heading(struct bulk_work *work) {
    struct sheet_row row;
    char groups[BULK_CELLS_MAX];
    size_t groups_len = 0;
    int r = skip_to_heading(work, &row, groups, &groups_len);
    if (r <= 0) {
        return r;
    }
    struct bulk_record record = {.line = row.line, .text = "", .cells = work->cells, .field = USER_FIELD_COUNT};
    bulk_change_init(&record.change);
    record.cells_len = bulk_head_keep(work->state.kind, &row, groups, groups_len, work->cells);
    return bulk_writer_put(&work->bad, &record);
}

static int open_sheet(struct core *core, struct bulk_work *work) {
    const struct store_bulk_form *form = &work->state.form;
    struct sheet_guess guess;
    char path[STORE_UPLOAD_PATH_MAX];
    int r = bulk_path(core, BULK_FILE, path);
    if (r == 0) {
        r = sheet_guess(path, bulk_encoding_name(TEXT_ENCODING_WINDOWS1252), &guess);
    }
    if (r < 0) {
        return r;
    }
    guess.form.encoding = bulk_encoding_name(form->encoding);
    guess.form.delimiter = bulk_delimiter_of(form->delimiter);
    guess.form.sheet = form->sheet;
    work->sheet = sheet_free(work->sheet);
    return sheet_open(path, &guess.form, &work->sheet);
}

int bulk_work_scanned(struct core *core, struct bulk_work *work) {
    struct store_bulk *state = &work->state;
    int r = work->is_scanning ? open_sheet(core, work) : 0;
    work->is_scanning = false;
    bulk_scan_end(&work->scan, &state->form, work->readings, &state->found.reading);
    work->columns = (struct bulk_columns){.fields = state->form.columns,
                                          .readings = work->readings,
                                          .count = state->form.column_count,
                                          .names = work->names};
    return r < 0 ? r : take_heading(work);
}

static int open_table(struct core *core, struct bulk_work *work) {
    struct sheet_row heading;
    char groups[BULK_CELLS_MAX];
    size_t groups_len = 0;
    work->is_scanning = bulk_scan_begin(&work->scan, &work->state.form);
    int r = open_sheet(core, work);
    r = r < 0 ? r : bulk_names_open(core, &work->state.form, &work->names);
    r = r < 0 ? r : bulk_mends_open(core, &work->state.form, &work->mends);
    if (r < 0) {
        return r;
    }
    if (!work->is_scanning) {
        return bulk_work_scanned(core, work);
    }
    r = skip_to_heading(work, &heading, groups, &groups_len);
    return r < 0 ? r : 0;
}

static int open_archive(struct core *core, struct bulk_work *work) {
    static const struct unzip_limits limits = {BULK_ENTRIES_MAX, BULK_UNPACKED_MAX, BULK_RATIO_MAX};
    char path[STORE_UPLOAD_PATH_MAX];
    int r = bulk_path(core, BULK_FILE, path);
    return r < 0 ? r : unzip_open(path, &limits, &work->unzip);
}

/* The change stands before the users it is about. */
static int open_edit(struct core *core, struct bulk_work *work) {
    struct bulk_record record;
    int r = bulk_open_reader(core, BULK_IDS, 0, &work->reader);
    if (r == 0) {
        r = bulk_reader_next(&work->reader, &record);
    }
    if (r <= 0) {
        return r < 0 ? r : err_here(E_CORRUPT);
    }
    work->change = record.change;
    value_keep_texts(user_rows, USER_FIELD_COUNT, &work->change, work->change_texts);
    return 0;
}

static int open_check(struct core *core, struct bulk_work *work) {
    struct store_bulk *state = &work->state;
    state->counts = (struct store_bulk_counts){.rows = state->kind == BULK_KIND_EDIT ? state->counts.rows : 0};
    state->rows_at = state->bad_octets = 0;
    state->found = (struct store_bulk_found){.reading = state->form.reading};
    state->raises = false;
    int r = bulk_open_writer(core, BULK_ROWS, 0, &work->rows);
    if (r == 0) {
        r = bulk_open_writer(core, BULK_BAD, 0, &work->bad);
    }
    r = r < 0 ? r : bulk_barred_new(core, state->kind, &work->barred);
    if (r < 0) {
        return r;
    }
    switch (state->kind) {
        case BULK_KIND_PUNCHES: clock_history(core, &work->clock); return open_table(core, work);
        case BULK_KIND_USERS:
        case BULK_KIND_ROSTER: return open_table(core, work);
        case BULK_KIND_PHOTOS: r = open_archive(core, work); break;
        case BULK_KIND_EDIT: r = open_edit(core, work); break;
    }
    if (r == 0 && state->kind == BULK_KIND_PHOTOS) {
        state->counts.rows = unzip_count(work->unzip);
        work->is_scanning = true;
    }
    return r;
}

static int open_write(struct core *core, struct bulk_work *work) {
    const struct store_bulk *state = &work->state;
    int r = bulk_open_reader(core, BULK_ROWS, state->rows_at, &work->reader);
    if (r == 0) {
        r = bulk_open_writer(core, BULK_BAD, state->bad_octets, &work->bad);
    }
    return r < 0 || state->kind != BULK_KIND_PHOTOS ? r : open_archive(core, work);
}

int bulk_work_open(struct core *core, const struct store_bulk *state, struct bulk_work **ret_work) {
    struct bulk_work *work = calloc(1, sizeof(*work));
    uint64_t seed = 0;
    if (work == NULL) {
        return E_NOMEM;
    }
    work->rows.fd = work->bad.fd = work->reader.fd = -1;
    work->state = *state;
    work->by = bulk_actor(state);
    int r = core_random(core, &seed, sizeof(seed));
    bulk_seen_init(&work->ids, seed);
    bulk_seen_init(&work->cards, seed);
    bulk_seen_init(&work->freed, seed);
    bulk_seen_init(&work->seconds, seed);
    bulk_entries_init(&work->entries, seed);
    work->seed = seed;
    for (unsigned i = 0; i < USER_FIELD_COUNT; i++) {
        bulk_seen_init(&work->texts[i], seed);
        bulk_seen_init(&work->givers[i], seed);
    }
    if (r == 0) {
        r = users_many_new(&work->many);
    }
    if (r == 0) {
        r = users_many_room(core, &work->room);
    }
    if (r == 0) {
        r = state->step == BULK_STEP_CHECKING ? open_check(core, work) : open_write(core, work);
    }
    if (r < 0) {
        bulk_work_free(work);
        return r;
    }
    *ret_work = work;
    return 0;
}
