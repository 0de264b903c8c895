/* Writing: what was checked, a slice a transaction, with how far it is in the same one: a power cut repeats nothing and loses
 * nothing. */
#include "core/base/audit.h"
#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_work.h"
#include "core/users/credentials.h"
#include "store/upload.h"
#include "util/json_out.h"

/* A transaction, and what follows its commit. */
struct slice {
    struct users_end ends[BULK_SLICE_ENDS];
    size_t count;
    /* of photos: the one that it has */
    bool has_photo;
    struct bulk_record photo;
    int made; /* what came of making it */
};

/* One row of a table or of an edit, inside the transaction. */
static int write_user(struct core *core, struct bulk_work *work, struct bulk_record *record, struct slice *slice) {
    const struct store_bulk *state = &work->state;
    struct users_verdict verdict;
    struct users_refusal refusal;
    int r = bulk_find(core, work, &record->change);
    if (r < 0) {
        return r;
    }
    r = users_many_judge(core, &work->by, &record->change, state->form.existing, state->kind == BULK_KIND_EDIT,
                         work->many, &verdict, &refusal);
    if (r == 0 && verdict.outcome == USERS_ADDED && work->room == 0) {
        r = users_many_room(core, &work->room); /* some may be gone since it was read */
        r = r == 0 && work->room == 0 ? E_CAPACITY : r;
    }
    /* What the password was not asked for when it was begun. */
    if (r == 0 && verdict.raises && !state->raises) {
        refusal.field = user_rows[USER_LEVEL].name;
        r = E_PASSWORD_NEEDED;
    }
    if (r < 0) {
        record->other.userid = verdict.holder;
        return bulk_is_of_row(r, &refusal) ? bulk_put_bad(core, work, record, r, refusal.field) : r;
    }
    r = users_many_write(core, &work->by, work->many);
    if (r < 0) {
        return r;
    }
    work->room -= verdict.outcome == USERS_ADDED ? 1 : 0;
    bulk_count(&work->state.counts, verdict.outcome);
    slice->count += users_many_follows(work->many, &slice->ends[slice->count]) ? 1 : 0;
    return 0;
}

/* The next photo, made before the transaction, since that takes its time: 1; 0: there is none. */
static int prepare_photo(struct core *core, struct bulk_work *work, struct bulk_record *ret_record, int *ret_made) {
    int r = bulk_reader_next(&work->reader, ret_record);
    if (r == 1) {
        *ret_made = bulk_photo_make(core, work, ret_record);
    }
    return r < 0 || r == 0 || bulk_photo_is_wrong(*ret_made) || *ret_made == 0 ? r : *ret_made;
}

static int write_photo(struct core *core, struct bulk_work *work, struct bulk_record *record, int made) {
    enum users_outcome outcome = USERS_SKIPPED;
    int r = made < 0 ? made : bulk_photo_write(core, work, record, &outcome);
    work->state.counts.at++;
    work->state.rows_at = work->reader.at;
    if (r < 0) {
        return bulk_photo_is_wrong(r) ? bulk_put_bad(core, work, record, r, NULL) : r;
    }
    bulk_count(&work->state.counts, outcome);
    return 0;
}

/* What a job is about, in the audit log. */
static const char *object_of(enum bulk_kind kind) {
    return kind == BULK_KIND_PUNCHES ? "punches" : kind == BULK_KIND_ROSTER ? "shifts" : "users";
}

int bulk_audit(struct core *core, const struct store_bulk *state) {
    const struct actor by = bulk_actor(state);
    const struct store_bulk_counts *counts = &state->counts;
    _cleanup_(buf_donep) struct buf after = {0};
    json_out_object_begin(&after);
    json_out_key(&after, "kind");
    json_out_string(&after, bulk_kind_text_of(state->kind));
    json_out_key(&after, "end");
    json_out_string(&after, bulk_step_text_of(state->step));
    if (state->name[0] != '\0') {
        json_out_key(&after, "file");
        json_out_string(&after, state->name);
    }
    buf_append_text(&after, state->about);
    const struct {
        const char *key;
        uint32_t count;
    } told[] = {{"added", counts->added},
                {"changed", counts->changed},
                {"same", counts->same},
                {"skipped", counts->skipped},
                {"bad", counts->bad}};
    for (size_t i = 0; i < sizeof(told) / sizeof(told[0]); i++) {
        json_out_key(&after, told[i].key);
        json_out_uint(&after, told[i].count);
    }
    json_out_object_end(&after);
    return buf_failed(&after)
               ? E_NOMEM
               : audit_add(core, &by,
                           &(struct audit_change){.object = object_of(state->kind), .after = buf_text(&after)});
}

static bool is_slice_full(struct core *core, const struct slice *slice, unsigned rows, int64_t since) {
    if (rows == BULK_SLICE_ROWS || slice->count == BULK_SLICE_ENDS) {
        return true;
    }
    if (rows >= BULK_SLICE_LEAST && core_mono_ms(core) - since >= BULK_SLICE_MS) {
        return true;
    }
    return rows >= BULK_SLICE_WAITED && store_others_wait(core->store);
}

/* What the transaction of a slice has: rows, and how far that is. 1: rows are left. */
static int slice_rows(struct core *core, struct bulk_work *work, struct slice *slice) {
    const int64_t since = core_mono_ms(core);
    struct bulk_record record;
    int r = 1;
    for (unsigned n = 0; r == 1 && !is_slice_full(core, slice, n, since); n++) {
        r = bulk_reader_next(&work->reader, &record);
        if (r == 1) {
            int written = work->state.kind == BULK_KIND_ROSTER ? bulk_roster_write(core, work, &record)
                                                               : write_user(core, work, &record, slice);
            work->state.counts.at++;
            r = written < 0 ? written : 1;
        }
    }
    work->state.rows_at = work->reader.at;
    return r;
}

int bulk_slice_end(struct core *core, struct bulk_work *work, bool is_last, int64_t bad_before) {
    struct store_bulk *state = &work->state;
    int r = state->bad_octets > bad_before ? bulk_writer_sync(&work->bad) : 0;
    if (r == 0 && is_last) {
        state->step = BULK_STEP_DONE;
        r = bulk_audit(core, state);
    }
    return r < 0 ? r : store_bulk_go_on(core->store, state);
}

/* Inside the transaction. 1: rows are left. */
static int slice_write(struct core *core, struct bulk_work *work, struct slice *slice) {
    /* Of all or none it was decided when it began. */
    int r = work->state.whole ? 0 : bulk_check_holder(core, work->state.kind, &work->by);
    if (r == 0 && work->state.kind == BULK_KIND_PHOTOS) {
        r = slice->has_photo ? write_photo(core, work, &slice->photo, slice->made) : 0;
        return r < 0 || !slice->has_photo ? r : 1;
    }
    return r < 0 ? r : slice_rows(core, work, slice);
}

/* 1: rows are left. */
static int write_slice(struct core *core, struct bulk_work *work) {
    struct slice slice = {.count = 0};
    const int64_t bad_before = work->state.bad_octets;
    int r = work->state.kind == BULK_KIND_PHOTOS ? prepare_photo(core, work, &slice.photo, &slice.made) : 0;
    slice.has_photo = r == 1;
    if (r >= 0) {
        r = work->state.whole ? store_begin(core->store) : store_begin_growth(core->store);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = slice_write(core, work, &slice);
    const bool is_last = r == 0;
    if (r >= 0) {
        r = bulk_slice_end(core, work, is_last, bad_before);
    }
    if (r == 0) {
        r = store_commit(txn);
    }
    if (r < 0) {
        return r;
    }
    for (size_t i = 0; i < slice.count; i++) {
        users_many_follow(core, &slice.ends[i]);
    }
    if (is_last) {
        credentials_hold(core->shared, false);
        return 0;
    }
    bulk_publish(core, &work->state, "rows");
    return 1;
}

/* What is wrong with a row now; E_PASSWORD_NEEDED: more than the password was asked for. */
static int verify_judge(struct core *core, struct bulk_work *work, struct bulk_record *record,
                        struct users_refusal *reterr) {
    struct users_verdict verdict = {.raises = false};
    enum users_outcome outcome = USERS_SKIPPED;
    if (work->state.kind == BULK_KIND_PHOTOS) {
        return bulk_photo_judge(core, work, record, &outcome);
    }
    if (work->state.kind == BULK_KIND_PUNCHES) {
        return bulk_punch_verify(core, work, record, reterr);
    }
    if (work->state.kind == BULK_KIND_ROSTER) {
        return bulk_roster_verify(core, work, record, reterr);
    }
    int r = bulk_judge(core, work, record, &verdict, reterr);
    if (r == 0 && verdict.raises && !work->state.raises) {
        reterr->field = user_rows[USER_LEVEL].name;
        r = E_PASSWORD_NEEDED;
    }
    return r;
}

/* The next row once more. Returns 1; 0: there is none. */
static int verify_next(struct core *core, struct bulk_work *work) {
    struct bulk_record record;
    struct users_refusal refusal = {0};
    int r = bulk_reader_next(&work->reader, &record);
    if (r != 1) {
        return r;
    }
    r = bulk_find(core, work, &record.change);
    if (r < 0) {
        return r;
    }
    const int judged = verify_judge(core, work, &record, &refusal);
    if (judged < 0 && !bulk_is_of_row(judged, &refusal) && !bulk_photo_is_wrong(judged)) {
        return judged;
    }
    r = judged < 0 ? bulk_put_bad(core, work, &record, judged, refusal.field) : 0;
    return r < 0 ? r : 1;
}

/* All or none: every row once more, now that nobody else writes. Returns 1: rows are left; 0: they were the last. */
static int verify_run(struct core *core, struct bulk_work *work) {
    const int64_t since = core_mono_ms(core);
    int r = 1;
    while (r == 1 && !bulk_is_time(core, since)) {
        r = verify_next(core, work);
    }
    return r;
}

/* They are all as they were: from here on it is only written. */
static int verify_end(struct core *core, struct bulk_work *work) {
    struct store_bulk *state = &work->state;
    if (state->counts.bad > 0) {
        int synced = bulk_writer_sync(&work->bad);
        return synced < 0 ? synced : E_BULK_BAD_ROWS;
    }
    bulk_reader_close(&work->reader);
    int r = bulk_open_reader(core, BULK_ROWS, 0, &work->reader);
    if (r == 0) {
        r = users_many_room(core, &work->room);
    }
    if (r == 0) {
        state->verified = true;
        r = bulk_go_on(core, state, "rows");
    }
    bulk_forget_seen(work);
    work->next_id = 0; /* none of them was written */
    return r < 0 ? r : 1;
}

int bulk_write_run(struct core *core, struct bulk_work *work) {
    const int64_t since = core_mono_ms(core);
    if (work->state.whole && !work->state.verified) {
        int r = verify_run(core, work);
        return r == 0 ? verify_end(core, work) : r;
    }
    int r = 1;
    store_cache(core->store, /* large= */ true);
    while (r == 1 && !bulk_is_time(core, since)) {
        r = work->state.kind == BULK_KIND_PUNCHES ? bulk_punch_slice(core, work) : write_slice(core, work);
    }
    store_cache(core->store, /* large= */ false);
    return r;
}
