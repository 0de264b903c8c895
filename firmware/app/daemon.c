#include "app/daemon.h"

#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "app/confine.h"
#include "app/cores.h"
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
#include "core/base/core.h"
#include "core/base/factory.h"
#include "core/base/hooks.h"
#include "core/door/door.h"
#include "core/engineer/recover.h"
#include "core/events/log.h"
#include "core/network/certificate.h"
#include "core/network/network.h"
#include "core/settings/settings.h"
#include "core/upgrade/upgrade.h"
#include "hal/hal.h"
#include "http/server.h"
#include "http/workers.h"
#include "net/loop.h"
#include "net/sntp.h"
#include "store/store.h"
#include "util/log.h"

#define QUEUE_APART 2 /* of the thread for tasks that may hang: only the terminal's own jobs, which take no place */
#define QUEUE 32          /* places of the queue of the workers (http/queue.h) */
#define QUEUE_COMMANDS 16 /* of the queue of the thread for commands */
#define POLL_MS 1000      /* longest wait of the loop */
#define LOOK_MS 5 /* least interval of checking what is due: a busy server has many turns within it */
#define DRAIN_MS 10000 /* time for replies in progress at the end */
#define TERMINAL_HANGS_MS 20000 /* a turn of the terminal's thread never takes so long */
#define WORKER_HANGS_MS 300000 /* the longest jobs are copies of the database */
#define OWN_DESCRIPTORS 64 /* of the process besides its connections: database, log, bench, pipes */

/* One worker thread, for the watchdog. */
struct daemon_worker {
    struct workers *workers;
    unsigned number;
};

/* All parts. Those not created yet are NULL, so that daemon_down() can be called at any time. */
struct daemon {
    const struct options *options;
    struct cores cores;
    struct net_loop *loop;
    struct http_server *server;
    struct sntp *sntp;
    struct workers *workers;
    struct workers *commands; /* one thread, for calls that wait for nothing */
    struct workers *apart; /* one thread, for tasks that may hang */
    struct terminal *terminal;
    struct daemon_worker heart_workers[CORES_WORKERS + 1]; /* and of the commands */
    struct heart heart;
    struct keeper keeper;
    struct upkeep upkeep, upkeep_apart;
    struct reach reach;
    bool has_proved; /* the recorded failed starts are deleted */
    struct daemon_end *end;
};

static enum exit_code daemon_failed(enum exit_code code, const char *event, int error) {
    log_error("app", event, log_errno(error), log_int("exit", code));
    return code;
}

/* Raises the limit of descriptors towards what the connections need; returns the possible number of connections. */
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
                  log_errno(r), log_int("exit", EXIT_ADDRESS));
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
        return EXIT_CLEAN; /* no other certificate could be uploaded if the terminal did not start */
    }
    if (r < 0) {
        address[0] = '\0';
        log_error("app", r == E_BUSY ? "address is in use" : "cannot listen on address", log_str("address", asked),
                  log_errno(r), log_int("exit", EXIT_ADDRESS));
        return EXIT_ADDRESS;
    }
    network_set_https(daemon->cores.shared, address);
    log_info("app", "listening", log_str("https", address));
    return EXIT_CLEAN;
}

/* SIGHUP: reloads the certificate from the store. */
static void daemon_reload(struct daemon *daemon) {
    int r = certificate_reload(daemon->cores.loop);
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
    workers_collect(daemon->commands);
    if (daemon->apart != NULL) {
        workers_collect(daemon->apart);
    }
}

static int start_apart(struct daemon *daemon) {
    void *context = daemon->cores.apart;
    struct workers_options options = {
        .count = 1, .contexts = &context, .places = QUEUE_APART, .wake = net_loop_wake, .wake_ctx = daemon->loop};
    int r = workers_new(&options, &daemon->apart);
    if (r == 0) {
        upkeep_init(&daemon->upkeep_apart, upkeep_apart, daemon->cores.loop, daemon->apart);
    }
    return r;
}

static bool worker_progress(void *ctx, unsigned *ret_count) {
    const struct daemon_worker *worker = ctx;
    return workers_progress(worker->workers, worker->number, ret_count);
}

/* Monitors further threads for the watchdog. Not the one for tasks that may hang: it waits for other machines. */
static void start_heart(struct daemon *daemon) {
    const struct hal_clock *clock = &daemon->cores.hal->clock;
    heart_init(&daemon->heart, &daemon->cores.hal->watchdog, clock->mono_ms, clock->ctx);
    if (daemon->terminal != NULL) {
        heart_add(&daemon->heart, &(struct heart_part){.name = "terminal",
                                                       .ctx = daemon->terminal,
                                                       .progress = terminal_progress,
                                                       .poke = terminal_poke,
                                                       .limit_ms = TERMINAL_HANGS_MS});
    }
    for (unsigned i = 0; i <= CORES_WORKERS; i++) {
        daemon->heart_workers[i] = i < CORES_WORKERS ? (struct daemon_worker){.workers = daemon->workers, .number = i}
                                                     : (struct daemon_worker){.workers = daemon->commands, .number = 0};
        heart_add(&daemon->heart, &(struct heart_part){.name = "worker",
                                                       .ctx = &daemon->heart_workers[i],
                                                       .progress = worker_progress,
                                                       .limit_ms = WORKER_HANGS_MS});
    }
}

/* Starts the parts that recovery mode does not have. */
static int start_terminal(struct daemon *daemon) {
    int r = start_apart(daemon);
    if (r == 0) {
        r = sntp_new(daemon->loop, daemon->cores.loop, &daemon->sntp);
    }
    return r < 0 ? r : terminal_start(daemon->cores.terminal, daemon->cores.hal, &daemon->terminal);
}

static int start_workers(struct daemon *daemon) {
    void *contexts[CORES_WORKERS], *command = daemon->cores.commands;
    for (unsigned i = 0; i < CORES_WORKERS; i++) {
        contexts[i] = daemon->cores.workers[i];
    }
    struct workers_options options = {
        .count = CORES_WORKERS, .contexts = contexts, .places = QUEUE, .wake = net_loop_wake, .wake_ctx = daemon->loop};
    int r = workers_new(&options, &daemon->workers);
    options.count = 1;
    options.contexts = &command;
    options.places = QUEUE_COMMANDS;
    options.is_urgent = true;
    return r < 0 ? r : workers_new(&options, &daemon->commands);
}

static enum exit_code start_threads(struct daemon *daemon) {
    hooks_set_wake(daemon->cores.shared, net_loop_wake, daemon->loop);
    int r = start_workers(daemon);
    if (r == 0 && !daemon->options->recovery) {
        r = start_terminal(daemon);
    }
    if (r < 0) {
        return daemon_failed(EXIT_FAILED, "a thread cannot be started", r);
    }
    net_loop_set_woken(daemon->loop, daemon_collect, daemon);
    http_server_set_workers(daemon->server, daemon->workers, daemon->commands);
    const struct hal_clock *clock = &daemon->cores.hal->clock;
    keeper_init(&daemon->keeper, daemon->cores.home, daemon->workers, clock->mono_ms, clock->ctx);
    start_heart(daemon);
    upkeep_init(&daemon->upkeep, daemon->options->recovery ? upkeep_recovery : upkeep_table, daemon->cores.loop,
                daemon->workers);
    const struct hal_notify *notify = &daemon->cores.hal->notify;
    notify->set(notify->ctx, net_loop_wake, daemon->loop);
    log_set_appended(daemon->cores.shared, net_loop_wake, daemon->loop);
    door_set_changed(daemon->cores.shared, net_loop_wake, daemon->loop);
    return EXIT_CLEAN;
}

#define RECOVERY_FILE "recover-admin" /* in the system folder: a person held the button while the machine started */

/* A person is at the terminal: resets the password of an administrator who has lost it. The file is removed afterwards:
 * an interruption before repeats it. In recovery mode /up is open to the engineer for this run, even if an
 * administrator had closed it. */
static void recover_admin(struct daemon *daemon) {
    char path[PATH_MAX];
    const char *system = daemon->options->system;
    if (system[0] == '\0' || snprintf(path, sizeof(path), "%s/" RECOVERY_FILE, system) >= (int)sizeof(path) ||
        access(path, F_OK) < 0) {
        return;
    }
    if (daemon->options->recovery) {
        factory_open_up(daemon->cores.shared);
        return;
    }
    int r = accounts_recover(daemon->cores.loop);
    if (r == 0 && unlink(path) < 0) {
        r = err_from_errno(errno);
    }
    if (r < 0) {
        log_error("app", "the password of admin cannot be made new", log_errno(r));
    } else {
        log_warn("app", "admin has a new initial password, as was asked for at the machine");
    }
}

/* Records the engineer's choices in recovery mode in the audit log of the chosen data. */
static void record_recovery(const struct daemon *daemon) {
    int r = daemon->options->recovery ? 0 : recover_record(daemon->cores.loop, daemon->options->state);
    if (r < 0) {
        log_error("app", "what was chosen in recovery is not in the audit log yet", log_errno(r));
    }
}

static enum exit_code bring_up(struct daemon *daemon) {
    enum exit_code code = cores_start(daemon->options, &daemon->cores);
    if (code != EXIT_CLEAN) {
        return code;
    }
    recover_admin(daemon);
    record_recovery(daemon);
    settings_start_effects(daemon->cores.loop);
    int r = net_loop_new(&daemon->loop);
    if (r == 0) {
        r = http_server_new(daemon->loop, daemon->cores.loop, &daemon->server);
    }
    if (r < 0) {
        return daemon_failed(EXIT_FAILED, "the server cannot be made", r);
    }
    http_server_set_limit(daemon->server, connection_limit());
    if (daemon->options->recovery) {
        const char *reason = failure_reason(daemon->options->state, core_utc_ms(daemon->cores.loop) / 1000);
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
        prove_init(daemon->end->http, daemon->end->https); /* recovery mode needs no self-test */
        reach_init(&daemon->reach, daemon->cores.loop, daemon->server, daemon->end->http, daemon->end->https);
    }
    return code;
}

/* Checks of recovery mode: whether to end it and try the terminal again. */
static void look_recovery(struct daemon *daemon) {
    const struct hal_restart *restart = &daemon->cores.hal->restart;
    if (recovery_is_over(&daemon->cores.recovery, daemon->cores.loop) && restart->request(restart->ctx) == 0) {
        log_info("app", "nobody is here: the terminal is tried again");
    }
}

/* Additional checks of a terminal. */
static int look_terminal(struct daemon *daemon, int wait_ms) {
    wait_ms = sntp_look(daemon->sntp, upkeep_look(&daemon->upkeep_apart, wait_ms));
    keeper_look(&daemon->keeper);
    if (!daemon->has_proved && !upgrade_is_unproved(daemon->cores.shared)) {
        daemon->has_proved = true;
        failure_forget(daemon->options->state);
        recovery_forget(daemon->options->state);
    }
    return wait_ms;
}

/* Performs everything that is due. Returns how long the loop may wait until the next call. */
static int daemon_look(struct daemon *daemon) {
    reach_look(&daemon->reach);
    int wait_ms = upkeep_look(&daemon->upkeep, POLL_MS);
    if (daemon->options->recovery) {
        look_recovery(daemon);
    } else {
        wait_ms = look_terminal(daemon, wait_ms);
    }
    crash_set_time(core_utc_ms(daemon->cores.loop));
    return heart_look(&daemon->heart, wait_ms);
}

/* Runs one turn of the loop, waiting at most `ms`. */
static void daemon_turn(struct daemon *daemon, int ms) {
    cause_clear();
    net_loop_poll(daemon->loop, ms);
    http_server_look(daemon->server);
}

static enum exit_code daemon_loop(struct daemon *daemon) {
    const struct hal_restart *restart = &daemon->cores.hal->restart;
    int64_t looked_ms = core_mono_ms(daemon->cores.loop) - LOOK_MS;
    int wait_ms = 0;
    while (!signals_stopped()) {
        daemon_turn(daemon, wait_ms);
        int64_t since_ms = core_mono_ms(daemon->cores.loop) - looked_ms;
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
        if (store_home_damaged(daemon->cores.home)) {
            return daemon_failed(EXIT_DAMAGED, "the database is damaged; start again to repair it", E_CORRUPT);
        }
    }
    return EXIT_CLEAN;
}

/* Lets replies in progress and queued jobs finish. */
static void daemon_drain(struct daemon *daemon) {
    const struct hal_clock *clock = &daemon->cores.hal->clock;
    int64_t until = clock->mono_ms(clock->ctx) + DRAIN_MS;
    http_server_drain(daemon->server);
    do {
        daemon_turn(daemon, 10);
    } while (http_server_busy(daemon->server) && clock->mono_ms(clock->ctx) < until);
    if (http_server_busy(daemon->server)) {
        log_warn("app", "replies under way were cut off at the end");
    }
}

/* Frees what was created, in reverse order. */
static void take_down(struct daemon *daemon, enum exit_code code) {
    if (daemon->cores.hal != NULL) {
        const struct hal_notify *notify = &daemon->cores.hal->notify;
        notify->set(notify->ctx, NULL, NULL);
    }
    if (daemon->cores.shared != NULL) {
        log_set_appended(daemon->cores.shared, NULL, NULL);
        door_set_changed(daemon->cores.shared, NULL, NULL);
    }
    daemon->terminal = terminal_stop(daemon->terminal);
    daemon->workers = workers_free(daemon->workers);
    daemon->commands = workers_free(daemon->commands);
    daemon->apart = workers_free(daemon->apart);
    if (daemon->cores.shared != NULL) {
        hooks_set_wake(daemon->cores.shared, NULL, NULL);
    }
    signals_wake(NULL);
    if (daemon->server != NULL) {
        net_loop_set_woken(daemon->loop, NULL, NULL);
        http_server_set_workers(daemon->server, NULL, NULL);
    }
    daemon->sntp = sntp_free(daemon->sntp);
    daemon->server = http_server_free(daemon->server);
    daemon->loop = net_loop_free(daemon->loop);
    cores_free(&daemon->cores);
    if (code == EXIT_CLEAN && !daemon->options->recovery) {
        keeper_finish(&daemon->keeper);
    }
    cores_close(&daemon->cores, code);
}

enum exit_code daemon_run(const struct options *options, struct daemon_end *ret_end) {
    struct daemon daemon = {
        .options = options, .end = ret_end, .cores = {.options = options, .recovery = {.lock = -1}}};

    /* Two heaps are enough for six threads and use less memory than one each. */
    (void)mallopt(M_ARENA_MAX, 2);
    cores_start_log(options, NULL);
    signals_hold(true);
    signals_catch();
    int r = confine();
    enum exit_code code = r == 0 ? bring_up(&daemon) : daemon_failed(EXIT_FAILED, "the process cannot be confined", r);
    if (code == EXIT_CLEAN) {
        signals_wake(daemon.loop);
        signals_hold(false);
        log_info("app", "ready", log_str("version", version_text));
        code = daemon_loop(&daemon);
        /* A signal meanwhile takes precedence over the restart. */
        ret_end->again = code == EXIT_CLEAN && !signals_stopped();
        log_info("app", ret_end->again ? "restarting" : "ending");
        heart_end(&daemon.heart);
        keeper_cancel(&daemon.keeper);
        upkeep_end(&daemon.upkeep);
        upkeep_end(&daemon.upkeep_apart);
        copies_end(daemon.cores.shared);
        backup_end(daemon.cores.shared);
        daemon_drain(&daemon);
    }
    take_down(&daemon, code);
    signals_hold(true); /* a later one is for the next run, where it is pending */
    ret_end->again = ret_end->again && !signals_stopped();
    if (!options->recovery) {
        failure_note(options->state, code);
    }
    log_info("app", "ended", log_int("exit", code));
    return code;
}
