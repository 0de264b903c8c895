/* What is asked for of a file that is here: check it, write it, end it. */
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/bulk/bulk_head.h"
#include "core/bulk/bulk_impl.h"
#include "core/events/log.h"
#include "core/users/credentials.h"
#include "core/users/users_many.h"
#include "store/upload.h"
#include "tables/unzip.h"
#include "util/arena.h"

#define ROW_OCTETS 2048 /* of a user in the database, with indexes and log, at most */
#define HEAD_ARENA_MAX ((size_t)1024 * 1024)
#define PHOTO_OCTETS ((uint64_t)128 * 1024)

/* The time of a punch is in one column, or in two. */
static int check_times(const bool given[BULK_FIELD_COUNT]) {
    if (given[BULK_FIELD_DATE_TIME] && (given[BULK_FIELD_DATE] || given[BULK_FIELD_TIME])) {
        return E_COLUMN_TWICE;
    }
    const bool is_whole = given[BULK_FIELD_DATE_TIME] || (given[BULK_FIELD_DATE] && given[BULK_FIELD_TIME]);
    return is_whole ? 0 : E_PUNCH_TIME_MISSING;
}

/* The days are in one column, or in two. */
static int check_roster(const bool given[BULK_FIELD_COUNT]) {
    if (!given[BULK_FIELD_FIRST_DAY]) {
        return E_ROSTER_DAY_MISSING;
    }
    return given[BULK_FIELD_SHIFT] ? 0 : E_ROSTER_SHIFT_MISSING;
}

/* Whether the columns say whom a row is about: of a roster also by the name. */
static bool has_person(enum bulk_kind kind, const bool given[BULK_FIELD_COUNT]) {
    bool has_key = kind == BULK_KIND_ROSTER &&
                   (given[BULK_FIELD_USERNAME] || given[BULK_FIELD_FIRST_NAME] || given[BULK_FIELD_LAST_NAME]);
    for (unsigned i = 0; i < BULK_FIELD_COUNT; i++) {
        has_key = has_key || (given[i] && headings_is_key((enum bulk_field)i));
    }
    return has_key;
}

static int check_columns(enum bulk_kind kind, const struct store_bulk_form *form) {
    bool given[BULK_FIELD_COUNT] = {false};
    for (size_t i = 0; i < form->column_count; i++) {
        const enum bulk_field field = (enum bulk_field)form->columns[i];
        if (!headings_has_field(kind, field)) {
            return E_COLUMN_OTHER;
        }
        if (field != BULK_FIELD_NONE && given[field] && !headings_is_part(field)) {
            return E_COLUMN_TWICE;
        }
        given[field] = true;
    }
    if (!has_person(kind, given)) {
        return E_COLUMN_MISSING;
    }
    return kind == BULK_KIND_PUNCHES ? check_times(given) : kind == BULK_KIND_ROSTER ? check_roster(given) : 0;
}

/* So that a file that is no table at all is refused at once. Where the table begins is found, if the form does not say it. */
static int try_table(struct core *core, enum bulk_kind kind, struct store_bulk_form *form) {
    _cleanup_(arena_done) struct arena arena;
    struct sheet_guess guess;
    struct bulk_head head;
    char path[STORE_UPLOAD_PATH_MAX];
    const struct bulk_asked asked = {.kind = kind,
                                     .has_heading = true,
                                     .heading = form->heading,
                                     .heading_line = form->heading_line,
                                     .has_sheet = form->sheet != STORE_BULK_SHEET_FIND,
                                     .sheet = form->sheet};
    arena_init(&arena, HEAD_ARENA_MAX);
    int r = bulk_path(core, BULK_FILE, path);
    if (r == 0) {
        r = sheet_guess(path, bulk_encoding_name(TEXT_ENCODING_WINDOWS1252), &guess);
    }
    if (r == 0) {
        guess.form.encoding = bulk_encoding_name(form->encoding);
        guess.form.delimiter = bulk_delimiter_of(form->delimiter);
        r = bulk_head_find(path, &guess, &guess.form, &asked, &arena, &head);
    }
    if (r == 0) {
        form->sheet = (uint8_t)guess.form.sheet;
        form->heading_line = bulk_head_line(&head);
        form->heading_rows = head.is_double ? 2 : 1;
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
    struct store_bulk_form found = *form;
    int r = bulk_act_own(core, by, &state);
    if (r < 0) {
        return r;
    }
    if (state.kind == BULK_KIND_EDIT || !bulk_has_file(core, &state)) {
        r = E_BULK_NOT_READY;
    } else if (bulk_is_table(state.kind)) {
        r = check_columns(state.kind, form);
        r = r < 0 ? r : try_table(core, state.kind, &found);
    } else {
        found.sheet = 0;
        r = try_archive(core);
    }
    if (r == 0) {
        state.form = found;
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
    int r = bulk_check_kind(core, state->kind, by);
    if (r == 0 && state->raises) {
        r = accounts_check_fresh(by);
    }
    if (r == 0 && state->kind == BULK_KIND_PUNCHES && log_import_room(core) < state->counts.added) {
        r = E_LOG_ROOM;
    }
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
