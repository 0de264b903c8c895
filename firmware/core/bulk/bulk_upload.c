/* The file, piece by piece. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/bulk/bulk_impl.h"
#include "store/upload.h"
#include "util/cleanup.h"

static int check_piece(const struct bulk_piece *piece, const char **ret_field) {
    const int64_t most = bulk_is_table(piece->kind) ? BULK_TABLE_MAX : BULK_ARCHIVE_MAX;
    if (piece->kind == BULK_KIND_EDIT) {
        *ret_field = "kind";
        return E_UPLOAD_FORMAT;
    }
    if (piece->total > most || piece->offset + (int64_t)piece->len > piece->total) {
        *ret_field = "total";
        return E_UPLOAD_TOO_LARGE;
    }
    return 0;
}

/* The same file as the one that is on its way. */
static bool goes_on(const struct store_bulk *state, const struct actor *by, const struct bulk_piece *piece) {
    return state->step == BULK_STEP_UPLOADING && bulk_is_own(state, by) && state->kind == piece->kind &&
           state->total == piece->total && strcmp(state->name, piece->name) == 0;
}

/* What decides something is on the disk. */
static int sync_file(struct core *core) {
    char path[STORE_UPLOAD_PATH_MAX];
    int r = bulk_path(core, BULK_FILE, path);
    if (r < 0) {
        return r;
    }
    _cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    return fd >= 0 && fsync(fd) == 0 ? 0 : err_with_errno(E_IO, errno);
}

/* For the file, for the rows and what is wrong with them, which of a table are about as long each, and for what goes on
 * meanwhile: nobody fills the disk with a file. */
static bool has_room(const struct core *core, const struct bulk_piece *piece) {
    const uint64_t files = bulk_is_table(piece->kind) ? 3 : 1;
    return store_home_free_octets(core->shared->home) >= files * (uint64_t)piece->total + BULK_LEAVE_OCTETS;
}

/* What was there before goes first: a file that is on its way is never the old one. */
static int begin_file(struct core *core, const struct actor *by, const struct bulk_piece *piece,
                      struct store_bulk *state) {
    *state = (struct store_bulk){.kind = piece->kind, .step = BULK_STEP_UPLOADING, .total = piece->total};
    (void)snprintf(state->name, sizeof(state->name), "%s", piece->name);
    bulk_set_holder(state, by);
    int r = store_upload_drop(core->shared->home, STORE_UPLOAD_BULK);
    bulk_set_received(core, 0);
    const bool fits = r == 0 && has_room(core, piece);
    if (!fits) {
        *state = (struct store_bulk){0};
    }
    r = r < 0 ? r : bulk_save(core, state, "first piece");
    return r < 0 || fits ? r : E_NOSPC;
}

static int put_piece(struct core *core, const struct actor *by, const struct bulk_piece *piece,
                     struct store_bulk *state, int64_t *ret_received) {
    if (piece->offset > 0 && !goes_on(state, by, piece)) {
        return E_UPLOAD_GAP;
    }
    int r = piece->offset == 0 ? begin_file(core, by, piece, state) : 0;
    if (r == 0) {
        r = store_upload_put(core->shared->home, STORE_UPLOAD_BULK, piece->offset, piece->data, piece->len,
                             ret_received);
    }
    if (r < 0) {
        return r;
    }
    bulk_set_received(core, *ret_received);
    if (*ret_received < piece->total) {
        return 0;
    }
    r = sync_file(core);
    state->step = BULK_STEP_UPLOADED;
    return r < 0 ? r : bulk_save(core, state, "last piece");
}

int bulk_upload(struct core *core, const struct actor *by, const struct bulk_piece *piece, int64_t *ret_received,
                const char **ret_field) {
    struct store_bulk state;
    int r = check_piece(piece, ret_field);
    if (r == 0) {
        r = bulk_check_kind(core, piece->kind, by);
        *ret_field = r < 0 ? "kind" : NULL;
    }
    if (r == 0) {
        r = bulk_act_anew(core, by, &state);
    }
    if (r < 0) {
        return r;
    }
    r = put_piece(core, by, piece, &state, ret_received);
    bulk_act_end(core);
    return r;
}
