#include "core/machine/storage.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/base/core.h"
#include "store/store.h"
#include "util/err.h"
#include "util/log.h"

struct storage {
    atomic_bool told; /* it was logged that the disk is full */
    _Atomic int64_t not_before_ms; /* monotonic */
};

int storage_new(struct storage **ret_storage) {
    struct storage *storage = calloc(1, sizeof(*storage));
    if (storage == NULL) {
        return E_NOMEM;
    }
    *ret_storage = storage;
    return 0;
}

void storage_free(struct storage *storage) {
    free(storage);
}

int64_t storage_due_ms(struct core *core) {
    const struct storage *storage = core->shared->storage;
    bool is_short = store_home_is_short(core->shared->home);
    return is_short || atomic_load(&storage->told) ? atomic_load(&storage->not_before_ms) : INT64_MAX;
}

static void storage_tell(struct core *core) {
    struct store_space space;
    if (store_space(core->store, &space) < 0) {
        return;
    }
    log_warn("storage", "the disk is full, nothing that grows is taken", log_int("free", (int64_t)space.free),
             log_int("users", space.octets[STORAGE_PART_USERS]), log_int("records", space.octets[STORAGE_PART_RECORDS]),
             log_int("photos", space.octets[STORAGE_PART_PHOTOS]), log_int("audit", space.octets[STORAGE_PART_AUDIT]),
             log_int("others", space.octets[STORAGE_PART_OTHERS]), log_int("spare", space.octets[STORAGE_PART_SPARE]),
             log_int("copies", space.octets[STORAGE_PART_COPIES]));
}

void storage_upkeep(struct core *core) {
    struct storage *storage = core->shared->storage;
    atomic_store(&storage->not_before_ms, core_mono_ms(core) + STORAGE_AGAIN_MS);
    bool was_short = store_home_is_short(core->shared->home);
    if (was_short && !atomic_exchange(&storage->told, true)) {
        storage_tell(core);
    }
    int r = was_short ? store_reserve_restore(core->store) : 0;
    if (r < 0 && r != E_NOSPC) {
        log_error("storage", "no room could be made", log_errno(r));
    }
    if (r == 0 && atomic_exchange(&storage->told, false)) {
        log_info("storage", "there is room again");
    }
}
