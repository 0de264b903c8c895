#include "core/engineer/engineer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/factory.h"
#include "core/base/rights.h"
#include "core/engineer/production.h"
#include "core/settings/settings.h"
#include "hal/hal.h"
#include "picture/picture.h"
#include "util/buf.h"

#define ALL_PARTS "all"
#define OBJECT_MAX 40

/* A recent viewer of the camera, and when that was noted in the audit log. */
struct looker {
    char account[ACTOR_ACCOUNT_MAX], peer[ACTOR_PEER_MAX];
    int64_t noted_ms; /* monotonic */
};

struct engineer {
    _Atomic int64_t still_ms; /* when the next still is allowed */
    pthread_mutex_t mutex; /* guards the members below */
    struct looker looker;
};

int engineer_new(struct engineer **ret_engineer) {
    struct engineer *engineer = calloc(1, sizeof(*engineer));
    if (engineer == NULL) {
        return E_NOMEM;
    }
    (void)pthread_mutex_init(&engineer->mutex, NULL);
    *ret_engineer = engineer;
    return 0;
}

void engineer_free(struct engineer *engineer) {
    if (engineer != NULL) {
        (void)pthread_mutex_destroy(&engineer->mutex);
        free(engineer);
    }
}

static int engineer_note(struct core *core, const struct actor *by, const char *object, const char *after) {
    return audit_add_happened(core, by, &(struct audit_change){.object = object, .after = after});
}

int engineer_set_sn_key(struct core *core, const struct actor *by, const char *key) {
    char now[FACTORY_SN_KEY_MAX];
    factory_sn_key(core->shared, now);
    if (now[0] != '\0' && !by->super) {
        return E_SUPER_NEEDED;
    }
    int r = factory_set_sn_key(core, key);
    return r < 0 ? r : engineer_note(core, by, "SN key", "{\"key\":\"set\"}");
}

int engineer_set_up(struct core *core, const struct actor *by, bool open) {
    int r = factory_set_up(core, open);
    return r < 0 ? r : engineer_note(core, by, "/up", open ? "{\"open\":true}" : "{\"open\":false}");
}

int engineer_set_level(struct core *core, const struct actor *by, const char *name, enum log_level level) {
    char object[OBJECT_MAX], after[OBJECT_MAX];
    if (strcmp(name, ALL_PARTS) == 0) {
        log_set_level(level);
    } else if (!log_set_module_level(name, level)) {
        return E_NOTFOUND;
    }
    (void)snprintf(object, sizeof(object), "log %s", name);
    (void)snprintf(after, sizeof(after), "{\"level\":\"%s\"}", log_level_name(level));
    return engineer_note(core, by, object, after);
}

/* Reserves the next still; false with the seconds to wait. */
static bool take_turn(struct core *core, unsigned *ret_wait_s) {
    struct engineer *engineer = core->shared->engineer;
    int64_t now = core_mono_ms(core), next = atomic_load(&engineer->still_ms);
    if (now < next) {
        *ret_wait_s = (unsigned)((next - now + 999) / 1000);
        return false;
    }
    *ret_wait_s = 1;
    return atomic_compare_exchange_strong(&engineer->still_ms, &next, now + ENGINEER_STILL_MS);
}

static int may_look(struct core *core, const struct actor *by) {
    if (by->super || production_mode(core) != MACHINE_MODE_NORMAL) {
        return 0;
    }
    if (by->session == 0) {
        return E_TOKEN_FAILED;
    }
    return rights_may(&settings_get(core)->rights, by, FUNCTION_GROUP_ADV_SETTING, RIGHT_WRITE) ? 0 : E_FORBIDDEN;
}

/* Returns whether the audit log needs an entry: one for each viewer, repeated after a while. */
static bool is_new_look(struct core *core, const struct actor *by) {
    struct engineer *engineer = core->shared->engineer;
    struct looker *looker = &engineer->looker;
    int64_t now_ms = core_mono_ms(core);
    (void)pthread_mutex_lock(&engineer->mutex);
    bool is_new = looker->noted_ms == 0 || now_ms - looker->noted_ms >= ENGINEER_LOOK_MS ||
                  strcmp(looker->account, by->account) != 0 || strcmp(looker->peer, by->peer) != 0;
    if (is_new) {
        looker->noted_ms = now_ms;
        (void)snprintf(looker->account, sizeof(looker->account), "%s", by->account);
        (void)snprintf(looker->peer, sizeof(looker->peer), "%s", by->peer);
    }
    (void)pthread_mutex_unlock(&engineer->mutex);
    return is_new;
}

int engineer_still(struct core *core, const struct actor *by, struct buf *out, unsigned *ret_wait_s) {
    const struct hal_camera *camera = &core->shared->hal->camera;
    int may = may_look(core, by);
    if (may < 0) {
        return may;
    }
    if (!take_turn(core, ret_wait_s)) {
        return E_THROTTLED;
    }
    _cleanup_free_ uint8_t *still = malloc(HAL_CAMERA_STILL_MAX);
    size_t len = 0;
    int r = still == NULL ? E_NOMEM : camera->still(camera->ctx, still, HAL_CAMERA_STILL_MAX, &len);
    if (r == E_BUSY) { /* the client asks again at once, and then it is ready */
        atomic_store(&core->shared->engineer->still_ms, 0);
    }
    if (r == 0 && is_new_look(core, by)) {
        r = engineer_note(core, by, "camera", NULL);
    }
    return r < 0 ? r : picture_portrait(still, len, out);
}
