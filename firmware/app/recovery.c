#include "app/recovery.h"

#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "core/accounts/accounts.h"
#include "core/base/core.h"
#include "core/upgrade/upgrade.h"
#include "store/kept.h"
#include "store/settings/settings_kept.h"
#include "store/store.h"
#include "util/log.h"

#define FOLDER "recovery"
#define TRIED_FILE "tried" /* written by the init of a board before it tries the terminal once more (docs/image.md) */
#define DESCRIPTORS 8

static int recovery_path(const char *dir, const char *name, char ret_path[PATH_MAX]) {
    return snprintf(ret_path, PATH_MAX, "%s/%s", dir, name) < PATH_MAX ? 0 : E_INVAL;
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *where) {
    (void)info;
    (void)type;
    (void)where;
    (void)remove(path);
    return 0;
}

/* Removes a folder with its content, without following links. */
static void remove_folder(const char *path) {
    (void)nftw(path, remove_one, DESCRIPTORS, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

/* Recreates a state that cannot be opened: it contains only counts of wrong passwords. */
static int open_in(const char *dir, struct store_home **ret_home) {
    char path[PATH_MAX];
    int r = recovery_path(dir, FOLDER, path);
    if (r == 0) {
        r = store_home_open(path, ret_home);
    }
    if (r < 0 && r != E_LOCKED && r != E_INVAL) {
        log_warn("app", "the state of the recovery is made anew", log_errno(r));
        remove_folder(path);
        r = store_home_open(path, ret_home);
    }
    return r;
}

int recovery_open(struct recovery *recovery, const char *state_dir, const char *system_dir,
                  struct store_home **ret_home) {
    *recovery = (struct recovery){.lock = -1, .alone_ms = INT64_MAX};
    int r = store_kept_lock(state_dir, &recovery->lock);
    if (r == E_LOCKED) {
        return r;
    }
    if (r == 0) {
        r = open_in(state_dir, ret_home);
    }
    if (r < 0) {
        log_error("app", "the disk cannot be used; the recovery does without it", log_errno(r));
        r = open_in(system_dir, ret_home);
    }
    return r;
}

void recovery_take_settings(const char *state_dir, struct store *store) {
    static const char *const pages[] = {"Ethernet.", "Internet.", "RestParam.https"};
    int r = store_settings_take(state_dir, pages, sizeof(pages) / sizeof(pages[0]), store);
    if (r < 0) {
        log_warn("app", "the addresses of the terminal cannot be read; those of the factory are in force",
                 log_errno(r));
    }
}

/* Returns whether anyone is signed in, or the installer is running. */
static bool is_used(struct core *core) {
    if (accounts_anybody(core->shared)) {
        return true;
    }
    enum upgrade_step step = upgrade_step_now(core->shared);
    return step == UPGRADE_STEP_CHECKING || step == UPGRADE_STEP_SWITCHING;
}

bool recovery_is_over(struct recovery *recovery, struct core *core) {
    int64_t now = core_mono_ms(core);
    if (recovery->alone_ms > now || is_used(core)) {
        recovery->alone_ms = now;
    }
    bool is_over = now - recovery->alone_ms >= RECOVERY_ALONE_MS;
    if (is_over) {
        recovery->alone_ms = now; /* requested once, and again if nothing happened */
    }
    return is_over;
}

void recovery_close(struct recovery *recovery) {
    if (recovery->lock >= 0) {
        (void)close(recovery->lock);
        recovery->lock = -1;
    }
}

void recovery_forget(const char *state_dir) {
    char path[PATH_MAX];
    if (recovery_path(state_dir, TRIED_FILE, path) == 0) {
        (void)unlink(path);
    }
    if (recovery_path(state_dir, FOLDER, path) == 0) {
        remove_folder(path);
    }
}
