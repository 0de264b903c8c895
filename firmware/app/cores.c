#include "app/cores.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "app/build_id.h"
#include "app/crash.h"
#include "app/file_system.h"
#include "app/version.h"
#include "core/base/about.h"
#include "core/base/factory.h"
#include "core/start/start.h"
#include "core/time/clock.h"
#include "core/upgrade/upgrade.h"
#include "hal/hal.h"
#include "store/erase.h"
#include "store/restore.h"
#include "store/store.h"
#include "util/crypto.h"
#include "util/log.h"

#define REPAIRS_MAX 3 /* of the database per start: store_home_repair() needs no more */

static enum exit_code start_failed(enum exit_code code, const char *event, int error) {
    log_error("app", event, log_errno(error), log_int("exit", code));
    return code;
}

static int64_t log_clock(void *ctx) {
    const struct hal *hal = ctx;
    return hal->clock.utc_ms(hal->clock.ctx);
}

void cores_start_log(const struct options *options, struct hal *hal) {
    log_init(&(struct log_options){.use_syslog = options->use_syslog,
                                   .fd = 2,
                                   .level = options->log_level,
                                   .utc_ms = hal == NULL ? NULL : log_clock,
                                   .ctx = hal});
}

/* Logs what was found, and done, when the state was opened or repaired. */
static void log_state(const struct cores *cores, const char *checked) {
    const struct store_status *status = store_home_status(cores->home);
    if (status->damaged > 0 && status->unwanted) {
        log_warn("app", "the last good copy is in the place of the database, as was chosen in recovery",
                 log_uint("number", status->damaged), log_int("since", status->since_s));
    } else if (status->damaged > 0) {
        log_error("app", "the database was damaged and was set aside", log_uint("number", status->damaged),
                  log_str("now", status->state == STORAGE_STATE_RESTORED ? "last good copy" : "empty"),
                  log_int("since", status->since_s), log_cause(&status->cause));
    } else if (status->state == STORAGE_STATE_LOST) {
        log_error("app", "the write-ahead log was damaged; changes behind the damage are lost",
                  log_uint("changes", status->lost_changes), log_uint("frames", status->lost_frames));
    } else if (status->checked && !status->replaced) {
        log_warn("app", checked);
    }
}

/* Opens the state folder, or that of recovery mode beside it. */
static int open_home(struct cores *cores) {
    const struct options *options = cores->options;
    return options->recovery ? recovery_open(&cores->recovery, options->state, options->system, &cores->home)
                             : store_home_open(options->state, &cores->home);
}

static enum exit_code open_state(struct cores *cores) {
    int r = open_home(cores);
    if (r == E_LOCKED) {
        return start_failed(EXIT_LOCKED, "another posternd runs on this state folder", r);
    }
    if (r == E_NEWER) {
        return start_failed(EXIT_NEWER, "the state was written by a newer firmware", r);
    }
    if (r < 0) {
        return start_failed(EXIT_STATE, "the state folder cannot be used", r);
    }
    log_keep(cores->options->state);
    const struct store_status *status = store_home_status(cores->home);
    if (status->erased) {
        log_info("app", "everything was erased, as was decided before the start",
                 log_str("state", cores->options->state));
    } else if (status->replaced) {
        log_info("app", "a backup took the place of all, as was decided before the start");
    } else if (status->returned) {
        log_warn("app", "state from before the restore put back");
    } else if (status->created) {
        log_info("app", "first start", log_str("state", cores->options->state));
    }
    if (status->put_back) {
        log_warn("app", "the database of a newer firmware was set aside, and the one from before it is in use",
                 log_uint("lines", status->lines_taken), log_uint("unread", status->lines_left));
    }
    log_state(cores, "the last run did not end cleanly; the database was checked and is good");
    return EXIT_CLEAN;
}

static enum exit_code open_devices(struct cores *cores) {
    const struct options *given = cores->options;
    struct hal_options options = {.bench = given->bench[0] == '\0' || given->recovery ? NULL : given->bench,
                                  .without = given->without,
                                  .board = given->board[0] == '\0' ? NULL : given->board,
                                  .bare = given->recovery};
    int r = hal_new(&options, &cores->hal);
    if (r < 0 && given->recovery) {
        log_error("app", "the recovery does without devices", log_errno(r));
        options.board = NULL;
        r = hal_new(&options, &cores->hal);
    }
    if (r < 0) {
        log_error("app", "a device cannot be opened", log_errno(r), log_int("exit", EXIT_DEVICE));
        return EXIT_DEVICE;
    }
    cores_start_log(cores->options, cores->hal);
    return EXIT_CLEAN;
}

/* Returns EXIT_DAMAGED without logging: load_cores() may still repair it. */
static enum exit_code load_failed(const struct cores *cores, const char *event, int error) {
    return store_home_damaged(cores->home) ? EXIT_DAMAGED : start_failed(EXIT_STATE, event, error);
}

/* Creates the core of another thread, with its own connection. */
static int make_core(struct cores *cores, struct core **ret_core) {
    struct store *store = NULL;
    int r = store_open(cores->home, &store);
    return r < 0 ? r : start_thread(cores->shared, store, ret_core);
}

/* Reads the factory data for this start. Without it the terminal works, but has no engineer. */
static void take_provision(const struct cores *cores) {
    const char *system = cores->options->system;
    int r = system[0] != '\0' ? factory_provision(cores->options->state, system, cores->hal) : E_NOTFOUND;
    if (r == 0) {
        log_info("app", "what the factory gave was taken in");
    } else if (r != E_NOTFOUND) {
        log_error("app", "what the factory gave cannot be taken in", log_errno(r));
    }
}

static enum exit_code make_shared(struct cores *cores, struct store *store) {
    static char file_system[FILE_SYSTEM_MAX], build[BUILD_ID_MAX], kernel[2 * sizeof(((struct utsname *)0)->release)];
    struct utsname names;
    build_id_read(build);
    crash_catch(cores->options->state, build, version_text);
    if (uname(&names) == 0) {
        (void)snprintf(kernel, sizeof(kernel), "%.64s %.64s", names.sysname, names.release);
    }
    file_system_read("/proc/self/mountinfo", cores->options->state, file_system);
    struct about_facts about = {.version = version_text,
                                .build_id = build,
                                .built_s = version_built_s,
                                .kernel = kernel,
                                .file_system = file_system,
                                .device_name = cores->options->device_name,
                                .backup_dir = cores->options->backup_dir,
                                .system_dir = cores->options->system,
                                .recovery_dir = cores->options->recovery ? cores->options->state : NULL,
                                .brand = version_brand,
                                .counter = version_counter};
    take_provision(cores);
    int r = start_new(cores->hal, &about, cores->home, store, &cores->shared);
    if (r == E_CORRUPT && !store_home_damaged(cores->home)) {
        return start_failed(EXIT_IDENTITY, "the identity of the terminal is damaged or gone", r);
    }
    if (r < 0) {
        return load_failed(cores, "the terminal's state cannot be loaded", r);
    }
    r = upgrade_system_error(cores->shared);
    if (r < 0) {
        log_error("app", "the system folder cannot be used; there are no upgrades",
                  log_str("folder", cores->options->system), log_errno(r));
    }
    int64_t behind_ms = clock_repaired_ms(cores->shared);
    if (behind_ms > 0) {
        log_warn("app", "the clock was before the build date and was set to it", log_int("seconds", behind_ms / 1000));
    }
    return EXIT_CLEAN;
}

static enum exit_code make_cores(struct cores *cores) {
    struct store *store = NULL;
    int r = store_open(cores->home, &store);
    if (r < 0) {
        return load_failed(cores, "the database cannot be opened", r);
    }
    if (cores->options->recovery) {
        recovery_take_settings(cores->options->state, store);
    }
    enum exit_code code = make_shared(cores, store);
    if (code != EXIT_CLEAN) {
        (void)store_free(store);
        return code;
    }
    r = start_thread(cores->shared, store, &cores->loop); /* takes over the connection */
    if (r == 0) {
        r = make_core(cores, &cores->terminal);
    }
    for (unsigned i = 0; i < CORES_WORKERS && r == 0; i++) {
        r = make_core(cores, &cores->workers[i]);
    }
    if (r == 0) {
        r = make_core(cores, &cores->commands);
    }
    if (r == 0) {
        r = make_core(cores, &cores->apart);
    }
    if (r < 0) {
        return load_failed(cores, "the database cannot be opened", r);
    }
    return store_home_damaged(cores->home) ? EXIT_DAMAGED : EXIT_CLEAN;
}

void cores_free(struct cores *cores) {
    start_thread_end(cores->loop);
    start_thread_end(cores->terminal);
    start_thread_end(cores->commands);
    start_thread_end(cores->apart);
    cores->loop = cores->terminal = cores->commands = cores->apart = NULL;
    for (unsigned i = 0; i < CORES_WORKERS; i++) {
        start_thread_end(cores->workers[i]);
        cores->workers[i] = NULL;
    }
    start_free(cores->shared);
    cores->shared = NULL;
}

/* Creates the cores. After a clean end nothing was checked: damage is then found here first, repaired, and everything
 * is loaded again. */
static enum exit_code load_cores(struct cores *cores) {
    enum exit_code code = make_cores(cores);
    for (unsigned repairs = 0; code == EXIT_DAMAGED && repairs < REPAIRS_MAX; repairs++) {
        cores_free(cores);
        int r = store_home_repair(cores->home);
        if (r < 0) {
            return start_failed(EXIT_STATE, "the damaged database cannot be repaired", r);
        }
        log_state(cores, "damage was met in the database; it was checked and is good");
        code = make_cores(cores);
    }
    return code == EXIT_DAMAGED ? start_failed(code, "the database is damaged", E_CORRUPT) : code;
}

/* If a restored state cannot be started, puts the previous one back. */
static enum exit_code load_or_put_back(struct cores *cores) {
    enum exit_code code = load_cores(cores);
    if (code == EXIT_CLEAN || cores->options->recovery || !restore_has_replaced(cores->home)) {
        return code;
    }
    log_error("app", "restored state cannot be started; the state before it is put back", log_int("exit", code));
    cores_free(cores);
    int r = restore_put_back(cores->home);
    if (r < 0) {
        log_error("app", "state before the restore cannot be put back", log_errno(r));
        return code;
    }
    cores->home = store_home_close(cores->home, /* clean= */ false);
    code = open_state(cores);
    if (code == EXIT_CLEAN) {
        code = load_cores(cores);
    }
    if (code == EXIT_CLEAN && restore_forget_replaced(cores->home) < 0) {
        log_warn("app", "restored state that cannot be started is still on the disk");
    }
    return code;
}

enum exit_code cores_start(const struct options *options, struct cores *ret_cores) {
    *ret_cores = (struct cores){.options = options, .recovery = {.lock = -1}};
    int r = crypto_start();
    if (r < 0) {
        return start_failed(EXIT_FAILED, "the cryptography library does not start", r);
    }
    enum exit_code code = open_state(ret_cores);
    if (code == EXIT_CLEAN) {
        code = open_devices(ret_cores);
    }
    if (code == EXIT_CLEAN) {
        code = load_or_put_back(ret_cores);
    }
    if (code != EXIT_CLEAN) {
        return code;
    }
    r = erase_finish(ret_cores->home); /* everything that a first start creates exists now */
    return r < 0 ? start_failed(EXIT_STATE, "the mark of the erasure cannot be removed", r) : EXIT_CLEAN;
}

void cores_close(struct cores *cores, enum exit_code code) {
    cores_start_log(cores->options, NULL); /* its clock is freed with the devices */
    hal_free(cores->hal);
    cores->hal = NULL;
    if (cores->home != NULL) {
        cores->home = store_home_close(cores->home, code != EXIT_DAMAGED);
    }
    recovery_close(&cores->recovery);
}
