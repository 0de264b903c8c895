#include "core/base/hooks.h"

#include <stdlib.h>

#include "core/base/core.h"

struct hooks {
    hooks_show_fn *show;
    hooks_try_fn *try_start;
    void (*wake)(void *ctx);
    void *wake_ctx;
};

int hooks_new(hooks_show_fn *show, hooks_try_fn *try_start, struct hooks **ret_hooks) {
    struct hooks *hooks = calloc(1, sizeof(*hooks));
    if (hooks == NULL) {
        return E_NOMEM;
    }
    hooks->show = show;
    hooks->try_start = try_start;
    *ret_hooks = hooks;
    return 0;
}

void hooks_free(struct hooks *hooks) {
    free(hooks);
}

void hooks_show(struct core *core) {
    core->shared->hooks->show(core);
}

int hooks_try_start(const struct core_shared *shared, const struct identity *identity, struct store *store) {
    return shared->hooks->try_start(shared, identity, store);
}

void hooks_set_wake(struct core_shared *shared, void (*wake)(void *ctx), void *ctx) {
    shared->hooks->wake = wake;
    shared->hooks->wake_ctx = ctx;
}

void hooks_wake(struct core *core) {
    const struct hooks *hooks = core->shared->hooks;
    if (hooks->wake != NULL) {
        hooks->wake(hooks->wake_ctx);
    }
}
