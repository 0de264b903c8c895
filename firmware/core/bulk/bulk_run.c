/* The work of the job in the upkeep's runs, and its ends. */
#include <malloc.h>

#include "core/base/audit.h"
#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_work.h"
#include "core/users/credentials.h"
#include "store/upload.h"
#include "util/log.h"

#define BUSY_MS 1000 /* until it is tried again, when something was in its way */
#define TROUBLE_MS 10000 /* and when the storage is: what is all or none ends some day */

/* What was taken for it goes back to the system: outside a job the process is small. */
static void work_close(struct core *core) {
    struct bulk *bulk = core->shared->bulk;
    if (bulk->work != NULL) {
        bulk_work_free(bulk->work);
        bulk->work = NULL;
        (void)malloc_trim(0);
    }
}

static void work_later(struct core *core, int64_t wait_ms) {
    struct bulk *bulk = core->shared->bulk;
    const int64_t at = core_mono_ms(core) + wait_ms;
    (void)pthread_mutex_lock(&bulk->mutex);
    bulk->not_before_ms = at;
    (void)pthread_mutex_unlock(&bulk->mutex);
}

static void work_gone(struct core *core) {
    credentials_hold(core->shared, false);
    bulk_publish(core, &(struct store_bulk){0}, "row gone");
}

/* It ends otherwise than by its last row. Of what was written the audit log says how much. */
static int save_end(struct core *core, const struct store_bulk *state, bool was_writing) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = was_writing ? bulk_audit(core, state) : 0;
    if (r == 0) {
        r = store_bulk_go_on(core->store, state);
    }
    return r < 0 ? r : store_commit(txn);
}

static void work_end(struct core *core, const struct store_bulk *from, enum bulk_step step, int err) {
    struct store_bulk state = *from;
    const bool was_writing = state.step == BULK_STEP_WRITING;
    work_close(core);
    state.step = step;
    state.code = (uint32_t)-err;
    int r = save_end(core, &state, was_writing);
    if (r == E_BUSY) {
        work_later(core, BUSY_MS);
        return;
    }
    credentials_hold(core->shared, false);
    bulk_touch(core);
    if (r == E_NOTFOUND) {
        work_gone(core);
        return;
    }
    if (r < 0) {
        log_error("bulk", "how it ended is not stored", log_errno(r));
    }
    if (was_writing || step == BULK_STEP_CANCELLED) {
        bulk_tidy(core);
    }
    bulk_publish(core, &state, err < 0 ? err_name(err) : "cancel");
}

/* The last row is stored. Files are removed before the end is shown: until then no call starts another job, so none of its
 * files are removed and no call waits for this. */
static void work_done(struct core *core) {
    struct bulk *bulk = core->shared->bulk;
    const struct store_bulk state = bulk->work->state;
    work_close(core);
    bulk_touch(core);
    if (state.step == BULK_STEP_DONE) {
        bulk_tidy(core);
        bulk_publish(core, &state, "last row");
    }
}

/* Whether an error will be gone some day, so that what is all or none waits for it. */
static bool is_passing(int err) {
    return err == E_NOSPC || err == E_IO || err == E_SYSTEM || err == E_NOMEM;
}

/* What a check calls an error of its file. */
static int error_of_file(const struct store_bulk *state, int err) {
    const bool table = bulk_is_table(state->kind);
    switch (err) {
        case E_FORMAT:
        case E_TOO_LARGE: return table ? E_TABLE_UNREADABLE : E_ARCHIVE_UNREADABLE;
        case E_NOTSUP: return table ? E_NOT_FITTED : E_ARCHIVE_UNREADABLE;
        case E_NOTFOUND: return E_BULK_NOT_READY; /* the file is gone */
        default: return err;
    }
}

static void work_failed(struct core *core, int err) {
    struct bulk *bulk = core->shared->bulk;
    struct store_bulk state;
    bulk_read(core, &state);
    const bool is_open = bulk->work != NULL;
    if (err == E_BULK_BAD_ROWS && is_open) {
        state = bulk->work->state; /* with the rows that have become wrong */
    }
    if (err == E_NOTFOUND && is_open && state.step == BULK_STEP_WRITING) {
        work_close(core);
        work_gone(core);
        return;
    }
    if (err == E_BUSY || err == E_TIMEOUT) {
        work_close(core);
        work_later(core, BUSY_MS);
        return;
    }
    log_warn("bulk", "it cannot go on", log_str("step", bulk_step_text_of(state.step)), log_errno(err));
    if (state.step == BULK_STEP_WRITING && state.whole && is_passing(err)) {
        work_close(core);
        work_later(core, TROUBLE_MS);
        return;
    }
    work_end(core, &state, BULK_STEP_FAILED, error_of_file(&state, err));
}

/* A file that nobody goes on with is somebody's list of people: it does not stay. */
static void bulk_expire(struct core *core) {
    struct store_bulk state;
    if (bulk_act(core, &state) < 0) {
        return;
    }
    const bool is_due = state.step != BULK_STEP_NONE && bulk_due_ms(core) <= core_mono_ms(core);
    int r = is_due ? bulk_save(core, &(struct store_bulk){0}, "time") : 0;
    if (is_due && r == 0) {
        r = store_upload_drop(core->shared->home, STORE_UPLOAD_BULK);
        bulk_set_received(core, 0);
    }
    bulk_act_end(core);
    if (r < 0) {
        log_warn("bulk", "an old file stays", log_errno(r));
        bulk_touch(core);
    }
}

int64_t bulk_due_ms(struct core *core) {
    struct bulk *bulk = core->shared->bulk;
    (void)pthread_mutex_lock(&bulk->mutex);
    const int64_t due = bulk_is_running(bulk->state.step)    ? bulk->not_before_ms
                        : bulk->state.step != BULK_STEP_NONE ? bulk->touched_ms + BULK_KEEP_MS
                                                             : INT64_MAX;
    (void)pthread_mutex_unlock(&bulk->mutex);
    return due;
}

void bulk_upkeep(struct core *core) {
    struct bulk *bulk = core->shared->bulk;
    struct store_bulk state;
    bulk_read(core, &state);
    if (!bulk_is_running(state.step)) {
        work_close(core);
        bulk_expire(core);
        return;
    }
    if (atomic_load(&bulk->cancel) && !(state.step == BULK_STEP_WRITING && state.whole)) {
        work_end(core, &state, BULK_STEP_CANCELLED, 0);
        return;
    }
    int r = bulk->work == NULL ? bulk_work_open(core, &state, &bulk->work) : 0;
    if (r == 0) {
        r = state.step == BULK_STEP_CHECKING ? bulk_check_run(core, bulk->work) : bulk_write_run(core, bulk->work);
    }
    if (r < 0) {
        work_failed(core, r);
    } else if (r == 0) {
        work_done(core);
    }
}
