#include "core/devices/matching.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/devices/authorization.h"
#include "hal/hal.h"
#include "store/store.h"
#include "util/cleanup.h"

#define OBJECT "wiegand pairing"
#define RETRY_MS 1000 /* after the store could not save an answer */

struct matching {
    pthread_mutex_t mutex; /* guards the members below except the atomic ones; held while the store is written */
    bool refused; /* a device answered and refused */
    size_t count;
    struct hal_link_device found[HAL_WIEGAND_ANSWERS_MAX];
    enum match_result result;
    /* Read by the loop without the mutex, which may be held as long as a commit takes. */
    atomic_bool open;
    atomic_llong closes_ms;     /* monotonic time at which the window closes */
    atomic_llong not_before_ms; /* monotonic time of the next retry */
    atomic_size_t seen; /* number of handled answers */
};

int matching_new(struct matching **ret_matching) {
    struct matching *matching = calloc(1, sizeof(*matching));
    if (matching == NULL) {
        return E_NOMEM;
    }
    pthread_mutex_init(&matching->mutex, NULL);
    *ret_matching = matching;
    return 0;
}

void matching_free(struct matching *matching) {
    if (matching != NULL) {
        pthread_mutex_destroy(&matching->mutex);
        free(matching);
    }
}

static int audit_window(struct core *core, const struct actor *by, const char *before, const char *after) {
    struct audit_change change = {.object = OBJECT, .before = before, .after = after};
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = audit_add(core, by, &change);
    return r < 0 ? r : store_commit(txn);
}

/* Closes the window. The caller holds the mutex. */
static void close_window(struct core *core, struct matching *matching) {
    const struct hal_wiegand_bus *bus = &core->shared->hal->wiegand_bus;
    bus->cancel(bus->ctx);
    if (matching->count > 0) {
        matching->result = MATCH_RESULT_FOUND;
    } else {
        matching->result = matching->refused ? MATCH_RESULT_REFUSED : MATCH_RESULT_NOTHING;
    }
    atomic_store(&matching->open, false);
}

static int open_window(struct core *core, struct matching *matching, const struct actor *by) {
    const struct hal_wiegand_bus *bus = &core->shared->hal->wiegand_bus;
    int r = bus->call(bus->ctx);
    if (r < 0) {
        return r;
    }
    r = audit_window(core, by, NULL, "{\"open\":true}");
    if (r < 0) {
        bus->cancel(bus->ctx);
        return r;
    }
    matching->refused = false;
    matching->count = 0;
    matching->result = MATCH_RESULT_RUNNING;
    atomic_store(&matching->seen, 0);
    atomic_store(&matching->not_before_ms, 0);
    atomic_store(&matching->closes_ms, core_mono_ms(core) + MATCHING_WINDOW_MS);
    atomic_store(&matching->open, true);
    return 0;
}

int matching_start(struct core *core, const struct actor *by) {
    struct matching *matching = core->shared->matching;
    pthread_mutex_lock(&matching->mutex);
    int r = atomic_load(&matching->open) ? 0 : open_window(core, matching, by);
    pthread_mutex_unlock(&matching->mutex);
    return r;
}

/* Stores the answers since the last call. The caller holds the mutex. */
static int take_answers(struct core *core, struct matching *matching) {
    const struct hal_wiegand_bus *bus = &core->shared->hal->wiegand_bus;
    struct hal_wiegand_answer answers[HAL_WIEGAND_ANSWERS_MAX];
    size_t count = bus->answers(bus->ctx, answers, HAL_WIEGAND_ANSWERS_MAX);
    for (size_t i = atomic_load(&matching->seen); i < count; i++) {
        if (!answers[i].accepts) {
            matching->refused = true;
        } else {
            int r = authorization_ask(core, STORE_LINK_WIEGAND, &answers[i].device);
            if (r < 0 && r != E_INVAL) {
                return r;
            }
            if (r == 0) {
                matching->found[matching->count++] = answers[i].device;
            }
        }
        atomic_store(&matching->seen, i + 1);
        long long quiet_ms = core_mono_ms(core) + MATCHING_QUIET_MS;
        if (quiet_ms < atomic_load(&matching->closes_ms)) {
            atomic_store(&matching->closes_ms, quiet_ms);
        }
    }
    return 0;
}

/* The caller holds the mutex. */
static int matching_poll(struct core *core, struct matching *matching) {
    if (!atomic_load(&matching->open)) {
        return 0;
    }
    /* Answers first: one that came in time counts even if it is read later. */
    int r = take_answers(core, matching);
    if (r < 0) {
        atomic_store(&matching->not_before_ms, core_mono_ms(core) + RETRY_MS);
    }
    if (r == E_CAPACITY || core_mono_ms(core) >= atomic_load(&matching->closes_ms)) {
        close_window(core, matching);
    }
    return r;
}

int matching_cancel(struct core *core, const struct actor *by) {
    struct matching *matching = core->shared->matching;
    int r = 0;
    pthread_mutex_lock(&matching->mutex);
    if (atomic_load(&matching->open)) {
        r = take_answers(core, matching);
        close_window(core, matching);
        int audited = audit_window(core, by, "{\"open\":true}", "{\"open\":false}");
        r = r < 0 ? r : audited;
    }
    pthread_mutex_unlock(&matching->mutex);
    return r;
}

int matching_look(struct core *core, struct matching_view *ret_view) {
    struct matching *matching = core->shared->matching;
    pthread_mutex_lock(&matching->mutex);
    int r = matching_poll(core, matching);
    *ret_view = (struct matching_view){.result = matching->result, .count = matching->count};
    memcpy(ret_view->found, matching->found, matching->count * sizeof(matching->found[0]));
    if (atomic_load(&matching->open)) {
        ret_view->seconds_left = (uint32_t)((atomic_load(&matching->closes_ms) - core_mono_ms(core) + 999) / 1000);
    }
    pthread_mutex_unlock(&matching->mutex);
    return r;
}

int64_t matching_due_ms(struct core *core) {
    struct matching *matching = core->shared->matching;
    if (!atomic_load(&matching->open)) {
        return INT64_MAX;
    }
    const struct hal_wiegand_bus *bus = &core->shared->hal->wiegand_bus;
    struct hal_wiegand_answer answers[HAL_WIEGAND_ANSWERS_MAX];
    bool any = bus->answers(bus->ctx, answers, HAL_WIEGAND_ANSWERS_MAX) > atomic_load(&matching->seen);
    return any ? atomic_load(&matching->not_before_ms) : atomic_load(&matching->closes_ms);
}

void matching_upkeep(struct core *core) {
    struct matching_view view;
    int r = matching_look(core, &view);
    (void)r; /* what could not be stored is retried; the next caller gets the error */
}
