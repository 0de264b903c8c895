#include "app/daemon.h"

#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>

#include "app/build_id.h"
#include "app/confine.h"
#include "app/keeper.h"
#include "app/reach.h"
#include "app/signals.h"
#include "app/terminal.h"
#include "app/upkeep.h"
#include "core/backup/backup.h"
#include "core/backup/copies.h"
#include "core/base/about.h"
#include "core/base/core.h"
#include "core/base/hooks.h"
#include "core/door/door.h"
#include "core/events/log.h"
#include "core/network/certificate.h"
#include "core/network/network.h"
#include "core/settings/settings.h"
#include "core/start/start.h"
#include "core/time/clock.h"
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
#define OWN_DESCRIPTORS 64 /* of the process besides its connections: database, log, bench, pipes */

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
    struct keeper keeper;
    struct upkeep upkeep, upkeep_apart;
    struct reach reach;
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

static enum exit_code open_state(struct daemon *daemon) {
    int r = store_home_open(daemon->options->state, &daemon->home);
    if (r == E_LOCKED) {
        return daemon_failed(EXIT_LOCKED, "another posternd runs on this state folder", r);
    }
    if (r == E_NEWER) {
        return daemon_failed(EXIT_NEWER, "the state was written by a newer firmware", r);
    }
    if (r < 0) {
        return daemon_failed(EXIT_STATE, "the state folder cannot be used", r);
    }
    const struct store_status *status = store_home_status(daemon->home);
    if (status->erased) {
        log_info("app", "everything was erased, as was decided before the start",
                 log_str("state", daemon->options->state));
    } else if (status->replaced) {
        log_info("app", "a backup took the place of all, as was decided before the start");
    } else if (status->created) {
        log_info("app", "first start", log_str("state", daemon->options->state));
    }
    log_state(daemon, "the last run did not end cleanly; the database was checked and is good");
    return EXIT_CLEAN;
}

static enum exit_code open_devices(struct daemon *daemon) {
    const char *bench = daemon->options->bench;
    errno = 0;
    int r =
        hal_new(&(struct hal_options){.bench = bench[0] == '\0' ? NULL : bench, .without = daemon->options->without},
                &daemon->hal);
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

static enum exit_code make_shared(struct daemon *daemon, struct store *store) {
    static char build[BUILD_ID_MAX], kernel[2 * sizeof(((struct utsname *)0)->release)];
    struct utsname names;
    build_id_read(build);
    if (uname(&names) == 0) {
        (void)snprintf(kernel, sizeof(kernel), "%.64s %.64s", names.sysname, names.release);
    }
    struct about_facts about = {.version = POSTERN_VERSION,
                                .build_id = build,
                                .built_s = POSTERN_BUILT,
                                .kernel = kernel,
                                .device_name = daemon->options->device_name,
                                .backup_dir = daemon->options->backup_dir};
    int r = start_new(daemon->hal, &about, daemon->home, store, &daemon->shared);
    if (r == E_CORRUPT && !store_home_damaged(daemon->home)) {
        return daemon_failed(EXIT_IDENTITY, "the identity of the terminal is damaged or gone", r);
    }
    if (r < 0) {
        return load_failed(daemon, "the terminal's state cannot be loaded", r);
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
    workers_collect(daemon->apart);
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

static enum exit_code start_threads(struct daemon *daemon) {
    void *contexts[WORKERS];
    hooks_set_wake(daemon->shared, net_loop_wake, daemon->loop);
    for (unsigned i = 0; i < WORKERS; i++) {
        contexts[i] = daemon->worker_cores[i];
    }
    struct workers_options options = {
        .count = WORKERS, .contexts = contexts, .capacity = QUEUE, .wake = net_loop_wake, .wake_ctx = daemon->loop};
    int r = workers_new(&options, &daemon->workers);
    if (r == 0) {
        r = start_apart(daemon);
    }
    if (r == 0) {
        r = sntp_new(daemon->loop, daemon->loop_core, &daemon->sntp);
    }
    if (r == 0) {
        r = terminal_start(daemon->terminal_core, daemon->hal, &daemon->terminal);
    }
    if (r < 0) {
        return daemon_failed(EXIT_FAILED, "a thread cannot be started", r);
    }
    net_loop_set_woken(daemon->loop, daemon_collect, daemon);
    http_server_set_workers(daemon->server, daemon->workers);
    const struct hal_clock *clock = &daemon->hal->clock;
    keeper_init(&daemon->keeper, daemon->home, daemon->workers, clock->mono_ms, clock->ctx);
    upkeep_init(&daemon->upkeep, upkeep_table, daemon->loop_core, daemon->workers);
    const struct hal_notify *notify = &daemon->hal->notify;
    notify->set(notify->ctx, net_loop_wake, daemon->loop);
    log_set_appended(daemon->shared, net_loop_wake, daemon->loop);
    door_set_changed(daemon->shared, net_loop_wake, daemon->loop);
    return EXIT_CLEAN;
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
    settings_start_effects(daemon->loop_core);
    r = net_loop_new(&daemon->loop);
    if (r == 0) {
        r = http_server_new(daemon->loop, daemon->loop_core, &daemon->server);
    }
    if (r < 0) {
        return daemon_failed(EXIT_FAILED, "the server cannot be made", r);
    }
    http_server_set_limit(daemon->server, connection_limit());
    code = start_threads(daemon);
    if (code == EXIT_CLEAN) {
        code = listen_http(daemon);
    }
    if (code == EXIT_CLEAN) {
        code = listen_https(daemon);
    }
    if (code == EXIT_CLEAN) {
        reach_init(&daemon->reach, daemon->loop_core, daemon->server, daemon->end->http, daemon->end->https);
    }
    return code;
}

/* Looks at all that has a time of its own. Returns how long the loop may wait until the next look. */
static int daemon_look(struct daemon *daemon) {
    reach_look(&daemon->reach);
    int wait_ms = upkeep_look(&daemon->upkeep_apart, upkeep_look(&daemon->upkeep, POLL_MS));
    wait_ms = sntp_look(daemon->sntp, wait_ms);
    keeper_look(&daemon->keeper);
    return wait_ms;
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
    if (code == EXIT_CLEAN) {
        keeper_finish(&daemon->keeper);
    }
    start_log(daemon->options, NULL); /* its clock goes with the devices */
    hal_free(daemon->hal);
    if (daemon->home != NULL) {
        daemon->home = store_home_close(daemon->home, code != EXIT_DAMAGED);
    }
}

enum exit_code daemon_run(const struct options *options, struct daemon_end *ret_end) {
    struct daemon daemon = {.options = options, .end = ret_end};

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
        log_info("app", "ready", log_str("version", POSTERN_VERSION));
        code = daemon_loop(&daemon);
        /* Who ends the daemon meanwhile wants it ended. */
        ret_end->again = code == EXIT_CLEAN && !signals_stopped();
        log_info("app", ret_end->again ? "restarting" : "ending");
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
    log_info("app", "ended", log_int("exit", code));
    return code;
}
