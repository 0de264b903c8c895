/* Corrections as a file of the job, and the calls that make, undo and count them. */
#include "core/bulk/bulk_mends.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_parse.h"
#include "core/bulk/bulk_rows.h"
#include "store/upload.h"

#define NEW_MENDS BULK_MENDS ".new"

/* The first record has the sheet and the separator that the lines and columns belong to; each other is a correction: the column, counted
 * from 1, is stored as the conflicting user, and a row that is left out has a code. */
static struct bulk_record record_of_form(const struct store_bulk_form *form) {
    struct bulk_record record = {.text = "", .cells = "", .field = USER_FIELD_COUNT};
    bulk_change_init(&record.change);
    record.other = (struct bulk_other){.line = (uint32_t)form->sheet + 1, .userid = (uint32_t)form->delimiter + 1};
    return record;
}

static struct bulk_record record_of(const struct bulk_mend_kept *mend) {
    struct bulk_record record = {.line = mend->line,
                                 .code = mend->leaves_out ? 1 : 0,
                                 .field = USER_FIELD_COUNT,
                                 .text = mend->text,
                                 .cells = "",
                                 .other = {.userid = (uint32_t)mend->column + 1}};
    bulk_change_init(&record.change);
    return record;
}

static void take_record(const struct bulk_record *record, struct bulk_mends *mends) {
    struct bulk_mend_kept *mend = &mends->list[mends->count];
    const uint32_t column = record->other.userid - 1;
    if (mends->count == BULK_MENDS_MAX || column >= SHEET_COLUMNS_MAX) {
        return;
    }
    mend->line = record->line;
    mend->column = (uint8_t)column;
    mend->leaves_out = record->code != 0;
    (void)snprintf(mend->text, sizeof(mend->text), "%s", record->text);
    mends->count++;
}

/* Those of another sheet or separator are about other rows. */
static int read_records(struct bulk_reader *reader, const struct store_bulk_form *form, struct bulk_mends *mends) {
    const struct bulk_record want = record_of_form(form);
    struct bulk_record record;
    int r = bulk_reader_next(reader, &record);
    if (r != 1 || record.other.line != want.other.line || record.other.userid != want.other.userid) {
        return r < 0 ? r : 0;
    }
    while ((r = bulk_reader_next(reader, &record)) == 1) {
        take_record(&record, mends);
    }
    return r;
}

static int read_mends(struct core *core, const struct store_bulk_form *form, struct bulk_mends *mends) {
    struct bulk_reader reader;
    int r = bulk_open_reader(core, BULK_MENDS, 0, &reader);
    if (r < 0) {
        return r == E_NOTFOUND ? 0 : r;
    }
    r = read_records(&reader, form, mends);
    bulk_reader_close(&reader);
    return r;
}

static int by_line(const void *one, const void *other) {
    const struct bulk_mend_kept *a = one, *b = other;
    return a->line < b->line ? -1 : a->line > b->line ? 1 : 0;
}

int bulk_mends_open(struct core *core, const struct store_bulk_form *form, struct bulk_mends **ret_mends) {
    struct bulk_mends *mends = calloc(1, sizeof(*mends));
    *ret_mends = NULL;
    if (mends == NULL) {
        return E_NOMEM;
    }
    int r = read_mends(core, form, mends);
    if (r < 0 || mends->count == 0) {
        free(mends);
        return r;
    }
    qsort(mends->list, mends->count, sizeof(*mends->list), by_line);
    *ret_mends = mends;
    return 0;
}

static int put_mends(struct bulk_writer *writer, const struct store_bulk_form *form, const struct bulk_mends *mends) {
    struct bulk_record record = record_of_form(form);
    int r = bulk_writer_put(writer, &record);
    for (size_t i = 0; r == 0 && i < mends->count; i++) {
        record = record_of(&mends->list[i]);
        r = bulk_writer_put(writer, &record);
    }
    return r < 0 ? r : bulk_writer_sync(writer);
}

/* A power cut leaves those of before, or the new ones. */
static int write_mends(struct core *core, const struct store_bulk_form *form, const struct bulk_mends *mends) {
    struct bulk_writer writer;
    char path[STORE_UPLOAD_PATH_MAX], fresh[STORE_UPLOAD_PATH_MAX];
    int r = bulk_path(core, BULK_MENDS, path);
    r = r < 0 ? r : bulk_path(core, NEW_MENDS, fresh);
    r = r < 0 ? r : bulk_writer_open(fresh, 0, &writer);
    if (r < 0) {
        return r;
    }
    r = put_mends(&writer, form, mends);
    bulk_writer_close(&writer);
    return r < 0 ? r : rename(fresh, path) == 0 ? 0 : err_from_errno(errno);
}

/* The same cell, or a row that was left out and is corrected now. */
static bool is_replaced(const struct bulk_mend_kept *before, const struct bulk_mend *mend) {
    return before->line == mend->line && (before->leaves_out || (!mend->leaves_out && before->column == mend->column));
}

static int add_mend(struct bulk_mends *mends, const struct bulk_mend *mend) {
    size_t kept = 0;
    for (size_t i = 0; i < mends->count; i++) {
        if (!is_replaced(&mends->list[i], mend)) {
            mends->list[kept++] = mends->list[i];
        }
    }
    mends->count = kept;
    if (kept == BULK_MENDS_MAX) {
        return E_BULK_MENDS_FULL;
    }
    struct bulk_mend_kept *at = &mends->list[mends->count++];
    at->line = mend->line;
    at->column = mend->leaves_out ? 0 : mend->column;
    at->leaves_out = mend->leaves_out;
    (void)snprintf(at->text, sizeof(at->text), "%s", mend->leaves_out ? "" : mend->text);
    return 0;
}

static int keep_mends(struct core *core, const struct store_bulk_form *form, const struct bulk_mend *added,
                      size_t count, bool forgets) {
    struct bulk_mends *mends = calloc(1, sizeof(*mends));
    if (mends == NULL) {
        return E_NOMEM;
    }
    int r = forgets ? 0 : read_mends(core, form, mends);
    for (size_t i = 0; r == 0 && i < count; i++) {
        r = add_mend(mends, &added[i]);
    }
    r = r < 0 ? r : write_mends(core, form, mends);
    free(mends);
    return r;
}

static int check_mends(const struct store_bulk_form *form, const struct bulk_mend *mends, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!mends[i].leaves_out && mends[i].column >= form->column_count) {
            return E_RANGE;
        }
    }
    return 0;
}

int bulk_mend(struct core *core, const struct actor *by, const struct bulk_mend *mends, size_t count, bool forgets) {
    struct store_bulk state;
    int r = bulk_act_own(core, by, &state);
    if (r < 0) {
        return r;
    }
    if (state.step != BULK_STEP_CHECKED || !bulk_is_table(state.kind) || !bulk_has_file(core, &state)) {
        r = E_BULK_NOT_READY;
    }
    r = r < 0 ? r : bulk_check_kind(core, state.kind, by);
    r = r < 0 ? r : check_mends(&state.form, mends, count);
    if (r == 0 && (forgets || count > 0)) {
        r = keep_mends(core, &state.form, mends, count, forgets);
    }
    r = r < 0 ? r : bulk_begin_check(core, &state);
    bulk_act_end(core);
    return r;
}

int bulk_mend_count(struct core *core, const struct store_bulk *state, uint32_t *ret_count) {
    struct bulk_mends *mends = NULL;
    *ret_count = 0;
    int r = state->step == BULK_STEP_CHECKED && bulk_is_table(state->kind) ? bulk_mends_open(core, &state->form, &mends)
                                                                           : 0;
    *ret_count = mends != NULL ? (uint32_t)mends->count : 0;
    free(mends);
    return r;
}
