#include "core/users/refold.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/core.h"
#include "hal/hal.h"
#include "store/users/users_fold.h"
#include "util/log.h"

#define START_MS 2000

struct refold {
    atomic_bool more; /* keys of an earlier folding remain */
};

static int64_t now_ms(const struct core_shared *shared) {
    return shared->hal->clock.mono_ms(shared->hal->clock.ctx);
}

int refold_new(const struct core_shared *shared, struct store *store, struct refold **ret_refold) {
    const int64_t end = now_ms(shared) + START_MS;
    bool more = true;
    int r = 0;

    while (r == 0 && more && now_ms(shared) < end) {
        r = store_users_refold(store, &more);
    }
    *ret_refold = r == 0 ? calloc(1, sizeof(**ret_refold)) : NULL;
    if (*ret_refold == NULL) {
        return r < 0 ? r : E_NOMEM;
    }
    atomic_store(&(*ret_refold)->more, more);
    return 0;
}

void refold_free(struct refold *refold) {
    free(refold);
}

int64_t refold_due_ms(struct core *core) {
    return atomic_load(&core->shared->refold->more) ? 0 : INT64_MAX;
}

/* After an error the next start continues. */
void refold_upkeep(struct core *core) {
    bool more = false;
    int r = store_users_refold(core->store, &more);

    if (r < 0) {
        log_warn("users", "search keys not updated", log_errno(r));
    } else if (!more) {
        log_info("users", "search keys updated");
    }
    atomic_store(&core->shared->refold->more, r == 0 && more);
}
