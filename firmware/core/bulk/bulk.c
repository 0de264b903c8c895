/* The one job: how it stands, who may go on with it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_work.h"
#include "core/users/credentials.h"
#include "store/upload.h"
#include "util/arena.h"
#include "util/log.h"
#include "util/utf8.h"

#define SHOWN_CHARACTERS 64

_Static_assert(STORE_BULK_ACCOUNT_MAX >= ACTOR_ACCOUNT_MAX && STORE_BULK_HOLDER_MAX >= ACTOR_NAME_MAX &&
                   STORE_BULK_PEER_MAX >= ACTOR_PEER_MAX,
               "who began it has room in its row");

/* The one way to another state. With the mutex held, or before anybody else knows the job. */
static void bulk_enter(struct bulk *bulk, const struct store_bulk *state, const char *by) {
    static const struct log_machine machine = {"bulk", bulk_step_text, BULK_STEP_COUNT};
    log_transition("bulk", &machine, bulk->state.step, state->step, by);
    bulk->state = *state;
}

/* A job whose files are gone, which a restored copy of the database brings, is none. */
static void forget_without_files(struct core_shared *shared, struct bulk *bulk) {
    const struct store_bulk *state = &bulk->state;
    const bool waits =
        state->step == BULK_STEP_UPLOADING || state->step == BULK_STEP_UPLOADED || state->step == BULK_STEP_CHECKED;
    int64_t size = 0;
    const bool is_here = store_upload_size(shared->home, STORE_UPLOAD_BULK, &size) == 0;
    bulk->received = is_here ? size : 0;
    if (waits && state->kind != BULK_KIND_EDIT && !is_here) {
        bulk_enter(bulk, &(struct store_bulk){0}, "file gone");
    }
}

/* What was damaged came back as it was some time ago: the files may be of another job than the row. */
static int forget_if_damaged(struct core_shared *shared, struct store *store) {
    const enum storage_state state = store_home_status(shared->home)->state;
    if (state == STORAGE_STATE_GOOD || state == STORAGE_STATE_LOST) {
        return 0; /* also where the end of the log is lost: what is left of it is of one moment */
    }
    int r = store_upload_drop(shared->home, STORE_UPLOAD_BULK);
    if (r == 0) {
        r = store_begin(store);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = store;
    r = store_bulk_clear(store);
    return r < 0 ? r : store_commit(txn);
}

int bulk_new(struct core_shared *shared, struct store *store, struct bulk **ret_bulk) {
    struct bulk *bulk = calloc(1, sizeof(*bulk));
    if (bulk == NULL) {
        return E_NOMEM;
    }
    int r = forget_if_damaged(shared, store);
    if (r < 0) {
        log_warn("bulk", "a job of before the damage stays", log_errno(r)); /* without its files it ends by itself */
    }
    struct store_bulk stored;
    r = store_bulk_get(store, &stored);
    if (r < 0 && r != E_NOTFOUND && r != E_CORRUPT) {
        free(bulk);
        return r;
    }
    (void)pthread_mutex_init(&bulk->acting, NULL);
    (void)pthread_mutex_init(&bulk->mutex, NULL);
    if (r == 0) {
        bulk_enter(bulk, &stored, "restart");
        forget_without_files(shared, bulk);
    }
    bulk->touched_ms = shared->hal->clock.mono_ms(shared->hal->clock.ctx);
    credentials_hold(shared, bulk->state.step == BULK_STEP_WRITING && bulk->state.whole);
    *ret_bulk = bulk;
    return 0;
}

void bulk_free(struct bulk *bulk) {
    if (bulk != NULL) {
        bulk_work_free(bulk->work);
        (void)pthread_mutex_destroy(&bulk->acting);
        (void)pthread_mutex_destroy(&bulk->mutex);
        free(bulk);
    }
}

void bulk_read(struct core *core, struct store_bulk *ret_state) {
    struct bulk *bulk = core->shared->bulk;
    (void)pthread_mutex_lock(&bulk->mutex);
    *ret_state = bulk->state;
    (void)pthread_mutex_unlock(&bulk->mutex);
}

void bulk_publish(struct core *core, const struct store_bulk *state, const char *by) {
    struct bulk *bulk = core->shared->bulk;
    (void)pthread_mutex_lock(&bulk->mutex);
    bulk_enter(bulk, state, by);
    (void)pthread_mutex_unlock(&bulk->mutex);
}

void bulk_set_received(struct core *core, int64_t octets) {
    struct bulk *bulk = core->shared->bulk;
    (void)pthread_mutex_lock(&bulk->mutex);
    bulk->received = octets;
    (void)pthread_mutex_unlock(&bulk->mutex);
}

void bulk_touch(struct core *core) {
    struct bulk *bulk = core->shared->bulk;
    const int64_t now = core_mono_ms(core);
    (void)pthread_mutex_lock(&bulk->mutex);
    bulk->touched_ms = now;
    (void)pthread_mutex_unlock(&bulk->mutex);
}

int bulk_act_any(struct core *core, struct store_bulk *ret_state) {
    if (pthread_mutex_trylock(&core->shared->bulk->acting) != 0) {
        return E_BUSY;
    }
    bulk_read(core, ret_state);
    return 0;
}

int bulk_act(struct core *core, struct store_bulk *ret_state) {
    int r = bulk_act_any(core, ret_state);
    if (r < 0) {
        return r;
    }
    if (bulk_is_running(ret_state->step)) {
        bulk_act_end(core);
        return E_BULK_RUNNING;
    }
    return 0;
}

void bulk_act_end(struct core *core) {
    (void)pthread_mutex_unlock(&core->shared->bulk->acting);
}

bool bulk_is_own(const struct store_bulk *state, const struct actor *by) {
    return state->step != BULK_STEP_NONE && strcmp(state->holder.account, by->account) == 0;
}

int bulk_act_own(struct core *core, const struct actor *by, struct store_bulk *ret_state) {
    int r = bulk_act(core, ret_state);
    if (r == 0 && !bulk_is_own(ret_state, by)) {
        bulk_act_end(core);
        return E_BULK_NOT_READY;
    }
    if (r == 0) {
        bulk_touch(core);
    }
    return r;
}

/* What is over keeps nobody out. */
static bool is_waiting(enum bulk_step step) {
    return step == BULK_STEP_UPLOADING || step == BULK_STEP_UPLOADED || step == BULK_STEP_CHECKED;
}

int bulk_act_anew(struct core *core, const struct actor *by, struct store_bulk *ret_state) {
    struct bulk *bulk = core->shared->bulk;
    int r = bulk_act(core, ret_state);
    if (r < 0) {
        return r;
    }
    (void)pthread_mutex_lock(&bulk->mutex);
    const bool is_idle = core_mono_ms(core) - bulk->touched_ms >= BULK_IDLE_MS;
    (void)pthread_mutex_unlock(&bulk->mutex);
    if (is_waiting(ret_state->step) && !is_idle && !bulk_is_own(ret_state, by)) {
        bulk_act_end(core);
        return E_BULK_RUNNING;
    }
    bulk_touch(core);
    return 0;
}

void bulk_set_holder(struct store_bulk *state, const struct actor *by) {
    struct store_bulk_holder *holder = &state->holder;
    *holder = (struct store_bulk_holder){
        .userid = by->userid, .key_id = by->key_id, .maker = by->maker, .sponsor = by->sponsor, .level = by->level};
    (void)snprintf(holder->account, sizeof(holder->account), "%s", by->account);
    (void)snprintf(holder->name, sizeof(holder->name), "%s", by->name);
    (void)snprintf(holder->peer, sizeof(holder->peer), "%s", by->peer);
}

struct actor bulk_actor(const struct store_bulk *state) {
    const struct store_bulk_holder *holder = &state->holder;
    struct actor actor = actor_nobody(holder->peer, "bulkStart");
    actor.userid = holder->userid;
    actor.key_id = holder->key_id;
    actor.maker = holder->maker;
    actor.sponsor = holder->sponsor;
    actor.level = holder->level;
    (void)snprintf(actor.account, sizeof(actor.account), "%s", holder->account);
    (void)snprintf(actor.name, sizeof(actor.name), "%s", holder->name);
    return actor;
}

typedef int (*put_row)(struct store *store, const struct store_bulk *state);

static int write_row(struct core *core, const struct store_bulk *state, put_row put) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = put(core->store, state);
    return r < 0 ? r : store_commit(txn);
}

static int save_with(struct core *core, const struct store_bulk *state, put_row put, const char *by) {
    int r = write_row(core, state, put);
    if (r == 0) {
        bulk_publish(core, state, by);
    }
    return r;
}

int bulk_save(struct core *core, const struct store_bulk *state, const char *by) {
    return save_with(core, state, store_bulk_put, by);
}

int bulk_go_on(struct core *core, const struct store_bulk *state, const char *by) {
    return save_with(core, state, store_bulk_go_on, by);
}

bool bulk_has_file(struct core *core, const struct store_bulk *state) {
    int64_t size = 0;
    return state->total > 0 && store_upload_size(core->shared->home, STORE_UPLOAD_BULK, &size) == 0 &&
           size == state->total;
}

int bulk_path(struct core *core, const char *name, char *ret_path) {
    return store_upload_path(core->shared->home, STORE_UPLOAD_BULK, name, ret_path);
}

int bulk_open_reader(struct core *core, const char *name, int64_t at, struct bulk_reader *ret_reader) {
    char path[STORE_UPLOAD_PATH_MAX];
    int r = bulk_path(core, name, path);
    return r < 0 ? r : bulk_reader_open(path, at, INT64_MAX, ret_reader);
}

int bulk_open_writer(struct core *core, const char *name, int64_t at, struct bulk_writer *ret_writer) {
    char path[STORE_UPLOAD_PATH_MAX];
    int r = bulk_path(core, name, path);
    return r < 0 ? r : bulk_writer_open(path, at, ret_writer);
}

int bulk_remove(struct core *core, const char *name) {
    char path[STORE_UPLOAD_PATH_MAX];
    int r = bulk_path(core, name, path);
    return r < 0 ? r : unlink(path) == 0 || errno == ENOENT ? 0 : err_with_errno(E_IO, errno);
}

void bulk_tidy(struct core *core) {
    static const char *const names[] = {BULK_FILE,      BULK_ROWS,   BULK_IDS,  BULK_NAMES,
                                        BULK_NAME_USES, BULK_BARRED, BULK_MENDS};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (bulk_remove(core, names[i]) < 0) {
            log_warn("bulk", "a file stays", log_str("name", names[i]));
        }
    }
    bulk_set_received(core, 0);
}

void bulk_view(struct core *core, const struct actor *by, struct bulk_view *ret_view) {
    struct bulk *bulk = core->shared->bulk;
    (void)pthread_mutex_lock(&bulk->mutex);
    ret_view->state = bulk->state;
    ret_view->received = bulk->received;
    (void)pthread_mutex_unlock(&bulk->mutex);
    const struct store_bulk *state = &ret_view->state;
    const bool may = bulk_is_own(state, by) || by->level >= state->holder.level;
    ret_view->own = bulk_is_own(state, by);
    ret_view->cancellable = may && (is_waiting(state->step) || state->step == BULK_STEP_CHECKING ||
                                    (state->step == BULK_STEP_WRITING && !state->whole));
}

const char *bulk_keep_cut(struct arena *arena, const char *text) {
    const size_t len = strlen(text);
    size_t end = 0;
    for (unsigned n = 0; n < SHOWN_CHARACTERS && end < len; n++) {
        uint32_t code_point;
        const size_t size = utf8_next(text + end, len - end, &code_point);
        if (size == 0) {
            break;
        }
        end += size;
    }
    return arena_strndup(arena, text, end);
}

int bulk_erase(struct core *core) {
    return store_bulk_clear(core->store);
}

/* What works at it meets that its row is gone, and ends. */
void bulk_erased(struct core *core) {
    struct bulk *bulk = core->shared->bulk;
    atomic_store(&bulk->cancel, true);
    (void)pthread_mutex_lock(&bulk->mutex);
    bulk_enter(bulk, &(struct store_bulk){0}, "initialisation");
    bulk->received = 0;
    (void)pthread_mutex_unlock(&bulk->mutex);
    credentials_hold(core->shared, false);
    int r = store_upload_drop(core->shared->home, STORE_UPLOAD_BULK);
    if (r < 0) {
        log_warn("bulk", "a file stays", log_errno(r));
    }
}
