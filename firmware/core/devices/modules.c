#include "core/devices/modules.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/core.h"
#include "core/events/log.h"
#include "core/settings/settings.h"
#include "core/users/credentials.h"
#include "core/users/enrol.h"
#include "hal/hal.h"
#include "store/devices/module.h"
#include "store/store.h"
#include "util/cleanup.h"
#include "util/crypto.h"
#include "util/log.h"

_Static_assert(STORE_MODULE_SERIAL_LEN == HAL_BIOMETRIC_SERIAL_LEN, "a serial has room in its row");

#define LIST_MAX 256 /* slots read at once */
#define NO_LIMIT UINT32_MAX
#define DETAIL_MAX 24 /* bytes of a record's detail */

static const enum factor factors[MODULES_COUNT] = {FACTOR_FINGER, FACTOR_FACE, FACTOR_IRIS};

/* State of a module. Written by the comparison, guarded for readers. */
struct module {
    bool seen; /* since start */
    bool online;
    uint8_t serial[HAL_BIOMETRIC_SERIAL_LEN];
    bool whole;
    unsigned changes; /* credentials_changes() at the start of the comparison */
    uint32_t cursor; /* slot where it continues */
    uint32_t done, failed;
    int64_t not_before_ms;
};

struct modules {
    pthread_mutex_t mutex; /* guards the rest; for a few instructions */
    struct module one[MODULES_COUNT];
};

/* Forgets all in its own transaction. */
static int forget_all(struct store *store) {
    int r = store_begin(store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = store;
    r = store_module_forget(store);
    return r < 0 ? r : store_commit(txn);
}

int modules_forget(struct store *store) {
    return store_module_forget(store);
}

int modules_new(const struct core_shared *shared, struct store *store, struct modules **ret_modules) {
    const struct store_status *status = store_home_status(shared->home);
    int r = status->state == STORAGE_STATE_GOOD && !status->returned ? 0 : forget_all(store);
    if (r < 0) {
        return r;
    }
    struct modules *modules = calloc(1, sizeof(*modules));
    if (modules == NULL) {
        return E_NOMEM;
    }
    pthread_mutex_init(&modules->mutex, NULL);
    *ret_modules = modules;
    return 0;
}

void modules_free(struct modules *modules) {
    if (modules != NULL) {
        pthread_mutex_destroy(&modules->mutex);
        free(modules);
    }
}

static struct module read_one(struct core *core, size_t at) {
    struct modules *modules = core->shared->modules;
    pthread_mutex_lock(&modules->mutex);
    struct module one = modules->one[at];
    pthread_mutex_unlock(&modules->mutex);
    return one;
}

static void write_one(struct core *core, size_t at, const struct module *one) {
    struct modules *modules = core->shared->modules;
    pthread_mutex_lock(&modules->mutex);
    modules->one[at] = *one;
    pthread_mutex_unlock(&modules->mutex);
}

static void read_info(const struct core *core, enum factor factor, struct hal_biometric_info *ret_info) {
    const struct hal_biometric *hal = credentials_module(core, factor);
    hal->info(hal->ctx, ret_info);
}

static bool is_another(const struct module *one, const struct hal_biometric_info *info) {
    return memcmp(one->serial, info->serial, sizeof(one->serial)) != 0;
}

/* Returns when a module needs work. Not during an enrolment. */
static int64_t due_of(struct core *core, size_t at) {
    struct hal_biometric_info info;
    read_info(core, factors[at], &info);
    struct module one = read_one(core, at);
    if (!info.fitted || enrol_has_module(core, factors[at])) {
        return INT64_MAX;
    }
    if (info.online != one.online) {
        return 0;
    }
    if (!info.online) {
        return INT64_MAX;
    }
    bool is_due = is_another(&one, &info) || !one.whole || one.changes != credentials_changes(core);
    return is_due ? one.not_before_ms : INT64_MAX;
}

int64_t modules_due_ms(struct core *core) {
    int64_t due = INT64_MAX;
    for (size_t i = 0; i < MODULES_COUNT; i++) {
        int64_t one = due_of(core, i);
        due = one < due ? one : due;
    }
    return due;
}

static int module_remember(struct core *core, enum factor factor, const uint8_t serial[HAL_BIOMETRIC_SERIAL_LEN]) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = store_module_put(core->store, factor, serial);
    return r < 0 ? r : store_commit(txn);
}

/* Handles a module seen for the first time since start, or after it was offline. Erases it first if it is not the one
 * that was last in sync; after a power cut in between it is unknown again. */
static int module_adopt(struct core *core, enum factor factor, const struct hal_biometric_info *info) {
    const struct hal_biometric *hal = credentials_module(core, factor);
    uint8_t known[STORE_MODULE_SERIAL_LEN];
    int r = store_module_get(core->store, factor, known);
    if (r < 0 && r != E_NOTFOUND) {
        return r;
    }
    if (r == E_NOTFOUND || memcmp(known, info->serial, sizeof(known)) != 0) {
        log_info("modules", "another module is emptied and filled", log_str("factor", factor_text_of(factor)));
        r = hal->clear(hal->ctx);
        if (r == 0) {
            r = module_remember(core, factor, info->serial);
        }
    } else {
        r = 0;
    }
    if (r == 0 && factor == FACTOR_FINGER) {
        r = hal->set_precision(hal->ctx, settings_get(core)->values.fp_compare_param.level);
    }
    if (r == 0) {
        credentials_trust(core, factor, info->serial);
    }
    return r;
}

/* Writes the template of a slot from the store. One that is unreadable or rejected is counted and skipped. */
static int write_slot(struct core *core, enum factor factor, uint32_t slot, struct module *one) {
    const struct hal_biometric *hal = credentials_module(core, factor);
    uint8_t template[HAL_BIOMETRIC_TEMPLATE_MAX];
    struct credential credential;
    size_t len = 0;
    int r = store_credential_by_slot(core->store, factor, slot, &credential);
    if (r == E_NOTFOUND) {
        return 0; /* deleted meanwhile */
    }
    if (r == 0) {
        r = credentials_template(core, &credential, template, &len);
    }
    if (r == 0) {
        r = hal->write(hal->ctx, slot, template, len);
    }
    crypto_wipe(template, sizeof(template));
    if (r < 0 && r != E_OFFLINE && r != E_BUSY) {
        log_warn("modules", "a template cannot be written", log_str("factor", factor_text_of(factor)),
                 log_uint("slot", slot), log_errno(r));
        one->failed++;
        return 0;
    }
    return r;
}

static int erase_slot(struct core *core, enum factor factor, uint32_t slot) {
    const struct hal_biometric *hal = credentials_module(core, factor);
    int r = hal->erase(hal->ctx, slot);
    return r == E_NOTFOUND ? 0 : r;
}

/* Slots of the module and of the store, ascending, and the last one covered by both lists. */
struct slots {
    uint32_t module[LIST_MAX], store[LIST_MAX];
    size_t module_count, store_count;
    uint32_t limit; /* NO_LIMIT: both lists are complete */
};

static int read_slots(struct core *core, enum factor factor, uint32_t from, struct slots *ret_slots) {
    const struct hal_biometric *hal = credentials_module(core, factor);
    int r = hal->list(hal->ctx, from, ret_slots->module, LIST_MAX, &ret_slots->module_count);
    if (r == 0) {
        r = store_credential_slots(core->store, factor, from, ret_slots->store, LIST_MAX, &ret_slots->store_count);
    }
    if (r < 0) {
        return r;
    }
    ret_slots->limit = NO_LIMIT;
    if (ret_slots->module_count == LIST_MAX) {
        ret_slots->limit = ret_slots->module[LIST_MAX - 1];
    }
    if (ret_slots->store_count == LIST_MAX && ret_slots->store[LIST_MAX - 1] < ret_slots->limit) {
        ret_slots->limit = ret_slots->store[LIST_MAX - 1];
    }
    return 0;
}

/* Compares both lists from the cursor on, making at most MODULES_SLICE changes. */
static int compare_slice(struct core *core, enum factor factor, struct module *one) {
    struct slots slots;
    unsigned changes = 0;
    int r = read_slots(core, factor, one->cursor, &slots);
    for (size_t i = 0, j = 0; r == 0 && (i < slots.module_count || j < slots.store_count);) {
        uint32_t in_module = i < slots.module_count ? slots.module[i] : NO_LIMIT;
        uint32_t in_store = j < slots.store_count ? slots.store[j] : NO_LIMIT;
        uint32_t slot = in_module < in_store ? in_module : in_store;
        if (slot > slots.limit) {
            break;
        }
        one->cursor = slot;
        if (in_module != in_store) {
            if (changes++ == MODULES_SLICE) {
                return 0;
            }
            r = in_store < in_module ? write_slot(core, factor, slot, one) : erase_slot(core, factor, slot);
        }
        if (r == 0) {
            one->cursor = slot + 1;
            one->done += in_store == slot;
        }
        i += in_module == slot;
        j += in_store == slot;
    }
    if (r == 0 && slots.limit == NO_LIMIT) {
        one->whole = true;
    } else if (r == 0) {
        one->cursor = slots.limit + 1;
    }
    return r;
}

static void begin_again(struct core *core, struct module *one) {
    one->whole = false;
    one->cursor = 0;
    one->done = 0;
    one->failed = 0;
    one->changes = credentials_changes(core);
}

/* The slots are locked, so that no enrolment starts or ends meanwhile. */
static int module_slice(struct core *core, enum factor factor, struct module *one,
                        const struct hal_biometric_info *info) {
    if (!credentials_is_trusted(core, factor)) {
        int r = module_adopt(core, factor, info);
        if (r < 0) {
            return r;
        }
        begin_again(core, one);
    }
    return compare_slice(core, factor, one);
}

/* Adds a record: lost, back, swapped. The state at start is not recorded. */
static void module_report(struct core *core, enum factor factor, const struct module *before,
                          const struct hal_biometric_info *info) {
    char detail[DETAIL_MAX];
    bool swapped = info->online && is_another(before, info);
    if (!before->seen || (info->online == before->online && !swapped)) {
        return;
    }
    (void)snprintf(detail, sizeof(detail), "%s %s", factor_text_of(factor),
                   swapped        ? "swapped"
                   : info->online ? "back"
                                  : "lost");
    struct record record = {.kind = RECORD_KIND_MODULE, .username = "", .detail = detail};
    int r = log_append(core, &record, NULL);
    if (r < 0) {
        log_warn("modules", "the log did not take it", log_str("detail", detail), log_errno(r));
    }
}

static void look_after(struct core *core, size_t at) {
    enum factor factor = factors[at];
    struct hal_biometric_info info;
    struct module one = read_one(core, at);
    int r = 0;
    credentials_lock(core);
    read_info(core, factor, &info);
    if (enrol_has_module(core, factor)) {
        credentials_unlock(core);
        return;
    }
    if (info.online != one.online) {
        log_info("modules", info.online ? "module answers" : "module does not answer",
                 log_str("factor", factor_text_of(factor)));
    }
    /* A module that was offline may have been replaced: compares it again, from its first slot. */
    if (!info.online || !one.online || is_another(&one, &info) || one.changes != credentials_changes(core)) {
        begin_again(core, &one);
    }
    struct module before = one;
    one.seen = true;
    one.online = info.online;
    memcpy(one.serial, info.serial, sizeof(one.serial));
    if (info.online && !one.whole) {
        r = module_slice(core, factor, &one, &info);
        one.not_before_ms = r < 0 ? core_mono_ms(core) + MODULES_RETRY_MS : 0;
    }
    credentials_unlock(core);
    write_one(core, at, &one);
    module_report(core, factor, &before, &info);
    if (r < 0) {
        log_info("modules", "comparison is tried again", log_str("factor", factor_text_of(factor)), log_errno(r));
    } else if (info.online && one.whole) {
        log_info("modules", "module is like the store", log_str("factor", factor_text_of(factor)),
                 log_uint("templates", one.done), log_uint("failed", one.failed));
    }
}

void modules_upkeep(struct core *core) {
    int64_t now_ms = core_mono_ms(core);
    for (size_t i = 0; i < MODULES_COUNT; i++) {
        if (due_of(core, i) <= now_ms) {
            look_after(core, i);
        }
    }
}

static uint32_t total_of(const struct store_users_counts *counts, enum factor factor) {
    return factor == FACTOR_FINGER ? counts->fingers : factor == FACTOR_FACE ? counts->faces : counts->irises;
}

void modules_look(struct core *core, struct modules_view ret_views[MODULES_COUNT]) {
    struct store_users_counts counts = {0};
    int r = users_counts(core, &counts);
    (void)r; /* on failure the total is unknown */
    for (size_t i = 0; i < MODULES_COUNT; i++) {
        struct hal_biometric_info info;
        read_info(core, factors[i], &info);
        struct module one = read_one(core, i);
        ret_views[i] = (struct modules_view){
            .factor = factors[i],
            .fitted = info.fitted,
            .online = info.fitted && info.online,
            .capacity = info.fitted ? info.capacity : 0,
            .count = info.fitted ? info.count : 0,
            .whole = one.whole && !is_another(&one, &info) && one.changes == credentials_changes(core),
            .done = one.done,
            .total = total_of(&counts, factors[i]),
            .failed = one.failed,
        };
    }
}
