#include "core/door/portrait.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/core.h"
#include "core/base/hooks.h"
#include "core/users/photos.h"
#include "hal/hal.h"
#include "picture/picture.h"
#include "util/arena.h"
#include "util/buf.h"
#include "util/cleanup.h"
#include "util/crypto.h"
#include "util/log.h"

#define ARENA_MAX ((size_t)192 * 1024) /* the photo, sealed and open */

_Static_assert(PICTURE_SMALL_MAX <= HAL_DISPLAY_PHOTO_MAX, "the display takes what is made");

struct portrait {
    atomic_uint userid; /* that is asked for; 0: none */
};

int portrait_new(struct portrait **ret_portrait) {
    *ret_portrait = calloc(1, sizeof(**ret_portrait));
    return *ret_portrait == NULL ? E_NOMEM : 0;
}

void portrait_free(struct portrait *portrait) {
    free(portrait);
}

void portrait_ask(struct core *core, struct portrait *portrait, uint32_t userid) {
    atomic_store(&portrait->userid, userid);
    hooks_wake(core);
}

bool portrait_waits(const struct portrait *portrait) {
    return atomic_load(&portrait->userid) != 0;
}

/* Reads it and makes it small. E_NOTFOUND: there is none. */
static int read_small(struct core *core, uint32_t userid, struct buf *out) {
    _cleanup_(arena_done) struct arena arena;
    const uint8_t *jpeg = NULL;
    size_t len = 0;
    arena_init(&arena, ARENA_MAX);
    int r = photos_get(core, userid, &arena, &jpeg, &len);
    return r < 0 ? r : picture_small(jpeg, len, out);
}

void portrait_show(struct core *core, struct portrait *portrait) {
    const struct hal_display *display = &core->shared->hal->display;
    _cleanup_(buf_donep) struct buf small = {0};
    uint32_t userid = atomic_exchange(&portrait->userid, 0);
    int r = userid == 0 ? E_NOTFOUND : read_small(core, userid, &small);
    if (r == 0) {
        struct hal_display_photo photo = {.userid = userid, .jpeg = small.data, .len = small.len};
        r = display->photo(display->ctx, &photo);
    }
    if (r < 0 && r != E_NOTFOUND && r != E_USER_UNKNOWN) {
        log_warn("terminal", "a photo cannot be shown", log_uint("userid", userid), log_errno(r));
    }
}
