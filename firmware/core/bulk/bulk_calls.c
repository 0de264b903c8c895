/* What is asked for of a file that is here: check it, write it, end it. */
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/bulk/bulk_impl.h"
#include "core/bulk/headings.h"
#include "core/users/credentials.h"
#include "core/users/users_many.h"
#include "store/upload.h"
#include "tables/unzip.h"

#define ROW_OCTETS 2048 /* of a user in the database, with indexes and log, at most */
#define PHOTO_OCTETS ((uint64_t)128 * 1024)

static int check_columns(const struct store_bulk_form *form) {
    bool given[BULK_FIELD_COUNT] = {false};
    for (size_t i = 0; i < form->column_count; i++) {
        const enum bulk_field field = (enum bulk_field)form->columns[i];
        if (field != BULK_FIELD_NONE && given[field] && !headings_is_part(field)) {
            return E_COLUMN_TWICE;
        }
        given[field] = true;
    }
    for (unsigned i = 0; i < BULK_FIELD_COUNT; i++) {
        const uint8_t field = bulk_field_fields[i];
        const bool names_user =
            field != USER_FIELD_COUNT && (field == USER_USERID || (user_rows[field].uses & VALUE_KEY) != 0);
        if (given[i] && names_user) {
            return 0;
        }
    }
    return E_COLUMN_MISSING;
}

/* So that a file that is no table at all is refused at once. */
static int try_table(struct core *core, const struct store_bulk_form *form) {
    struct sheet_guess guess;
    _cleanup_(sheet_freep) struct sheet *sheet = NULL;
    char path[STORE_UPLOAD_PATH_MAX];
    int r = bulk_path(core, BULK_FILE, path);
    if (r == 0) {
        r = sheet_guess(path, bulk_encoding_name(TEXT_ENCODING_WINDOWS1252), &guess);
    }
    if (r == 0) {
        guess.form.encoding = bulk_encoding_name(form->encoding);
        guess.form.delimiter = bulk_delimiter_of(form->delimiter);
        guess.form.sheet = form->sheet;
        r = sheet_open_head(path, &guess.form, &sheet);
    }
    return r == E_FORMAT || r == E_TOO_LARGE ? E_TABLE_UNREADABLE : r == E_NOTSUP ? E_NOT_FITTED : r;
}

static int try_archive(struct core *core) {
    static const struct unzip_limits limits = {BULK_ENTRIES_MAX, BULK_UNPACKED_MAX, BULK_RATIO_MAX};
    _cleanup_(unzip_freep) struct unzip *unzip = NULL;
    char path[STORE_UPLOAD_PATH_MAX];
    int r = bulk_path(core, BULK_FILE, path);
    if (r == 0) {
        r = unzip_open(path, &limits, &unzip);
    }
    return r == E_FORMAT || r == E_TOO_LARGE || r == E_NOTSUP ? E_ARCHIVE_UNREADABLE : r;
}

int bulk_begin_check(struct core *core, struct store_bulk *state) {
    struct bulk *bulk = core->shared->bulk;
    const uint32_t rows = state->counts.rows;
    state->step = BULK_STEP_CHECKING;
    state->counts = (struct store_bulk_counts){.rows = state->kind == BULK_KIND_EDIT ? rows : 0};
    state->rows_at = state->bad_octets = 0;
    state->found = (struct store_bulk_found){.reading = state->form.reading};
    state->raises = state->whole = state->verified = false;
    state->code = 0;
    atomic_store(&bulk->cancel, false);
    if (store_home_is_short(core->shared->home)) {
        return E_NOSPC;
    }
    return bulk_save(core, state, "check");
}

int bulk_check(struct core *core, const struct actor *by, const struct store_bulk_form *form) {
    struct store_bulk state;
    int r = bulk_act_own(core, by, &state);
    if (r < 0) {
        return r;
    }
    if (state.kind == BULK_KIND_EDIT || !bulk_has_file(core, &state)) {
        r = E_BULK_NOT_READY;
    } else if (state.kind == BULK_KIND_USERS) {
        r = check_columns(form);
        r = r < 0 ? r : try_table(core, form);
    } else {
        r = try_archive(core);
    }
    if (r == 0) {
        state.form = *form;
        r = bulk_begin_check(core, &state);
    }
    bulk_act_end(core);
    return r;
}

/* All or none is to end: there is room for it. */
static int check_room(struct core *core, const struct store_bulk *state) {
    const uint64_t octets = state->kind == BULK_KIND_PHOTOS ? PHOTO_OCTETS : ROW_OCTETS;
    const uint64_t writes = (uint64_t)state->counts.added + state->counts.changed;
    uint32_t room = 0;
    int r = users_many_room(core, &room);
    if (r == 0 && state->kind == BULK_KIND_USERS && room < state->counts.added) {
        r = E_CAPACITY;
    }
    if (r == 0 && (store_home_is_short(core->shared->home) ||
                   store_home_free_octets(core->shared->home) < writes * octets + STORE_MARGIN_OCTETS)) {
        r = E_NOSPC;
    }
    return r;
}

/* Inside the transaction: from its commit on nobody else changes users. */
static int start_row(struct core *core, const struct actor *by, struct store_bulk *state) {
    int r = state->whole ? store_begin(core->store) : store_begin_growth(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = accounts_check_actor(core, by);
    if (r == 0) {
        r = store_bulk_put(core->store, state);
    }
    if (r < 0) {
        return r;
    }
    credentials_hold(core->shared, state->whole);
    r = store_commit(txn);
    if (r < 0) {
        credentials_hold(core->shared, false);
    }
    return r;
}

static int start_checked(struct core *core, const struct actor *by, bool whole, struct store_bulk *state) {
    struct bulk *bulk = core->shared->bulk;
    if (state->step != BULK_STEP_CHECKED) {
        return E_BULK_NOT_READY;
    }
    if (whole && state->counts.bad > 0) {
        return E_BULK_BAD_ROWS;
    }
    int r = state->raises ? accounts_check_fresh(by) : 0;
    if (r == 0 && whole) {
        r = check_room(core, state);
    }
    if (r < 0) {
        return r;
    }
    state->step = BULK_STEP_WRITING;
    state->whole = whole;
    state->verified = false;
    state->rows_at = 0;
    /* Those that are wrong, or no rows of anybody, are done with. */
    const struct store_bulk_counts *counts = &state->counts;
    const uint32_t left = counts->added + counts->changed + counts->same + counts->skipped;
    state->counts = (struct store_bulk_counts){.at = counts->rows - left, .rows = counts->rows, .bad = counts->bad};
    bulk_set_holder(state, by);
    atomic_store(&bulk->cancel, false);
    r = start_row(core, by, state);
    if (r == 0) {
        bulk_publish(core, state, "start");
    }
    return r;
}

int bulk_start(struct core *core, const struct actor *by, bool whole) {
    struct store_bulk state;
    int r = bulk_act_own(core, by, &state);
    if (r < 0) {
        return r;
    }
    r = start_checked(core, by, whole, &state);
    bulk_act_end(core);
    return r;
}

/* What works at it ends it; the flag is set while nobody can begin another. */
static int cancel_running(struct core *core, const struct store_bulk *state) {
    struct bulk *bulk = core->shared->bulk;
    if (state->step == BULK_STEP_WRITING && state->whole) {
        return E_BULK_RUNNING;
    }
    atomic_store(&bulk->cancel, true);
    return 0;
}

static int cancel_waiting(struct core *core, struct store_bulk *state) {
    const bool is_over = state->step == BULK_STEP_DONE || state->step == BULK_STEP_CANCELLED ||
                         state->step == BULK_STEP_FAILED || state->step == BULK_STEP_NONE;
    struct store_bulk next = {0};
    if (!is_over) {
        next = *state;
        next.step = BULK_STEP_CANCELLED;
        next.counts = (struct store_bulk_counts){0};
        next.bad_octets = 0;
    }
    int r = bulk_save(core, &next, "cancel");
    if (r == 0) {
        r = store_upload_drop(core->shared->home, STORE_UPLOAD_BULK);
    }
    bulk_set_received(core, 0);
    return r;
}

int bulk_cancel(struct core *core, const struct actor *by) {
    struct store_bulk state;
    int r = bulk_act_any(core, &state);
    if (r < 0) {
        return r;
    }
    if (state.step != BULK_STEP_NONE && !bulk_is_own(&state, by) && by->level < state.holder.level) {
        r = E_ABOVE_LEVEL;
    } else {
        r = bulk_is_running(state.step) ? cancel_running(core, &state) : cancel_waiting(core, &state);
    }
    bulk_act_end(core);
    return r;
}
