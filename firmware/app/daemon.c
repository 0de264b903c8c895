#include "app/daemon.h"

#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "app/build_id.h"
#include "app/confine.h"
#include "app/crash.h"
#include "app/failure.h"
#include "app/heart.h"
#include "app/keeper.h"
#include "app/prove.h"
#include "app/reach.h"
#include "app/recovery.h"
#include "app/signals.h"
#include "app/terminal.h"
#include "app/upkeep.h"
#include "app/version.h"
#include "core/accounts/accounts.h"
#include "core/backup/backup.h"
#include "core/backup/copies.h"
#include "core/base/about.h"
#include "core/base/core.h"
#include "core/base/factory.h"
#include "core/base/hooks.h"
#include "core/door/door.h"
#include "core/events/log.h"
#include "core/network/certificate.h"
#include "core/network/network.h"
#include "core/settings/settings.h"
#include "core/start/start.h"
#include "core/time/clock.h"
#include "core/upgrade/upgrade.h"
#include "hal/hal.h"
#include "http/server.h"
#include "http/workers.h"
#include "net/loop.h"
#include "net/sntp.h"
#include "store/erase.h"
#include "store/store.h"
#include "util/crypto.h"
#include "util/log.h"

#define WORKERS 2
#define REPAIRS_MAX 3     /* of the database at one start: store_home_repair() needs no more */
#define QUEUE_APART 2     /* of the thread whose tasks may hang: it has as many tasks at most */
#define QUEUE 32          /* jobs that wait for a worker; the next is answered 503 */
#define POLL_MS 1000      /* longest wait of the loop */
#define LOOK_MS 5         /* least time between two looks at what is due: a busy server turns many times in it */
#define DRAIN_MS 10000    /* time for replies under way at the end */
#define TERMINAL_HANGS_MS 20000 /* a turn of the terminal's thread waits for nobody so long */
#define WORKER_HANGS_MS 300000 /* the longest jobs are copies of the database */
#define OWN_DESCRIPTORS 64 /* of the process besides its connections: database, log, bench, pipes */

/* One thread of the workers, for the heart. */
struct daemon_worker {
    struct workers *workers;
    unsigned number;
};

/* All parts. Those that are not made yet are NULL, so that daemon_down() can be called at any moment. */
struct daemon {
    const struct options *options;
    struct store_home *home;
    struct hal *hal;
    struct core_shared *shared;
    struct core *loop_core;
    struct core *terminal_core;
    struct core *worker_cores[WORKERS];
    struct core *apart_core;
    struct net_loop *loop;
    struct http_server *server;
    struct sntp *sntp;
    struct workers *workers;
    struct workers *apart; /* one thread, for tasks that may hang */
    struct terminal *terminal;
    struct daemon_worker heart_workers[WORKERS];
    struct heart heart;
    struct keeper keeper;
    struct upkeep upkeep, upkeep_apart;
    struct reach reach;
    struct recovery recovery; /* where the options say that this is one */
    bool has_proved; /* what was noted of starts that failed is forgotten */
    struct daemon_end *end;
};

static enum exit_code daemon_failed(enum exit_code code, const char *event, int error) {
    log_error("app", event, log_errno(error), log_int("exit", code));
    return code;
}

static int64_t log_clock(void *ctx) {
    const struct hal *hal = ctx;
    return hal->clock.utc_ms(hal->clock.ctx);
}

static void start_log(const struct options *options, struct hal *hal) {
    log_init(&(struct log_options){.use_syslog = options->use_syslog,
                                   .fd = 2,
                                   .level = options->log_level,
                                   .utc_ms = hal == NULL ? NULL : log_clock,
                                   .ctx = hal});
}

/* Raises the limit of descriptors towards what the connections need; returns how many connections there may be. */
static unsigned connection_limit(void) {
    struct rlimit limit;
    rlim_t wanted = HTTP_CONNECTIONS_MAX + OWN_DESCRIPTORS;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) {
        return HTTP_CONNECTIONS_MAX / 2;
    }
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
        if (setrlimit(RLIMIT_NOFILE, &limit) < 0) {
            (void)getrlimit(RLIMIT_NOFILE, &limit);
        }
    }
    if (limit.rlim_cur >= wanted) {
        return HTTP_CONNECTIONS_MAX;
    }
    return limit.rlim_cur > (rlim_t)2 * OWN_DESCRIPTORS ? (unsigned)(limit.rlim_cur - OWN_DESCRIPTORS)
                                                        : OWN_DESCRIPTORS;
}

/* Says what was found, and done, when the state was opened or repaired. */
static void log_state(const struct daemon *daemon, const char *checked) {
    const struct store_status *status = store_home_status(daemon->home);
    if (status->damaged > 0) {
        log_error("app", "the database was damaged and was set aside", log_uint("number", status->damaged),
                  log_str("now", status->state == STORAGE_STATE_RESTORED ? "last good copy" : "empty"),
                  log_int("since", status->since_s));
    } else if (status->state == STORAGE_STATE_LOST) {
        log_error("app", "the write-ahead log was damaged; changes behind the damage are lost",
                  log_uint("changes", status->lost_changes), log_uint("frames", status->lost_frames));
    } else if (status->checked && !status->replaced) {
        log_warn("app", checked);
    }
}

/* The state folder, or that of the recovery beside it. */
static int open_home(struct daemon *daemon) {
    const struct options *options = daemon->options;
    return options->recovery ? recovery_open(&daemon->recovery, options->state, options->system, &daemon->home)
                             : store_home_open(options->state, &daemon->home);
}

static enum exit_code open_state(struct daemon *daemon) {
    int r = open_home(daemon);
    if (r == E_LOCKED) {
        return daemon_failed(EXIT_LOCKED, "another posternd runs on this state folder", r);
    }
    if (r == E_NEWER) {
        return daemon_failed(EXIT_NEWER, "the state was written by a newer firmware", r);
    }
    if (r < 0) {
        return daemon_failed(EXIT_STATE, "the state folder cannot be used", r);
    }
    log_keep(daemon->options->state);
    const struct store_status *status = store_home_status(daemon->home);
    if (status->erased) {
        log_info("app", "everything was erased, as was decided before the start",
                 log_str("state", daemon->options->state));
    } else if (status->replaced) {
        log_info("app", "a backup took the place of all, as was decided before the start");
    } else if (status->created) {
        log_info("app", "first start", log_str("state", daemon->options->state));
    }
    if (status->put_back) {
        log_warn("app", "the database of a newer firmware was set aside, and the one from before it is in use",
                 log_uint("lines", status->lines_taken), log_uint("unread", status->lines_left));
    }
    log_state(daemon, "the last run did not end cleanly; the database was checked and is good");
    return EXIT_CLEAN;
}

static enum exit_code open_devices(struct daemon *daemon) {
    const struct options *given = daemon->options;
    struct hal_options options = {.bench = given->bench[0] == '\0' || given->recovery ? NULL : given->bench,
                                  .without = given->without,
                                  .board = given->board[0] == '\0' ? NULL : given->board,
                                  .bare = given->recovery};
    errno = 0;
    int r = hal_new(&options, &daemon->hal);
    if (r < 0 && given->recovery) {
        log_error("app", "the recovery does without devices", log_errno(r));
        options.board = NULL;
        r = hal_new(&options, &daemon->hal);
    }
    if (r < 0) {
        log_error("app", "a device cannot be opened", log_errno(r),
                  log_str("reason", errno == 0 ? "" : strerrordesc_np(errno)), log_int("exit", EXIT_DEVICE));
        return EXIT_DEVICE;
    }
    start_log(daemon->options, daemon->hal);
    return EXIT_CLEAN;
}

/* EXIT_DAMAGED without a word: load_cores() may repair it yet. */
static enum exit_code load_failed(const struct daemon *daemon, const char *event, int error) {
    return store_home_damaged(daemon->home) ? EXIT_DAMAGED : daemon_failed(EXIT_STATE, event, error);
}

/* The core of one more thread, with a connection of its own. */
static int make_core(struct daemon *daemon, struct core **ret_core) {
    struct store *store = NULL;
    int r = store_open(daemon->home, &store);
    return r < 0 ? r : start_thread(daemon->shared, store, ret_core);
}

/* What the factory left for this start. Without it the terminal works, but nobody is its engineer. */
static void take_provision(const struct daemon *daemon) {
    const char *system = daemon->options->system;
    int r = system[0] != '\0' ? factory_provision(daemon->options->state, system, daemon->hal) : E_NOTFOUND;
    if (r == 0) {
        log_info("app", "what the factory gave was taken in");
    } else if (r != E_NOTFOUND) {
        log_error("app", "what the factory gave cannot be taken in", log_errno(r));
    }
}

static enum exit_code make_shared(struct daemon *daemon, struct store *store) {
    static char build[BUILD_ID_MAX], kernel[2 * sizeof(((struct utsname *)0)->release)];
    struct utsname names;
    build_id_read(build);
    crash_catch(daemon->options->state, build, version_text);
    if (uname(&names) == 0) {
        (void)snprintf(kernel, sizeof(kernel), "%.64s %.64s", names.sysname, names.release);
    }
    struct about_facts about = {.version = version_text,
                                .build_id = build,
                                .built_s = version_built_s,
                                .kernel = kernel,
                                .device_name = daemon->options->device_name,
                                .backup_dir = daemon->options->backup_dir,
                                .system_dir = daemon->options->system,
                                .recovery_dir = daemon->options->recovery ? daemon->options->state : NULL,
                                .brand = version_brand,
                                .counter = version_counter};
    take_provision(daemon);
    int r = start_new(daemon->hal, &about, daemon->home, store, &daemon->shared);
    if (r == E_CORRUPT && !store_home_damaged(daemon->home)) {
        return daemon_failed(EXIT_IDENTITY, "the identity of the terminal is damaged or gone", r);
    }
    if (r < 0) {
        return load_failed(daemon, "the terminal's state cannot be loaded", r);
    }
    r = upgrade_system_error(daemon->shared);
    if (r < 0) {
        log_error("app", "the system folder cannot be used; there are no upgrades",
                  log_str("folder", daemon->options->system), log_errno(r));
    }
    int64_t behind_ms = clock_repaired_ms(daemon->shared);
    if (behind_ms > 0) {
        log_warn("app", "the clock was before the build date and was set to it", log_int("seconds", behind_ms / 1000));
    }
    return EXIT_CLEAN;
}

static enum exit_code make_cores(struct daemon *daemon) {
    struct store *store = NULL;
    int r = store_open(daemon->home, &store);
    if (r < 0) {
        return load_failed(daemon, "the database cannot be opened", r);
    }
    if (daemon->options->recovery) {
        recovery_take_settings(daemon->options->state, store);
    }
    enum exit_code code = make_shared(daemon, store);
    if (code != EXIT_CLEAN) {
        (void)store_free(store);
        return code;
    }
    r = start_thread(daemon->shared, store, &daemon->loop_core); /* takes the connection */
    if (r == 0) {
        r = make_core(daemon, &daemon->terminal_core);
    }
    for (unsigned i = 0; i < WORKERS && r == 0; i++) {
        r = make_core(daemon, &daemon->worker_cores[i]);
    }
    if (r == 0) {
        r = make_core(daemon, &daemon->apart_core);
    }
    if (r < 0) {
        return load_failed(daemon, "the database cannot be opened", r);
    }
    return store_home_damaged(daemon->home) ? EXIT_DAMAGED : EXIT_CLEAN;
}

static void free_cores(struct daemon *daemon) {
    start_thread_end(daemon->loop_core);
    start_thread_end(daemon->terminal_core);
    start_thread_end(daemon->apart_core);
    daemon->loop_core = daemon->terminal_core = daemon->apart_core = NULL;
    for (unsigned i = 0; i < WORKERS; i++) {
        start_thread_end(daemon->worker_cores[i]);
        daemon->worker_cores[i] = NULL;
    }
    start_free(daemon->shared);
    daemon->shared = NULL;
}

/* Makes the cores. After an end in order nothing was checked: what is damaged all the same is met here first, repaired,
 * and everything is read once more. */
static enum exit_code load_cores(struct daemon *daemon) {
    enum exit_code code = make_cores(daemon);
    for (unsigned repairs = 0; code == EXIT_DAMAGED && repairs < REPAIRS_MAX; repairs++) {
        free_cores(daemon);
        int r = store_home_repair(daemon->home);
        if (r < 0) {
            return daemon_failed(EXIT_STATE, "the damaged database cannot be repaired", r);
        }
        log_state(daemon, "damage was met in the database; it was checked and is good");
        code = make_cores(daemon);
    }
    return code == EXIT_DAMAGED ? daemon_failed(code, "the database is damaged", E_CORRUPT) : code;
}

static enum exit_code listen_http(struct daemon *daemon) {
    char *address = daemon->end->http;
    const char *asked = daemon->options->http;
    if (strcmp(asked, "off") == 0) {
        return EXIT_CLEAN;
    }
    int r = http_server_listen(daemon->server, asked, address);
    if (r < 0) {
        address[0] = '\0';
        log_error("app", r == E_BUSY ? "address is in use" : "cannot listen on address", log_str("address", asked),
                  log_str("reason", strerrordesc_np(errno)), log_int("exit", EXIT_ADDRESS));
        return EXIT_ADDRESS;
    }
    log_info("app", "listening", log_str("http", address));
    return EXIT_CLEAN;
}

static enum exit_code listen_https(struct daemon *daemon) {
    char *address = daemon->end->https;
    const char *asked = daemon->options->https;
    if (strcmp(asked, "off") == 0) {
        return EXIT_CLEAN;
    }
    int r = http_server_listen_tls(daemon->server, asked, address);
    if (r == E_NOTSUP) {
        address[0] = '\0';
        log_error("app", "TLS does not work with the certificate in use; going on without it", log_errno(r));
        return EXIT_CLEAN; /* nobody could put another one in place of it if the terminal did not start */
    }
    if (r < 0) {
        address[0] = '\0';
        log_error("app", r == E_BUSY ? "address is in use" : "cannot listen on address", log_str("address", asked),
                  log_errno(r), log_int("exit", EXIT_ADDRESS));
        return EXIT_ADDRESS;
    }
    network_set_https(daemon->shared, address);
    log_info("app", "listening", log_str("https", address));
    return EXIT_CLEAN;
}

/* SIGHUP: takes the certificate anew from the store. */
static void daemon_reload(struct daemon *daemon) {
    int r = certificate_reload(daemon->loop_core);
    if (r < 0) {
        log_error("app", "the certificate cannot be read anew; the one before stays", log_errno(r));
    } else {
        log_info("app", "certificate read anew");
    }
}

/* The loop was woken: perhaps by a worker that has finished. */
static void daemon_collect(void *ctx) {
    struct daemon *daemon = ctx;
    workers_collect(daemon->workers);
    if (daemon->apart != NULL) {
        workers_collect(daemon->apart);
    }
}

static int start_apart(struct daemon *daemon) {
    void *context = daemon->apart_core;
    struct workers_options options = {
        .count = 1, .contexts = &context, .capacity = QUEUE_APART, .wake = net_loop_wake, .wake_ctx = daemon->loop};
    int r = workers_new(&options, &daemon->apart);
    if (r == 0) {
        upkeep_init(&daemon->upkeep_apart, upkeep_apart, daemon->loop_core, daemon->apart);
    }
    return r;
}

static bool worker_progress(void *ctx, unsigned *ret_count) {
    const struct daemon_worker *worker = ctx;
    return workers_progress(worker->workers, worker->number, ret_count);
}

/* Whom the watchdog depends on besides the loop. Not the thread whose tasks may hang: it waits for other machines. */
static void start_heart(struct daemon *daemon) {
    const struct hal_clock *clock = &daemon->hal->clock;
    heart_init(&daemon->heart, &daemon->hal->watchdog, clock->mono_ms, clock->ctx);
    if (daemon->terminal != NULL) {
        heart_add(&daemon->heart, &(struct heart_part){.name = "terminal",
                                                       .ctx = daemon->terminal,
                                                       .progress = terminal_progress,
                                                       .poke = terminal_poke,
                                                       .limit_ms = TERMINAL_HANGS_MS});
    }
    for (unsigned i = 0; i < WORKERS; i++) {
        daemon->heart_workers[i] = (struct daemon_worker){.workers = daemon->workers, .number = i};
        heart_add(&daemon->heart, &(struct heart_part){.name = "worker",
                                                       .ctx = &daemon->heart_workers[i],
                                                       .progress = worker_progress,
                                                       .limit_ms = WORKER_HANGS_MS});
    }
}

/* What a recovery has not. */
static int start_terminal(struct daemon *daemon) {
    int r = start_apart(daemon);
    if (r == 0) {
        r = sntp_new(daemon->loop, daemon->loop_core, &daemon->sntp);
    }
    return r < 0 ? r : terminal_start(daemon->terminal_core, daemon->hal, &daemon->terminal);
}

static enum exit_code start_threads(struct daemon *daemon) {
    void *contexts[WORKERS];
    hooks_set_wake(daemon->shared, net_loop_wake, daemon->loop);
    for (unsigned i = 0; i < WORKERS; i++) {
        contexts[i] = daemon->worker_cores[i];
    }
    struct workers_options options = {
        .count = WORKERS, .contexts = contexts, .capacity = QUEUE, .wake = net_loop_wake, .wake_ctx = daemon->loop};
    int r = workers_new(&options, &daemon->workers);
    if (r == 0 && !daemon->options->recovery) {
        r = start_terminal(daemon);
    }
    if (r < 0) {
        return daemon_failed(EXIT_FAILED, "a thread cannot be started", r);
    }
    net_loop_set_woken(daemon->loop, daemon_collect, daemon);
    http_server_set_workers(daemon->server, daemon->workers);
    const struct hal_clock *clock = &daemon->hal->clock;
    keeper_init(&daemon->keeper, daemon->home, daemon->workers, clock->mono_ms, clock->ctx);
    start_heart(daemon);
    upkeep_init(&daemon->upkeep, daemon->options->recovery ? upkeep_recovery : upkeep_table, daemon->loop_core,
                daemon->workers);
    const struct hal_notify *notify = &daemon->hal->notify;
    notify->set(notify->ctx, net_loop_wake, daemon->loop);
    log_set_appended(daemon->shared, net_loop_wake, daemon->loop);
    door_set_changed(daemon->shared, net_loop_wake, daemon->loop);
    return EXIT_CLEAN;
}

#define RECOVERY_FILE "recover-admin" /* in the system folder: somebody held the button while the machine started */

/* Somebody stands at the terminal: who has no password any more gets one. The wish goes once it was met: a cut before repeats
 * it. In recovery /up is open to the engineer for this run, also where an administrator had closed it. */
static void recover_admin(struct daemon *daemon) {
    char path[PATH_MAX];
    const char *system = daemon->options->system;
    if (system[0] == '\0' || snprintf(path, sizeof(path), "%s/" RECOVERY_FILE, system) >= (int)sizeof(path) ||
        access(path, F_OK) < 0) {
        return;
    }
    if (daemon->options->recovery) {
        factory_open_up(daemon->shared);
        return;
    }
    int r = accounts_recover(daemon->loop_core);
    if (r == 0 && unlink(path) < 0) {
        r = err_from_errno(errno);
    }
    if (r < 0) {
        log_error("app", "the password of admin cannot be made new", log_errno(r));
    } else {
        log_warn("app", "admin has a new initial password, as was asked for at the machine");
    }
}

static enum exit_code bring_up(struct daemon *daemon) {
    int r = crypto_start();
    if (r < 0) {
        return daemon_failed(EXIT_FAILED, "the cryptography library does not start", r);
    }
    enum exit_code code = open_state(daemon);
    if (code == EXIT_CLEAN) {
        code = open_devices(daemon);
    }
    if (code == EXIT_CLEAN) {
        code = load_cores(daemon);
    }
    if (code != EXIT_CLEAN) {
        return code;
    }
    r = erase_finish(daemon->home); /* all that a first start makes is there */
    if (r < 0) {
        return daemon_failed(EXIT_STATE, "the mark of the erasure cannot be removed", r);
    }
    recover_admin(daemon);
    settings_start_effects(daemon->loop_core);
    r = net_loop_new(&daemon->loop);
    if (r == 0) {
        r = http_server_new(daemon->loop, daemon->loop_core, &daemon->server);
    }
    if (r < 0) {
        return daemon_failed(EXIT_FAILED, "the server cannot be made", r);
    }
    http_server_set_limit(daemon->server, connection_limit());
    if (daemon->options->recovery) {
        const char *reason = failure_reason(daemon->options->state, core_utc_ms(daemon->loop_core) / 1000);
        http_server_set_recovery(daemon->server, reason);
        log_warn("app", "recovery: /up alone is served, and nobody is let in", log_str("reason", reason));
    }
    code = start_threads(daemon);
    if (code == EXIT_CLEAN) {
        code = listen_http(daemon);
    }
    if (code == EXIT_CLEAN) {
        code = listen_https(daemon);
    }
    if (code == EXIT_CLEAN) {
        prove_init(daemon->end->http, daemon->end->https); /* a recovery has nothing to prove */
        reach_init(&daemon->reach, daemon->loop_core, daemon->server, daemon->end->http, daemon->end->https);
    }
    return code;
}

/* What a recovery looks at: whether it is over, and the terminal is to be tried again. */
static void look_recovery(struct daemon *daemon) {
    const struct hal_restart *restart = &daemon->hal->restart;
    if (recovery_is_over(&daemon->recovery, daemon->loop_core) && restart->request(restart->ctx) == 0) {
        log_info("app", "nobody is here: the terminal is tried again");
    }
}

/* And what a terminal looks at, besides. */
static int look_terminal(struct daemon *daemon, int wait_ms) {
    wait_ms = sntp_look(daemon->sntp, upkeep_look(&daemon->upkeep_apart, wait_ms));
    keeper_look(&daemon->keeper);
    if (!daemon->has_proved && !upgrade_is_unproved(daemon->shared)) {
        daemon->has_proved = true;
        failure_forget(daemon->options->state);
        recovery_forget(daemon->options->state);
    }
    return wait_ms;
}

/* Looks at all that has a time of its own. Returns how long the loop may wait until the next look. */
static int daemon_look(struct daemon *daemon) {
    reach_look(&daemon->reach);
    int wait_ms = upkeep_look(&daemon->upkeep, POLL_MS);
    if (daemon->options->recovery) {
        look_recovery(daemon);
    } else {
        wait_ms = look_terminal(daemon, wait_ms);
    }
    crash_set_time(core_utc_ms(daemon->loop_core) / 1000);
    return heart_look(&daemon->heart, wait_ms);
}

/* One turn of the loop, waiting at most `ms`. */
static void daemon_turn(struct daemon *daemon, int ms) {
    net_loop_poll(daemon->loop, ms);
    http_server_look(daemon->server);
}

static enum exit_code daemon_loop(struct daemon *daemon) {
    const struct hal_restart *restart = &daemon->hal->restart;
    int64_t looked_ms = core_mono_ms(daemon->loop_core) - LOOK_MS;
    int wait_ms = 0;
    while (!signals_stopped()) {
        daemon_turn(daemon, wait_ms);
        int64_t since_ms = core_mono_ms(daemon->loop_core) - looked_ms;
        if (since_ms >= LOOK_MS) {
            if (restart->pending(restart->ctx)) {
                break;
            }
            looked_ms += since_ms;
            wait_ms = daemon_look(daemon);
        } else {
            wait_ms = (int)(LOOK_MS - since_ms);
        }
        if (signals_take_reload()) {
            daemon_reload(daemon);
        }
        if (store_home_damaged(daemon->home)) {
            return daemon_failed(EXIT_DAMAGED, "the database is damaged; start again to repair it", E_CORRUPT);
        }
    }
    return EXIT_CLEAN;
}

/* Lets replies under way and jobs in the queue finish. */
static void daemon_drain(struct daemon *daemon) {
    const struct hal_clock *clock = &daemon->hal->clock;
    int64_t until = clock->mono_ms(clock->ctx) + DRAIN_MS;
    http_server_drain(daemon->server);
    do {
        daemon_turn(daemon, 10);
    } while (http_server_busy(daemon->server) && clock->mono_ms(clock->ctx) < until);
}

/* Takes down what was made, in the opposite order. */
static void take_down(struct daemon *daemon, enum exit_code code) {
    if (daemon->hal != NULL) {
        const struct hal_notify *notify = &daemon->hal->notify;
        notify->set(notify->ctx, NULL, NULL);
    }
    if (daemon->shared != NULL) {
        log_set_appended(daemon->shared, NULL, NULL);
        door_set_changed(daemon->shared, NULL, NULL);
    }
    daemon->terminal = terminal_stop(daemon->terminal);
    daemon->workers = workers_free(daemon->workers);
    daemon->apart = workers_free(daemon->apart);
    if (daemon->shared != NULL) {
        hooks_set_wake(daemon->shared, NULL, NULL);
    }
    signals_wake(NULL);
    if (daemon->server != NULL) {
        net_loop_set_woken(daemon->loop, NULL, NULL);
        http_server_set_workers(daemon->server, NULL);
    }
    daemon->sntp = sntp_free(daemon->sntp);
    daemon->server = http_server_free(daemon->server);
    daemon->loop = net_loop_free(daemon->loop);
    free_cores(daemon);
    if (code == EXIT_CLEAN && !daemon->options->recovery) {
        keeper_finish(&daemon->keeper);
    }
    start_log(daemon->options, NULL); /* its clock goes with the devices */
    hal_free(daemon->hal);
    if (daemon->home != NULL) {
        daemon->home = store_home_close(daemon->home, code != EXIT_DAMAGED);
    }
    recovery_close(&daemon->recovery);
}

enum exit_code daemon_run(const struct options *options, struct daemon_end *ret_end) {
    struct daemon daemon = {.options = options, .end = ret_end, .recovery = {.lock = -1}};

    /* Two heaps are enough for five threads and keep less memory than one each. */
    (void)mallopt(M_ARENA_MAX, 2);
    start_log(options, NULL);
    signals_hold(true);
    signals_catch();
    int r = confine();
    enum exit_code code = r == 0 ? bring_up(&daemon) : daemon_failed(EXIT_FAILED, "the process cannot be confined", r);
    if (code == EXIT_CLEAN) {
        signals_wake(daemon.loop);
        signals_hold(false);
        log_info("app", "ready", log_str("version", version_text));
        code = daemon_loop(&daemon);
        /* Who ends the daemon meanwhile wants it ended. */
        ret_end->again = code == EXIT_CLEAN && !signals_stopped();
        log_info("app", ret_end->again ? "restarting" : "ending");
        heart_end(&daemon.heart);
        keeper_cancel(&daemon.keeper);
        upkeep_end(&daemon.upkeep);
        upkeep_end(&daemon.upkeep_apart);
        copies_end(daemon.shared);
        backup_end(daemon.shared);
        daemon_drain(&daemon);
    }
    take_down(&daemon, code);
    signals_hold(true); /* one that comes now is for the next run, which finds it pending */
    ret_end->again = ret_end->again && !signals_stopped();
    if (!options->recovery) {
        failure_note(options->state, code);
    }
    log_info("app", "ended", log_int("exit", code));
    return code;
}
